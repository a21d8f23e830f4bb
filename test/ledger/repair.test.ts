import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyRepair, planRepair } from '../../src/ledger/repair.ts';
import { listSessionFiles } from '../../src/ledger/session-files.ts';
import { verifySession } from '../../src/ledger/verify.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { ask, guard, outcome, temporaryLedger } from './temporary-ledger.ts';

const HOLD = /^damaged-[0-9a-f]{12}$/;
const source = { files: nodeFiles, now: () => Date.parse('2026-02-03T04:05:06Z'), newId: () => 'r' };

/** A session with one of everything that matters here: lines 1 to 5. */
function written() {
  const made = temporaryLedger();
  made.ledger.record({ kind: 'session-start', agent: null, cwd: '/w', sid: null });
  made.ledger.record({ kind: 'fail-open', reason: 'journal-only' });
  made.ledger.reserve(ask('act', 1, guard(5)));
  made.ledger.record({ kind: 'agent-stop', agent: 'kid', confirmed: true });
  made.ledger.record({ kind: 'fail-open', reason: 'last' });
  return made;
}

function harm(path: string, from: string | RegExp, to: string): void {
  writeFileSync(path, readFileSync(path, 'latin1').replace(from, to), 'latin1');
}

describe('planning a repair', () => {
  it('plans nothing for a sound or merely torn log', () => {
    const { paths } = written();
    expect(planRepair(source, paths)).toBeNull();
    appendFileSync(paths.log, '{"v":1,"id":"torn');
    expect(verifySession(nodeFiles, paths)).toMatchObject({ state: 'torn', torn: 1, entries: 5, session: 's' });
    expect(planRepair(source, paths)).toBeNull();
  });

  it.each<readonly [string, string | RegExp, string, object, boolean]>([
    ['an entry of the journal', 'journal-only', 'Journal-only', { line: 2, lost: 'a record of kind fail-open' }, false],
    ['a stop', '"kid"', '"Kid"', { line: 4, lost: 'a record of kind agent-stop' }, false],
    ['a reservation', '"places":1', '"places":0', { line: 3, lost: 'a record of kind reserve' }, true],
    ['something unreadable', /\{"v":1(?=.*"reason":"last")/, '#', { line: 5, mayHaveTaken: true }, true],
    ['a whole line', /.*"kind":"reserve".*\n/, '', { mayHaveTaken: true }, true],
  ])('says what it loses of %s, and whether that may have taken places', (_what, from, to, loss, holds) => {
    const { paths } = written();
    harm(paths.log, from, to);
    const plan = planRepair(source, paths);
    expect(plan?.losses).toContainEqual(expect.objectContaining(loss));
    expect(plan?.hold ?? null).toEqual(holds ? expect.stringMatching(HOLD) : null);
  });
});

describe('the name of what is held', () => {
  it('is the same in the preview and in the repair, also when others appended in between', () => {
    const { ledger, paths } = written();
    harm(paths.log, '"places":1', '"places":0');
    const preview = planRepair({ ...source, newId: () => 'one' }, paths);
    ledger.record({ kind: 'fail-open', reason: 'meanwhile' });
    const plan = planRepair({ ...source, newId: () => 'another' }, paths);
    expect(preview?.hold).toMatch(HOLD);
    expect(plan?.hold).toBe(preview?.hold);
    expect(plan?.text).toContain(`"action":"${preview?.hold}"`);
  });

  it('is never one that the log knows already, also where the kept copy is gone', () => {
    const { paths } = written();
    const names = [1, 2].map(() => {
      rmSync(`${paths.log}.damaged-1`, { force: true });
      appendFileSync(paths.log, 'nothing\n');
      const plan = planRepair(source, paths);
      if (plan === null) throw new Error('expected a plan');
      applyRepair(nodeFiles, plan);
      return plan.hold;
    });
    expect(new Set(names).size).toBe(2);
  });
});

describe('repairing', () => {
  it('keeps the damaged file, all that can be read, and the places of what cannot', () => {
    const { paths, folder } = written();
    harm(paths.log, '"places":1', '"places":0');
    const { ledger } = temporaryLedger(folder);
    const damaged = readFileSync(paths.log);
    expect(outcome(ledger.reserve(ask('b', 1, guard(5))))).toBe('LEDGER_RECOVERY');
    expect(readFileSync(paths.log)).toEqual(damaged);
    const plan = planRepair(source, paths);
    if (plan === null) throw new Error('expected a plan');
    applyRepair(nodeFiles, plan);
    expect(readFileSync(plan.keptAs)).toEqual(damaged);
    expect(verifySession(nodeFiles, paths)).toMatchObject({ state: 'ok', entries: 5 });
    expect(ledger.read().journal.counts).toMatchObject({
      'session-start': 1,
      'fail-open': 2,
      'agent-stop': 1,
      hold: 1,
    });
    expect(listSessionFiles(nodeFiles, folder)).toHaveLength(1);

    expect(outcome(ledger.reserve(ask('c', 1, guard(5))))).toBe('DELEGATION_UNPROVEN');
    ledger.record({ kind: 'release', action: plan.hold ?? '', why: 'looked at it' });
    expect(outcome(ledger.reserve(ask('d', 1, guard(5))))).toBe('granted');
  });

  it('says when what others appended meanwhile does not fit on the disk, and stays in recovery', () => {
    const { ledger, paths } = written();
    harm(paths.log, '"kid"', '"Kid"');
    const plan = planRepair(source, paths);
    if (plan === null) throw new Error('expected a plan');
    ledger.record({ kind: 'fail-open', reason: 'meanwhile' });
    const full = {
      ...nodeFiles,
      openAppend: (path: string) => ({ ...nodeFiles.openAppend(path), write: (bytes: Uint8Array) => bytes.length - 1 }),
    };
    expect(() => applyRepair(full, plan)).toThrow('it took');
    expect(verifySession(nodeFiles, paths).state).toBe('damaged');
    expect(readFileSync(plan.keptAs, 'latin1')).toContain('"meanwhile"');
  });

  it('carries over what others append meanwhile, and does not let them go on in the old file', () => {
    const { paths, ledger } = written();
    harm(paths.log, 'journal-only', 'Journal-only');
    const plan = planRepair(source, paths);
    if (plan === null) throw new Error('expected a plan');
    ledger.record({ kind: 'fail-open', reason: 'meanwhile' });
    applyRepair(nodeFiles, plan);
    ledger.record({ kind: 'fail-open', reason: 'afterwards' });
    const text = readFileSync(paths.log, 'latin1');
    expect(text).toMatch(/"meanwhile".*\n.*"afterwards".*\n$/);
    expect(verifySession(nodeFiles, paths)).toMatchObject({ state: 'ok', entries: 6 });
  });

  it('repairs again what is damaged again, and keeps both', () => {
    const { paths } = written();
    for (const word of ['journal-only', 'last']) {
      harm(paths.log, word, 'x'.repeat(word.length));
      const plan = planRepair(source, paths);
      if (plan !== null) applyRepair(nodeFiles, plan);
    }
    expect([1, 2, 3].map((count) => existsSync(`${paths.log}.damaged-${count}`))).toEqual([true, true, false]);
  });

  it('makes a log that is gone anew, with its places held', () => {
    const { paths, folder } = written();
    rmSync(paths.log);
    expect(listSessionFiles(nodeFiles, folder).map(({ name }) => name)).toEqual(['s']);
    expect(verifySession(nodeFiles, paths)).toMatchObject({ state: 'damaged', session: null });
    const plan = planRepair(source, paths);
    if (plan === null) throw new Error('expected a plan');
    expect(plan).toMatchObject({ hold: expect.stringMatching(HOLD), entries: 0 });
    applyRepair(nodeFiles, plan);
    const { ledger } = temporaryLedger(folder);
    expect(outcome(ledger.reserve(ask('x')))).toBe('DELEGATION_UNPROVEN');
  });

  it('does nothing to a log that changed since it was planned', () => {
    const { paths } = written();
    harm(paths.log, 'journal-only', 'Journal-only');
    const plan = planRepair(source, paths);
    if (plan === null) throw new Error('expected a plan');
    writeFileSync(paths.log, '');
    expect(() => applyRepair(nodeFiles, plan)).toThrow(/changed; plan again/);
  });
});
