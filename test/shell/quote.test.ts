/** Proves that a quoted word is one word with the same value, with real shells as judges. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../src/shell/parse.ts';
import { quoteWord, quoteWords } from '../../src/shell/quote.ts';
import { wordText } from '../../src/shell/words.ts';
import { openGrammar } from './open-grammar.ts';

const grammar = await openGrammar();

describe('quoteWord', () => {
  it.each([
    ['plain-1.2/x:y', 'plain-1.2/x:y'],
    ['', "''"],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['$x', "'$x'"],
    ['while', "'while'"],
    ['a=b', "'a=b'"],
    ['~', "'~'"],
    ['a\0b', 'ab'],
  ])('%j', (text, expected) => {
    expect(quoteWord(text)).toBe(expected);
  });

  it('joins words', () => {
    expect(quoteWords(['echo', 'a b', ''])).toBe("echo 'a b' ''");
  });

  it('is read back as the same single word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('bash' as const, 'zsh' as const, 'sh' as const),
        (text, shell) => {
          const [statement, ...more] = parseScript(quoteWord(text), shell, grammar).body;
          expect(more).toEqual([]);
          const words = statement?.command.kind === 'simple' ? statement.command.words : [];
          expect(words.map(wordText)).toEqual([text.replaceAll('\0', '')]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['sh', 'bash'])('means the same to %s', (shell) => {
    const texts = fc
      .sample(fc.string({ unit: 'binary-ascii' }), { numRuns: 300, seed: 7 })
      .map((text) => text.replaceAll('\0', ''));
    const script = `printf '%s\\0' ${quoteWords(texts)}`;
    const output = execFileSync(shell, ['-c', script], { encoding: 'utf8' });
    expect(output.split('\0').slice(0, -1)).toEqual(texts);
  });
});
