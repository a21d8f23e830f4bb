/** Builtins that go somewhere else: `break`, `continue`, `return`, `exit`; and those that only succeed or fail. */
import type { Scene } from '../scene.ts';
import { type Flow, failing, joinFlows, jumping, succeeding, withStatus } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { exactly } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import type { Call } from '../words/field.ts';
import type { Builtin } from './builtin.ts';

/** `:` and `true` */
export const SUCCEED: Builtin = { run: (_scene, _call, state) => succeeding(state) };

/** `false` */
export const FAIL: Builtin = { run: (_scene, _call, state) => failing(state) };

/** `break N` leaves N loops, all of them when there are fewer; without a loop around it does nothing. In a subshell of a loop it ends that. */
export const BREAK: Builtin = { run: (scene, call, state) => leaveLoops(scene, { call, kind: 'break' }, state) };

/** `continue N` */
export const CONTINUE: Builtin = { run: (scene, call, state) => leaveLoops(scene, { call, kind: 'continue' }, state) };

/** `exit N` */
export const EXIT: Builtin = { run: (_scene, call, state) => leaveWith('exit', call, state) };

/** `return N`; at the top of a text it means nothing to bash, and ends the others. */
export const RETURN: Builtin = {
  run: (scene, call, state) => {
    if (scene.returns) return leaveWith('return', call, state);
    return scene.source.dialect === 'bash' ? failing(state) : leaveWith('exit', call, state);
  },
};

function leaveLoops(scene: Scene, { call, kind }: { call: Call; kind: 'break' | 'continue' }, state: State): Flow {
  const endsShell = scene.outerLoop && scene.source.dialect !== 'bash';
  if (scene.loops === 0 && !endsShell) return succeeding(state);
  const asked = call.fields[1];
  const reading = asked === undefined ? undefined : readNumber(scene.world.atoms, asked.text);
  const levels = reading?.kind === 'number' ? (exactly(reading.form) ?? 1) : 1;
  if (levels < 1) return failing(state);
  if (endsShell && levels > scene.loops) return jumping({ kind: 'exit', state: withStatus(state, 'ok') });
  return jumping({ kind, levels: Math.min(levels, scene.loops), state: withStatus(state, 'ok') });
}

function leaveWith(kind: 'exit' | 'return', call: Call, state: State): Flow {
  const status = call.fields[1]?.text;
  if (status === undefined) return jumping({ kind, state });
  if (/^0+$/.test(status)) return jumping({ kind, state: withStatus(state, 'ok') });
  if (/^\d+$/.test(status)) return jumping({ kind, state: withStatus(state, 'failed') });
  const jump = (as: State['status']) => jumping({ kind, state: withStatus(state, as) });
  return status === '' ? jumping({ kind, state }) : joinFlows([jump('ok'), jump('failed')]);
}
