// Builds dist/: one bundle a door (cli, library), code-split so that each command loads only what it needs; the hook's
// own entry is one closed file. Packages that cannot or need not be bundled stay dependencies.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildHook } from './build-hook.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  // jsonc-parser's `main` is UMD, which a bundler cannot follow; its `module` is not.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'warning',
  // Ink loads its developer tools only when DEV is set.
  external: ['ps-list', 'pidusage', 'react-devtools-core'],
  // React's development build is slow, and its measurements pile up over the days.
  define: { 'process.env.NODE_ENV': '"production"' },
  // web-tree-sitter asks for these only where it must; bundled ESM has no require of its own.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

rmSync(dist, { recursive: true, force: true });
const bundle = await build({
  ...common,
  entryPoints: ['src/cli.ts', 'src/index.ts'],
  outdir: 'dist',
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  metafile: true,
});
writeFileSync(join(dist, 'third-party-licenses.txt'), licensesOf(bundle.metafile));
await buildHook(common, dist);
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

/** The licences of all packages that a part of went into the bundle, as they ask to be kept with it. */
function licensesOf({ inputs }) {
  const packages = new Set();
  for (const input of Object.keys(inputs)) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (found !== undefined) packages.add(found);
  }
  return [...packages]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(root, folder, file), 'utf8')}`;
  return `${name} ${version}: ${license}\n${text}`;
}
