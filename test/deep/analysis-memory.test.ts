/** Proves that a hundred thousand analyses leave nothing behind. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { growthOver } from '../properties/memory-growth.ts';

const texts = readFileSync(new URL('../fixtures/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (JSON.parse(line) as { readonly text?: string }).text ?? '');

it('memory stays flat over 100,000 analyses of the cases', async () => {
  const analyzer = await openAnalyzer({ cwd: null });
  expect(texts.length).toBeGreaterThan(100);
  const grown = growthOver(100_000, (number) => {
    analyzer.analyze({ text: `${texts[number % texts.length]} # ${number}` });
  });
  expect(grown).toBeLessThan(2 * 2 ** 20);
});
