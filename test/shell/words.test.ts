/** Proves what is said of words without evaluating them. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Word } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { bareText, wordText } from '../../src/shell/words.ts';
import { openGrammar } from './open-grammar.ts';

const grammar = await openGrammar();

/** The only argument of `echo`. */
function argument(text: string): Word {
  const command = parseScript(`echo ${text}`, 'bash', grammar).body[0]?.command;
  const word = command?.kind === 'simple' ? command.words[1] : undefined;
  if (word === undefined) throw new Error(`no word in ${text}`);
  return word;
}

describe('wordText', () => {
  it.each([
    ['abc', 'abc'],
    [`a'b c'"d"\\e`, 'ab cde'],
    ["''", ''],
    ["$'a\\tb'", 'a\tb'],
    ['$x', undefined],
    ['a$(b)', undefined],
    ['*.c', undefined],
    ['{a,b}', undefined],
    ["'$x'", '$x'],
  ])('%s', (text, expected) => {
    expect(wordText(argument(text))).toBe(expected);
  });
});

describe('bareText', () => {
  it.each([
    ['abc', 'abc'],
    ["'abc'", undefined],
    ['a\\bc', undefined],
    ['a$x', undefined],
  ])('%s', (text, expected) => {
    expect(bareText(argument(text))).toBe(expected);
  });
});

describe('quotes and escapes', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', '1', ' ', '$', '`', '*', '#', '!', '~', 'é', '\t'),
    maxLength: 4,
  });
  const escaped = fc.constantFrom('\\a', '\\ ', '\\$', '\\\\', "\\'", '\\"', '\\\n', '\\*', '\\#');
  const single = letters.map((text) => `'${text}\\n'`);
  const double = fc
    .array(fc.constantFrom('a', ' ', "'", '\\$', '\\"', '\\\\', '\\n', '\\`', '*', '\\\n', '#'), { maxLength: 4 })
    .map((parts) => `"${parts.join('')}"`);
  const ansi = fc
    .array(
      fc.constantFrom(
        'a',
        '\\n',
        '\\t',
        "\\'",
        '\\\\',
        '\\x41',
        '\\101',
        '\\u00e9',
        '\\e',
        '"',
        '$',
        '\\"',
        '\\x4',
        '\\7',
      ),
      { maxLength: 4 },
    )
    .map((parts) => `$'${parts.join('')}'`);
  const word = fc
    .array(fc.oneof(single, double, ansi, escaped, fc.constantFrom('a', 'b-c', '=', '%', ':', ',', '}', '@')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => `_${parts.join('')}`);

  it('mean what bash makes of them', () => {
    const texts = fc.sample(word, { numRuns: 400, seed: 11 }).filter((text) => wordText(argument(text)) !== undefined);
    // one array element each, so that a word that is several, or none, is seen
    const script = texts.map((text) => `a=(${text}); printf '%s:%s\\0' \${#a[@]} "\${a[0]}"`).join('\n');
    const output = execFileSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(texts.length).toBeGreaterThan(300);
    expect(output.split('\0').slice(0, -1)).toEqual(texts.map((text) => `1:${wordText(argument(text))}`));
  });
});
