/** The watch without a screen: one line of text, or of JSON, for each change. */
import { assertNever } from '../errors.ts';
import { formatIdentity } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Session } from '../lineage/session.ts';
import { formatEvidence, hundredths } from './audit-text.ts';
import { neutralize } from './cell.ts';
import { escapeActing } from './json-text.ts';
import { cpuDuration, shortDuration } from './row-duration.ts';
import { standing } from './watch-details.ts';
import type { ActionStep } from './watch-model.ts';

/** A change of the list, or a step of an action; structurally what the watch loop hands out. */
export type PlainChange =
  | { readonly kind: 'agent' | 'agent-over'; readonly session: Session }
  | {
      readonly kind: 'near' | 'pending' | 'offender' | 'paused' | 'resumed' | 'granted' | 'ended' | 'cleared' | 'lost';
      readonly suspect: Suspect;
    }
  | { readonly kind: 'scan-failed' | 'scan-partial' | 'scan-unread'; readonly problem: string }
  | { readonly kind: 'scan-recovered' }
  | { readonly kind: 'no-agent' }
  | { readonly kind: 'step'; readonly suspect: Suspect; readonly step: ActionStep }
  /** something that the supervisor should know about the watch itself */
  | { readonly kind: 'notice'; readonly text: string };

const LONGEST_COMMAND = 2000;

/** One line without its line end: UTC time, what happened, to whom. Control characters are neutralised. */
export function plainLine(change: PlainChange, atMs: number): string {
  const time = new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return neutralize(`${time} ${wordOf(change).padEnd(9)} ${textOf(change)}`).trimEnd();
}

/** One JSON object without its line end: `{schema: 1, at, change, ...}`; times ISO 8601 UTC, durations in seconds. */
export function jsonLine(change: PlainChange, atMs: number): string {
  const at = new Date(atMs).toISOString();
  return escapeActing(JSON.stringify({ schema: 1, at, change: change.kind, ...factsOf(change) }));
}

function wordOf(change: PlainChange): string {
  switch (change.kind) {
    case 'scan-failed':
    case 'scan-partial':
    case 'scan-recovered':
    case 'scan-unread':
      return 'scan';
    case 'agent-over':
    case 'no-agent':
      return 'agent';
    case 'step':
      return change.step.kind === 'terminating' ? 'term' : change.step.kind === 'killing' ? 'kill' : change.step.kind;
    default:
      return change.kind;
  }
}

function textOf(change: PlainChange): string {
  switch (change.kind) {
    case 'agent':
      return sessionText(change.session);
    case 'agent-over':
      return `${sessionText(change.session)} is over`;
    case 'near':
    case 'pending':
    case 'offender':
      return `${subject(change.suspect)}  ${standing(change.suspect)}  ${tail(change.suspect)}`;
    case 'paused':
    case 'resumed':
    case 'cleared':
    case 'lost':
      return `${subject(change.suspect)}  ${command(change.suspect)}`;
    case 'granted':
      return `${subject(change.suspect)}  ${shortDuration(change.suspect.grantedSeconds ?? 0)} more  ${command(change.suspect)}`;
    case 'ended':
      return `${subject(change.suspect)}  after ${shortDuration(change.suspect.ageSeconds)}  ${command(change.suspect)}`;
    case 'scan-failed':
      return `failed: ${change.problem}`;
    case 'scan-partial':
      return `incomplete: ${change.problem}`;
    case 'scan-recovered':
      return 'works again';
    case 'scan-unread':
      return `not seen: ${change.problem}`;
    case 'no-agent':
      return 'no coding agent is running; still watching';
    case 'step':
      return `${subject(change.suspect)}  ${stepText(change.step)}${command(change.suspect)}`;
    case 'notice':
      return change.text;
    default:
      return assertNever(change);
  }
}

function sessionText(session: Session): string {
  const pid = session.agent === null ? 'agent not seen' : formatIdentity(session.agent);
  return `${session.host} ${pid}  session ${session.id}${session.cwd === null ? '' : `  ${session.cwd}`}`;
}

function subject(suspect: Suspect): string {
  return `${formatIdentity(suspect.identity)}  ${suspect.decisive.kind}`;
}

function tail(suspect: Suspect): string {
  const action = suspect.state === 'offender' ? `, ${suspect.action}` : '';
  const facts = `age ${shortDuration(suspect.ageSeconds)}, cpu ${cpuDuration(suspect.cpuSeconds)}${action}`;
  return `${facts}  ${suspect.owner.host} ${suspect.owner.session}  ${command(suspect)}`;
}

function command(suspect: Suspect): string {
  return suspect.command.slice(0, LONGEST_COMMAND);
}

function stepText(step: ActionStep): string {
  return 'detail' in step && step.detail !== '' ? `${step.detail}  ` : '';
}

function factsOf(change: PlainChange): Readonly<Record<string, unknown>> {
  switch (change.kind) {
    case 'agent':
    case 'agent-over': {
      const { id, host, agent, cwd, state, ageSeconds } = change.session;
      return {
        session: {
          id,
          host,
          agent: agent === null ? null : formatIdentity(agent),
          cwd,
          state,
          ageSeconds: hundredths(ageSeconds),
        },
      };
    }
    case 'scan-failed':
    case 'scan-partial':
    case 'scan-unread':
      return { problem: change.problem };
    case 'scan-recovered':
    case 'no-agent':
      return {};
    case 'notice':
      return { text: change.text };
    case 'step':
      return { process: processFacts(change.suspect), step: change.step };
    default:
      return { process: processFacts(change.suspect) };
  }
}

function processFacts(suspect: Suspect): Readonly<Record<string, unknown>> {
  return {
    id: formatIdentity(suspect.identity),
    pid: suspect.identity.pid,
    ppid: suspect.ppid,
    command: suspect.command.slice(0, LONGEST_COMMAND),
    findings: suspect.findings.map(({ kind, reason }) => ({ kind, reason })),
    finding: suspect.decisive.kind,
    state: suspect.state,
    ageSeconds: hundredths(suspect.ageSeconds),
    cpuSeconds: hundredths(suspect.cpuSeconds),
    limit: suspect.limit,
    pastSeconds: hundredths(suspect.pastSeconds),
    action: suspect.action,
    session: suspect.owner.session,
    host: suspect.owner.host,
    evidence: formatEvidence(suspect.owner.evidence),
    grantedSeconds: hundredths(suspect.grantedSeconds),
  };
}
