import type { Finding } from '../policy/finding.ts';
import type { ForkPlace } from '../shell/fork-place.ts';
import { fnv1a } from './fnv.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { type ForkDepth, forkDepth } from './fork-depth.ts';
import { spins } from './hidden-runaway.ts';
import { formatIdentity } from './identity.ts';
import { isNamedIn, isShellByName } from './named-child.ts';
import { commandLineKey, type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';

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
};

/** What a shell waits for: which process, and a digest of its command line. */
export type Wait = { readonly child: string; readonly line: string };

export type Blame =
  | { readonly kind: 'culprit' }
  | { readonly kind: 'other' }
  | { readonly kind: 'waits'; readonly for: Wait };

const CULPRIT: Blame = { kind: 'culprit' };
const OTHER: Blame = { kind: 'other' };

/** A child younger than this may be one of thousands that a loop starts. */
const SETTLED_SECONDS = 1;

/**
 * Whether this process is the one that runs what was found, and not merely one whose command line tells of it. A command
 * line tells the whole story of a shell: a forked subshell carries it too, and so does the shell that only waits.
 */
export function blame(suspect: Accused, context: CulpritContext): Blame {
  const { record, parsed, finding } = suspect;
  const place = placeOf(parsed, finding);
  if (place !== null && !mayBeAt(place, forkDepth(record, context.forest))) return OTHER;
  if (isPassing(suspect, context)) return OTHER;
  // Told from the text, or else: what is put in the background never runs in the shell that the host started, which leads
  // its session.
  const isElsewhere = place === null && isLeftover(parsed, finding);
  if (isElsewhere && record.sid === record.identity.pid) return OTHER;
  if (context.forest.childrenOf(record.identity.pid).length === 0) return CULPRIT;
  const below = subtreeOf(context.forest, record)
    .slice(1)
    .filter((each) => !isDead(each));
  const forks = below.filter((each) => sharesCommandLine(each, record));
  if (isElsewhere && forks.length > 0) return OTHER;
  if (forks.some((fork) => runsInFork(suspect, fork, context))) return OTHER;
  if (below.some((each) => runsTheSame(suspect, context.accused.get(each.identity.pid)))) return OTHER;
  if (place !== null && waitsForFork(suspect, place, context)) return OTHER;
  const wait = waitOf(suspect, context);
  return wait === undefined ? CULPRIT : { kind: 'waits', for: wait };
}

/** How many forks lie before what was found; null: not known, or it is about the text as a whole. */
function placeOf({ placeOf: tell }: ProcessAnalysis, finding: Finding): ForkPlace | null {
  return tell === undefined || finding.bound.kind === 'within' ? null : tell(finding);
}

function mayBeAt({ least, most }: ForkPlace, depth: ForkDepth): boolean {
  return depth.least <= most && depth.most >= least;
}

/** A fork below that lives on and is itself the culprit: the deepest one runs it. */
function runsInFork({ finding }: Accused, fork: ProcessRecord, context: CulpritContext): boolean {
  const accused = context.accused.get(fork.identity.pid);
  if (accused?.past !== true || !isSettled(fork)) return false;
  return blame({ ...accused, finding }, context).kind === 'culprit';
}

/**
 * The shell waits for a fork that lives on, and neither what was found nor anything beside it would have made one: it is
 * at another place of its text.
 */
function waitsForFork({ record }: Accused, { forks, beside }: ForkPlace, { forest }: CulpritContext): boolean {
  if (forks || beside || spins(record)) return false;
  return forest
    .childrenOf(record.identity.pid)
    .some((child) => !isDead(child) && isSettled(child) && sharesCommandLine(child, record));
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

/** Kinds that are about how something is run; what it is, it says itself. */
const NAMES_ANOTHER: ReadonlySet<Finding['kind']> = new Set(['ineffective-bound', 'unbounded-background']);

/** Without quotes, escapes and blanks: each level of nesting spells the same command differently. */
function spelling(text: string): string {
  return text.replace(/['"\\\s]/g, '');
}

/**
 * What the shell waits for, when that is no part of what was found: it is not there yet, or the bound sits in the child's
 * own command line. A shell that burns CPU itself waits for nothing; and one that waited for another child with the same
 * command line before is in a loop whose text only does not name what it runs.
 */
function waitOf({ record, parsed, finding }: Accused, context: CulpritContext): Wait | undefined {
  if (parsed.form !== 'script' || spins(record)) return undefined;
  const children = context.forest
    .childrenOf(record.identity.pid)
    .filter((child) => !isDead(child) && !sharesCommandLine(child, record));
  // A shell that reads its program from a pipe or a here-document may well be the one that runs it.
  if (children.some((child) => isBlind(child, context))) return undefined;
  if (children.some((child) => isNamedIn(finding.text, child))) return undefined;
  const settled = children.find(isSettled);
  if (settled === undefined) return undefined;
  const wait: Wait = { child: formatIdentity(settled.identity), line: digest(commandLineKey(settled)) };
  const before = context.waitedFor(record);
  return before !== undefined && before.line === wait.line && before.child !== wait.child ? undefined : wait;
}

/** Tells command lines apart without keeping what they hold (a hash of 32 bits, and the length). */
function digest(text: string): string {
  return `${fnv1a(text).toString(16)}.${text.length}`;
}

function isBlind(child: ProcessRecord, { analyze }: CulpritContext): boolean {
  const { form } = analyze(child);
  return (form === 'none' || form === 'hidden') && isShellByName(child);
}

function isSettled({ ageSeconds }: ProcessRecord): boolean {
  return (ageSeconds ?? 0) >= SETTLED_SECONDS;
}
