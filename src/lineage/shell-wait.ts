import { fnv1a } from './fnv.ts';
import { type Forest, isDead } from './forest.ts';
import { formatIdentity } from './identity.ts';
import { isNamedIn, isShellByName } from './named-child.ts';
import { type AnalyzeProcess, commandLineKey, sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';

/** What a shell waits for: which process, and a digest of its command line. */
export type Wait = { readonly child: string; readonly line: string };

/** A child younger than this may be one of thousands that a loop starts. */
const SETTLED_SECONDS = 1;

export function isSettled({ ageSeconds }: ProcessRecord): boolean {
  return (ageSeconds ?? 0) >= SETTLED_SECONDS;
}

/**
 * What a shell waits for, when that is no part of what was found: it is not there yet, or the bound sits in the child's own
 * command line. Undefined: it may well be in the midst of it.
 * @param text what was found, as far as it may start something
 * @param beside what the shell may have put beside itself: it waits for none of that
 */
export function waitOf(
  record: ProcessRecord,
  { text, beside }: { readonly text: string; readonly beside: string },
  { forest, analyze }: { readonly forest: Forest; readonly analyze: AnalyzeProcess },
): Wait | undefined {
  // A shell that reads its program from a pipe or a here-document may well be the one that runs it: what that has started
  // counts as this one's.
  const children = programsOf(record, forest).flatMap((child) => {
    const own = isBlind(child, analyze) ? programsOf(child, forest) : [];
    return own.length > 0 ? own : [child];
  });
  if (children.some((child) => isBlind(child, analyze))) return undefined;
  if (children.some((child) => isNamedIn(text, child))) return undefined;
  const settled = children.find((child) => isSettled(child) && !isNamedIn(beside, child));
  return settled && { child: formatIdentity(settled.identity), line: digest(commandLineKey(settled)) };
}

/** Whether the text around what was found tells of a child as well. */
export function isNamedBeside(whole: string, found: string, record: ProcessRecord, forest: Forest): boolean {
  const rest = whole.split(found).join(';');
  return programsOf(record, forest).some((child) => isSettled(child) && isNamedIn(rest, child));
}

/** The living children that have become programs of their own. */
export function programsOf(record: ProcessRecord, forest: Forest): readonly ProcessRecord[] {
  return forest.childrenOf(record.identity.pid).filter((child) => !isDead(child) && !sharesCommandLine(child, record));
}

/** Tells command lines apart without keeping what they hold (a hash of 32 bits, and the length). */
function digest(text: string): string {
  return `${fnv1a(text).toString(16)}.${text.length}`;
}

function isBlind(child: ProcessRecord, analyze: AnalyzeProcess): boolean {
  const { form } = analyze(child);
  return (form === 'none' || form === 'hidden') && isShellByName(child);
}
