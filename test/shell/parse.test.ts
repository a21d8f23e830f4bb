/** Proves the tree that each construct of bash becomes. */
import { beforeAll, expect, it } from 'vitest';
import type { Dialect } from '../../src/shell/ast.ts';
import type { Grammar } from '../../src/shell/grammar.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from './open-grammar.ts';
import { printScript } from './print-tree.ts';

let grammar: Grammar;
beforeAll(async () => {
  grammar = await openGrammar();
});

const tree = (text: string, dialect: Dialect = 'bash'): string => {
  const script = parseScript(text, dialect, grammar);
  return `${script.status === 'complete' ? '' : `${script.status}: `}${printScript(script)}`;
};

it('parses a list', () => {
  expect(tree('a & b; c')).toBe('(a)& (b) (c)');
});
