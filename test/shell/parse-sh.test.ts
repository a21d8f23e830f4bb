/** Proves that sh is read as dash reads it: braces are literal, `[[` is a command, `&>` starts a job. */
import { describe, expect, it } from 'vitest';
import { treeOf } from './rows.ts';
import { SH_ROWS } from './rows-sh.ts';

describe.each(SH_ROWS)('%s', (_, rows) => {
  it.each(rows)('%j', (text, expected) => {
    expect(treeOf(text, 'sh')).toBe(expected);
  });
});
