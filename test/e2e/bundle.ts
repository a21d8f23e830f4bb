/** Bundles a fixture program of the tests, so that plain Node can run it. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @returns the path of the bundle of `test/e2e/<name>` */
export async function bundleProgram(name: string): Promise<string> {
  const folder = join(root, '.cache', 'e2e');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name.replace(/\.tsx?$/, '')}-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'test', 'e2e', name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    logLevel: 'error',
    external: ['ink', 'react', 'react/jsx-runtime', 'string-width'],
  });
  return outfile;
}
