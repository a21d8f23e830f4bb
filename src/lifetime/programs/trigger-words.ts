/** Which words a command text must hold for the tables to have anything to say: data for a cheap look before the analysis. */
import { describers, programRows } from './program-index.ts';
import type { Outcome, ProgramNode, ProgramRow, Runs } from './program-row.ts';
import { shellNames } from './shells.ts';

/** A word, and pieces of text of which one must stand in the command as well (none: the word alone is enough). */
export type Trigger = { readonly word: string; readonly needs: readonly string[] };

/**
 * Programs that only pass on what their words say: whatever that leads to is triggered by a word of its own. The same holds
 * for the rows that `passesOn` finds.
 */
const TRANSPARENT: ReadonlySet<string> = new Set(
  '. eval env genv xargs gxargs find gfind fd fdfind direnv nix nix-shell bwrap'.split(' '),
);

/** node --watch, and modules of Python whose program goes by another name. */
const OTHER_WORDS = ['--watch', '--watch-path', 'jupyterlab', 'notebook', 'django'];

let found: readonly Trigger[] | undefined;

/**
 * Every word that can lead to a finding of the tables, sorted. Match them as whole words, also behind a `/`; a command word
 * that is a path may besides be a script file, which no word tells, and neither does `. file`. Loops and `&` are not the tables' affair.
 */
export function triggers(): readonly Trigger[] {
  found ??= [...collect()].map(([word, needs]) => ({ word, needs })).sort(byWord);
  return found;
}

/** The words of `triggers` alone. */
export function triggerWords(): readonly string[] {
  return triggers().map((trigger) => trigger.word);
}

function byWord(a: Trigger, b: Trigger): number {
  return a.word < b.word ? -1 : Number(a.word > b.word);
}

function collect(): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const row of programRows) {
    const needs = needsOf(row);
    if (needs !== undefined) for (const name of row.names) words.set(name, needs);
  }
  const alone = [...OTHER_WORDS, ...shellNames, ...Object.keys(describers).filter((name) => !TRANSPARENT.has(name))];
  for (const word of alone) words.set(word, []);
  return words;
}

/** Undefined when the row never leads to anything by itself. */
function needsOf(row: ProgramRow): readonly string[] | undefined {
  if (row.needs !== undefined) return row.needs;
  if (matters({ ...row, subs: {} })) return [];
  const subs = Object.entries(row.subs ?? {}).filter(([, node]) => matters(node));
  return subs.length === 0 ? undefined : subs.flatMap(([names]) => names.split('|'));
}

function matters(node: ProgramNode): boolean {
  if ((node.cases ?? []).some((row) => outcomeMatters(row.is))) return true;
  if (node.runs !== undefined ? !passesOn(node.runs) : outcomeMatters(node.otherwise)) return true;
  return Object.values(node.subs ?? {}).some(matters);
}

function outcomeMatters(outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return false;
  return outcome.bound !== 'finite' || outcome.role === 'slow' || outcome.returnsAtOnce === true;
}

/** A wrapper that changes nothing about the life of what it runs, and runs something only when it is told what. */
function passesOn(runs: Runs): boolean {
  const { effect, when, limit, shell, nothing } = runs;
  if (when !== undefined || limit !== undefined || shell !== undefined || outcomeMatters(nothing)) return false;
  return Object.keys(effect).every((key) => key === 'externalOnly' || key === 'elsewhere' || key === 'replaces');
}
