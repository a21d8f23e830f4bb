// One door for every npm script: installs what is missing, builds what is stale, then runs the job.
// Plain Node and no dependency, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MINIMUM_NODE = [20, 19];

const vitest = (lane, ...rest) => ({
  build: true,
  command: [process.execPath, 'scripts/run-tests.mjs', ...rest],
  env: { LIFETIME_WATCH_LANE: lane },
});

/** job -> does it need the build, what it runs, with which environment */
const JOBS = {
  start: { build: true, command: [process.execPath, 'dist/cli.js'] },
  build: { build: true, command: null },
  test: vitest('full'),
  'test:fast': { ...vitest('fast'), build: false },
  'test:deep': vitest('deep', '--deep'),
  'e2e:hosts': vitest('hosts'),
  score: { build: true, command: [process.execPath, 'scripts/score-cases.mjs'] },
  bench: { build: true, command: [process.execPath, 'scripts/bench-all.mjs'] },
};

const [jobName = '', ...rest] = process.argv.slice(2);
const job = JOBS[jobName];
if (job === undefined) fail(`unknown job '${jobName}': expected one of ${Object.keys(JOBS).join(', ')}`);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
  fail(`Node ${MINIMUM_NODE.join('.')} or newer is needed, this is ${process.versions.node}`);
}
install();
if (job.build) build();
if (job.command !== null) run([...job.command, ...rest], job.env ?? {});

/** Runs `npm ci` when the lock file is not the one that was installed last. */
function install() {
  const stamp = join(root, 'node_modules', '.installed-lock');
  const wanted = hash([join(root, 'package-lock.json')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  step('installing packages');
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(program, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) fail(`npm ci failed (${result.error?.message ?? `exit ${result.status}`})`);
  writeFileSync(stamp, wanted);
}

/** Builds when a source, an asset, a script or the lock file changed since the last build. */
function build() {
  const stamp = join(root, 'dist', '.built-from');
  const files = ['src', 'assets', 'scripts'].flatMap((folder) => filesBelow(join(root, folder)));
  const wanted = hash([
    ...files,
    join(root, 'package.json'),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.json'),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  step('building');
  const result = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) fail(`the build failed (exit ${result.status})`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return sum.digest('hex');
}

/** Signals reach the job first; this process only passes the job's end on. */
function run(command, env) {
  const child = spawn(command[0], command.slice(1), { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`cannot run ${command.join(' ')}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 1;
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}

function step(text) {
  process.stderr.write(`lifetime-watch: ${text} ...\n`);
}

function fail(text) {
  process.stderr.write(`lifetime-watch: ${text}\n`);
  process.exit(1);
}
