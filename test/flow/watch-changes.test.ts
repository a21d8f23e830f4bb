import { describe, expect, it } from 'vitest';
import {
  type Change,
  compareScans,
  type Known,
  type Liveness,
  missingFrom,
  NOTHING_KNOWN,
} from '../../src/flow/watch-changes.ts';
import { identityKey } from '../../src/lineage/identity.ts';
import type { ScanReport } from '../../src/lineage/scan-report.ts';
import { identity, near, report, session, suspect } from '../view/suspects.ts';

/** Feeds the reports one after the other; what is missing from a report has the liveness that `alive` says. */
function changesOf(reports: readonly ScanReport[], liveness: Liveness = 'gone'): readonly (readonly Change[])[] {
  let known: Known = NOTHING_KNOWN;
  return reports.map((next) => {
    const missing = new Map(missingFrom(known, next).map((of) => [identityKey(of.identity), liveness]));
    const step = compareScans(known, next, missing);
    known = step.known;
    return step.changes;
  });
}

/** `offender 7`, `agent codex`, `scan-failed` ... */
const words = (changes: readonly Change[]): readonly string[] =>
  changes.map((change) => {
    if ('suspect' in change) return `${change.kind} ${change.suspect.identity.pid}`;
    return 'session' in change ? `${change.kind} ${change.session.host}` : change.kind;
  });
const story = (reports: readonly ScanReport[], liveness?: Liveness) => changesOf(reports, liveness).map(words);

describe('changes between scans', () => {
  it('tell the way of a process from near to its end', () => {
    const pending = suspect(7, { state: 'pending' });
    expect(
      story([report([near(7, 5)]), report([near(7, 3)]), report([pending]), report([suspect(7)]), report([])]),
    ).toEqual([['agent claude-code', 'near 7'], [], ['pending 7'], ['offender 7'], ['ended 7']]);
  });

  it.each([
    ['gone', 'ended 7'],
    ['alive', 'cleared 7'],
    ['unknown', 'lost 7'],
  ] as const)('say of what left the list and is %s: %s', (liveness, expected) => {
    expect(story([report([suspect(7)]), report([])], liveness)[1]).toEqual([expected]);
  });

  it('take a reused pid for another process', () => {
    const reused = suspect(7, { identity: identity(7, 999) });
    expect(story([report([suspect(7)]), report([reused])])[1]).toEqual(['offender 7', 'ended 7']);
  });

  it('tell pauses and grants', () => {
    const paused = suspect(7, { processState: 'T' });
    const granted = near(7, 600, { grantedSeconds: 600 });
    expect(story([report([suspect(7)]), report([paused]), report([suspect(7)]), report([granted])]).slice(1)).toEqual([
      ['paused 7'],
      ['resumed 7'],
      ['near 7', 'granted 7'],
    ]);
  });

  it('end nothing on a failed or partial scan, and say each trouble once', () => {
    const failed = report([], { status: 'failed', problems: ['no /proc'], sessions: [] });
    const partial = report([], { status: 'partial', problems: ['pid 9'], sessions: [] });
    const otherPid = report([], { status: 'partial', problems: ['pid 10'], sessions: [] });
    expect(story([report([suspect(7)]), failed, failed, partial, otherPid, report([suspect(7)])]).slice(1)).toEqual([
      ['scan-failed'],
      [],
      ['scan-partial'],
      [],
      ['scan-recovered'],
    ]);
  });

  it('say once that rows of others cannot be read, which is no trouble', () => {
    const hidden = report([], { unread: 74, problems: ['74 processes: permission denied (user 0)'] });
    const partial = report([], { status: 'partial', unread: 1, problems: ['process 9: permission denied'] });
    expect(story([report([]), hidden, { ...hidden, unread: 75 }, report([]), hidden]).slice(1)).toEqual([
      ['scan-unread'],
      [],
      [],
      [],
    ]);
    expect(story([partial, hidden])[1]).toEqual(['scan-recovered']);
  });

  it('tell agents, and once that there is none', () => {
    const none = report([], { sessions: [] });
    const over = report([], { sessions: [session(undefined, { state: 'over' })] });
    expect(story([none, none, report([]), over, none])).toEqual([
      ['no-agent'],
      [],
      ['agent claude-code'],
      ['agent-over claude-code', 'no-agent'],
      [],
    ]);
  });
});
