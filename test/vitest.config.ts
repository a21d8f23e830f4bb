import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Lanes: `fast` for every save, `full` (adds real processes and end-to-end runs), `deep` (long property runs). */
const lane = process.env.LIFETIME_WATCH_LANE ?? 'full';
const slow = ['test/processes/**', 'test/oracle/**', 'test/e2e/**'];
const deep = ['test/deep/**'];

export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', ...(lane === 'fast' ? [...slow, ...deep] : lane === 'full' ? deep : [])],
    pool: 'forks',
    testTimeout: lane === 'deep' ? 900_000 : 120_000,
    hookTimeout: 60_000,
  },
});
