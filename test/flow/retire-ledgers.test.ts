import { utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { retireLedgers } from '../../src/flow/retire-ledgers.ts';
import type { RecordedIdentity } from '../../src/ledger/entry.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { filesOfSession, listSessionFiles } from '../../src/ledger/session-files.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { openProcesses } from '../../src/system/open-processes.ts';
import type { ProcessSource } from '../../src/system/processes.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';

const DAY = 86_400_000;

function write(folder: string, session: string, agent: RecordedIdentity, daysAgo: number): void {
  const source = { files: nodeFiles, folder, session, host: 'h', now: () => Date.now(), newId: () => session };
  const ledger = openLedger(source);
  ledger.record({ kind: 'session-start', agent, cwd: null, sid: null });
  ledger.close();
  const at = new Date(Date.now() - daysAgo * DAY);
  utimesSync(filesOfSession(folder, session).log, at, at);
}

async function left(processes: ProcessSource): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const reading = await processes.read(process.pid);
  if (reading.kind !== 'found') throw new Error('cannot see ourselves');
  const { identity } = reading.record;
  write(folder, 'runs', identity, 100);
  write(folder, 'pid-was-reused', { ...identity, startTicks: 1 }, 100);
  write(folder, 'before-the-last-boot', { ...identity, bootId: 'other' }, 100);
  write(folder, 'not-known', { ...identity, startTicks: null }, 100);
  write(folder, 'young', { ...identity, startTicks: 1 }, 1);
  const run = { files: nodeFiles, folder, processes, retention: { days: 30, megabytes: 64 }, nowMs: Date.now() };
  await retireLedgers(run);
  return listSessionFiles(nodeFiles, folder).map(({ name }) => name);
}

it.runIf(process.platform === 'linux')('keeps the ledgers of agents that run or may run', async () => {
  const processes = await openProcesses({});
  expect(await left(processes)).toEqual(['not-known', 'runs', 'young']);
  processes.close();
});

it.runIf(process.platform === 'linux')("believes nothing of another machine's process table", async () => {
  const processes = await openProcesses({});
  expect(await left({ ...processes, signalable: false })).toHaveLength(5);
  processes.close();
});
