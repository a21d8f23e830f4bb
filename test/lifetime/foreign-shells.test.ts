/** Proves that the text of a shell with another language is left alone, that this is said, and that the rest is judged. */
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';

const { analyze } = await openAnalyzer();

describe('a shell with a language of its own', () => {
  it.each([
    ["fish -c 'while true; sleep 5; end'", 'fish'],
    ["pwsh -Command 'while (1) { sleep 5 }'", 'pwsh'],
    ['tcsh run.csh', 'tcsh'],
  ])('%s is left alone, and that is said', (text, name) => {
    expect(analyze({ text })).toMatchObject({
      status: 'partial',
      problems: [`\`${name}\` has a language of its own, which is left alone`],
      findings: [],
    });
  });

  it('hides nothing of what stands beside it', () => {
    expect(analyze({ text: "fish -c 'x'; while :; do :; done" }).findings).toMatchObject([{ kind: 'unbounded-loop' }]);
  });

  it('that is given no text has nothing left out', () => {
    expect(analyze({ text: 'fish < notes.txt' })).toMatchObject({ status: 'complete', problems: [] });
  });
});
