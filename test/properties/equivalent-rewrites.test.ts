/** Proves that the verdict, the kinds of findings and the bound of the call do not depend on how a program is written down. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { loadAnalyzer } from '../oracle/analyzer.ts';
import { generatedScript } from '../oracle/generated-script.ts';
import { leftBehind } from '../oracle/left-behind.ts';
import { REWRITES } from '../oracle/rewrites.ts';
import { SHELLS, type Shell } from '../oracle/shells.ts';

const RUNS = process.env.LIFETIME_WATCH_LANE === 'deep' ? 5000 : 100;
const analyze = await loadAnalyzer();

function outcome(text: string, shell: Shell) {
  const analysis = analyze(text, shell);
  return {
    status: analysis.status,
    verdict: judgeCommand(analysis, DEFAULT_POLICY.commands).verdict,
    kinds: [...new Set(analysis.findings.map(({ kind }) => kind))].sort(),
    call: analysis.call,
  };
}

for (const shell of SHELLS) {
  describe(`a program for ${shell}`, () => {
    const scripts = fc.oneof(generatedScript(shell), leftBehind(shell));
    it.each(Object.entries(REWRITES))('is judged alike %s', (_, rewrite) => {
      let compared = 0;
      fc.assert(
        fc.property(scripts, ({ text }) => {
          const other = rewrite(text, shell);
          if (other === null) return;
          compared++;
          expect({ text: other, ...outcome(other, shell) }).toEqual({ text: other, ...outcome(text, shell) });
        }),
        { seed: 20_26, numRuns: RUNS },
      );
      expect(compared).toBeGreaterThan(RUNS / 20);
    });
  });
}
