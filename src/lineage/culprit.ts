import type { Finding } from '../policy/finding.ts';
import type { ForkPlace } from '../shell/fork-place.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { mayRun, placeOf, readsOrEnds, sleepsElsewhere, waitsForFork } from './fork-evidence.ts';
import { spins } from './hidden-runaway.ts';
import { isShellByName } from './named-child.ts';
import { type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';
import { isNamedBeside, isSettled, type Wait, waitOf } from './shell-wait.ts';

/** A process with a finding, and whether the finding is past its limit. */
export type Accused = {
  readonly record: ProcessRecord;
  readonly parsed: ProcessAnalysis;
  readonly finding: Finding;
  readonly past: boolean;
};

export type CulpritContext = {
  readonly forest: Forest;
  /** pid -> accused */
  readonly accused: ReadonlyMap<number, Accused>;
  readonly analyze: (record: ProcessRecord) => ProcessAnalysis;
  /** what the shell was seen to wait for at the previous scan; undefined: nothing */
  readonly waitedFor: (record: ProcessRecord) => Wait | undefined;
  /** what was found out at this scan; empty at first */
  readonly blamed: Map<ProcessRecord, Map<Finding, Blame>>;
};

export type Blame =
  /** `before`: it has waited for others like that, which is to be remembered */
  | { readonly kind: 'culprit'; readonly before?: Wait }
  | { readonly kind: 'other' }
  | { readonly kind: 'waits'; readonly for: Wait };

const CULPRIT: Blame = { kind: 'culprit' };
const OTHER: Blame = { kind: 'other' };

/**
 * Whether this process is the one that runs what was found, and not merely one whose command line tells of it. A command
 * line tells the whole story of a shell: a forked subshell carries it too, and so does the shell that only waits.
 */
export function blame(suspect: Accused, context: CulpritContext): Blame {
  const { record, finding } = suspect;
  const ofRecord = context.blamed.get(record) ?? new Map<Finding, Blame>();
  context.blamed.set(record, ofRecord);
  const known = ofRecord.get(finding);
  if (known !== undefined) return known;
  // Forks are asked in turn, once each; a damaged table may hold one that is below itself.
  ofRecord.set(finding, OTHER);
  const found = weigh(suspect, context);
  ofRecord.set(finding, found);
  return found;
}

function weigh(suspect: Accused, context: CulpritContext): Blame {
  const { record, parsed, finding } = suspect;
  const { forest } = context;
  const place = placeOf(parsed, finding);
  if (place !== null && !mayRun(record, place, forest)) return OTHER;
  if (isPassing(suspect, context)) return OTHER;
  // Told from the text, or else: what is put in the background never runs in the shell that the host started, which leads
  // its session.
  const isBeside = place === null && isLeftover(parsed, finding);
  if (isBeside && record.sid === record.identity.pid) return OTHER;
  if (forest.childrenOf(record.identity.pid).length === 0) {
    return place?.forksElsewhere === true && readsOrEnds(record, finding) ? OTHER : CULPRIT;
  }
  const below = subtreeOf(forest, record)
    .slice(1)
    .filter((each) => !isDead(each));
  const forks = below.filter((each) => sharesCommandLine(each, record));
  if (isBeside && forks.length > 0) return OTHER;
  if (forks.some((fork) => runsInFork(suspect, fork, context))) return OTHER;
  if (below.some((each) => runsTheSame(suspect, context.accused.get(each.identity.pid)))) return OTHER;
  if (isRunByShells(suspect, forest)) return OTHER;
  return waitOrBlame(suspect, place, context);
}

/** A shell may run it, unless what it waits for is no part of it. */
function waitOrBlame({ record, parsed, finding }: Accused, place: ForkPlace | null, context: CulpritContext): Blame {
  if (parsed.form !== 'script' || spins(record)) return CULPRIT;
  const { forest } = context;
  const text = place?.text ?? finding.text;
  if (place !== null && waitsForFork(record, place, forest)) return OTHER;
  if (place !== null && sleepsElsewhere(record, place, forest)) return OTHER;
  const before = context.waitedFor(record);
  const wait = waitOf(record, { text, beside: place?.beside ?? '' }, context);
  // Between two of them, as it may be: what it waited for is remembered all the same.
  if (wait === undefined) return before === undefined ? CULPRIT : { kind: 'culprit', before };
  if (before === undefined || before.line !== wait.line || before.child === wait.child) {
    return { kind: 'waits', for: wait };
  }
  // One after the other of the same command line: a loop, unless they are written one after the other elsewhere.
  const isWrittenElsewhere = finding.file !== undefined || isNamedBeside(parsed.command, text, record, forest);
  return isWrittenElsewhere ? { kind: 'waits', for: wait } : { kind: 'culprit', before };
}

/** A fork below that lives on and is itself the culprit: the deepest one runs it. */
function runsInFork({ finding }: Accused, fork: ProcessRecord, context: CulpritContext): boolean {
  const accused = context.accused.get(fork.identity.pid);
  if (accused?.past !== true || !isSettled(fork)) return false;
  return blame({ ...accused, finding }, context).kind === 'culprit';
}

/** A fork that lives for one round of its parent's loop: what goes on is the parent. */
function isPassing({ record, parsed, finding, past }: Accused, { forest, accused }: CulpritContext): boolean {
  const parent = record.ppid === null ? undefined : forest.byPid.get(record.ppid);
  const above = parent === undefined ? undefined : accused.get(parent.identity.pid);
  if (past || parent === undefined || above === undefined || !sharesCommandLine(parent, record)) return false;
  return !isSettled(record) || (above.past && !isLeftover(parsed, finding));
}

/** The finding lies in a part of the text that is put in the background. Spans of a script file are in that file. */
function isLeftover({ analysis }: ProcessAnalysis, { place, span, file, text }: Finding): boolean {
  if (place === 'leftover') return true;
  return analysis.leftovers.some((leftover) =>
    file === undefined
      ? leftover.span.start <= span.start && span.end <= leftover.span.end
      : leftover.text.includes(text),
  );
}

/** A process below shows the same culprit in its own command line, so it is the one that runs it. */
function runsTheSame({ finding, record, parsed }: Accused, below: Accused | undefined): boolean {
  if (below === undefined || sharesCommandLine(below.record, record)) return false;
  const [outer, inner] = [spelling(finding.text), spelling(below.finding.text)];
  if (inner === '') return false;
  // What ends by itself is not what makes the outer one endless.
  if (below.finding.bound.kind === 'within' && finding.bound.kind !== 'within') return false;
  if (outer === inner) return true;
  if (!outer.includes(inner)) return false;
  // A wrapper (timeout, nice, sudo) runs nothing itself; but its own bound is its own.
  if (parsed.form === 'program' && finding.bound.kind !== 'within') return true;
  const sameKind = below.finding.kind === finding.kind || NAMES_ANOTHER.has(finding.kind);
  return sameKind && below.past;
}

/** A loop in the arguments of a program (xargs, find, sudo) is run by the shells that it starts, and they are looked at. */
function isRunByShells({ record, parsed, finding }: Accused, forest: Forest): boolean {
  if (parsed.form !== 'program' || finding.kind !== 'unbounded-loop') return false;
  return forest.childrenOf(record.identity.pid).some((child) => !isDead(child) && isShellByName(child));
}

/** Kinds that are about how something is run; what it is, it says itself. */
const NAMES_ANOTHER: ReadonlySet<Finding['kind']> = new Set(['ineffective-bound', 'unbounded-background']);

/** Without quotes, escapes and blanks: each level of nesting spells the same command differently. */
function spelling(text: string): string {
  return text.replace(/['"\\\s]/g, '');
}
