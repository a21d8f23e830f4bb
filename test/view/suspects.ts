/** Tiny constructors, so that rows of tests read as sentences. */
import type { Identity } from '../../src/lineage/identity.ts';
import type { ScanReport, Suspect } from '../../src/lineage/scan-report.ts';
import type { Session } from '../../src/lineage/session.ts';
import type { Track } from '../../src/view/watch-model.ts';
import { endless, finding } from '../policy/findings.ts';

export const NOW = Date.parse('2026-03-04T10:42:07Z');

export function identity(pid: number, startTicks = pid * 10): Identity {
  return { pid, startTicks, bootId: 'boot' };
}

/** A loop that is 21 h 10 m past its limit, unless told otherwise. */
export function suspect(pid: number, change: Partial<Suspect> = {}): Suspect {
  const loop = finding('unbounded-loop', {
    bound: endless,
    rule: 'LW101',
    reason: 'only something outside can end it',
  });
  return {
    identity: identity(pid),
    ppid: 4242,
    command: 'until grep -q done /tmp/run.log; do :; done',
    findings: [change.decisive ?? loop],
    owner: { session: 'a1b2c3d4-0000', host: 'claude-code', evidence: { kind: 'descendant', of: identity(4242) } },
    ageSeconds: 77_103,
    cpuSeconds: 4992,
    cpuShare: 0.982,
    limit: { kind: 'age', seconds: 900 },
    pastSeconds: 76_203,
    decisive: loop,
    action: 'flag',
    armedAction: 'reap',
    grantedSeconds: null,
    state: 'offender',
    tree: [identity(pid)],
    processState: 'R',
    ...change,
  };
}

/** Still allowed, with `left` seconds to go. */
export function near(pid: number, left: number, change: Partial<Suspect> = {}): Suspect {
  return suspect(pid, {
    state: 'near',
    pastSeconds: -left,
    action: 'leave',
    armedAction: 'leave',
    cpuShare: 0.004,
    ...change,
  });
}

export function session(id = 'a1b2c3d4-0000', change: Partial<Session> = {}): Session {
  return {
    id,
    host: 'claude-code',
    agent: identity(4242),
    cwd: '/home/me/app',
    ageSeconds: 7800,
    state: 'live',
    ...change,
  };
}

export function report(suspects: readonly Suspect[], change: Partial<ScanReport> = {}): ScanReport {
  return {
    status: suspects.some(({ state }) => state === 'offender') ? 'offenders' : 'clean',
    scanned: 412,
    problems: [],
    sessions: [session()],
    suspects,
    armed: false,
    tookMilliseconds: 6.4,
    ...change,
  };
}

export function track(of: Suspect, change: Partial<Track> = {}): Track {
  const { pid, startTicks, bootId } = of.identity;
  return {
    key: `${pid}@${startTicks}@${bootId}`,
    suspect: of,
    samples: [],
    seenAtMs: NOW,
    left: null,
    step: null,
    ...change,
  };
}
