/** The end of a shell: its EXIT trap runs, and what it has not waited for stays behind. */

import type { Scene } from '../scene.ts';
import { sceneWith } from '../scene.ts';
import { embeddedText } from '../source-text.ts';
import { withShell } from '../state/change.ts';
import { stateWith } from '../state/copy.ts';
import { endings, type Flow, type States } from '../state/flow.ts';
import { settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';

/** Every way in which the shell can end, after its EXIT trap. Nothing jumps out of a shell. */
export function finishShell(scene: Scene, flow: Flow): Flow {
  const ok = [...flow.ok];
  const no = [...flow.no];
  const gone: State[] = [];
  for (const jump of flow.jumps) {
    if (jump.kind === 'replaced') gone.push(jump.state);
    else {
      if (jump.state.status !== 'failed') ok.push(jump.state);
      if (jump.state.status !== 'ok') no.push(jump.state);
    }
  }
  const { atoms } = scene.world;
  const replaced = settle(atoms, gone);
  return {
    ok: leave(scene, settle(atoms, ok)).concat(replaced),
    no: leave(scene, settle(atoms, no)).concat(replaced),
    jumps: [],
  };
}

function leave(scene: Scene, states: States): States {
  if (states.every((state) => !state.shell.traps.has('EXIT'))) return states;
  return states.flatMap((state) => runExitTrap(scene, state));
}

function runExitTrap(scene: Scene, state: State): States {
  const action = state.shell.traps.get('EXIT');
  if (action === undefined || action === '') return [state];
  const traps = new Map(state.shell.traps);
  traps.delete('EXIT');
  const source = embeddedText(
    scene.source,
    { start: 0, end: scene.source.text.length },
    {
      text: action,
      dialect: scene.source.dialect,
    },
  );
  const inside: Scene = sceneWith(scene, { exitTrap: true, depth: scene.depth + 1, tested: true, loops: 0 });
  const flow = scene.world.run.text(inside, source, withShell(state, { traps }));
  const ends = [...endings(flow), ...flow.jumps.map((jump) => jump.state)];
  return settle(
    scene.world.atoms,
    ends.map((end) => stateWith(end, { status: state.status })),
  );
}
