import type { Finding } from '../policy/finding.ts';
import { fnv1a } from './fnv.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { spins } from './hidden-runaway.ts';
import { formatIdentity } from './identity.ts';
import { commandLineKey, type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';

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
  if (isPassing(suspect, context)) return OTHER;
  if (context.forest.childrenOf(record.identity.pid).length === 0) {
    return isLeftover(parsed, finding) && record.sid === record.identity.pid ? OTHER : CULPRIT;
  }
  const below = subtreeOf(context.forest, record)
    .slice(1)
    .filter((each) => !isDead(each));
  const forks = below.filter((each) => sharesCommandLine(each, record));
  if (isLeftover(parsed, finding)) {
    // What is put in the background runs in a fork, never in the shell that the host started, which leads its session.
    if (forks.length > 0 || record.sid === record.identity.pid) return OTHER;
  } else if (forks.some((fork) => isSettled(fork) && context.accused.get(fork.identity.pid)?.past === true)) {
    return OTHER;
  }
  if (below.some((each) => runsTheSame(suspect, context.accused.get(each.identity.pid)))) return OTHER;
  const wait = waitOf(suspect, context);
  return wait === undefined ? CULPRIT : { kind: 'waits', for: wait };
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
  if (outer === inner) return true;
  if (!outer.includes(inner)) return false;
  // A wrapper (timeout, nice, sudo) runs nothing itself; but its own bound is its own.
  if (parsed.form === 'program' && finding.bound.kind !== 'within') return true;
  const sameKind = below.finding.kind === finding.kind || finding.kind === 'ineffective-bound';
  return sameKind && below.past;
}

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
  return (form === 'none' || form === 'hidden') && namesOf(child).some((name) => SHELLS.has(name));
}

function isSettled({ ageSeconds }: ProcessRecord): boolean {
  return (ageSeconds ?? 0) >= SETTLED_SECONDS;
}

/** Whether a text may be what started this child. Two sleeps that are written out are told apart by how long they are. */
function isNamedIn(text: string, child: ProcessRecord): boolean {
  const words = wordsOf(text);
  const names = namesOf(child).filter((name) => words.has(name));
  if (names.length === 0) return false;
  const [, ...operands] = child.argv ?? [];
  const isOtherSleep =
    names.includes('sleep') && !/[$`{*?[]/.test(text) && operands.some((operand) => !words.has(operand));
  return !isOtherSleep;
}

/** How a command line may name a child: by its program, or by the script that an interpreter was given. */
function namesOf(child: ProcessRecord): readonly string[] {
  const [program = child.comm, operand = ''] = child.argv ?? child.argvText?.split(' ') ?? [];
  const name = bareName(program);
  const script = bareName(programPathOf(child) ?? operand);
  return SCRIPT_RUNNERS.has(name) && !operand.startsWith('-') ? [name, script, bareName(operand)] : [name, script];
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh']);
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set([...SHELLS, 'python', 'python3', 'perl', 'ruby']);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[\s;&|(){}<>'"`$]+/).map((word) => bareName(word)));
}
