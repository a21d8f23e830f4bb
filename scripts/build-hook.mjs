// Builds the hook: one closed file, the loader that starts it from compiled code, and the shell front.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { importSource, writeFront } from './generate-front.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes hook.cjs, hook-main.cjs, its rows and the front into a folder. `common`: the options of the whole build. */
export async function buildHook(common, folder) {
  const main = join(folder, 'hook-main.cjs');
  await build({
    ...common,
    entryPoints: ['src/hook.ts'],
    outfile: main,
    // CommonJS: the loader of modules alone costs a tenth of `node -e 0`, and compiled code can be kept.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    // Hardly ever needed, and long to read: it stays a file of its own.
    alias: { 'web-tree-sitter': './web-tree-sitter.cjs' },
    external: [...common.external, './web-tree-sitter.cjs'],
    define: { ...common.define, 'import.meta.url': '__moduleUrl' },
    // hook-loader.cjs compiles it as it is: a function of what a module gets, in ASCII.
    banner: {
      js: '(function (exports, require, module, __filename, __dirname) { const __moduleUrl = require("node:url").pathToFileURL(__filename).href;',
    },
    footer: { js: '})' },
    plugins: [rowsAsText(folder)],
    minify: true,
    charset: 'ascii',
  });
  copyFileSync(createRequire(import.meta.url).resolve('web-tree-sitter'), join(folder, 'web-tree-sitter.cjs'));
  const text = readFileSync(join(root, 'scripts', 'hook-loader.cjs'), 'utf8');
  const sum = createHash('sha256').update(readFileSync(main)).digest('hex').slice(0, 16);
  const { code } = await transform(text.replace('#:build', sum), { minify: true, platform: 'node', target: 'node20' });
  writeFileSync(join(folder, 'hook.cjs'), code);
  await writeFront(folder);
}

/** Puts the rows of the tables into a file of text beside the hook, of which it reads only those that it looks up. */
const rowsAsText = (folder) => ({
  name: 'rows-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /programs\/rows-by-name\.ts$/ }, async ({ path }) => {
      const { formatRows, programRows } = await importSource(
        "export { formatRows } from './src/lifetime/programs/rows-as-text.ts'; export { programRows } from './src/lifetime/programs/program-index.ts';",
      );
      const { names, rows } = formatRows(programRows);
      writeFileSync(join(folder, 'hook-rows.txt'), names + rows, 'latin1');
      return { contents: rowLookup(names.length), resolveDir: dirname(path) };
    });
  },
});

/** Text that is a constant of the program would be in its source and in its compiled code, and be read whole each time. */
const rowLookup = (at) => `
  import { readFileSync } from 'node:fs';
  import { rowsIn } from './rows-as-text.ts';
  let lookup;
  export const rowsByName = { get: (name) => (lookup ??= read()).get(name), has: (name) => (lookup ??= read()).has(name) };
  function read() {
    const bytes = readFileSync(__dirname + '/hook-rows.txt');
    const slice = (from, to) => bytes.toString('latin1', ${at} + from, ${at} + to);
    return rowsIn({ names: bytes.toString('latin1', 0, ${at}), rows: { slice } });
  }
`;
