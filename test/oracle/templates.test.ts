/**
 * Every template of the generator as it stands: programs as people write them. Here the analysis must be exact in both
 * directions, since to refuse a correct program is as bad as to let a broken one pass.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { realityOf } from './bound-claim.ts';
import { formatAnswer, openOracle } from './oracle.ts';
import { printScript } from './script-tree.ts';
import { SHELLS } from './shells.ts';
import { TEMPLATES } from './templates.ts';

const analyze = await loadAnalyzer();
const oracle = openOracle(analyze);
afterAll(() => oracle.close());

for (const shell of SHELLS) {
  describe.skipIf(findProgram(shell) === undefined)(`${shell} and the analysis agree on`, () => {
    const own = TEMPLATES.filter(({ shells }) => shells.includes(shell)).map((template, index) => ({
      ...template,
      index,
    }));
    it.concurrent.each(own)('$name', async ({ name, build, index }) => {
      // a different spelling of comparisons, steps and probes for each
      const taste = {
        shell,
        limit: 2 + (index % 4),
        delay: 1 + (index % 3),
        comparison: index,
        step: index,
        probe: index,
      };
      const text = printScript(build(taste));
      const answer = await oracle.ask({ shell, template: name, mutations: [], text });
      const { call, status } = answer.analysis;
      const shown = formatAnswer(answer);
      expect({ shown, status, bounded: call.kind === 'within' || call.kind === 'finite' }).toEqual({
        shown,
        status: 'complete',
        bounded: realityOf(answer.worlds) === 'always ends',
      });
    });
  });
}
