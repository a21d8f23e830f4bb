import { describe, expect, it } from 'vitest';
import { shortenWords } from '../../src/flow/front-words.ts';

const rows: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
  ['one letter', ['[-+]*f*'], ['[-+]*f*'], []],
  ['letters together', ['[-+]*f*', '[-+]*w*'], ['[-+]*[fw]*'], []],
  ['literals by themselves', ['add', 'install'], [], ['add', 'install']],
  ['what a piece is part of', ['*serve*', '*runserver*', 'server', 'start'], ['*serve*'], ['start']],
  ['what holds a letter of an option', ['[-+]*e*', '-exec', '-ok', 'exec'], ['[-+]*e*'], ['-ok', 'exec']],
  ['an option of several letters', ['[-+]*w*', '--w*', '--u*'], ['[-+]*w*', '--u*'], []],
  ['no guess about sets', ['*dev*', '*[dD]ev*'], ['*dev*', '*[dD]ev*'], []],
];

describe('words in short', () => {
  it.each(rows)('%s', (_, words, globs, literals) => {
    expect(shortenWords(words)).toEqual({ globs, literals });
  });

  it('is nothing for nothing', () => expect(shortenWords([])).toEqual({ globs: [], literals: [] }));
});
