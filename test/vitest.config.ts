import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Lanes: `fast` for every save, `full` (adds real processes and end-to-end runs), `deep` (long property runs),
 * `hosts` (nothing but the programs of real hosts; fetches them).
 */
const lane = process.env.LIFETIME_WATCH_LANE ?? 'full';
const slow = ['test/processes/**', 'test/oracle/**', 'test/e2e/**'];
const deep = ['test/deep/**'];
const hosts = ['test/real-hosts/**'];
const left: Readonly<Record<string, readonly string[]>> = {
  fast: [...slow, ...deep, ...hosts],
  full: [...deep, ...hosts],
  deep: hosts,
  hosts: [],
};

export default defineConfig({
  root,
  test: {
    include: [lane === 'hosts' ? 'test/real-hosts/*.test.ts' : 'test/**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', ...(left[lane] ?? [])],
    pool: 'forks',
    testTimeout: lane === 'deep' || lane === 'hosts' ? 900_000 : 120_000,
    hookTimeout: lane === 'hosts' ? 900_000 : 60_000,
  },
});
