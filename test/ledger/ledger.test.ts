import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countActive } from '../../src/delegation/account.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { type LedgerFiles, nodeFiles } from '../../src/system/files.ts';
import { ask, guard, outcome, temporaryFolder, temporaryLedger } from './temporary-ledger.ts';

describe('reserving', () => {
  it('grants up to the budget and refuses the whole batch beyond it', () => {
    const { ledger } = temporaryLedger();
    expect(outcome(ledger.reserve(ask('a')))).toBe('granted');
    expect(outcome(ledger.reserve(ask('b', 2)))).toBe('AGENT_BUDGET_EXHAUSTED');
    expect(outcome(ledger.reserve(ask('c')))).toBe('granted');
    expect(outcome(ledger.reserve(ask('d')))).toBe('AGENT_BUDGET_EXHAUSTED');
    expect(countActive(ledger.read().account)).toBe(2);
  });

  it('sees what another process wrote', () => {
    const one = temporaryLedger();
    const two = temporaryLedger(one.folder);
    one.ledger.reserve(ask('a'));
    two.ledger.reserve(ask('b'));
    expect(outcome(one.ledger.reserve(ask('c')))).toBe('AGENT_BUDGET_EXHAUSTED');
    two.ledger.record({ kind: 'settle', action: 'a', result: 'joined', agents: [] });
    expect(outcome(one.ledger.reserve(ask('d')))).toBe('granted');
  });

  it('gives up a launch that nothing was heard of, on the record, when its place is needed', () => {
    const { ledger } = temporaryLedger();
    const impatient = { afterSeconds: 0, startsAreReported: true };
    ledger.reserve(ask('a', 2));
    expect(outcome(ledger.reserve(ask('b')))).toBe('AGENT_BUDGET_EXHAUSTED');
    expect(outcome(ledger.reserve({ ...ask('c'), expiry: impatient }))).toBe('granted');
    expect(ledger.read().journal.counts.expire).toBe(1);
  });

  it('answers nobody from a log that was damaged between the look and the asking', () => {
    const files: LedgerFiles = {
      ...nodeFiles,
      openAppend(path) {
        const file = nodeFiles.openAppend(path);
        const write = (bytes: Uint8Array) => {
          appendFileSync(path, 'garbage\n');
          return file.write(bytes);
        };
        return { ...file, write };
      },
    };
    const { ledger } = temporaryLedger(temporaryFolder(), files);
    expect(outcome(ledger.reserve(ask('a')))).toBe('LEDGER_RECOVERY');
  });

  it.each([Number.NaN, -1, 1.5, 2 ** 60])('takes %s places for an unproved number', (places) => {
    const { ledger } = temporaryLedger();
    expect(outcome(ledger.reserve(ask('a', places)))).toBe('DELEGATION_UNPROVEN');
  });

  it('never refuses in watch mode or without a budget, and counts all the same', () => {
    const { ledger } = temporaryLedger();
    ledger.reserve(ask('a', 5, { agents: 2, mode: 'watch' }));
    ledger.reserve(ask('b', 5, { agents: null, mode: 'guard' }));
    expect(countActive(ledger.read().account)).toBe(10);
    expect(outcome(ledger.reserve(ask('c', 1, guard(10))))).toBe('AGENT_BUDGET_EXHAUSTED');
  });
});

describe('the file', () => {
  it('is a line of ASCII JSON an entry, for its owner alone', () => {
    const { ledger, paths } = temporaryLedger();
    ledger.record({ kind: 'bypass', variable: 'X', command: 'echo ü --password geheim', verdict: 'deny' });
    const text = readFileSync(paths.log, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ v: 1, session: 's', kind: 'bypass', command: 'echo ü --password ***' });
    expect(/^[\x20-\x7e]+\n$/.test(text)).toBe(true);
    for (const path of [paths.log, paths.witness]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is read back whole', () => {
    const { ledger, folder } = temporaryLedger();
    ledger.record({ kind: 'session-start', agent: { pid: 7, startTicks: 8, bootId: 'b' }, cwd: '/w', sid: 7 });
    ledger.reserve(ask('a'));
    ledger.record({ kind: 'session-end', reason: 'exit' });
    const reading = readSession(nodeFiles, folder, 's');
    expect(reading?.added.map(({ kind }) => kind)).toEqual(['session-start', 'reserve', 'session-end']);
    expect(reading?.journal).toMatchObject({ session: 's', host: 'claude-code', over: true });
    expect(reading?.damages).toEqual([]);
    expect(readSession(nodeFiles, folder, 'other')).toBeNull();
  });
});
