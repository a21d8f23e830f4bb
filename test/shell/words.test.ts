/** Proves what is said of words without evaluating them. */
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
