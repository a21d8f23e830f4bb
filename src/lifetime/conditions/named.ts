/** Names with a number in them: only so many of them are taken, whatever was taken before. */
import type { Scene } from '../scene.ts';
import { constrain } from '../state/change.ts';
import type { State } from '../state/state.ts';
import { atomOf, fixedNumberText, isKnown, knownStart } from '../values/atoms.ts';
import { add, negate } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import { lastPart } from '../values/paths.ts';
import type { Call, Field } from '../words/field.ts';

const TAKEN = 'the last that is taken of ';

/**
 * The state in which something is there under that name: its numbers lie between the first and the last of which that is
 * true, which nobody here knows. A search for a name or a port that is free comes to its end thereby, as does going
 * through `part1`, `part2` ... until one is missing.
 */
export function nameIsTaken(scene: Scene, text: string, state: State): State {
  if (isKnown(text)) return state;
  const { atoms } = scene.world;
  let after = state;
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom?.kind !== 'number' || atom.form.terms.length === 0) continue;
    const last = readNumber(atoms, fixedNumberText(atoms, TAKEN + knownStart(text)));
    if (last.kind !== 'number') continue;
    const above = constrain(after, 'not-negative', add(last.form, negate(atom.form)));
    after = constrain(above, 'not-negative', add(last.form, atom.form));
  }
  return after;
}

/** Programs that look up whether there is something of that name, by what of their words says so. */
const LOOK_UP: Readonly<Record<string, RegExp>> = {
  nc: /./,
  ncat: /./,
  netcat: /./,
  lsof: /^-\w*i/,
  fuser: /./,
  ls: /./,
  stat: /./,
  id: /./,
  getent: /./,
  git: /^(?:rev-parse|show-ref|cat-file)$/,
  docker: /^(?:inspect|image|network|volume)$/,
  podman: /^(?:inspect|image|network|volume)$/,
  tmux: /^has/,
};

/** What is known once the call has succeeded. */
export function foundByName(scene: Scene, call: Call, state: State): State {
  const [name = '', ...words] = call.fields.map(({ text }) => text);
  if (words.every(isKnown)) return state;
  const base = lastPart(name);
  if (!looksUp(base, words)) return state;
  const names = words.filter(
    (word, at) => !AMOUNT.test(words[at - 1] ?? '') && (base === 'lsof' || !word.startsWith('-')),
  );
  return names.reduce((after, word) => nameIsTaken(scene, word, after), state);
}

function looksUp(base: string, words: readonly string[]): boolean {
  if (SEARCHES.has(base)) return !words.some((word) => INVERTED.test(word));
  return words.some((word) => LOOK_UP[base]?.test(word) === true);
}

/** Options whose word is an amount. */
const AMOUNT = /^-\w*[wmABCDT]$/;

const SEARCHES = new Set(['grep', 'egrep', 'fgrep', 'rg']);
const INVERTED = /^-\w*[vLc]|^--(?:invert|files-without|count)/;

/** Programs whose words are names of what they make. */
const MAKERS = new Set([
  'touch',
  'mkdir',
  'mkfifo',
  'cp',
  'mv',
  'ln',
  'tee',
  'install',
  'dd',
  'truncate',
  'rsync',
  'git',
  'docker',
  'podman',
  'tmux',
  'useradd',
]);

/** Remembers the names that the call makes. */
export function makeNames(scene: Scene, fields: readonly Field[]): void {
  const [name = '', ...words] = fields.map(({ text }) => text);
  const base = lastPart(name);
  if (!MAKERS.has(base) || looksUp(base, words)) return;
  for (const word of words) makeName(scene, word);
}

/** Remembers that there is something of that name from now on. */
export function makeName(scene: Scene, text: string): void {
  if (!isKnown(text)) scene.world.made.push(text);
}

/** The numbers up to which names of that kind are taken, for the names that were made since. */
export function movingEnds(scene: Scene, since: number): ReadonlySet<string> {
  return new Set(scene.world.made.slice(since).map((text) => TAKEN + knownStart(text)));
}
