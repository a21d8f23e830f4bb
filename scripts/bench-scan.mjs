// Scans a machine with many real sleeping processes, beside ps-list and ps, in the same run: `bench-scan [counts] [seconds]`.
// Prints medians and ratios, and what the watcher with its screen costs over so many seconds at a period of two.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import psList from 'ps-list';

const BAR_RATIO = 0.15;
const BAR_SHARE = 0.01;
const BAR_BYTES = 90e6;
const PERIOD_MS = 2000;
/** Until V8 has compiled what is hot; a watcher is there after a minute or two. */
const WARM_UP_ROUNDS = 60;
const ROUNDS = 9;
/** Warm scans beside each listing of the others. */
const SCANS_A_ROUND = 5;
/** The watcher's own start is not what it costs. */
const SETTLING_MS = 10_000;
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
      if (count === 500) ok = (await watch(watchSeconds)) && ok;
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
  // Compiled as the watcher has it: the optimising compiler would work on beside the first scans.
  const open = await openScan(env, { quickGrammar: true });
  const { scanned } = await open.scan();
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await open.scan();
  const [warm, list, ps] = await mediansInTurn([
    [SCANS_A_ROUND, () => open.scan()],
    [1, () => psList()],
    [1, () => run('ps', PS, { maxBuffer: 1e9 })],
  ]);
  const cold = await coldScan();
  const warmCpu = await cpu(ROUNDS * SCANS_A_ROUND, () => open.scan());
  open.close();
  const listCpu = await cpu(ROUNDS, () => psList());
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

/** CPU and memory of the watcher on a terminal of its own: all that the command does, its screen included. */
async function watch(seconds) {
  const socket = ['-L', `bench-${process.pid}`, '-f', '/dev/null'];
  const tmux = async (...args) =>
    (await run('tmux', [...socket, ...args], { env: { ...env, TMUX: '' } })).stdout.trim();
  const command = `exec '${process.execPath}' '${join(root, 'dist', 'cli.js')}' watch --interval ${PERIOD_MS / 1000}s`;
  await tmux('new-session', '-d', '-x', '200', '-y', '50', command);
  try {
    const pid = await tmux('list-panes', '-F', '#{pane_pid}');
    await sleep(SETTLING_MS);
    const [before, at] = [cpuSeconds(pid), performance.now()];
    await sleep(seconds * 1000);
    const share = (cpuSeconds(pid) - before) / ((performance.now() - at) / 1000);
    const rss = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) * 1024;
    const passed = share <= BAR_SHARE && rss <= BAR_BYTES;
    process.stdout.write(
      `the watcher with its screen over ${seconds} s, every ${PERIOD_MS / 1000} s: ${(share * 100).toFixed(2)} % of a core, ` +
        `${Math.round(rss / 1e6)} MB: ${passed ? 'ok' : 'above'}\n`,
    );
    return passed;
  } finally {
    await tmux('kill-server');
  }
}

/** CPU time of all threads, by the scheduler's own account: clock ticks are coarse for a process that mostly sleeps. */
function cpuSeconds(pid) {
  const of = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e9;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + of(thread), 0);
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

/** Medians of several acts, in turn: what else the machine does falls on all of them alike. */
async function mediansInTurn(acts) {
  const times = acts.map(() => []);
  for (const [, act] of acts) await act();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [count, act]] of acts.entries()) {
      for (let turn = 0; turn < count; turn++) times[index].push(await time(act));
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]);
}
