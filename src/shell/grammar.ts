/**
 * The port to the grammar: what `shell/parse` needs of a concrete parser. `system/grammar` implements it with
 * web-tree-sitter; it is synchronous once loaded.
 */
export type SyntaxNode = {
  readonly type: string;
  readonly isNamed: boolean;
  readonly hasError: boolean;
  /** UTF-16 code units */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly (SyntaxNode | null)[];
};

export type SyntaxTree = { readonly rootNode: SyntaxNode; delete(): void };

export type Grammar = {
  /** Null when the parser gave up (a time or size limit). The caller must `delete()` the tree. */
  parse(text: string): SyntaxTree | null;
  /** Trees handed out and not yet deleted; tests assert 0. */
  liveTrees(): number;
};
