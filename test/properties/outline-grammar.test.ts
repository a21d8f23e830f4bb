/** Proves that scripts read without the real grammar are the same, whatever the text and the dialect. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from '../shell/open-grammar.ts';
import { anyText, validScript } from './shell-text.ts';

const MANY = process.env.LIFETIME_WATCH_LANE === 'deep' ? 200_000 : 2500;

async function expectAlike(texts: readonly string[]): Promise<void> {
  const real = await openGrammar();
  let unread = 0;
  const small = {
    ...outlineGrammar,
    parse(text: string) {
      const tree = outlineGrammar.parse(text);
      if (tree === null) unread += 1;
      return tree;
    },
  };
  for (const text of texts) {
    for (const dialect of ['bash', 'sh', 'zsh'] as const) {
      expect(parseScript(text, dialect, small), `${dialect}: ${text}`).toEqual(parseScript(text, dialect, real));
    }
  }
  expect(unread).toBe(0);
}

it('every case reads alike', async () => {
  const lines = readFileSync(new URL('../fixtures/cases.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
  const texts = lines.map((line) => (JSON.parse(line) as { readonly text?: string }).text ?? '');
  expect(texts.length).toBeGreaterThan(100);
  await expectAlike(texts);
});

it('arbitrary text reads alike', () => expectAlike(fc.sample(anyText, MANY)));

it('generated scripts read alike', () => expectAlike(fc.sample(validScript, MANY)));
