/** Proves what is said of words without evaluating them. */
import { describe, expect, it } from 'vitest';
import type { Dialect, Word } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { bareText, isQuoted, leadingText, mayBeSeveral, wordText } from '../../src/shell/words.ts';
import { openGrammar } from './open-grammar.ts';

const grammar = await openGrammar();

/** The only argument of `echo`. */
function argument(text: string, dialect: Dialect = 'bash'): Word {
  const command = parseScript(`echo ${text}`, dialect, grammar).body[0]?.command;
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

describe('leadingText', () => {
  it.each([
    ['--x="$y"z', '--x='],
    ['$y', ''],
    ['abc', 'abc'],
  ])('%s', (text, expected) => {
    expect(leadingText(argument(text))).toBe(expected);
  });
});

describe('isQuoted', () => {
  it.each([
    ["''", true],
    ['"$x"', true],
    ['$x', false],
    ['a\\b', true],
    ['a', false],
  ])('%s', (text, expected) => {
    expect(isQuoted(argument(text))).toBe(expected);
  });
});

describe('mayBeSeveral', () => {
  it.each([
    ['abc', false],
    ['$x', true],
    ['"$x"', false],
    ['"$@"', true],
    ['"$*"', false],
    ['"${a[@]}"', true],
    ['"${a[*]}"', false],
    ['"${#a[@]}"', false],
    ['$(a)', true],
    ['"$(a)"', false],
    ['$((1))', false],
    ['*', true],
    ['{a,b}', true],
    ['{1..3}', true],
    ['<(a)', false],
  ])('%s', (text, expected) => {
    expect(mayBeSeveral(argument(text), 'bash')).toBe(expected);
  });

  it('counts the flags of zsh, which may split within quotes', () => {
    expect(mayBeSeveral(argument('"${(f)x}"', 'zsh'), 'zsh')).toBe(true);
  });
});
