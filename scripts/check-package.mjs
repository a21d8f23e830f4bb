// Packs the package, installs the tarball in an empty folder as a user would, and runs and type-checks it there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-package-'));

/** what a tarball may hold, and what it must */
const ALLOWED = [/^dist\//, /^assets\//, /^package\.json$/, /^README\.md$/, /^LICENSE$/];
const REQUIRED = [
  'dist/cli.js',
  'dist/hook-main.cjs',
  'dist/hook-rows.txt',
  'dist/hook.cjs',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/lifetime-watch-hook.sh',
  'dist/third-party-licenses.txt',
  'dist/web-tree-sitter.cjs',
  'assets/plugins/opencode.js',
  'assets/plugins/pi.js',
  'assets/policy.schema.json',
  'assets/tree-sitter-bash.wasm',
  'assets/web-tree-sitter.wasm',
  'LICENSE',
  'README.md',
];

try {
  const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root).stdout)[0];
  const files = packed.files.map((file) => file.path);
  const surplus = files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));
  const missing = REQUIRED.filter((file) => !files.includes(file));
  if (surplus.length > 0) throw new Error(`the tarball holds what it should not: ${surplus.join(', ')}`);
  if (missing.length > 0) throw new Error(`the tarball lacks ${missing.join(', ')}`);

  const user = join(folder, 'user');
  run('mkdir', [user], folder);
  writeFileSync(join(user, 'package.json'), '{"private":true,"type":"module"}\n');
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename)], user);
  const version = run('npx', ['--no-install', 'lifetime-watch', '--version'], user).stdout.trim();
  if (version !== packed.version) throw new Error(`--version printed '${version}', expected '${packed.version}'`);
  const denied = run('npx', ['--no-install', 'lifetime-watch', 'explain', 'while :; do :; done'], user, 1);
  if (!denied.stdout.startsWith('deny: unbounded-loop')) throw new Error(`explain printed:\n${denied.stdout}`);
  const library =
    "import { DEFAULT_POLICY, judgeCommand, openAnalyzer } from 'lifetime-watch'; const a = await openAnalyzer(); console.log(judgeCommand(a.analyze({ text: 'while :; do :; done' }), DEFAULT_POLICY.commands).verdict);";
  const judged = run(process.execPath, ['--input-type=module', '--eval', library], user).stdout.trim();
  if (judged !== 'deny') throw new Error(`the library judged '${judged}', expected 'deny'`);
  checkTypes(user);
  process.stdout.write(
    `package ok: ${files.length} files, ${Math.round(packed.size / 1024)} kB packed, ${readdirSync(join(user, 'node_modules')).length} packages installed\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The types as a strict user sees them, libraries included, in both ways that a compiler looks for them. */
function checkTypes(user) {
  const text = [
    "import { type Analysis, DEFAULT_POLICY, judgeCommand, openAnalyzer, openScan } from 'lifetime-watch';",
    "const analysis: Analysis = (await openAnalyzer()).analyze({ text: 'true' });",
    "export const verdict: 'allow' | 'nudge' | 'ask' | 'deny' = judgeCommand(analysis, DEFAULT_POLICY.commands).verdict;",
    'export const commands: readonly string[] = (await (await openScan({})).scan()).suspects.map((one) => one.command);',
    '// @ts-expect-error the types say something',
    'export const wrong: number = verdict;',
  ];
  writeFileSync(join(user, 'user.ts'), `${text.join('\n')}\n`);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--types', '', '--skipLibCheck', 'false'];
  for (const ways of [
    ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    run(process.execPath, [tsc, ...options, ...ways, 'user.ts'], user);
  }
}

function run(program, argv, cwd, expected = 0) {
  const result = spawnSync(program, argv, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  if (result.status !== expected) {
    throw new Error(
      `${program} ${argv.join(' ')}: exit ${result.status ?? result.error?.message}, expected ${expected}\n${result.stdout}${result.stderr}`,
    );
  }
  return result;
}
