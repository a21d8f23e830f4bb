/** Loads the grammar of bash (WASM) and gives it out as the port that `shell/parse` wants. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';
import type { Grammar, SyntaxNode, SyntaxTree } from '../shell/grammar.ts';

export type LoadedGrammar =
  | { readonly ok: true; readonly grammar: Grammar; close(): void }
  | { readonly ok: false; readonly problem: string };

export type GrammarOptions = {
  /** the folder with the two `.wasm` files; by default found next to the program */
  readonly assets?: string;
  /** longer outlines are refused: `parse` gives null */
  readonly maxLength?: number;
  /** `parse` gives null after so many milliseconds; absent: no limit */
  readonly limitMs?: number;
};

/**
 * For one-shot processes, to be called before `loadGrammar`: V8 then compiles WASM once, quickly. Without it the exit
 * waits for the optimising compiler (measured: 0.8 s instead of 0.2 s). Long-lived processes gain from not calling it.
 */
export function preferQuickCompilation(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
}

/** Loads the grammar. A failure is a value: a hook without a grammar must let commands pass. */
export async function loadGrammar(options: GrammarOptions = {}): Promise<LoadedGrammar> {
  try {
    const assets = options.assets ?? findAssets();
    // Read here and at once: left to itself, the parser reads them through streams and threads, one after the other.
    await Parser.init({ wasmBinary: readFileSync(join(assets, 'web-tree-sitter.wasm')) });
    const language = await Language.load(readFileSync(join(assets, 'tree-sitter-bash.wasm')));
    const parser = new Parser();
    parser.setLanguage(language);
    return { ok: true, grammar: grammarOf(parser, kindsOf(language), options), close: () => parser.delete() };
  } catch (error) {
    return { ok: false, problem: `the shell grammar could not be loaded: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `assets/` lies beside `src/` and beside `dist/`: the nearest folder above this file that has it. */
function findAssets(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const assets = join(folder, 'assets');
    if (existsSync(join(assets, 'tree-sitter-bash.wasm'))) return assets;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no folder assets/ with tree-sitter-bash.wasm beside the program');
    folder = parent;
  }
}

type Kind = Pick<SyntaxNode, 'type' | 'isNamed'>;

/** What there is to know of a kind of node, by the number of the kind. */
function kindsOf(language: Language): readonly Kind[] {
  return language.types.map((type, id) => ({ type, isNamed: language.nodeTypeIsNamed(id) }));
}

function grammarOf(parser: Parser, kinds: readonly Kind[], options: GrammarOptions): Grammar {
  const { maxLength = Number.POSITIVE_INFINITY, limitMs } = options;
  let live = 0;
  let broken = false;
  return {
    liveTrees: () => live,
    parse(text) {
      if (broken || text.length > maxLength) return null;
      const tree = parseSafely(parser, text, limitMs);
      broken = tree === 'broken';
      if (tree === null || tree === 'broken') return null;
      live += 1;
      try {
        return copyTree(tree, kinds);
      } finally {
        tree.delete();
        live -= 1;
      }
    },
  };
}

/** A module that has run out of memory throws, and cannot be used again. */
function parseSafely(parser: Parser, text: string, limitMs: number | undefined): Tree | null | 'broken' {
  try {
    return limitMs === undefined ? parser.parse(text) : parseWithin(parser, text, limitMs);
  } catch {
    return 'broken';
  }
}

function parseWithin(parser: Parser, text: string, limitMs: number): Tree | null {
  const end = performance.now() + limitMs;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
  // an aborted parse would otherwise be resumed by the next one
  if (tree === null) parser.reset();
  return tree;
}

/** Every look at a node of the parser's own crosses into WASM and back, so each is looked at once. */
function copyTree({ rootNode }: Tree, kinds: readonly Kind[]): SyntaxTree {
  return { rootNode: copyNode(rootNode, kinds), hasError: rootNode.hasError };
}

const ERROR: Kind = { type: 'ERROR', isNamed: true };
const NO_CHILDREN: readonly SyntaxNode[] = [];

function copyNode(node: Node, kinds: readonly Kind[]): SyntaxNode {
  const { type, isNamed } = kinds[node.typeId] ?? ERROR;
  const { startIndex, endIndex } = node;
  const children = isNamed && endIndex - startIndex > 1 ? copyNodes(node.children, kinds) : NO_CHILDREN;
  return { type, isNamed, startIndex, endIndex, children };
}

function copyNodes(nodes: readonly (Node | null)[], kinds: readonly Kind[]): readonly SyntaxNode[] {
  const copies: SyntaxNode[] = [];
  for (const node of nodes) if (node !== null) copies.push(copyNode(node, kinds));
  return copies;
}
