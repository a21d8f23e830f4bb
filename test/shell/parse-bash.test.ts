/** Proves the tree that each construct of bash becomes. Rows are text and printed tree (`print-tree.ts`). */
import { describe, expect, it } from 'vitest';
import { treeOf } from './rows.ts';
import { BASH_ROWS } from './rows-bash.ts';

describe.each(BASH_ROWS)('%s', (_, rows) => {
  it.each(rows)('%j', (text, expected) => {
    expect(treeOf(text, 'bash')).toBe(expected);
  });
});
