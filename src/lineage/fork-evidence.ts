/** What the forks of a shell and the programs below them show of who runs a part of its text. */
import type { Finding } from '../policy/finding.ts';
import type { ForkPlace } from '../shell/fork-place.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { forkDepth } from './fork-depth.ts';
import { spins } from './hidden-runaway.ts';
import { isNamedIn } from './named-child.ts';
import { type ProcessAnalysis, sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName } from './program-path.ts';
import { isSettled, programsOf } from './shell-wait.ts';

/** How many forks lie before what was found; null: not known, or it is about the text as a whole. */
export function placeOf({ placeOf: tell }: ProcessAnalysis, finding: Finding): ForkPlace | null {
  return tell === undefined || finding.bound.kind === 'within' ? null : tell(finding);
}

/** Whether a process may be the one that runs it, by the forks above it and by what runs beside it. */
export function mayRun(record: ProcessRecord, place: ForkPlace, forest: Forest): boolean {
  const depth = forkDepth(record, forest);
  if (depth.least > place.most || depth.most < place.least) return false;
  return !isOfOtherPipeline(record, place, forest);
}

/** Its shell waits for one pipeline at a time: what else runs there shows that it is another one. */
function isOfOtherPipeline(fork: ProcessRecord, { pipeline }: ForkPlace, forest: Forest): boolean {
  const parent = fork.ppid === null ? undefined : forest.byPid.get(fork.ppid);
  if (pipeline === null || parent === undefined || !sharesCommandLine(parent, fork)) return false;
  const own = new Set(subtreeOf(forest, fork));
  return programsBelow(parent, forest).some(
    (each) => !own.has(each) && isSettled(each) && !isNamedIn(pipeline.text, each) && !isNamedIn(pipeline.beside, each),
  );
}

/**
 * A shell without a child and without work is hardly in a loop that sleeps, which has a child but for some milliseconds: it
 * reads a pipe, or ends. Some shells sleep by themselves (busybox, mksh), these do not.
 */
export function readsOrEnds(record: ProcessRecord, { kind, text }: Finding): boolean {
  const isPoll = kind === 'unbounded-loop' && /\bsleep\s+["']?[\d$]/.test(text);
  return isPoll && !spins(record) && SLEEP_IN_CHILD.has(bareName(record.argv?.[0] ?? ''));
}

const SLEEP_IN_CHILD: ReadonlySet<string> = new Set(['bash', 'zsh', 'dash']);

/**
 * The shell waits for a fork that lives on and is elsewhere in the text: neither what was found nor anything that runs
 * beside it would have made that fork.
 */
export function waitsForFork(record: ProcessRecord, place: ForkPlace, forest: Forest): boolean {
  return forest
    .childrenOf(record.identity.pid)
    .filter((child) => !isDead(child) && isSettled(child) && sharesCommandLine(child, record))
    .some((fork) => isElsewhere(fork, place, forest));
}

/** By the programs below it, when it has any; one without may be anywhere that forks. */
function isElsewhere(fork: ProcessRecord, { text, forks, beside }: ForkPlace, forest: Forest): boolean {
  if (!forks && beside === '') return true;
  const programs = programsBelow(fork, forest);
  return programs.some((each) => !isNamedIn(beside, each) && !(forks && (text === null || isNamedIn(text, each))));
}

/** It sleeps, and for as long as no sleep in what was found does, and nothing else runs there that was found. */
export function sleepsElsewhere(record: ProcessRecord, { text, beside }: ForkPlace, forest: Forest): boolean {
  // A loop may sleep by another name; one that says for how long is taken at its word.
  if (text === null || !/\bsleep\s/.test(text)) return false;
  const programs = programsOf(record, forest).filter((child) => !isNamedIn(beside, child));
  const sleeps = programs.some((child) => bareName(child.argv?.[0] ?? '') === 'sleep');
  return sleeps && !programs.some((child) => isNamedIn(text, child));
}

/** The programs that a shell and its forks have started; what those start in turn goes by other names. */
function programsBelow(shell: ProcessRecord, forest: Forest): readonly ProcessRecord[] {
  const shells = subtreeOf(forest, shell, (child) => sharesCommandLine(child, shell));
  return shells.flatMap((each) => programsOf(each, forest));
}
