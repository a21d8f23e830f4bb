/** Reading and setting what a name holds, the special names included. */

import type { Scene } from '../scene.ts';
import { assign, assignArray, plainVariable, readVariable, setVariable } from '../state/change.ts';
import { readClock } from '../state/clock.ts';
import { variableWith } from '../state/copy.ts';
import { countOf } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import {
  type Atoms,
  backedText,
  fixedNumberText,
  isKnown,
  numberText,
  processText,
  unknownText,
} from '../values/atoms.ts';
import { add, constant, interval, shiftBy, subtract } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';

export type Reading = {
  /** undefined: certainly not set */
  readonly text: string | undefined;
  readonly state: State;
};

/** Of longer values nothing but that they are not empty is kept. */
const LONGEST_VALUE = 65_536;

/** The text that `$name` stands for. */
export function readName(scene: Scene, state: State, name: string): Reading {
  const { atoms } = scene.world;
  const special = readSpecial(scene, state, name);
  if (special !== undefined) return special;
  const variable = readVariable(atoms, state, name);
  if (variable.clock) return readSeconds(atoms, state, variable.text ?? '');
  return { text: variable.text, state };
}

/** `name=text`, `name+=text`: integers add, SECONDS starts the clock again, everything else is text. */
export function assignName(scene: Scene, state: State, name: string, value: { text: string; append?: boolean }): State {
  const { atoms } = scene.world;
  if (value.text.length > LONGEST_VALUE) return assign(state, name, unknownText(atoms, false));
  const old = state.variables.get(name);
  if (old?.clock === true || (name === 'SECONDS' && scene.source.dialect !== 'sh')) {
    return assignSeconds(scene, state, value.text);
  }
  if (value.append !== true) return assign(state, name, value.text);
  if (old?.elements != null) return assignArray(state, name, [...old.elements, value.text], old.counted);
  const before = readVariable(atoms, state, name).text ?? '';
  if (old?.integer === true) return assignSum(atoms, state, name, [before, value.text]);
  return assign(state, name, before + value.text);
}

/** The parameter of that number, from 1 on. */
export function readParameter(atoms: Atoms, state: State, position: number): string | undefined {
  if (state.parameters.kind === 'list') return state.parameters.values[position - 1];
  return backedText(atoms, shiftBy(state.parameters.count, -position));
}

/** SECONDS as it is when a shell starts. */
export function startSeconds(scene: Scene, state: State): State {
  if (scene.source.dialect === 'sh') return state;
  const { form, state: after } = readClock(scene.world.atoms, state);
  return setBase(scene.world.atoms, after, form);
}

function readSpecial(scene: Scene, state: State, name: string): Reading | undefined {
  const { atoms } = scene.world;
  if (/^[1-9]\d*$/.test(name)) return { text: readParameter(atoms, state, Number(name)), state };
  switch (name) {
    case '#':
      return { text: numberText(atoms, countOf(state.parameters)), state };
    case '?':
      return { text: statusText(atoms, state), state };
    case '!':
      return { text: lastChild(atoms, state), state };
    case '@':
    case '*':
      return { text: allParameters(atoms, state), state };
    case '$':
    case 'PPID':
    case 'BASHPID':
    case 'UID':
    case 'EUID':
      return { text: fixedNumberText(atoms, name), state };
    case 'RANDOM':
      return scene.source.dialect === 'sh'
        ? undefined
        : { text: numberText(atoms, interval(0, Number.POSITIVE_INFINITY)), state };
    case 'EPOCHSECONDS':
      return scene.source.dialect === 'sh' ? undefined : readEpoch(atoms, state);
    case 'EPOCHREALTIME':
      // elsewhere it is no number to arithmetic
      return scene.source.dialect === 'zsh' ? readFraction(atoms, state) : undefined;
    default:
      return undefined;
  }
}

/** Seconds since 1970: the clock, and a number that nobody here knows. */
export function readEpoch(atoms: Atoms, state: State): { readonly text: string; readonly state: State } {
  const reading = readClock(atoms, state);
  const epoch = readNumber(atoms, fixedNumberText(atoms, 'epoch'));
  const form = epoch.kind === 'number' ? add(reading.form, epoch.form) : reading.form;
  return { text: numberText(atoms, form), state: reading.state };
}

/** With a fraction: two readings are never the same. */
function readFraction(atoms: Atoms, state: State): Reading {
  const whole = readEpoch(atoms, state);
  const reading = readNumber(atoms, whole.text);
  const text =
    reading.kind === 'number' ? numberText(atoms, add(reading.form, interval(0, 1))) : unknownText(atoms, false);
  return { text, state: whole.state };
}

function statusText(atoms: Atoms, state: State): string {
  if (state.status === 'ok') return '0';
  return numberText(atoms, interval(state.status === 'failed' ? 1 : 0, 255));
}

function lastChild(atoms: Atoms, state: State): string | undefined {
  const { last } = state.children;
  return last === undefined ? undefined : processText(atoms, last);
}

function allParameters(atoms: Atoms, state: State): string {
  return state.parameters.kind === 'list' ? state.parameters.values.join(' ') : unknownText(atoms, true);
}

function readSeconds(atoms: Atoms, state: State, base: string): Reading {
  const reading = readClock(atoms, state);
  const start = readNumber(atoms, base);
  const form = start.kind === 'number' ? subtract(reading.form, start.form) : reading.form;
  return { text: numberText(atoms, form), state: reading.state };
}

function assignSeconds(scene: Scene, state: State, text: string): State {
  const { atoms } = scene.world;
  const reading = readClock(atoms, state);
  const value = readNumber(atoms, text);
  const offset = value.kind === 'number' ? value.form : constant(0);
  return setBase(atoms, reading.state, subtract(reading.form, offset));
}

function setBase(atoms: Atoms, state: State, form: Parameters<typeof numberText>[1]): State {
  return setVariable(state, 'SECONDS', variableWith(plainVariable(numberText(atoms, form)), { clock: true }));
}

function assignSum(atoms: Atoms, state: State, name: string, texts: readonly string[]): State {
  let sum = constant(0);
  for (const text of texts) {
    const reading = readNumber(atoms, text);
    if (reading.kind === 'number') sum = add(sum, reading.form);
    else if (!isKnown(text)) sum = add(sum, interval(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
  }
  return assign(state, name, numberText(atoms, sum));
}
