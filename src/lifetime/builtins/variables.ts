/** Builtins that change variables and parameters: `set`, `shift`, `unset`, `let`, `export`, `getopts` ... */

import { splitComparison } from '../arithmetic/compare.ts';
import { evaluateText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import {
  assign,
  assignArray,
  plainVariable,
  setVariable,
  withInput,
  withOptions,
  withParameters,
  withShell,
} from '../state/change.ts';
import { pathWith, stateWith, variableWith } from '../state/copy.ts';
import { eitherWay, type Flow, failing, flowOf, joinFlows, jumping, succeeding, withStatus } from '../state/flow.ts';
import { countOf } from '../state/merge.ts';
import type { Options, Parameters, State } from '../state/state.ts';
import { isKnown, unknownText } from '../values/atoms.ts';
import { constant, exactly, type Linear, shiftBy } from '../values/linear.ts';
import { restOf } from '../words/answer.ts';
import type { Call, Field } from '../words/field.ts';
import { assignName } from '../words/names.ts';
import type { Builtin } from './builtin.ts';

/** `let "n = n + 1"`: false when the last value is 0. */
export const LET: Builtin = {
  missingInSh: true,
  run: (scene, call, state) => {
    let current = state;
    let form: Linear = constant(0);
    for (const field of call.fields.slice(1)) {
      const value = evaluateText(scene, field.text, current);
      current = value.state;
      form = value.form;
    }
    return flowOf(splitComparison(scene, current, { operator: '!=', left: form, right: constant(0) }));
  },
};

/** `shift N`: fails, and changes nothing, when there are fewer. */
export const SHIFT: Builtin = {
  run: (scene, call, state) => {
    const [, first, second] = call.fields;
    const named = first !== undefined && !/^\d+$/.test(first.text) ? first.text : undefined;
    if (named !== undefined && scene.source.dialect === 'zsh') return shiftArray(scene, named, state);
    const by = exactly(evaluateText(scene, (named === undefined ? first : second)?.text ?? '1', state).form) ?? 1;
    return shiftParameters(scene, by, state);
  },
};

function shiftParameters(scene: Scene, by: number, state: State): Flow {
  const { parameters } = state;
  if (parameters.kind === 'list') {
    if (by > parameters.values.length) return tooFew(scene, state);
    return succeeding(withParameters(state, { kind: 'list', values: parameters.values.slice(by) }));
  }
  const enough = splitComparison(scene, state, { operator: '>=', left: parameters.count, right: constant(by) });
  const shifted: Parameters = { kind: 'counted', count: shiftBy(parameters.count, -by) };
  return flowOf({ yes: enough.yes.map((one) => withParameters(one, shifted)), no: enough.no });
}

/** dash gives the whole script up. */
function tooFew(scene: Scene, state: State): Flow {
  return scene.source.dialect === 'sh' ? jumping({ kind: 'exit', state: withStatus(state, 'failed') }) : failing(state);
}

function shiftArray(scene: Scene, name: string, state: State): Flow {
  const variable = state.variables.get(name);
  if (variable?.elements == null || !variable.counted) {
    const rest = restOf(scene, variable?.elements ?? []);
    return eitherWay(assignArray(state, name, [rest], false));
  }
  const elements = variable.elements.slice(1);
  if (variable.elements.length === 0) return failing(state);
  return succeeding(setVariable(state, name, variableWith(variable, { elements, text: elements[0] ?? '' })));
}

/** `set -- a b`, `set -e`, `set -o pipefail` */
export const SET: Builtin = {
  run: (scene, call, state) => {
    let current = state;
    const words = call.fields.slice(1);
    for (const [at, field] of words.entries()) {
      const { text } = field;
      if (text === '--' || text === '-' || !/^[-+]/.test(text)) {
        const rest = words.slice(text === '--' || text === '-' ? at + 1 : at);
        return succeeding(withParameters(current, parametersAfter(scene, rest, state)));
      }
      if (text === '-o' || text === '+o') {
        current = withOptions(current, longOption(words[at + 1]?.text ?? '', text === '-o'));
        return words.length > at + 2 ? runRest(scene, { call, from: at + 3 }, current) : succeeding(current);
      }
      current = withOptions(current, shortOptions(text));
      if (text.endsWith('o'))
        current = withOptions(current, longOption(words[at + 1]?.text ?? '', text.startsWith('-')));
      if (text.endsWith('o')) return succeeding(current);
    }
    return succeeding(current);
  },
};

function runRest(scene: Scene, { call, from }: { call: Call; from: number }, state: State): Flow {
  const [name] = call.fields;
  if (name === undefined) return succeeding(state);
  return SET.run(scene, { ...call, fields: [name, ...call.fields.slice(from)] }, state);
}

function shortOptions(text: string): Partial<Options> {
  return text.slice(1).includes('e') ? { errexit: text.startsWith('-') } : {};
}

function longOption(name: string, on: boolean): Partial<Options> {
  const bare = name.toLowerCase().replace(/_/g, '');
  if (bare === 'errexit') return { errexit: on };
  return bare === 'pipefail' ? { pipefail: on } : {};
}

/** `set -- "$@" x` of a list of which only the number is known. */
function parametersAfter(scene: Scene, words: readonly Field[], state: State): Parameters {
  const unsure = words.filter((field) => field.unsure);
  if (unsure.length === 0) return { kind: 'list', values: words.map((field) => field.text) };
  const old = countOf(state.parameters);
  const [only] = unsure;
  const itself =
    state.parameters.kind === 'counted' && unsure.length === 1 && only?.text === unknownText(scene.world.atoms, true);
  if (itself) return { kind: 'counted', count: shiftBy(old, words.length - 1) };
  return { kind: 'counted', count: { terms: [], low: words.length - unsure.length, high: Number.POSITIVE_INFINITY } };
}

export const UNSET: Builtin = {
  run: (scene, call, state) => {
    let current = state;
    const words = call.fields.slice(1).map((field) => field.text);
    const names = words.filter((word) => isKnown(word) && !word.startsWith('-'));
    for (const name of names) {
      const array = /^(\w+)\[.+\]$/s.exec(name)?.[1];
      if (array !== undefined) {
        current = withoutElement(scene, array, current);
        continue;
      }
      if (!words.includes('-f')) current = setVariable(current, name, plainVariable(undefined));
      if (
        !words.includes('-v') &&
        current.shell.functions.has(name) &&
        (words.includes('-f') || !state.variables.has(name))
      ) {
        const functions = new Map(current.shell.functions);
        functions.delete(name);
        current = withShell(current, { functions });
      }
    }
    return succeeding(current);
  },
};

/** `unset 'list[-1]'`: which of the elements it was does not matter here, nor how many are left. */
function withoutElement(scene: Scene, name: string, state: State): State {
  const variable = state.variables.get(name);
  if (variable === undefined) return state;
  return assignArray(state, name, [restOf(scene, variable.elements ?? [variable.text ?? ''])], false);
}

/** `export` and its like when they are reached as plain commands: `command export A=1`. */
export const DECLARE: Builtin = {
  run: (scene, call, state) => {
    let current = state;
    for (const { text } of call.fields.slice(1)) {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
      if (name !== undefined) current = assignName(scene, current, name, { text: value ?? '' });
    }
    return succeeding(current);
  },
};

/** Each call takes one option; it fails when there are none left, which a list that does not grow guarantees. */
export const GETOPTS: Builtin = {
  run: (scene, call, state) => {
    const name = call.fields[2]?.text;
    const taken = name === undefined ? state : assign(state, name, unknownText(scene.world.atoms, false));
    const stream = state.io.inputs.get('getopts');
    if (stream === undefined) return joinFlows([succeeding(taken), failing(taken)]);
    const consumed: State = stateWith(taken, {
      path: pathWith(taken.path, { consumed: [...taken.path.consumed, stream.id] }),
    });
    return joinFlows([succeeding(consumed), failing(taken)]);
  },
};

/** The options of the shell's own call, as something that is used up. */
export function openOptions(state: State, id: number): State {
  const stream = { id, supply: 'finite', text: undefined, label: 'the options', path: undefined, found: [] } as const;
  return withInput(state, 'getopts', stream);
}
