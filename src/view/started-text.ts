/** `ps`: what sessions have started, as a tree for people and as rows for programs. */
import { formatIdentity } from '../lineage/identity.ts';
import type { ProcessAnalysis } from '../lineage/process-analysis.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Owner, Session } from '../lineage/session.ts';
import { formatEvidence, hundredths } from './audit-text.ts';
import { formatBound } from './bound.ts';
import { printable } from './printable.ts';
import { cpuDuration, shortDuration } from './row-duration.ts';

export type StartedProcess = {
  readonly record: ProcessRecord;
  readonly parsed: ProcessAnalysis;
  readonly owner: Owner;
  /** null: nothing that it is held to */
  readonly suspect: Suspect | null;
  /** own and reaped children's */
  readonly cpuSeconds: number | null;
  /** how many of its ancestors are in the list */
  readonly depth: number;
};

export type StartedSession = { readonly session: Session; readonly processes: readonly StartedProcess[] };

/** One block a session; `columns` wide at the most. */
export function formatStarted(sessions: readonly StartedSession[], columns: number): string {
  const blocks = sessions.map(({ session, processes }) => {
    const agent = session.agent === null ? 'no agent process known' : `agent ${formatIdentity(session.agent)}`;
    const head = `${session.host} session ${session.id} (${session.state}, ${agent})`;
    const titles = processes.length === 0 ? [] : [TITLES];
    return [head, ...titles, ...processes.map((each) => formatRow(each, columns))].map(printable).join('\n');
  });
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

const TITLES = `  ${[
  'ID'.padEnd(17),
  'S',
  'AGE'.padStart(7),
  'CPU'.padStart(7),
  'POLICY'.padEnd(9),
  'ENDS'.padEnd(13),
  'COMMAND',
].join(' ')}`;

function formatRow({ record, parsed, suspect, cpuSeconds, depth }: StartedProcess, columns: number): string {
  const age = record.ageSeconds === null ? '-' : shortDuration(record.ageSeconds);
  const columnsOf = [
    formatIdentity(record.identity).padEnd(17),
    record.state,
    age.padStart(7),
    cpuDuration(cpuSeconds).padStart(7),
    policyOf(suspect).padEnd(9),
    boundOf(parsed).padEnd(13),
  ];
  const command = (parsed.command || `[${record.comm}]`).replace(/\s+/g, ' ');
  const line = `  ${columnsOf.join(' ')} ${'  '.repeat(depth)}${command}`;
  return line.length <= columns ? line : `${line.slice(0, Math.max(1, columns - 1))}…`;
}

/** For people: what is held to a limit and below it is allowed, as the screen says. */
function policyOf(suspect: Suspect | null): string {
  const verdict = verdictOf(suspect);
  return verdict === 'near' ? 'allowed' : verdict;
}

/** `ok`, `near` its limit, or the action that policy has for it. */
function verdictOf(suspect: Suspect | null): string {
  if (suspect === null) return 'ok';
  if (suspect.state === 'near') return suspect.grantedSeconds === null ? 'near' : 'granted';
  return suspect.armedAction;
}

/** In a word or two; the worst of what it does and of what it leaves behind. */
function boundOf({ analysis, form }: ProcessAnalysis): string {
  if (form === 'hidden') return 'not seen';
  const bounds = [analysis.call, ...analysis.leftovers.map(({ bound }) => bound)];
  const worst = ['endless', 'conditional', 'finite'].find((kind) => bounds.some((bound) => bound.kind === kind));
  if (worst !== undefined) return worst;
  return `<= ${shortDuration(Math.max(...bounds.map((bound) => (bound.kind === 'within' ? bound.seconds : 0))))}`;
}

/** The same for programs; see `lifetime-watch help ps`. */
export function startedToJson(sessions: readonly StartedSession[]): object {
  return {
    schema: 1,
    sessions: sessions.map(({ session, processes }) => ({
      id: session.id,
      host: session.host,
      state: session.state,
      agent: session.agent === null ? null : formatIdentity(session.agent),
      cwd: session.cwd,
      processes: processes.map(({ record, parsed, owner, suspect, cpuSeconds, depth }) => ({
        id: formatIdentity(record.identity),
        pid: record.identity.pid,
        ppid: record.ppid,
        depth,
        state: record.state,
        command: parsed.command,
        ageSeconds: hundredths(record.ageSeconds),
        cpuSeconds: hundredths(cpuSeconds),
        bound: parsed.analysis.call,
        boundText: formatBound(parsed.analysis.call),
        evidence: formatEvidence(owner.evidence),
        verdict: verdictOf(suspect),
        findings: (suspect?.findings ?? []).map(({ kind, reason }) => ({ kind, reason })),
        limitSeconds: suspect?.limit.seconds ?? null,
        pastSeconds: hundredths(suspect?.pastSeconds ?? null),
      })),
    })),
  };
}
