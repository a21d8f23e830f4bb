/** What a program answers, as far as it matters to a loop: with the values of which names it was asked. */
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { answerText, atomOf, isKnown, unknownText } from '../values/atoms.ts';
import { lastPart } from '../values/paths.ts';
import type { Call } from './field.ts';

/** Programs that look something up for what they are given: the page after this one, the parent of this process. */
const SOURCES = new Set(
  'curl wget http https xh aws gcloud az gh glab psql mysql sqlite3 redis-cli mongosh ps readlink git kubectl'.split(
    ' ',
  ),
);
/** Programs that pass on a part of what they read. */
const FILTERS = new Set('jq yq sed cut tr head tail grep awk gawk mawk xmllint cat sort column'.split(' '));

/** Options with which the answer may be what was asked with. */
const SAME = /^-[fem]$|^--canonicalize/;

/** Text of which nothing is known but where it came from. */
export function answerOf(scene: Scene, call: Call, state: State): string {
  const { atoms } = scene.world;
  const [name = '', ...words] = call.fields.map(({ text }) => text);
  const base = lastPart(name);
  const source = SOURCES.has(base) && !(base === 'readlink' && words.some((word) => SAME.test(word)));
  if (!source && !FILTERS.has(base)) return unknownText(atoms, true);
  const looksAtFile = source || words.some((word) => word.startsWith('/proc/'));
  const input = state.io.inputs.get('0');
  const from = new Set<number>(input?.from ?? []);
  for (const text of [...words, input?.text ?? ''])
    for (const symbol of symbolsIn(scene, text, looksAtFile)) from.add(symbol);
  return from.size === 0 ? unknownText(atoms, true) : answerText(atoms, [...from]);
}

/** The answer to a question for the day after: asked with every value in the words. */
export function answerToStep(scene: Scene, words: readonly string[]): string {
  const from = words.flatMap((word) => [...symbolsIn(scene, word, true)]);
  return from.length === 0 ? '' : answerText(scene.world.atoms, [...new Set(from)]);
}

/** What is left of a list once something has been taken from it: of how many elements is not known, but of which list. */
export function restOf(scene: Scene, elements: readonly string[]): string {
  const from = elements.flatMap((text) => [...symbolsIn(scene, text, true)]);
  return from.length === 0 ? unknownText(scene.world.atoms, true) : answerText(scene.world.atoms, [...new Set(from)]);
}

/** The symbols of what a loop changes, and those with which an answer in the text was asked for. */
export function* symbolsIn(scene: Scene, text: string, direct: boolean): Generator<number> {
  if (isKnown(text)) return;
  for (const character of text) {
    const atom = atomOf(scene.world.atoms, character);
    if (atom?.kind === 'unknown') {
      yield* atom.from;
      if (direct) for (const [symbol] of atom.length?.terms ?? []) yield symbol;
    } else if (atom?.kind === 'number' && direct) for (const [symbol] of atom.form.terms) yield symbol;
  }
}
