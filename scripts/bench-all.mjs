// Runs every bench, one after the other; fails when one of them is below its bar.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const benches = readdirSync(here).filter((file) => /^bench-[a-z]+\.mjs$/.test(file) && file !== 'bench-all.mjs');
for (const bench of benches) {
  process.stdout.write(`== ${bench}\n`);
  const { status } = spawnSync(process.execPath, [join(here, bench)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
