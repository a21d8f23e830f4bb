// Packs the package, installs the tarball in an empty folder as a user would, and runs it there.
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
  'dist/index.js',
  'dist/index.d.ts',
  'assets/tree-sitter-bash.wasm',
  'assets/policy.schema.json',
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
  process.stdout.write(
    `package ok: ${files.length} files, ${Math.round(packed.size / 1024)} kB packed, ${readdirSync(join(user, 'node_modules')).length} packages installed\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
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
