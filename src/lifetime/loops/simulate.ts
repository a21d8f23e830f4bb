/** Runs a loop pass by pass, where no argument fits: halving, lists that are used up, words that get shorter. */

import type { Found } from '../findings/found.ts';
import { collecting, type Scene } from '../scene.ts';
import { pathWith, stateWith } from '../state/copy.ts';
import type { Jump, States } from '../state/flow.ts';
import { sameParameters, sameVariables, settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { runPass } from './any-pass.ts';
import type { Loop } from './shape.ts';

/** A list of so few items is followed item by item when a pass changes something. */
export const SHORT_LIST = 8;

/** Loops that take longer are not followed pass by pass. */
const MOST_PASSES = 48;

export type Simulated = {
  readonly outside: States;
  readonly broke: States;
  readonly jumps: readonly Jump[];
  readonly found: readonly Found[];
};

/** All the ways in which the loop ends, or undefined when it does not end within reach. */
export function simulate(scene: Scene, loop: Loop, state: State): Simulated | undefined {
  const { result, found } = collecting(scene.world, () => runAll(scene, loop, state));
  if (result === undefined) return undefined;
  const { outside, broke, jumps } = result;
  return { outside, broke, jumps, found };
}

function runAll(scene: Scene, loop: Loop, state: State): Omit<Simulated, 'found'> | undefined {
  const { atoms, budget } = scene.world;
  let outside: States = [];
  let broke: States = [];
  let jumps: readonly Jump[] = [];
  let heads: States = [state];
  const before: States[] = [];
  // In a short list that an outer loop goes through, what the tests have shown still matters to that loop.
  const keeps = typeof loop.listed === 'number' && loop.listed <= SHORT_LIST;
  for (let number = 0; heads.length > 0; number += 1) {
    if (number > MOST_PASSES || budget.exhausted || (loop.listed === undefined && goesRound(before, heads)))
      return undefined;
    before.push(heads);
    const pass = runPass(scene, loop, { states: heads, pass: number, head: state });
    if (pass.back.some((one) => one.path.opaque)) return undefined;
    outside = settle(atoms, [...outside, ...pass.outside]);
    broke = settle(atoms, [...broke, ...pass.broke]);
    jumps = [...jumps, ...pass.jumps];
    heads = settle(atoms, keeps ? pass.back : pass.back.map((one) => forget(one, state)));
  }
  return { outside, broke, jumps };
}

function forget(state: State, start: State): State {
  return stateWith(state, { path: pathWith(state.path, { constraints: start.path.constraints }) });
}

/** Whether every state was there before: then the same passes can follow again and again. */
function goesRound(before: readonly States[], heads: States): boolean {
  return before.slice(-4).some((earlier) => heads.every((head) => earlier.some((one) => sameValues(one, head))));
}

function sameValues(left: State, right: State): boolean {
  return (
    sameVariables(left.variables, right.variables) &&
    sameParameters(left.parameters, right.parameters) &&
    sameOffsets(left.io.offsets, right.io.offsets)
  );
}

function sameOffsets(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): boolean {
  if (left === right) return true;
  return left.size === right.size && [...left].every(([id, offset]) => right.get(id) === offset);
}
