// Writes dist/lifetime-watch-hook.sh: the template of the shell front with the rule tables in it.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a build needs of the sources themselves: imports a module of TypeScript. */
export async function importSource(contents) {
  const bundle = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const source = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

/** The text of the front. */
export async function frontText() {
  const { formatFront, frontTriggers } = await importSource(
    "export { formatFront } from './src/flow/front-script.ts'; export { frontTriggers } from './src/flow/front-triggers.ts';",
  );
  return formatFront(readFileSync(join(root, 'scripts', 'front-template.sh'), 'utf8'), frontTriggers());
}

/** Writes the front into a folder and returns its path. */
export async function writeFront(folder = join(root, 'dist')) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lifetime-watch-hook.sh');
  writeFileSync(path, await frontText());
  chmodSync(path, 0o755);
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFront(process.argv[2]);
