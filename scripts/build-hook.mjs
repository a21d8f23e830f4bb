// Builds the hook: one closed file, the loader that starts it from compiled code, and the shell front.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeFront } from './generate-front.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes hook.cjs, hook-main.cjs and the front into a folder. `common`: the options of the whole build. */
export async function buildHook(common, folder) {
  const main = join(folder, 'hook-main.cjs');
  await build({
    ...common,
    entryPoints: ['src/hook.ts'],
    outfile: main,
    // CommonJS: the loader of modules alone costs a tenth of `node -e 0`, and compiled code can be kept.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    alias: { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') },
    define: { ...common.define, 'import.meta.url': '__moduleUrl' },
    // hook-loader.cjs compiles it as it is: a function of what a module gets, in ASCII.
    banner: {
      js: '(function (exports, require, module, __filename, __dirname) { const __moduleUrl = require("node:url").pathToFileURL(__filename).href;',
    },
    footer: { js: '})' },
    minify: true,
    charset: 'ascii',
  });
  const text = readFileSync(join(root, 'scripts', 'hook-loader.cjs'), 'utf8');
  const sum = createHash('sha256').update(readFileSync(main)).digest('hex').slice(0, 16);
  writeFileSync(join(folder, 'hook.cjs'), text.replace('#:build', sum));
  await writeFront(folder);
}
