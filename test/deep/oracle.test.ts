/** The long search for disagreements between the analysis and real shells; prints what it covered. */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from '../oracle/analyzer.ts';
import { huntBounds, huntLeftovers } from '../oracle/hunt.ts';
import { openLeftTally } from '../oracle/left-tally.ts';
import { openOracle } from '../oracle/oracle.ts';
import { openRealMachine } from '../oracle/real-run.ts';
import { SHELLS } from '../oracle/shells.ts';

const analyze = await loadAnalyzer();
const oracle = openOracle(analyze);
const machine = openRealMachine();
const tally = openLeftTally();
afterAll(() => {
  process.stdout.write(
    `${oracle.tally.format()}\n\n${tally.format()}\n\nfalse alarms: ${(100 * oracle.tally.falseAlarms()).toFixed(2)} %\n`,
  );
  for (const example of [...oracle.tally.examples('untrue', 10), ...oracle.tally.examples('imprecise', 20)])
    process.stdout.write(`  ${example}\n`);
  oracle.close();
  machine.close();
});

const ROUNDS = [1, 2, 3, 4, 5];

describe.each(SHELLS.map((shell) => ({ shell })))('$shell', ({ shell }) => {
  it.skipIf(findProgram(shell) === undefined).each(ROUNDS)('round %i: ends as the analysis says', async (seed) => {
    expect(await huntBounds(oracle, { shell, seed, runs: 600, abreast: 3 })).toBe(null);
  });

  const missing = findProgram(shell) === undefined || process.platform !== 'linux';
  it.skipIf(missing).each(ROUNDS)('round %i: leaves behind what the analysis predicts', async (seed) => {
    expect(await huntLeftovers({ analyze, machine, tally }, { shell, seed, runs: 600, abreast: 8 })).toBe(null);
  });
});
