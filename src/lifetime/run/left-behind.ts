/** A command that returns at once while what it started goes on: `docker run -d`, `setsid -f`, `ssh -f`. */

import type { Role, Span } from '../../policy/finding.ts';
import type { Found } from '../findings/found.ts';
import { collecting, type Scene } from '../scene.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import { type Cost, costWith, isOpen, lasting } from '../state/cost.ts';
import type { State } from '../state/state.ts';
import { addChild } from './add-child.ts';
import { endlessFinding, type ProgramCall, roleOf } from './program-findings.ts';

/** The state in which the program's detached part lives on as nobody's child. */
export function leaveBehind(scene: Scene, program: ProgramCall, state: State): State {
  const { call, description } = program;
  const { found } = collecting(scene.world, () => endlessFinding(scene, program, state));
  return addDetached(
    scene,
    { span: call.span, found, role: roleOf(description, 'ordinary') },
    {
      state,
      cost: lasting(description.bound, description.bound.kind !== 'within'),
    },
  );
}

type Detached = { readonly span: ProgramCall['call']['span']; readonly found: readonly Found[]; readonly role: Role };

/** Adds a child of which the shell knows nothing any more. */
export function addDetached(
  scene: Scene,
  { span, found, role }: Detached,
  { state, cost }: { readonly state: State; readonly cost: State['cost'] },
): State {
  const child = {
    source: scene.source,
    span,
    cost,
    role,
    found,
    detached: true,
    ownGroup: true,
    holdsOutput: false,
    direct: true,
    beside: undefined,
    understood: true,
    outlives: undefined,
  };
  const { last } = state.children;
  const added = addChild(scene, child, { state, disowned: true });
  return stateWith(added, { children: childrenWith(added.children, { last }) });
}

/** Nobody reads `< <( ... )` to its end, so nobody waits for what writes there. */
export function leaveProducers(scene: Scene, producers: readonly Span[], state: State): State {
  let after = state;
  for (const span of producers) {
    const { cost } = state;
    const rest: Cost = isOpen(cost.kind)
      ? lasting({ kind: 'finite' }, false)
      : costWith(cost, { least: 0, loose: false });
    after = addDetached(scene, { span, found: [], role: 'ordinary' }, { state: after, cost: rest });
  }
  return after;
}
