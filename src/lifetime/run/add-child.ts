/** What the shell knows of a process that it goes on without. */

import type { Role } from '../../policy/finding.ts';
import type { Command } from '../../shell/ast.ts';
import type { Found } from '../findings/found.ts';
import type { Child, Scene } from '../scene.ts';
import { opaque } from '../state/change.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import { anyCost } from '../state/cost.ts';
import type { ChildState, State } from '../state/state.ts';

/** More children than these are not told apart. */
const MOST_CHILDREN = 500;

/** Puts the child among those that the shell can wait for, or among those that it cannot. */
export function addChild(
  scene: Scene,
  child: Child,
  { state, disowned }: { readonly state: State; readonly disowned: boolean },
): State {
  if (scene.dead) return state;
  const id = childId(scene, child);
  const { children } = state;
  const before = children.own.find((one) => one.id === id)?.count ?? 0;
  const entry: ChildState = { id, killed: 'no', started: state.cost.least, count: before + 1 };
  const others = (list: readonly ChildState[]) => list.filter((one) => one.id !== id);
  if (children.own.length + children.orphans.length > MOST_CHILDREN) {
    // The findings of this one would be lost: what is left behind is not all known any more.
    scene.world.budget.exhausted = true;
    return opaque(state);
  }
  if (disowned)
    return stateWith(state, {
      children: childrenWith(children, { orphans: [...others(children.orphans), entry], last: id }),
    });
  return stateWith(state, { children: childrenWith(children, { own: [...others(children.own), entry], last: id }) });
}

/** The same place in the text is the same child, however often it is passed. */
function childId(scene: Scene, child: Child): number {
  const { world } = scene;
  const at = child.source.locate(child.span);
  const key = `${child.source.file ?? ''} ${at.start} ${at.end} ${child.span.start} ${child.source.text.length}`;
  const known = world.childByKey.get(key);
  if (known === undefined) {
    world.children.push(child);
    world.childByKey.set(key, world.children.length - 1);
    return world.children.length - 1;
  }
  const before = world.children[known];
  if (before !== undefined) world.children[known] = { ...child, cost: anyCost([before.cost, child.cost]) };
  return known;
}

const STRONGEST: readonly Role[] = ['loop', 'server', 'follow', 'sleep', 'slow'];

/** What the child is, by the gravest thing in it. */
export function roleOf(found: readonly Found[]): Role {
  return STRONGEST.find((role) => found.some((one) => one.role === role)) ?? 'ordinary';
}

/** Whether its standard output goes elsewhere. */
export function redirectsOutput(command: Command): boolean {
  if (command.kind === 'pipeline')
    return command.stages.some((stage) => stage === command.stages.at(-1) && redirectsOutput(stage));
  if (!('redirects' in command)) return false;
  return command.redirects.some(
    ({ operator, descriptor }) => operator.includes('>') && operator !== '<>' && (descriptor ?? '1') === '1',
  );
}
