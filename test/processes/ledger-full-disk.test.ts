/**
 * Proves on a small tmpfs that a full disk refuses reservations and says so, lets commands go on, damages nothing, and
 * that all is well again once there is room. Needs the right to mount, as root has it.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { journal } from '../../src/ledger/journal.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { verifySession } from '../../src/ledger/verify.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { ask, guard, outcome, temporaryLedger } from '../ledger/temporary-ledger.ts';
import { buildWorker, runStorm } from './ledger-storm.ts';
import { temporary } from './ledger-storm-checks.ts';

const mounted: string[] = [];
const folders: string[] = [];

function own(): string {
  const folder = temporary();
  folders.push(folder);
  return folder;
}

/** Null where mounting is not allowed. */
function mountSmall(kilobytes: number): string | null {
  const folder = own();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', folder]);
  if (status !== 0) return null;
  mounted.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of mounted) spawnSync('umount', [folder]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const probe = process.platform === 'linux' ? mountSmall(64) : null;
const canMount = probe !== null;

it.runIf(canMount)('a full disk refuses reservations, says so, and loses nothing', () => {
  const folder = mountSmall(64) ?? '';
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, 'x'.repeat(16 * 1024));
  const { ledger, paths } = temporaryLedger(folder);
  const told: string[] = [];
  for (let index = 0; told.at(-1) !== 'LEDGER_UNAVAILABLE' && index < 1000; index += 1) {
    told.push(outcome(ledger.reserve(ask(`act${index}`, 1, guard(2)))));
  }
  expect(told.slice(0, 3)).toEqual(['granted', 'granted', 'AGENT_BUDGET_EXHAUSTED']);
  expect(ledger.reserve(ask('more', 1, guard(2)))).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^LEDGER_UNAVAILABLE: cannot write .*no space left on the device \(ENOSPC\)/),
  });
  expect(outcome(ledger.reserve(ask('unlimited', 1, { agents: null, mode: 'guard' })))).toBe('granted');
  expect(outcome(ledger.reserve(ask('watched', 1, { agents: 2, mode: 'watch' })))).toBe('granted');
  const source = () => ({ files: nodeFiles, folder, session: 's', host: 'h', now: () => 0, newId: () => 'x' });
  expect(journal(source, [{ kind: 'fail-open', reason: 'x' }])).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('ENOSPC'),
  });

  expect(verifySession(nodeFiles, paths).state).not.toBe('damaged');
  rmSync(ballast);
  ledger.record({ kind: 'settle', action: 'act0', result: 'joined', agents: [] });
  expect(outcome(ledger.reserve(ask('again', 1, guard(2))))).toBe('granted');
  expect(readSession(nodeFiles, folder, 's')?.damages).toEqual([]);
});

it.runIf(canMount)('a file system that turns read-only refuses reservations and is readable all the same', () => {
  const folder = mountSmall(64) ?? '';
  const { ledger } = temporaryLedger(folder);
  ledger.reserve(ask('before', 1, guard(2)));
  ledger.close();
  expect(spawnSync('mount', ['-o', 'remount,ro', folder]).status).toBe(0);
  const reading = readSession(nodeFiles, folder, 's');
  expect([reading?.added.length, reading?.damages]).toEqual([1, []]);
  const source = () => ({ files: nodeFiles, folder, session: 's', host: 'h', now: () => 0, newId: () => 'x' });
  expect(journal(source, [{ kind: 'fail-open', reason: 'x' }])).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('the file system is read-only (EROFS)'),
  });
});

it.runIf(canMount)('processes that meet a full disk, and die, never take more than the budget', async () => {
  const folder = mountSmall(192) ?? '';
  const notes = own();
  const storm = { seed: 7, processes: 6, asks: 120, budget: 3, deathsEach: 1 };
  const { mostActive, mostHeld, answers, decisions, damages } = await runStorm(buildWorker(notes), storm, {
    folder,
    notes,
  });
  expect([...answers.values()]).toContain('LEDGER_UNAVAILABLE');
  expect(damages).toBe(0);
  expect(mostActive).toBeLessThanOrEqual(storm.budget);
  expect(mostHeld).toBeLessThanOrEqual(storm.budget);
  const granted = [...answers].filter(([, answer]) => answer === 'granted');
  expect(granted.filter(([action]) => decisions.get(action) !== 'granted')).toEqual([]);
});
