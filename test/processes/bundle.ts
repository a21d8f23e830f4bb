/** One TypeScript program as a file that Node runs, for tests that need a process of their own. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** `remove` when done. The file may be read by other users, too. */
export function bundle(program: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  chmodSync(folder, 0o755);
  const path = join(folder, 'program.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL(`../fixtures/programs/${program}`, import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: path,
    logLevel: 'error',
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
