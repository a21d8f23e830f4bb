/** A command of which nothing is known but that it is a command. */

import { foundByName, makeNames } from '../conditions/named.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { decided, spendTime } from '../state/change.ts';
import { costWith, lasting } from '../state/cost.ts';
import { anyWay, eitherWay, type Flow, withStatus } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { unknownText } from '../values/atoms.ts';
import type { Call } from '../words/field.ts';
import { addOutput, printSomething } from '../words/output.ts';

/** It ends by itself, one does not know when, and succeeds or not. */
export function runOrdinary(scene: Scene, call: Call, state: State): Flow {
  makeNames(scene, call.fields);
  const asked = scene.tested && scene.passes;
  const cost = costWith(lasting({ kind: 'finite' }, !asked), { probes: asked });
  const after = addOutput(scene, spendTime(state, cost), unknownText(scene.world.atoms, true));
  return askedOrNot(scene, call, after);
}

/** A text that cannot be read takes its time in the shell itself, and may print. */
export function runUnseen(scene: Scene, state: State): Flow {
  return eitherWay(spendTime(printSomething(scene, state), lasting({ kind: 'finite' }, false)));
}

/** Both ways; who asks for the status also learns what it was the status of. */
export function askedOrNot(scene: Scene, call: Call, state: State): Flow {
  if (!scene.tested && !state.shell.options.errexit) return anyWay(state);
  const text = textAt(scene.source, call.span);
  return {
    ok: [withStatus(decided(foundByName(scene, call, state), { text, succeeded: true }), 'ok')],
    no: [withStatus(decided(state, { text, succeeded: false }), 'failed')],
    jumps: [],
  };
}
