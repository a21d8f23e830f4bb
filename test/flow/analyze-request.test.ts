/** Proves that a single command is analysed alike with and without the grammar, and with it where there is no other way. */
import { expect, it } from 'vitest';
import { analyzeOnce } from '../../src/flow/analyze-request.ts';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';

const requests = [
  'while true; do sleep 5; done',
  'npm run dev & tail -f log',
  'if a; then b; fi',
  'pnpm vite',
  'f() { g; }; f |',
].map((text) => ({ text, cwd: null }));

it.each(requests)('$text', async (request) => {
  const wanted = (await openAnalyzer()).analyze(request);
  const asked: string[] = [];
  const none = {
    ...outlineGrammar,
    parse: (text: string) => {
      asked.push(text);
      return null;
    },
  };
  expect(await analyzeOnce(request, outlineGrammar)).toEqual(wanted);
  expect(await analyzeOnce(request, none)).toEqual(wanted);
  expect(wanted.status === 'complete' ? asked.length : 1).toBeGreaterThan(0);
});
