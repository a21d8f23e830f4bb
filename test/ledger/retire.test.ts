import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntryBody } from '../../src/ledger/entry.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { type RetireSource, retireOncePerDay, retireSessions } from '../../src/ledger/retire.ts';
import { damagedCopy, filesOfSession } from '../../src/ledger/session-files.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryFolder } from './temporary-ledger.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');

const end: EntryBody = { kind: 'session-end', reason: 'exit' };
const startedBy = (pid: number): EntryBody => ({
  kind: 'session-start',
  agent: { pid, startTicks: 1, bootId: 'b' },
  cwd: null,
  sid: null,
});
const note = (reason: string): EntryBody => ({ kind: 'fail-open', reason });

/** A session last written to so many days ago. */
function write(folder: string, session: string, daysAgo: number, ...bodies: readonly EntryBody[]): void {
  let ids = 0;
  const source = { files: nodeFiles, folder, session, host: 'h', now: () => NOW, newId: () => `${session}-${ids++}` };
  const ledger = openLedger(source);
  for (const body of bodies) ledger.record(body);
  ledger.close();
  const at = new Date(NOW - daysAgo * DAY);
  utimesSync(filesOfSession(folder, session).log, at, at);
}

function source(folder: string, more: Partial<RetireSource> = {}): RetireSource {
  const states = { 1: 'live', 2: 'gone' } as Readonly<Record<number, 'live' | 'gone'>>;
  const stateOf: RetireSource['stateOf'] = async ({ pid }) => states[pid] ?? 'unknown';
  return { files: nodeFiles, folder, nowMs: NOW, retention: { days: 30, megabytes: 64 }, stateOf, ...more };
}

const left = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -6));

describe('retiring', () => {
  it.each<readonly [string, number, readonly EntryBody[], boolean]>([
    ['ended, young', 29, [end], true],
    ['ended, old', 31, [end], false],
    ['ended and begun again, old', 31, [end, startedBy(1)], true],
    ['its agent lives, very old', 400, [startedBy(1)], true],
    ['its agent is gone, old', 31, [startedBy(2)], false],
    ['one of its agents lives', 31, [startedBy(2), startedBy(1)], true],
    ['its agent is not known, old', 31, [startedBy(3)], true],
    ['its agent is not known, very old', 181, [startedBy(3)], false],
    ['nothing is known of it, old', 31, [note('x')], true],
  ])('%s (%d days)', async (_what, days, bodies, kept) => {
    const folder = temporaryFolder();
    write(folder, 'it', days, ...bodies);
    await retireSessions(source(folder));
    expect(left(folder)).toEqual(kept ? ['it'] : []);
  });

  it('removes everything that belongs to a session and nothing of its neighbours', async () => {
    const folder = temporaryFolder();
    write(folder, 'old', 31, end);
    write(folder, 'old-too', 1, end);
    const paths = filesOfSession(folder, 'old');
    for (const path of [paths.snapshot, damagedCopy(paths, 1), `${paths.snapshot}.9.new`]) writeFileSync(path, '');
    expect(await retireSessions(source(folder))).toMatchObject([{ session: 'old', why: 'age' }]);
    expect(readdirSync(folder).sort()).toEqual(['old-too.jsonl', 'old-too.witness']);
  });

  it('removes the oldest of those that are over until the rest fits', async () => {
    const folder = temporaryFolder();
    const big = Array.from({ length: 30 }, () => note('x'.repeat(400)));
    write(folder, 'a', 5, ...big, end);
    write(folder, 'b', 4, ...big, startedBy(1));
    write(folder, 'c', 3, ...big, end);
    write(folder, 'd', 2, ...big, end);
    const retired = await retireSessions(source(folder, { retention: { days: 30, megabytes: 0.08 } }));
    expect(retired.map(({ session, why }) => [session, why])).toEqual([
      ['a', 'size'],
      ['c', 'size'],
    ]);
    expect(left(folder)).toEqual(['b', 'd']);
  });

  it('removes a damaged session like any other that was not written to for long', async () => {
    const folder = temporaryFolder();
    write(folder, 'it', 400, end);
    rmSync(filesOfSession(folder, 'it').log);
    const old = new Date(NOW - 400 * DAY);
    utimesSync(filesOfSession(folder, 'it').witness, old, old);
    await retireSessions(source(folder));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('once per day', () => {
  it('is done by one, and again a day later', async () => {
    const folder = temporaryFolder();
    const today = source(folder, { nowMs: Date.now() });
    expect(await retireOncePerDay(today)).toEqual([]);
    expect(await retireOncePerDay(today)).toBeNull();
    expect(await retireOncePerDay({ ...today, nowMs: today.nowMs + 2 * DAY })).toEqual([]);
    expect(existsSync(join(folder, 'retired'))).toBe(true);
  });

  it('is no reason to fail', async () => {
    expect(await retireOncePerDay(source('/nowhere/at/all'))).toBeNull();
  });
});
