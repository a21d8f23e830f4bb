/** `test` and `[`. */
import { decideBracket } from '../conditions/bracket.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { decided } from '../state/change.ts';
import { type Flow, failing, withStatus } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Call, Field } from '../words/field.ts';
import type { Builtin } from './builtin.ts';

export const TEST: Builtin = {
  run: (scene, call, state) => runTest(scene, { call, words: call.fields.slice(1) }, state),
};

/** A `[` that is not closed is an error. */
export const BRACKET: Builtin = {
  run: (scene, call, state) => {
    if (call.fields.at(-1)?.text !== ']') return failing(state);
    return runTest(scene, { call, words: call.fields.slice(1, -1) }, state);
  },
};

function runTest(scene: Scene, { call, words }: { call: Call; words: readonly Field[] }, state: State): Flow {
  const { yes, no, error } = decideBracket(scene, words, state);
  const failed = [...no, ...error];
  const open = yes.length > 0 && failed.length > 0;
  const text = open ? textAt(scene.source, call.span) : '';
  const mark = (one: State, succeeded: boolean): State =>
    withStatus(open ? decided(one, { text, succeeded }) : one, succeeded ? 'ok' : 'failed');
  return {
    ok: yes.map((one) => mark(one, true)),
    no: failed.map((one) => mark(one, false)),
    jumps: [],
  };
}
