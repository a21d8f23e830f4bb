// How fast the ledger is: one reservation, a long session, 16 writers at once, and a writer that dies while it holds
// something, next to the common lock-file design in the same run. Prints a table; exits 1 when a bar is missed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const place = mkdtempSync(join(tmpdir(), 'lifetime-watch-bench-'));
const library = join(place, 'ledger.mjs');
const WRITERS = 16;
const CYCLES = 100;
const BUDGET = 5;
const LONG = 100_000;

buildSync({
  stdin: {
    contents: `export * from './src/ledger/ledger.ts'; export { nodeFiles } from './src/system/files.ts';`,
    resolveDir: root,
  },
  outfile: library,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { openLedger, nodeFiles } = await import(pathToFileURL(library).href);

const rows = [];
let ids = 0;
try {
  benchOne();
  benchLong();
  for (const kind of ['log', 'lock']) await benchWriters(kind);
  for (const kind of ['log', 'lock']) await benchDeath(kind);
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const { what, value, bar, met } of rows) {
  const verdict = bar === undefined ? '' : `  bar: ${bar}  ${met ? 'met' : 'MISSED'}`;
  process.stdout.write(`${what.padEnd(66)} ${value.padStart(12)}${verdict}\n`);
}
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;

function folderFor(name) {
  return mkdtempSync(join(place, `${name}-`));
}

function openIn(folder, session = 'bench') {
  const newId = () => `bench-${ids++}`;
  return openLedger({ files: nodeFiles, folder, session, host: 'bench', now: Date.now, newId });
}

function askFor(action) {
  const limit = { agents: BUDGET, mode: 'guard' };
  const expiry = { afterSeconds: 3600, startsAreReported: true };
  return { action, places: 1, completion: 'call', parent: null, limit, expiry };
}

function benchOne() {
  const folder = folderFor('one');
  const kept = openIn(folder);
  const times = { kept: [], opened: [] };
  for (let index = 0; index < 1000; index += 1) {
    times.kept.push(timed(() => kept.reserve(askFor(`k${index}`))));
    kept.record({ kind: 'settle', action: `k${index}`, result: 'joined', agents: [] });
    times.opened.push(
      timed(() => {
        const ledger = openIn(folder);
        ledger.reserve(askFor(`o${index}`));
        ledger.close();
      }),
    );
    kept.record({ kind: 'settle', action: `o${index}`, result: 'joined', agents: [] });
  }
  kept.close();
  const [one, opened] = [median(times.kept), median(times.opened)];
  rows.push({ what: 'one reservation, median', value: ms(one), bar: '2 ms', met: one <= 2 });
  rows.push({ what: 'one reservation in a ledger opened for it, median', value: ms(opened) });
}

/** A hook's work on a session with many entries against one with ten: opened anew, one reservation. */
function benchLong() {
  const folder = folderFor('long');
  fill(folder, 'short', 10);
  fill(folder, 'long', LONG);
  const short = median(repeat(20, () => coldReserve(folder, 'short')));
  const long = median(repeat(20, () => coldReserve(folder, 'long')));
  rows.push({ what: 'opened anew + one reservation, 10 entries, median', value: ms(short) });
  const what = `opened anew + one reservation, ${LONG} entries, median`;
  rows.push({ what, value: ms(long), bar: `${ms(short)} + 50 ms`, met: long - short <= 50 });
}

function fill(folder, session, entries) {
  const ledger = openIn(folder, session);
  for (let index = 0; index < entries; index += 2) {
    ledger.reserve(askFor(`f${index}`));
    ledger.record({ kind: 'settle', action: `f${index}`, result: 'joined', agents: [`agent-${index}`] });
  }
  ledger.close();
}

function coldReserve(folder, session) {
  const action = `c${ids++}`;
  const time = timed(() => {
    const ledger = openIn(folder, session);
    ledger.reserve(askFor(action));
    ledger.close();
  });
  const ledger = openIn(folder, session);
  ledger.record({ kind: 'settle', action, result: 'joined', agents: [] });
  ledger.close();
  return time;
}

async function benchWriters(kind) {
  const folder = folderFor(kind);
  const workers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => startWorker(kind, folder, index)));
  for (const { go } of workers) go();
  const results = (await Promise.all(workers.map(({ next }) => next()))).map((line) => JSON.parse(line));
  await Promise.all(workers.map(({ over }) => over));
  const waits = results.flatMap((result) => result.waits);
  const seconds = Math.max(...results.map((result) => result.seconds));
  const timeouts = results.reduce((sum, { outcomes }) => sum + (outcomes.timeout ?? 0), 0);
  const name = `${nameOf(kind)}, ${WRITERS} writers`;
  rows.push({ what: `${name}: asks a second`, value: (waits.length / seconds).toFixed(0) });
  rows.push({ what: `${name}: median wait`, value: ms(median(waits)) });
  rows.push({ what: `${name}: worst wait`, value: ms(Math.max(...waits)) });
  const noBar = { what: `${name}: asks without an answer`, value: String(timeouts) };
  rows.push(kind === 'log' ? { ...noBar, bar: '0', met: timeouts === 0 } : noBar);
}

/** A writer is killed at its worst moment; how long until the next one gets an answer. */
async function benchDeath(kind) {
  const folder = folderFor(`death-${kind}`);
  const doomed = await startWorker(kind, folder, 0, 'die');
  doomed.go();
  await doomed.next();
  doomed.child.kill('SIGKILL');
  await doomed.over;
  const begin = performance.now();
  const heir = await startWorker(kind, folder, 1, '', 1);
  const started = performance.now();
  let tries = 0;
  let answered = false;
  let worker = heir;
  while (!answered) {
    worker.go();
    const { outcomes } = JSON.parse(await worker.next());
    tries += 1;
    answered = outcomes.timeout === undefined;
    if (!answered) worker = await startWorker(kind, folder, 1 + tries, '', 1);
  }
  const waited = performance.now() - (tries === 1 ? started : begin);
  const next = { what: `${nameOf(kind)}, a holder was killed: next answer after`, value: ms(waited) };
  rows.push(kind === 'log' ? { ...next, bar: '500 ms', met: waited <= 500 } : next);
  rows.push({ what: `${nameOf(kind)}, a holder was killed: asks without an answer`, value: String(tries - 1) });
}

async function startWorker(kind, folder, index, die = '', cycles = CYCLES) {
  const script = join(here, 'bench-ledger-worker.mjs');
  const argv = [script, kind, folder, pathToFileURL(library).href, index, cycles, BUDGET, die].map(String);
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const over = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  await next();
  return { child, over, next, go: () => child.stdin.end('go\n') };
}

function nameOf(kind) {
  return kind === 'log' ? 'this ledger' : 'a lock file';
}

function timed(act) {
  const begin = performance.now();
  act();
  return performance.now() - begin;
}

function repeat(times, act) {
  return Array.from({ length: times }, act);
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}
