/** Proves that the forms of zsh become the same trees as the long forms, at their own places. */
import { describe, expect, it } from 'vitest';
import { treeOf } from './rows.ts';
import { ZSH_ROWS } from './rows-zsh.ts';

describe.each(ZSH_ROWS)('%s', (_, rows) => {
  it.each(rows)('%j', (text, expected) => {
    expect(treeOf(text, 'zsh')).toBe(expected);
  });
});
