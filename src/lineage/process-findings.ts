import type { Analysis, Bound, Finding } from '../policy/finding.ts';
import type { ProcessAnalysis } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';

/** Kinds that state an end: a process is held to it. */
const BOUNDED_KINDS = ['long-sleep', 'long-bound', 'long-poll'] as const satisfies readonly Finding['kind'][];
/** Kinds that say something of a command line only before it runs. */
const COMMAND_KINDS = ['slow-command', 'pattern-kill'] as const satisfies readonly Finding['kind'][];

/**
 * The findings of a command line as they hold for the process that runs it. What is unbounded stays as it is. A number of
 * seconds counts only when it bounds the *whole* of the text, background included: a loop that sleeps 45 s in sum may
 * rightly take an hour, and its `sleep` is a process of its own that is held to its own words.
 */
export function findingsOfProcess(parsed: ProcessAnalysis): readonly Finding[] {
  const known = found.get(parsed);
  if (known !== undefined) return known;
  const findings = findAsProcess(parsed);
  found.set(parsed, findings);
  return findings;
}

/** Analyses are kept between scans, and so is what follows from one. */
const found = new WeakMap<ProcessAnalysis, readonly Finding[]>();

function findAsProcess({ analysis, command }: ProcessAnalysis): readonly Finding[] {
  const unbounded = analysis.findings.flatMap((finding) => asUnbounded(finding) ?? []);
  const seconds = wholeBound(analysis);
  if (seconds === null) return unbounded;
  const stated = analysis.findings.filter(({ kind }) => isOf(BOUNDED_KINDS, kind));
  const named = stated.find(({ kind }) => kind === 'long-poll') ?? stated[0];
  return [...unbounded, { ...(named ?? ownBound(command)), bound: { kind: 'within', seconds }, place: 'process' }];
}

/** The finding as one that no number of seconds ends; undefined: it states an end, or is about commands alone. */
function asUnbounded(finding: Finding): Finding | undefined {
  if (isOf(COMMAND_KINDS, finding.kind)) return undefined;
  if (!isOf(BOUNDED_KINDS, finding.kind)) return finding;
  // `sleep infinity` is held to what anything else without an end is held to.
  return finding.bound.kind === 'endless' ? { ...finding, kind: 'endless-command' } : undefined;
}

/** The seconds after which everything that the text starts has ended; null: no such number, or not all was understood. */
export function wholeBound(analysis: Analysis): number | null {
  if (analysis.status !== 'complete') return null;
  const bounds: readonly Bound[] = [analysis.call, ...analysis.leftovers.map(({ bound }) => bound)];
  let longest = 0;
  for (const bound of bounds) {
    if (bound.kind !== 'within' || !Number.isFinite(bound.seconds)) return null;
    longest = Math.max(longest, bound.seconds);
  }
  // A text without any wait says nothing about how long its programs take.
  return longest > 0 ? longest : null;
}

/** Its session is over and it still runs. */
export function orphanFinding(command: string, session: string): Finding {
  return processFinding('orphan', 'LW951', command, `its session ${session} is over and it still runs`);
}

/** A shell that shows no loop and behaves like one. */
export function hiddenFinding(record: ProcessRecord, command: string, why: string): Finding {
  return processFinding(
    'hidden-runaway',
    'LW952',
    command || record.comm,
    `its command line shows no loop, but ${why}`,
  );
}

function ownBound(command: string): Finding {
  return processFinding('long-bound', 'LW953', command, 'it is held to its own bound');
}

function processFinding(kind: Finding['kind'], rule: string, text: string, reason: string): Finding {
  return {
    kind,
    rule,
    span: { start: 0, end: text.length },
    text,
    bound: { kind: 'conditional' },
    place: 'process',
    role: 'unknown',
    reason,
    derivation: [],
    remedy: '',
  };
}

function isOf(kinds: readonly Finding['kind'][], kind: Finding['kind']): boolean {
  return kinds.includes(kind);
}
