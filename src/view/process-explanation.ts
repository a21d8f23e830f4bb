/** `explain --pid`: all that is known of one process, for people and for programs. */
import { formatIdentity } from '../lineage/identity.ts';
import type { ProcessAnalysis } from '../lineage/process-analysis.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Owner, Session } from '../lineage/session.ts';
import type { Finding } from '../policy/finding.ts';
import type { ReapPlan, ReapRefusal } from '../policy/plan-reap.ts';
import { formatEvidence, formatPlan, hundredths, planToJson } from './audit-text.ts';
import { formatBound } from './bound.ts';
import { printable } from './printable.ts';
import { cpuDuration, shortDuration } from './row-duration.ts';
import { standing } from './watch-details.ts';
import { actionOf, argvOf, findingLines } from './watch-explain.ts';

/** All that is known of one process and of what would happen to it. */
export type ProcessFacts = {
  readonly record: ProcessRecord;
  readonly parsed: ProcessAnalysis;
  /** what its command line says, as far as it holds for the process */
  readonly findings: readonly Finding[];
  readonly owner: Owner | null;
  readonly session: Session | null;
  /** the session whose agent it is */
  readonly agentOf: Session | null;
  /** null: nothing that it is held to, or another process runs what was found */
  readonly suspect: Suspect | null;
  /** suspects that run what its command line tells of */
  readonly elsewhere: readonly Suspect[];
  /** what ending it would mean, or why that is refused */
  readonly plan: ReapPlan | ReapRefusal;
};

/** Processes that are named in one line. */
const MOST_NAMED = 5;

const SHOWN = {
  script: 'a shell with this program',
  hidden: 'a shell whose program cannot be seen',
  program: 'a program',
  none: 'nothing to judge',
} as const satisfies Record<ProcessAnalysis['form'], string>;

/** As lines, control characters made visible. */
export function formatProcess(facts: ProcessFacts): string {
  const { record, parsed, findings, plan } = facts;
  const { analysis } = parsed;
  const lines = [
    `process    ${formatIdentity(record.identity)}, parent ${record.ppid ?? 'unknown'}, state ${record.state}, user ${record.uid ?? 'unknown'}`,
    `argv       ${argvOf(record)}`,
    `runs       ${parsed.command || record.comm}`,
    `as         ${SHOWN[parsed.form]}; understood: ${analysis.status}${analysis.problems.length === 0 ? '' : ` (${analysis.problems.join('; ')})`}`,
    `age        ${record.ageSeconds === null ? 'unknown' : shortDuration(record.ageSeconds)}, CPU ${cpuDuration(record.cpuSeconds)}, its reaped children's ${cpuDuration(record.childCpuSeconds)}`,
    `bound      the text ${formatBound(analysis.call)}`,
    '',
    ...(findings.length === 0 ? ['found      nothing'] : findings.flatMap((finding) => findingLines(finding, 'found'))),
    '',
    ...ownerLines(facts),
    ...standingLines(facts),
    `a reap     ${formatPlan(plan)}`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function ownerLines({ owner, session, agentOf }: ProcessFacts): readonly string[] {
  if (agentOf !== null) {
    return [`owner      it is the agent of ${agentOf.host} session ${agentOf.id}: it is never signalled`];
  }
  if (owner === null) return ['owner      nobody that is known: it is never signalled'];
  return [
    `owner      ${owner.host} session ${owner.session} (${session?.state ?? 'unknown'})`,
    `evidence   ${formatEvidence(owner.evidence)}`,
  ];
}

function standingLines({ suspect, elsewhere, findings }: ProcessFacts): readonly string[] {
  if (suspect !== null) {
    return [`limit      ${standing(suspect)}`, `action     ${actionOf(suspect)}`];
  }
  if (elsewhere.length > 0) {
    const named = elsewhere.slice(0, MOST_NAMED).map(({ identity }) => formatIdentity(identity));
    const more = elsewhere.length > MOST_NAMED ? ` and ${elsewhere.length - MOST_NAMED} more` : '';
    const others = elsewhere.length === 1 ? 'another process, which is' : 'other processes, which are';
    return [`action     leave: what was found is run by ${others} held to it: ${named.join(', ')}${more}`];
  }
  return [`action     leave${findings.length === 0 ? '' : ": it does not run what was found, or is nobody's"}`];
}

/** The same as one object. */
export function processToJson(facts: ProcessFacts): object {
  const { record, parsed, findings, owner, session, suspect, elsewhere, plan } = facts;
  return {
    schema: 1,
    id: formatIdentity(record.identity),
    pid: record.identity.pid,
    ppid: record.ppid,
    state: record.state,
    argv: record.argv,
    argvText: record.argvText,
    command: parsed.command,
    form: parsed.form,
    ageSeconds: hundredths(record.ageSeconds),
    cpuSeconds: hundredths(record.cpuSeconds),
    childCpuSeconds: hundredths(record.childCpuSeconds),
    parse: { status: parsed.analysis.status, problems: parsed.analysis.problems },
    bound: parsed.analysis.call,
    findings: findings.map(({ kind, rule, bound, text, reason, derivation }) => ({
      kind,
      rule,
      bound,
      text,
      reason,
      derivation,
    })),
    owner:
      owner === null ? null : { session: owner.session, host: owner.host, evidence: formatEvidence(owner.evidence) },
    sessionState: session?.state ?? null,
    limit: suspect?.limit ?? null,
    pastSeconds: hundredths(suspect?.pastSeconds ?? null),
    grantedSeconds: hundredths(suspect?.grantedSeconds ?? null),
    ...(suspect?.held === undefined ? {} : { held: suspect.held }),
    action: suspect?.action ?? 'leave',
    armedAction: suspect?.armedAction ?? 'leave',
    runsIn: elsewhere.map(({ identity }) => formatIdentity(identity)),
    plan: planToJson(plan),
  };
}
