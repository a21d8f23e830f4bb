// Analyses a second, warm, on one core, over the project's own cases (or a file of cases given as the operand):
// each with its slowest rows named.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BAR = 5000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { openAnalyzer } = await import(join(root, 'dist', 'index.js'));
const file = process.argv[2] ?? join(root, 'test', 'fixtures', 'cases.jsonl');
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .filter((row) => typeof row.text === 'string' && row.kind !== 'argv');
const analyzer = await openAnalyzer({ cwd: null });

const analyzeAll = () => {
  for (const { text, shell = 'bash', background = false } of rows) analyzer.analyze({ text, shell, background });
};
const rate = (seconds, act) => {
  // CPU seconds of this process, so that what else the machine does is not counted.
  const start = process.cpuUsage();
  let rounds = 0;
  let spent = 0;
  while (spent < seconds) {
    act();
    rounds += 1;
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1e6;
  }
  return (rounds * rows.length) / spent;
};

rate(3, analyzeAll);
const perSecond = rate(5, analyzeAll);
const slowest = rows
  .map((row) => {
    const start = performance.now();
    analyzer.analyze({ text: row.text, shell: row.shell ?? 'bash', background: row.background === true });
    return { id: row.id, milliseconds: performance.now() - start };
  })
  .sort((a, b) => b.milliseconds - a.milliseconds)
  .slice(0, 3);
process.stdout.write(
  `${Math.round(perSecond)} analyses/s over ${rows.length} commands (bar ${BAR}): ${perSecond >= BAR ? 'ok' : 'below'}\n`,
);
process.stdout.write(
  `slowest: ${slowest.map(({ id, milliseconds }) => `${id} ${milliseconds.toFixed(2)} ms`).join(', ')}\n`,
);
process.exitCode = perSecond >= BAR ? 0 : 1;
