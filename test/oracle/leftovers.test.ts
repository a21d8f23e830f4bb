/**
 * Real shells as oracle for leftovers: the background work that the analysis predicts is what outlives the call, in a session
 * of its own. What a kill on the happy path ends may still be predicted: an early end of the call would leave it. Fixed seeds,
 * and the tally is printed.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { checkLeftovers, huntLeftovers } from './hunt.ts';
import { everyLaunch } from './left-behind.ts';
import { openLeftTally } from './left-tally.ts';
import { openRealMachine } from './real-run.ts';
import { SHELLS, type Shell } from './shells.ts';

const analyze = await loadAnalyzer();
const machine = openRealMachine();
const tally = openLeftTally();
const parts = { analyze, machine, tally };
afterAll(() => {
  process.stdout.write(`${tally.format()}\n`);
  machine.close();
});

const RUNS: Record<Shell, number> = { bash: 60, dash: 40, zsh: 40 };
/** Less of a prediction than this would prove nothing about it. */
const LEAST = { nothing: 30, brief: 10, lasting: 60 } as const;

const lacking = (shell: Shell): boolean => findProgram(shell) === undefined || process.platform !== 'linux';

describe.each(SHELLS.map((shell) => ({ shell })))('$shell', ({ shell }) => {
  it.skipIf(lacking(shell))('leaves behind what the analysis predicts of each form', async () => {
    expect(await checkLeftovers(parts, everyLaunch(shell), 12)).toEqual([]);
  });

  it.skipIf(lacking(shell))('leaves behind what the analysis predicts of forms that are settled, or not', async () => {
    expect(await huntLeftovers(parts, { shell, seed: 20_262, runs: RUNS[shell], abreast: 12 })).toBe(null);
  });

  it.skipIf(lacking(shell))('has nothing alive afterwards', () => {
    expect(machine.alive()).toEqual([]);
  });
});

describe.skipIf(SHELLS.some(lacking))('what was tried', () => {
  it.each(Object.entries(LEAST))('has enough launches of which %s is predicted to be left', (predicted, least) => {
    expect(tally.count({ predicted: predicted as keyof typeof LEAST })).toBeGreaterThanOrEqual(least);
  });

  it('has launches of every form, that stay and that are gone', () => {
    const forms = SHELLS.flatMap(everyLaunch).flatMap((script) => script.forms);
    expect(forms.filter((form) => tally.count({ form }) === 0)).toEqual([]);
    expect(tally.count({ real: 'left' })).toBeGreaterThan(LEAST.lasting / 2);
    expect(tally.count({ real: 'gone' })).toBeGreaterThan(LEAST.nothing / 2);
  });
});
