// Copies the WASM binaries that the parser needs, with their licences, from the installed packages into assets/.
// assets/ is committed so that the published package needs neither package at run time; a test compares the bytes.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** [source inside node_modules, target inside assets] */
export const GRAMMAR_FILES = [
  ['tree-sitter-bash/tree-sitter-bash.wasm', 'tree-sitter-bash.wasm'],
  ['tree-sitter-bash/LICENSE', 'tree-sitter-bash.LICENSE'],
  ['web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['web-tree-sitter/LICENSE', 'web-tree-sitter.LICENSE'],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'assets'), { recursive: true });
  for (const [from, to] of GRAMMAR_FILES) {
    copyFileSync(join(root, 'node_modules', from), join(root, 'assets', to));
  }
}
