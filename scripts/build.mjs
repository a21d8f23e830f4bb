// Builds dist/: one bundle a door (cli, library), code-split so that each command loads only what it needs; the hook's
// own entry is one closed file. Packages that cannot or need not be bundled stay dependencies.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeFront } from './generate-front.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'warning',
  external: ['ink', 'react', 'react/jsx-runtime', 'ps-list', 'pidusage', 'string-width'],
  // web-tree-sitter asks for these only where it must; bundled ESM has no require of its own.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

rmSync(dist, { recursive: true, force: true });
await build({
  ...common,
  entryPoints: ['src/cli.ts', 'src/index.ts'],
  outdir: 'dist',
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
});
await build({ ...common, entryPoints: ['src/hook.ts'], outfile: 'dist/hook.js', minify: true });
await writeFront(dist);
chmodSync(join(dist, 'cli.js'), 0o755);

const types = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    'dist',
    '--rootDir',
    'src',
    '--project',
    'scripts/types.json',
  ],
  { cwd: root, stdio: 'inherit' },
);
if (types.status !== 0) process.exit(1);
