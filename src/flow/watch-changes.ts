/** What differs between two scans, as values. Pure: the loop feeds it, the plain stream and the notifier read it. */
import { identityKey } from '../lineage/identity.ts';
import type { ScanReport, Suspect } from '../lineage/scan-report.ts';
import type { Session } from '../lineage/session.ts';

export type Change =
  | { readonly kind: 'agent'; readonly session: Session }
  | { readonly kind: 'agent-over'; readonly session: Session }
  | { readonly kind: 'near' | 'pending' | 'offender'; readonly suspect: Suspect }
  | { readonly kind: 'paused' | 'resumed'; readonly suspect: Suspect }
  | { readonly kind: 'granted'; readonly suspect: Suspect }
  /** `ended`: the process is gone; `cleared`: it lives and is no suspect any more; `lost`: nobody can say */
  | { readonly kind: 'ended' | 'cleared' | 'lost'; readonly suspect: Suspect }
  /** the scan itself: it failed or was incomplete (`problem`), or it works again */
  | { readonly kind: 'scan-failed' | 'scan-partial'; readonly problem: string }
  | { readonly kind: 'scan-recovered' }
  /** the scan is whole, and some rows of others cannot be read */
  | { readonly kind: 'scan-unread'; readonly problem: string }
  | { readonly kind: 'no-agent' };

/** What is known from the scans so far; nothing but what the last scans listed. */
export type Known = {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly suspects: ReadonlyMap<string, Suspect>;
  /** status of the scan and its first problem, to say each trouble once */
  readonly trouble: string | null;
  /** whether it was said that no agent runs */
  readonly saidNoAgent: boolean;
  /** whether it was said that rows cannot be read */
  readonly saidUnread: boolean;
};

export const NOTHING_KNOWN: Known = {
  sessions: new Map(),
  suspects: new Map(),
  trouble: null,
  saidNoAgent: false,
  saidUnread: false,
};

/** Whether a process that left the list still lives. */
export type Liveness = 'alive' | 'gone' | 'unknown';

/** Those that a whole scan no longer lists; a failed or partial one proves no absence. */
export function missingFrom(known: Known, report: ScanReport): readonly Suspect[] {
  if (!isWhole(report)) return [];
  return notAmong(new Set(report.suspects.map(({ identity }) => identityKey(identity))), known);
}

function notAmong(listed: { has(key: string): boolean }, { suspects }: Known): readonly Suspect[] {
  const missing: Suspect[] = [];
  suspects.forEach((suspect, key) => {
    if (!listed.has(key)) missing.push(suspect);
  });
  return missing;
}

/**
 * The changes that a report brings, and what is known after it. What a failed or partial scan does not list stays known.
 */
export function compareScans(
  known: Known,
  report: ScanReport,
  /** of each missing one, by `identityKey` */
  liveness: ReadonlyMap<string, Liveness>,
): { readonly changes: readonly Change[]; readonly known: Known } {
  const whole = isWhole(report);
  const suspects = new Map<string, Suspect>();
  for (const suspect of report.suspects) suspects.set(identityKey(suspect.identity), suspect);
  const sessions = new Map(report.sessions.map((session) => [session.id, session]));
  const changes = [...scanChanges(known, report), ...sessionChanges(known, sessions, whole)];
  suspects.forEach((suspect, key) => {
    addSuspectChanges(changes, known.suspects.get(key), suspect);
  });
  if (whole) changes.push(...notAmong(suspects, known).map((suspect) => departure(suspect, liveness)));
  const live = [...sessions.values()].some(({ state }) => state !== 'over');
  const sayNoAgent = whole && !live && !known.saidNoAgent;
  return {
    changes: sayNoAgent ? [...changes, { kind: 'no-agent' }] : changes,
    known: {
      sessions: whole ? sessions : new Map([...known.sessions, ...sessions]),
      suspects: whole ? suspects : new Map([...known.suspects, ...suspects]),
      trouble: whole ? null : troubleOf(report),
      saidNoAgent: whole ? !live : known.saidNoAgent,
      saidUnread: known.saidUnread || report.unread !== undefined,
    },
  };
}

function troubleOf(report: ScanReport): string {
  return `${report.status}: ${report.problems[0] ?? 'no reason given'}`;
}

function scanChanges(known: Known, report: ScanReport): readonly Change[] {
  if (isWhole(report)) {
    const unread = report.unread === undefined || known.saidUnread ? [] : [unreadChange(report)];
    return known.trouble === null ? unread : [{ kind: 'scan-recovered' }, ...unread];
  }
  // The first problem may carry a changing pid; the status alone decides whether it was said already.
  if (known.trouble?.startsWith(`${report.status}:`)) return [];
  const problem = report.problems.slice(0, 3).join('; ') || 'no reason given';
  return [{ kind: report.status === 'failed' ? 'scan-failed' : 'scan-partial', problem }];
}

/** Their number changes all the time: it is said once. */
function unreadChange({ problems }: ScanReport): Change {
  return { kind: 'scan-unread', problem: problems.slice(0, 3).join('; ') };
}

function sessionChanges(known: Known, now: ReadonlyMap<string, Session>, whole: boolean): readonly Change[] {
  const changes: Change[] = [];
  for (const session of now.values()) {
    const before = known.sessions.get(session.id);
    if (before === undefined && session.state !== 'over') changes.push({ kind: 'agent', session });
    if (before !== undefined && before.state !== 'over' && session.state === 'over') {
      changes.push({ kind: 'agent-over', session });
    }
  }
  if (!whole) return changes;
  for (const session of known.sessions.values()) {
    if (!now.has(session.id) && session.state !== 'over') changes.push({ kind: 'agent-over', session });
  }
  return changes;
}

/** Most of hundreds have none. */
function addSuspectChanges(changes: Change[], before: Suspect | undefined, now: Suspect): void {
  if (before?.state !== now.state) changes.push({ kind: now.state, suspect: now });
  const wasPaused = before?.processState === 'T';
  if (before !== undefined && wasPaused !== (now.processState === 'T')) {
    changes.push({ kind: wasPaused ? 'resumed' : 'paused', suspect: now });
  }
  if (now.grantedSeconds !== null && (before?.grantedSeconds ?? null) === null) {
    changes.push({ kind: 'granted', suspect: now });
  }
}

function departure(suspect: Suspect, liveness: ReadonlyMap<string, Liveness>): Change {
  const words = { gone: 'ended', alive: 'cleared', unknown: 'lost' } as const;
  return { kind: words[liveness.get(identityKey(suspect.identity)) ?? 'unknown'], suspect };
}

function isWhole({ status }: ScanReport): boolean {
  return status === 'clean' || status === 'offenders';
}
