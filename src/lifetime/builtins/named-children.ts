/** Which children words mean: `$pid`, `%1`, `$pids`. */
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { childrenIn } from '../values/atoms.ts';
import type { Field } from '../words/field.ts';

/** How many of each child; Infinity: all that there are. */
export type Meant = ReadonlyMap<number, number>;

/** The children that the words name. */
export function meantBy(scene: Scene, fields: readonly Field[], state: State): Meant {
  const all = new Map<number, number>();
  for (const field of fields) {
    for (const [id, count] of named(scene, field, state)) all.set(id, (all.get(id) ?? 0) + count);
  }
  return all;
}

/** Whether `%1` is certainly the first job: a script of dash has none, in zsh a compound command is a job itself. */
export function knowsJobs(scene: Scene): boolean {
  return scene.source.dialect === 'bash';
}

/** The children that are still in the shell's process group. */
export function attachedChildren(scene: Scene, state: State): readonly number[] {
  const { own, orphans, inherited } = state.children;
  const stays = (id: number) => {
    const child = scene.world.children[id];
    return child === undefined || !(child.detached || child.ownGroup);
  };
  return [...own, ...orphans, ...inherited].map(({ id }) => id).filter(stays);
}

function named(scene: Scene, { text }: Field, state: State): Meant {
  const ids = childrenIn(scene.world.atoms, text);
  if (ids.size > 0) return ids;
  const { own, last } = state.children;
  const at = /^%(\d+)$/.exec(text)?.[1];
  const id = /^%[%+]?$/.test(text) ? last : at === undefined ? undefined : own[Number(at) - 1]?.id;
  return new Map(id === undefined ? [] : [[id, 1]]);
}
