// One writer of the bench: node bench-ledger-worker.mjs <log|lock> <folder> <library> <index> <cycles> <budget> [die]
// Says `ready`, waits for a line, then reserves and releases; prints its waits in milliseconds as JSON. With `die` it takes
// what others must not wait for, says so, and waits to be killed.
import { nodeFilesFor } from './bench-ledger-mortal.mjs';
import { openRival } from './bench-ledger-rival.mjs';

const [kind, folder, library, index, cycles, budget, die] = process.argv.slice(2);
const { openLedger, nodeFiles } = await import(library);

function openLog() {
  let ids = 0;
  const files = die === 'die' ? nodeFilesFor(nodeFiles, announceAndHang) : nodeFiles;
  const newId = () => `${process.pid}-${ids++}`;
  const ledger = openLedger({ files, folder, session: 'bench', host: 'bench', now: Date.now, newId });
  const limit = { agents: Number(budget), mode: 'guard' };
  const expiry = { afterSeconds: 3600, startsAreReported: true };
  return {
    reserve(action) {
      const ask = { action, places: 1, completion: 'call', parent: null, limit, expiry };
      return ledger.reserve(ask).kind;
    },
    release(action) {
      ledger.record({ kind: 'settle', action, result: 'joined', agents: [] });
      return 'granted';
    },
  };
}

function announceAndHang() {
  process.stdout.write('holding\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const ledger = kind === 'log' ? openLog() : openRival(folder, Number(budget));
process.stdin.once('data', () => {
  if (die === 'die') {
    if (kind === 'log') ledger.reserve('dead');
    else if (ledger.takeLock()) announceAndHang();
    return;
  }
  const waits = [];
  const outcomes = {};
  const begin = performance.now();
  for (let cycle = 0; cycle < Number(cycles); cycle += 1) {
    const action = `w${index}-${cycle}`;
    const asked = performance.now();
    const outcome = ledger.reserve(action);
    waits.push(performance.now() - asked);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === 'granted') ledger.release(action);
  }
  process.stdout.write(`${JSON.stringify({ waits, outcomes, seconds: (performance.now() - begin) / 1000 })}\n`);
  process.exit(0);
});
process.stdout.write('ready\n');
