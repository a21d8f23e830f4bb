import { describe, expect, it } from 'vitest';
import { lastHeardIn } from '../../src/flow/doctor-evidence.ts';
import type { EntryBody } from '../../src/ledger/entry.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryLedger } from '../ledger/temporary-ledger.ts';

const process = { pid: 7, startTicks: 1, bootId: null };
const flag: EntryBody = { kind: 'flag', process, command: 'x', finding: 'unbounded-loop', reason: 'no end' };
const grant: EntryBody = { kind: 'grant', process, untilMs: 0, why: 'mine' };
const release: EntryBody = { kind: 'release', action: 'a', why: 'looked' };
const paused: EntryBody = { kind: 'pause', process, command: 'x', by: 'policy' };
const verdict: EntryBody = { kind: 'verdict', verdict: 'deny', command: 'x', findings: [], toolCall: null };
const empty: EntryBody = { kind: 'fail-open', reason: 'an empty payload' };

function heard(...bodies: readonly EntryBody[]) {
  const { folder, ledger } = temporaryLedger();
  for (const body of bodies) ledger.record(body);
  return lastHeardIn(nodeFiles, folder, 'claude-code', Date.parse('2026-01-02T03:05:05Z'));
}

describe('when a hook was last heard of', () => {
  it('counts nothing that the watcher or the supervisor wrote', () => {
    expect(heard(flag, paused, grant, release)).toBeNull();
  });

  it('is what a hook wrote last, whatever others wrote after it', () => {
    expect(heard(verdict, flag, grant)).toMatchObject({ what: 'deny', understood: true });
    expect(heard({ kind: 'at-rest', agent: null }, release)).toMatchObject({ what: 'at-rest' });
  });

  it('says of what a hook could not make out that it was let pass', () => {
    expect(heard(empty)).toMatchObject({ what: 'let pass: an empty payload', understood: false });
  });
});
