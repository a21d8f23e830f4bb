/**
 * The port to the grammar: what `shell/parse` needs of a concrete parser. `system/grammar` implements it with
 * web-tree-sitter; it is synchronous once loaded.
 */
export type SyntaxNode = {
  readonly type: string;
  readonly isNamed: boolean;
  /** UTF-16 code units */
  readonly startIndex: number;
  readonly endIndex: number;
  /** left out in a node of one character, in which no command can nest */
  readonly children: readonly SyntaxNode[];
};

export type SyntaxTree = { readonly rootNode: SyntaxNode; readonly hasError: boolean };

export type Grammar = {
  /** Plain data; null when the parser gave up (a time or size limit). */
  parse(text: string): SyntaxTree | null;
  /** Trees of the parser that have not been freed; tests assert 0. */
  liveTrees(): number;
};
