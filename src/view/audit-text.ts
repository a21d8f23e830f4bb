import { formatIdentity } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { OwnerEvidence } from '../lineage/session.ts';
import type { ReapPlan, ReapRefusal } from '../policy/plan-reap.ts';

/** One offender as an audit reports it. */
export type OffenderRow = {
  readonly suspect: Suspect;
  readonly plan: ReapPlan | ReapRefusal | null;
  /** what was done; null: nothing */
  readonly outcome: { readonly outcome: string; readonly detail: string } | null;
  /** why what is due is left for the next audit; null: it is not */
  readonly deferred: string | null;
};

const LONGEST_COMMAND = 160;

/** Why a process is taken to be a session's, in words. */
export function formatEvidence(evidence: OwnerEvidence): string {
  switch (evidence.kind) {
    case 'descendant':
      return `descends from ${formatIdentity(evidence.of)}`;
    case 'was-descendant':
      return `descended from ${evidence.of === null ? 'an agent of this session' : formatIdentity(evidence.of)} at an earlier scan`;
    case 'marker':
      return `its environment holds ${evidence.variable}`;
    case 'session-id':
      return `is in kernel session ${evidence.sid} of the agent or one of its shells`;
    case 'tool-shell':
      return `its command line carries ${evidence.signature}`;
  }
}

/** What is asked for: the word for people, and the member of the JSON that lists whom it is done to. */
const DOES = {
  end: { word: 'end', member: 'ends' },
  pause: { word: 'pause', member: 'pauses' },
  resume: { word: 'continue', member: 'continues' },
} as const;

/** What a reap (or a pause, or a resumption) would do to whom, or why it may not. */
export function formatPlan(plan: ReapPlan | ReapRefusal, asked: keyof typeof DOES = 'end'): string {
  if (plan.kind === 'refused') return `would be refused (${plan.refusal}): ${plan.reason}`;
  const left =
    plan.leftOut.length === 0 ? '' : `; leaves alone ${plan.leftOut.map(formatIdentity).join(' ')} of other users`;
  const reached = membersOf(plan, asked).map(({ identity }) => formatIdentity(identity));
  return `would ${DOES[asked].word} ${reached.join(' ') || 'nothing'}${left}`;
}

/** The same for programs; see `lifetime-watch help audit`. */
export function offenderToJson({ suspect, plan, outcome, deferred }: OffenderRow, showPlan: boolean): object {
  const { identity, ppid, command, findings, ageSeconds, cpuSeconds, limit, owner, action, armedAction, state } =
    suspect;
  return {
    id: formatIdentity(identity),
    pid: identity.pid,
    ppid,
    command,
    findings: findings.map(({ kind, reason }) => ({ kind, reason })),
    ageSeconds: hundredths(ageSeconds),
    cpuSeconds: hundredths(cpuSeconds),
    limitSeconds: limit.seconds,
    limitKind: limit.kind,
    decisive: suspect.decisive.kind,
    session: owner.session,
    host: owner.host,
    evidence: formatEvidence(owner.evidence),
    action,
    armedAction,
    state,
    ...(suspect.held === undefined ? {} : { held: suspect.held }),
    ...(outcome === null ? {} : { outcome: outcome.outcome, outcomeDetail: outcome.detail }),
    ...(deferred === null ? {} : { deferred }),
    ...(showPlan && plan !== null ? { plan: planToJson(plan) } : {}),
  };
}

/** Only what stands still can go on. */
function membersOf({ members }: ReapPlan, asked: keyof typeof DOES): ReapPlan['members'] {
  return asked === 'resume' ? members.filter(({ state }) => state === 'T') : members;
}

/** A plan for programs: whom it ends (pauses, continues), or by which name it is refused. */
export function planToJson(plan: ReapPlan | ReapRefusal, asked: keyof typeof DOES = 'end'): object {
  if (plan.kind === 'refused') return { refused: plan.refusal, reason: plan.reason };
  return {
    [DOES[asked].member]: membersOf(plan, asked).map(({ identity }) => formatIdentity(identity)),
    leavesAlone: plan.leftOut.map(formatIdentity),
  };
}

/** On one line, and not longer than is readable. */
export function oneLine(command: string): string {
  const text = command.replace(/\s+/g, ' ').trim();
  return text.length <= LONGEST_COMMAND ? text : `${text.slice(0, LONGEST_COMMAND - 1)}…`;
}

/** Hundredths are all that a clock tick gives. */
export function hundredths(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 100) / 100;
}
