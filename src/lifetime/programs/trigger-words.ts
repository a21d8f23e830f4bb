import { describers, programRows } from './program-index.ts';
import { shellNames } from './shells.ts';

/** Further names that lead somewhere although no row bears them. */
const INTERPRETERS = ['node', 'nodejs', 'python', 'python2', 'python3', 'pypy', 'pypy3', 'ruby', 'busybox', 'toybox'];

let words: readonly string[] | undefined;

/**
 * Every program name that can lead to a finding, sorted: a command text that holds none of them as a word, no shell
 * keyword of a loop and no `&` has nothing that the tables could report. Versioned names (`python3.12`) begin with one of them.
 */
export function triggerWords(): readonly string[] {
  words ??= [...collect()].sort();
  return words;
}

function collect(): ReadonlySet<string> {
  const found = new Set([...INTERPRETERS, ...shellNames, ...Object.keys(describers)]);
  for (const row of programRows) {
    if (row.catches.length > 0) for (const name of row.names) found.add(name);
  }
  return found;
}
