/** Proves that the grammar loads from the package's own files, frees what it hands out, and fails by value. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Grammar, SyntaxNode } from '../../src/shell/grammar.ts';
import { type GrammarOptions, type LoadedGrammar, loadGrammar } from '../../src/system/grammar.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function open(options?: GrammarOptions): Promise<Grammar> {
  const loaded = await loadGrammar(options);
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.grammar;
}

const problemOf = (loaded: LoadedGrammar): string => (loaded.ok ? 'none' : loaded.problem);

describe('loading', () => {
  it('parses bash', async () => {
    const tree = (await open()).parse('a && b');
    expect(tree?.rootNode.children[0]?.type).toBe('list');
    expect(tree?.hasError).toBe(false);
  });

  it('answers with the problem when the files are not there', async () => {
    expect(problemOf(await loadGrammar({ assets: '/nowhere' }))).toMatch(
      /^the shell grammar could not be loaded: .*nowhere/,
    );
  });

  it('answers with the problem when a file is damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-grammar-'));
    folders.push(folder);
    writeFileSync(join(folder, 'tree-sitter-bash.wasm'), 'not wasm');
    expect(problemOf(await loadGrammar({ assets: folder }))).toMatch(/^the shell grammar could not be loaded: /);
  });

  it('finds its files from a bundle in dist/', () => {
    const root = join(import.meta.dirname, '../..');
    const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-dist-'));
    folders.push(folder);
    cpSync(join(root, 'assets'), join(folder, 'assets'), { recursive: true });
    const entry = `
      import { loadGrammar, preferQuickCompilation } from '${join(root, 'src/system/grammar.ts')}';
      preferQuickCompilation();
      const loaded = await loadGrammar();
      process.stdout.write(loaded.ok ? String(loaded.grammar.parse('a').rootNode.type) : loaded.problem);`;
    const esbuild = join(root, 'node_modules/.bin/esbuild');
    const bundle = join(folder, 'dist/entry.mjs');
    execFileSync(esbuild, ['--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`, '--log-level=error'], {
      input: entry,
      cwd: root,
    });
    expect(execFileSync(process.execPath, [bundle], { encoding: 'utf8' })).toBe('program');
  });
});

describe('trees', () => {
  it('are plain data that outlives the parser, and the parser keeps none', async () => {
    const loaded = await loadGrammar();
    if (!loaded.ok) throw new Error(loaded.problem);
    const tree = loaded.grammar.parse('{ a; } & b');
    expect(loaded.grammar.liveTrees()).toBe(0);
    loaded.close();
    const shape = (nodes: readonly SyntaxNode[]): unknown[] =>
      nodes.map(({ type, children }) => [type, shape(children)]);
    expect(shape(tree?.rootNode.children ?? [])).toEqual([
      [
        'compound_statement',
        [
          ['{', []],
          ['command', []],
          [';', []],
          ['}', []],
        ],
      ],
      ['&', []],
      ['command', []],
    ]);
  });

  it('are not made of texts over the limit', async () => {
    const grammar = await open({ maxLength: 5 });
    expect(grammar.parse('123456')).toBeNull();
    expect(grammar.liveTrees()).toBe(0);
  });

  it('are not made when the time is over, and the next text starts afresh', async () => {
    const grammar = await open({ limitMs: 0 });
    expect(grammar.parse('a ; '.repeat(20_000))).toBeNull();
    const tree = grammar.parse('b');
    expect(tree?.rootNode.endIndex).toBe(1);
  });
});
