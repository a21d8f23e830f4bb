/** What a loop changes, and what kind of thing that is: found out pass by pass. */
import type { Scene } from '../scene.ts';
import { readVariable } from '../state/change.ts';
import type { States } from '../state/flow.ts';
import { sameParameters, sameVariable } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import type { Atoms, Root } from '../values/atoms.ts';
import { isOddNumber, readNumber } from '../values/numbers.ts';
import { rootOf, weakerRoot } from '../values/paths.ts';

/** The names that change. */
export type Names = {
  readonly numbers: Set<string>;
  readonly texts: Set<string>;
  /** texts that are paths, as far as the passes show */
  readonly roots: Map<string, Root>;
  /** what is no whole number, nor becomes one */
  readonly odd: Set<string>;
  /** what becomes a list in the loop */
  readonly lists: Set<string>;
  peeled: boolean;
};

type Seen = { readonly head: State; readonly back: States };

/** Whether the pass changed a name that was taken as fixed, or as a number although it is none. */
export function learn(scene: Scene, names: Names, { head, back }: Seen): boolean {
  const { atoms } = scene.world;
  let more = false;
  for (const state of back) {
    for (const name of [...names.numbers, ...names.texts]) {
      if (names.odd.has(name) || !isOddIn(scene, state, name)) continue;
      names.numbers.delete(name);
      names.texts.add(name);
      names.odd.add(name);
      more = true;
    }
    if (!sameParameters(state.parameters, head.parameters) && !names.numbers.has('#')) {
      names.numbers.add('#');
      more = true;
    }
    for (const [name, variable] of state.variables) {
      if (variable.elements !== null && head.variables.get(name)?.elements == null && !names.lists.has(name)) {
        names.lists.add(name);
        more = true;
      }
      if (names.numbers.has(name) || names.texts.has(name)) continue;
      const before = head.variables.get(name);
      if (before !== undefined && sameVariable(before, variable)) continue;
      const text = variable.text ?? '';
      (variable.elements === null && readNumber(atoms, text).kind === 'number' ? names.numbers : names.texts).add(name);
      more = true;
    }
  }
  return retype(atoms, names, back) || uproot(atoms, names, back) || more;
}

/** Names that some pass makes something else than a path, or than an absolute one. */
function uproot(atoms: Atoms, names: Names, back: States): boolean {
  let changed = false;
  for (const [name, root] of names.roots) {
    if (!names.texts.has(name)) continue;
    const after = back.reduce(
      (weakest, state) => weakerRoot(weakest, rootIn(atoms, state, name)),
      root as Root | undefined,
    );
    if (after === root) continue;
    changed = true;
    if (after === undefined) names.roots.delete(name);
    else names.roots.set(name, after);
  }
  return changed;
}

function retype(atoms: Atoms, names: Names, back: States): boolean {
  let changed = false;
  if (back.length === 0) return false;
  const kinds = (name: string) =>
    back.map((state) => {
      const variable = state.variables.get(name);
      const reading = variable?.elements == null ? readNumber(atoms, variable?.text ?? '') : undefined;
      return reading?.kind === 'number' ? (reading.sure ? 'number' : 'perhaps') : 'text';
    });
  for (const name of names.numbers) {
    if (name === '#' || kinds(name).every((kind) => kind === 'number')) continue;
    names.numbers.delete(name);
    names.texts.add(name);
    changed = true;
  }
  for (const name of names.texts) {
    if (changed || names.odd.has(name) || kinds(name).some((kind) => kind !== 'number')) continue;
    names.texts.delete(name);
    names.numbers.add(name);
    names.peeled = true;
    changed = true;
  }
  return changed;
}

/** The kind of path that the name holds, if it is one. */
export function rootIn(atoms: Atoms, state: State, name: string): Root | undefined {
  const variable = readVariable(atoms, state, name);
  return variable.text === undefined || variable.elements !== null ? undefined : rootOf(atoms, variable.text);
}

/** Whether the name holds what arithmetic makes no whole number of. */
export function isOddIn({ world, source }: Scene, state: State, name: string): boolean {
  const text = state.variables.get(name)?.text;
  return text !== undefined && isOddNumber(world.atoms, text, source.dialect);
}
