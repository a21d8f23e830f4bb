// Scans a machine with many real sleeping processes, beside ps-list and ps, in the same run: `bench-scan [counts] [seconds]`.
// Prints medians and ratios, and what a watcher costs over so many seconds at a period of two.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import psList from 'ps-list';

const BAR_RATIO = 0.15;
const PERIOD_MS = 2000;
const WARM_ROUNDS = 21;
const OTHER_ROUNDS = 7;
/** The sleepers end by themselves after this, whatever happens to us. */
const LIFETIME_SECONDS = 240;
const PS = ['-eo', 'pid,ppid,stat,lstart,time,args'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { openScan } = await import(join(root, 'dist', 'index.js'));
const run = promisify(execFile);
const counts = (process.argv[2] ?? '80,500,2000').split(',').map(Number);
const watchSeconds = Number(process.argv[3] ?? 60);
const state = mkdtempSync(join(tmpdir(), 'bench-scan-'));
const env = { ...process.env, LIFETIME_WATCH_STATE_DIR: state };

const row = (cells) => process.stdout.write(`${cells.map((cell) => String(cell).padStart(14)).join('')}\n`);
row([
  'sleepers',
  'processes',
  'cold ms',
  'warm ms',
  'ps-list ms',
  'ps ms',
  '/ ps-list',
  '/ ps',
  'CPU / ps-list',
  'bar',
]);
let ok = true;
try {
  for (const count of counts) {
    const sleepers = await startSleepers(count);
    try {
      ok = (await measure(count)) && ok;
      if (count === 500) await watch(watchSeconds);
    } finally {
      await sleepers.end();
    }
  }
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.exitCode = ok ? 0 : 1;

/** A stand-in agent with one shell and so many children. */
async function startSleepers(count) {
  const text = `for ((i = 0; i < ${count}; i++)); do sleep ${LIFETIME_SECONDS} & done; echo ready; wait`;
  const agent = spawn('timeout', ['-k', '1', String(LIFETIME_SECONDS), 'bash', '-c', text], {
    argv0: '/opt/agent/bin/claude',
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  return {
    end: () =>
      new Promise((resolve) => {
        agent.once('exit', resolve);
        // Its own group: it was started as the leader of one, and nobody else is in it.
        process.kill(-agent.pid, 'SIGKILL');
      }),
  };
}

async function measure(count) {
  const open = await openScan(env);
  const { scanned } = await open.scan();
  const warm = await median(WARM_ROUNDS, () => open.scan());
  const cold = await coldScan();
  const warmCpu = await cpu(OTHER_ROUNDS * 5, () => open.scan());
  open.close();
  const list = await median(OTHER_ROUNDS, () => psList());
  const listCpu = await cpu(OTHER_ROUNDS, () => psList());
  const ps = await median(OTHER_ROUNDS, () => run('ps', PS, { maxBuffer: 1e9 }));
  const passed = warm / list <= BAR_RATIO;
  row([
    count,
    scanned,
    cold.toFixed(1),
    warm.toFixed(2),
    list.toFixed(1),
    ps.toFixed(1),
    (warm / list).toFixed(3),
    (warm / ps).toFixed(3),
    (warmCpu / listCpu).toFixed(3),
    passed ? 'ok' : 'above',
  ]);
  return passed;
}

/** The first scan of a machine that is open already: the grammar is loaded, nothing else is known. */
async function coldScan() {
  const scan = await openScan(env);
  const took = await time(() => scan.scan());
  scan.close();
  return took;
}

/** CPU and memory of a process of its own that does nothing but watch. */
async function watch(seconds) {
  const program = `
    const { openScan } = await import(${JSON.stringify(join(root, 'dist', 'index.js'))});
    const pause = () => new Promise((resolve) => setTimeout(resolve, ${PERIOD_MS}));
    const scan = await openScan(process.env, { quickGrammar: true });
    for (let round = 0; round < 3; round++) await scan.scan().then(pause);
    const [cpu, at] = [process.cpuUsage(), performance.now()];
    while (performance.now() - at < ${seconds * 1000}) {
      await scan.scan().then(pause);
    }
    const { user, system } = process.cpuUsage(cpu);
    const share = (user + system) / 1000 / (performance.now() - at);
    process.stdout.write(JSON.stringify({ share, rss: process.memoryUsage().rss }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
  const { share, rss } = JSON.parse(stdout);
  process.stdout.write(
    `a watcher over ${seconds} s, every ${PERIOD_MS / 1000} s: ${(share * 100).toFixed(2)} % of a core, ${Math.round(rss / 1e6)} MB\n`,
  );
}

async function time(act) {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** CPU time of one act, children included, in clock ticks: on a busy machine it says more than the wall clock. */
async function cpu(rounds, act) {
  const spent = () =>
    readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  const before = spent();
  for (let round = 0; round < rounds; round++) await act();
  return (spent() - before) / rounds;
}

async function median(rounds, act) {
  await act();
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await time(act));
  return times.sort((a, b) => a - b)[rounds >> 1];
}
