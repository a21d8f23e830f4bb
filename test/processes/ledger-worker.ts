/**
 * A process that asks for places again and again, gives them back, and may kill itself with SIGKILL at a named point.
 * Arguments: one JSON object (`WorkerOrder`). Announces `ready`, then waits for a line on standard input.
 */
import { appendFileSync } from 'node:fs';
import { KnownError } from '../../src/errors.ts';
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts';
import { type LedgerFiles, nodeFiles, type OpenFile } from '../../src/system/files.ts';
import type { DeathPoint, WorkerOrder } from './ledger-storm.ts';

const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder;
let countdown = order.death?.countdown ?? 0;

function passBy(point: DeathPoint): boolean {
  if (order.death?.point !== point) return false;
  countdown -= 1;
  return countdown < 0;
}

function die(point: DeathPoint): never {
  appendFileSync(order.deaths, `${point}\n`);
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

function dieAt(point: DeathPoint): void {
  if (passBy(point)) die(point);
}

const files: LedgerFiles = {
  ...nodeFiles,
  openAppend: (path) => mortal(nodeFiles.openAppend(path)),
  extend(path, size) {
    dieAt('before the witness');
    nodeFiles.extend(path, size);
    dieAt('after the witness');
  },
  replace(path, bytes) {
    if (passBy('in the middle of the cache')) {
      appendFileSync(`${path}.${process.pid}.new`, bytes.subarray(0, bytes.length / 2));
      die('in the middle of the cache');
    }
    nodeFiles.replace(path, bytes);
    dieAt('after the cache');
  },
};

function mortal(file: OpenFile): OpenFile {
  return {
    ...file,
    write(bytes) {
      dieAt('before the write');
      if (passBy('in the middle of the write')) {
        file.write(bytes.subarray(0, 1 + ((countdown + bytes.length * order.index) % (bytes.length - 1))));
        die('in the middle of the write');
      }
      const count = file.write(bytes);
      dieAt('after the write');
      return count;
    },
    read(position, length) {
      dieAt('before a read');
      return file.read(position, length);
    },
  };
}

function work(): void {
  const { folder, session, index, from, to, budget } = order;
  let ids = 0;
  const ledger = openLedger({
    files,
    folder,
    session,
    host: 'storm',
    now: Date.now,
    newId: () => `${process.pid}-${index}-${ids++}`,
  });
  for (let ask = from; ask < to; ask += 1) {
    const action = `w${index}-${ask}`;
    const decision = ledger.reserve({
      action,
      places: 1,
      completion: 'call',
      parent: null,
      limit: { agents: budget, mode: 'guard' },
      expiry: { afterSeconds: 3600, startsAreReported: true },
    });
    appendFileSync(
      order.answers,
      `${JSON.stringify({ action, answer: decision.kind === 'granted' ? 'granted' : decision.code })}\n`,
    );
    if (decision.kind !== 'granted') continue;
    dieAt('after the answer');
    giveBack(ledger, action);
  }
  ledger.close();
}

/** On a full disk the word is lost, as a hook's would be, and the place stays taken. */
function giveBack(ledger: Ledger, action: string): void {
  try {
    ledger.record({ kind: 'settle', action, result: 'joined', agents: [] });
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
  }
}

process.stdin.once('data', () => {
  work();
  process.exit(0);
});
process.stdout.write('ready\n');
