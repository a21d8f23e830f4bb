/**
 * Real shells as oracle for bounds: what is called `within(s)` or `finite` ends in every world that was tried, and in time; what
 * is called `endless` goes on in one at least. Fixed seeds, and the tally is printed; `npm run test:deep` and
 * `scripts/fuzz-oracle.mjs` go further. It does not prove that a `conditional` call is right to be refused: it measures how
 * often it is not, and holds a ceiling.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { huntBounds } from './hunt.ts';
import { openOracle } from './oracle.ts';
import { SHELLS, type Shell } from './shells.ts';

const analyze = await loadAnalyzer();
const oracle = openOracle(analyze);
afterAll(() => {
  const rate = (100 * oracle.tally.falseAlarms()).toFixed(2);
  process.stdout.write(`${oracle.tally.format()}\n\nfalse alarms: ${rate} % of the scripts that always end\n`);
  oracle.close();
});

const RUNS: Record<Shell, number> = { bash: 150, dash: 90, zsh: 90 };
/** Less of a claim than this would prove nothing about it. */
const LEAST = { within: 60, finite: 60, conditional: 25, endless: 10 } as const;
/** of the scripts that always end, the part that may be called conditional or endless */
const MOST_FALSE_ALARMS = 0.08;

describe.each(SHELLS.map((shell) => ({ shell })))('$shell', ({ shell }) => {
  it.skipIf(findProgram(shell) === undefined)('ends, or does not, as the analysis says', async () => {
    expect(await huntBounds(oracle, { shell, seed: 20_261, runs: RUNS[shell], abreast: 3 })).toBe(null);
  });
});

describe.skipIf(SHELLS.some((shell) => findProgram(shell) === undefined))('what was tried', () => {
  it.each(Object.entries(LEAST))('has enough claims of the kind %s', (claim, least) => {
    expect(oracle.tally.count({ claim })).toBeGreaterThanOrEqual(least);
  });

  it('has scripts that go on under every claim that allows it', () => {
    for (const claim of ['conditional', 'endless'])
      expect(oracle.tally.count({ claim, reality: 'goes on' })).toBeGreaterThan(LEAST.endless / 2);
  });

  it('is nearly all understood and accepted', () => {
    expect(oracle.tally.count({ verdict: 'no claim' }) / oracle.tally.count()).toBeLessThan(0.1);
  });

  it('is called endless only where it goes on', () => {
    expect(oracle.tally.examples('untrue', 5)).toEqual([]);
  });

  it('is seldom refused although it always ends', () => {
    const seldom = oracle.tally.falseAlarms() < MOST_FALSE_ALARMS;
    expect({ seldom, shortest: oracle.tally.examples('imprecise', 5) }).toMatchObject({ seldom: true });
  });
});
