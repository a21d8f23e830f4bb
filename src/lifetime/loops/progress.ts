/** Loops that go from one thing to the next: the parent of a process, the following page, the day after, the rest of a list. */
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { symbolsIn } from '../words/answer.ts';
import type { AnyPass } from './any-pass.ts';
import type { Loop } from './shape.ts';

/** A longer pause is a wait, and with it the loop asks again instead of going on. */
const LONGEST_PAUSE = 1;

/**
 * Whether every pass asks a program for the next value with the one that it had, and what decides looks at that value.
 * Where such a chain ends is not known here, so that nothing is claimed and nothing is held against it.
 */
export function goesOn(scene: Scene, loop: Loop, { pass, symbols }: AnyPass): boolean {
  const { back, broke, outside, jumps } = pass;
  if (back.length === 0) return false;
  const waits = back.some((one) => one.cost.slept > LONGEST_PAUSE);
  const ends = [...broke, ...jumps.map(({ state }) => state)].map((end) => end.path.decision?.text ?? '');
  const asked = [outside.length > 0 ? (loop.condition?.text ?? '') : '', ...ends];
  return [...symbols.texts, ...symbols.numbers].some(
    ([name, symbol]) =>
      (!waits || isList(back, name)) &&
      asked.some((text) => mentions(text, name)) &&
      back.every((one) => comesFrom(scene, one, { name, symbol })),
  );
}

function mentions(text: string, name: string): boolean {
  return text.split(/\W+/).includes(name);
}

type Named = { readonly name: string; readonly symbol: number };

function comesFrom(scene: Scene, back: State, { name, symbol }: Named): boolean {
  return [...symbolsIn(scene, back.variables.get(name)?.text ?? '', false)].includes(symbol);
}

/** A list gets shorter whether the loop pauses or not. */
function isList(back: readonly State[], name: string): boolean {
  return back.every((one) => one.variables.get(name)?.elements != null);
}
