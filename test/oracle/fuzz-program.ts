/** The long search, as a program: `scripts/fuzz-oracle.mjs` bundles and starts it. */
import { parseArgs } from 'node:util';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { huntBounds, huntLeftovers } from './hunt.ts';
import { openLeftTally } from './left-tally.ts';
import { openOracle } from './oracle.ts';
import { openRealMachine } from './real-run.ts';
import { SHELLS } from './shells.ts';

const { values } = parseArgs({
  options: {
    shell: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    skip: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '200' },
    examples: { type: 'string', default: '20' },
  },
});

const analyze = await loadAnalyzer();
const oracle = openOracle(analyze);
const machine = openRealMachine();
const kinds = values.kind ?? ['bounds', 'leftovers'];
const skip = values.skip === undefined ? {} : { skip: new RegExp(values.skip) };
const found = new Set<string>();
const tally = openLeftTally();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const shell of SHELLS) {
    if (findProgram(shell) === undefined || !(values.shell ?? SHELLS).includes(shell)) continue;
    const hunt = { shell, seed: Number(values.seed) + round, runs: Number(values.runs), ...skip };
    if (kinds.includes('bounds')) show(await huntBounds(oracle, { ...hunt, abreast: 3 }));
    if (kinds.includes('leftovers')) {
      show(await huntLeftovers({ analyze, machine, tally }, { ...hunt, abreast: 8 }));
    }
  }
}
process.stdout.write(`${oracle.tally.format()}\n\n`);
process.stdout.write(
  `false alarms: ${(100 * oracle.tally.falseAlarms()).toFixed(2)} % of the scripts that always end\n`,
);
for (const example of [
  ...oracle.tally.examples('untrue', 10),
  ...oracle.tally.examples('imprecise', Number(values.examples)),
])
  process.stdout.write(`  ${example}\n`);
process.stdout.write(`\n${tally.format()}\n\ndisagreements: ${found.size}\n`);
oracle.close();
machine.close();

function show(disagreement: string | null): void {
  if (disagreement === null || found.has(disagreement)) return;
  found.add(disagreement);
  process.stdout.write(`${disagreement}\n\n`);
}
