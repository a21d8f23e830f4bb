/** Which words a command text must hold for the tables to have anything to say: data for a cheap look before the analysis. */
import { describers } from './describers.ts';
import { programRows } from './program-index.ts';
import type { Outcome, ProgramNode, Runs } from './program-row.ts';
import { shellNames } from './shells.ts';

/**
 * Programs that only pass on what their words say: whatever that leads to is triggered by a word of its own. The same holds
 * for the rows that `passesOn` finds.
 */
const TRANSPARENT: ReadonlySet<string> = new Set(
  '. eval env genv xargs gxargs find gfind fd fdfind direnv nix nix-shell bwrap'.split(' '),
);

/** node --watch, and modules of Python whose program goes by another name. */
const OTHER_WORDS = ['--watch', '--watch-path', 'jupyterlab', 'notebook', 'django'];

/** Whatever reads one of these to its end never ends. */
const DEVICES = ['zero', 'random', 'urandom', 'full'];

let found: readonly string[] | undefined;

/**
 * Every word that can lead to a finding of the tables, sorted. Match them as whole words, also behind a `/`; a command word
 * that is a path may besides be a script file, which no word tells, and neither does `. file`. Loops and `&` are not the tables' affair.
 */
export function triggerWords(): readonly string[] {
  found ??= [...collect()].sort();
  return found;
}

function collect(): ReadonlySet<string> {
  const own = Object.keys(describers).filter((name) => !TRANSPARENT.has(name));
  const rows = programRows.filter(matters).flatMap((row) => row.names);
  return new Set([...OTHER_WORDS, ...DEVICES, ...shellNames, ...own, ...rows]);
}

let runners: readonly string[] | undefined;

/** Every program that runs the words after it, sorted: what those are need not stand in the text as a word. */
export function wrapperWords(): readonly string[] {
  const rows = programRows.filter(runsWords).flatMap((row) => row.names);
  runners ??= [...new Set([...TRANSPARENT, ...shellNames, ...Object.keys(describers), ...rows])].sort();
  return runners;
}

function runsWords(node: ProgramNode): boolean {
  return node.runs !== undefined || Object.values(node.subs ?? {}).some(runsWords);
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
