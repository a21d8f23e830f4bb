/** `$( ... )`: runs the text in a shell of its own and answers with what it prints. */

import type { Statement } from '../../shell/ast.ts';
import { deeperScene, report, type Scene, subshellScene } from '../scene.ts';
import { childrenWith, ioWith, stateWith } from '../state/copy.ts';
import { addCost, bothCost, costWith, isOpen } from '../state/cost.ts';
import { endings } from '../state/flow.ts';
import { mergeStates } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { enterSubshell, isKilled, leaveSubshell } from '../state/subshell.ts';
import { unknownText } from '../values/atoms.ts';

export type Captured = { readonly text: string; readonly state: State };

/** The printed text without the newlines at its end, and the state afterwards, whose status is that of the text. */
export function capture(scene: Scene, body: readonly Statement[], state: State): Captured {
  const { world } = scene;
  const entered = enterSubshell(state, scene.source.dialect);
  const inner: State = stateWith(entered, { io: ioWith(entered.io, { output: { kind: 'captured', text: '' } }) });
  const flow = world.run.statements(deeperScene(subshellScene(scene)), body, [inner]);
  const ends = [...endings(flow), ...flow.jumps.map((jump) => jump.state)];
  const [first, ...others] = ends;
  if (first === undefined) return { text: unknownText(world.atoms, true), state: neverReturned(state) };
  const end = others.reduce((left, right) => mergeStates(world.atoms, left, right), first);
  const text = 'text' in end.io.output ? end.io.output.text : '';
  return { text: text.replace(/\n+$/, ''), state: leaveSubshell(state, waitForHolders(scene, end)) };
}

/** An endless substitution: nothing after it runs, but it is looked at all the same. */
function neverReturned(state: State): State {
  return stateWith(state, { cost: costWith(state.cost, { kind: 'endless' }), status: 'either' });
}

/** A child that keeps the pipe open keeps the substitution waiting. */
function waitForHolders(scene: Scene, state: State): State {
  const { own, orphans } = state.children;
  const holders = [...own, ...orphans].filter(({ id, killed }) => {
    const child = scene.world.children[id];
    return child?.holdsOutput === true && (!isKilled(killed) || isOpen(child.cost.kind));
  });
  if (holders.length === 0) return state;
  let { cost } = state;
  for (const { id, started } of holders) {
    const child = scene.world.children[id];
    if (child === undefined) continue;
    const passed = Math.max(0, state.cost.least - started);
    cost = bothCost(
      cost,
      addCost(state.cost, costWith(child.cost, { seconds: Math.max(0, child.cost.seconds - passed) })),
    );
    report(scene.world, child.found);
  }
  const gone = new Set(holders.map(({ id }) => id));
  const stays = (list: typeof own) => list.filter(({ id }) => !gone.has(id));
  return stateWith(state, {
    cost,
    children: childrenWith(state.children, { own: stays(own), orphans: stays(orphans) }),
  });
}
