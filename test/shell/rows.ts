/** The shape of the tables of texts and trees. */
import type { Dialect } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from './open-grammar.ts';
import { printScript } from './print-tree.ts';

export type Row = readonly [text: string, tree: string];
export type Groups = readonly (readonly [name: string, rows: readonly Row[]])[];

const grammar = await openGrammar();

/** The printed tree, with `partial: ` in front when something is not understood. */
export function treeOf(text: string, dialect: Dialect): string {
  const script = parseScript(text, dialect, grammar);
  return `${script.status === 'complete' ? '' : `${script.status}: `}${printScript(script)}`;
}
