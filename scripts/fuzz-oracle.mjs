// Compares the lifetime analysis with real shells on generated scripts, round after round, prints every minimal script on
// which they disagree, and closes with what was covered.
// usage: node scripts/fuzz-oracle.mjs [--shell bash|dash|zsh] [--seed N] [--rounds N] [--runs N] [--kind bounds|leftovers]
//        [--skip REGEX] [--examples N]
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist', `fuzz-${process.pid}`);
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'fuzz.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/oracle/fuzz-program.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
  logLevel: 'warning',
});
const run = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
process.exitCode = run.status ?? 1;
