import type { Finding } from '../policy/finding.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { spins } from './hidden-runaway.ts';
import { type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import { wholeBound } from './process-findings.ts';
import type { ProcessRecord } from './process-record.ts';
import { baseName, programPathOf } from './program-path.ts';

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
  /** seconds that a bounded command may overrun its bound */
  readonly grace: number;
};

/** A child younger than this may be one of thousands that a loop starts. */
const SETTLED_SECONDS = 1;

/**
 * Whether this process is the one that runs what was found, and not merely one whose command line tells of it. A command
 * line tells the whole story of a shell: a forked subshell carries it too, and so does the shell that only waits.
 */
export function isCulprit(suspect: Accused, context: CulpritContext): boolean {
  const { record, parsed, finding } = suspect;
  if (isPassing(suspect, context)) return false;
  const below = subtreeOf(context.forest, record)
    .slice(1)
    .filter((each) => !isDead(each));
  const forks = below.filter((each) => sharesCommandLine(each, record));
  if (isLeftover(parsed, finding)) {
    // What is put in the background runs in a fork, never in the shell that the host started, which leads its session.
    if (forks.length > 0 || record.sid === record.identity.pid) return false;
  } else if (forks.some((fork) => isSettled(fork) && context.accused.get(fork.identity.pid)?.past === true)) {
    return false;
  }
  if (below.some((each) => runsTheSame(suspect, context.accused.get(each.identity.pid)))) return false;
  return !isElsewhere(suspect, context);
}

/** A fork that lives for one round of its parent's loop: what goes on is the parent. */
function isPassing({ record, parsed, finding, past }: Accused, { forest, accused }: CulpritContext): boolean {
  const parent = record.ppid === null ? undefined : forest.byPid.get(record.ppid);
  const above = parent === undefined ? undefined : accused.get(parent.identity.pid);
  if (past || parent === undefined || above === undefined || !sharesCommandLine(parent, record)) return false;
  return !isSettled(record) || (above.past && !isLeftover(parsed, finding));
}

/** The finding lies in a part of the text that is put in the background. */
function isLeftover({ analysis }: ProcessAnalysis, { place, span }: Finding): boolean {
  if (place === 'leftover') return true;
  return analysis.leftovers.some((leftover) => leftover.span.start <= span.start && span.end <= leftover.span.end);
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
 * The shell waits for a child that is no part of what was found: it is not there yet, or the bound sits in the child's own
 * command line. A shell that burns CPU itself waits for nothing.
 */
function isElsewhere({ record, parsed, finding }: Accused, context: CulpritContext): boolean {
  if (parsed.form !== 'script' || spins(record)) return false;
  const children = context.forest
    .childrenOf(record.identity.pid)
    .filter((child) => !isDead(child) && !sharesCommandLine(child, record));
  if (children.length === 0) return false;
  // A shell that reads its program from a pipe or a here-document may well be the one that runs it.
  if (children.some((child) => isBlind(child, context))) return false;
  const [inside, outside] = [wordsOf(finding.text), wordsOf(textOutside(parsed, finding))];
  if (children.some((child) => namesOf(child).some((name) => inside.has(name)))) return false;
  return children.some((child) => {
    return isSettled(child) && (namesOf(child).some((name) => outside.has(name)) || isWithinBound(child, context));
  });
}

function isBlind(child: ProcessRecord, { analyze }: CulpritContext): boolean {
  const { form } = analyze(child);
  return (form === 'none' || form === 'hidden') && namesOf(child).some((name) => SHELLS.has(name));
}

function isSettled({ ageSeconds }: ProcessRecord): boolean {
  return (ageSeconds ?? 0) >= SETTLED_SECONDS;
}

function isWithinBound(child: ProcessRecord, { analyze, grace }: CulpritContext): boolean {
  const seconds = wholeBound(analyze(child).analysis);
  return seconds !== null && (child.ageSeconds ?? Number.POSITIVE_INFINITY) <= seconds + grace;
}

/** How a command line may name a child: by its program, or by the script that an interpreter was given. */
function namesOf(child: ProcessRecord): readonly string[] {
  const [program = child.comm, operand = ''] = child.argv ?? child.argvText?.split(' ') ?? [];
  const name = baseName(program);
  const script = baseName(programPathOf(child) ?? operand);
  return SCRIPT_RUNNERS.has(name) && !operand.startsWith('-') ? [name, script, baseName(operand)] : [name, script];
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh']);
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set([...SHELLS, 'python', 'python3', 'perl', 'ruby']);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[\s;&|(){}<>'"`$]+/).map((word) => baseName(word)));
}

function textOutside({ command }: ProcessAnalysis, { text }: Finding): string {
  const at = command.indexOf(text);
  return at === -1 ? command : `${command.slice(0, at)} ${command.slice(at + text.length)}`;
}
