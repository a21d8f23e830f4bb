/** New states from old ones. */
import { ANY_TEXT, type Atoms, environmentText, unknownText } from '../values/atoms.ts';
import type { Linear } from '../values/linear.ts';
import { ioWith, pathWith, shellWith, stateWith, variableWith } from './copy.ts';
import { addCost, type Cost } from './cost.ts';
import { sameVariable } from './merge.ts';
import type {
  Constraint,
  Decision,
  Io,
  Options,
  Output,
  Parameters,
  Path,
  Shell,
  State,
  Stream,
  Variable,
} from './state.ts';
import { NO_OPTIONS } from './state.ts';

const UNSET = plainVariable(undefined);

/** Of more variables than these nothing is known. */
const MOST_VARIABLES = 400;

/** Variables that every shell sets, so that they are never empty. */
const ALWAYS_SET = new Set([
  'PWD',
  'HOME',
  'PATH',
  'USER',
  'OLDPWD',
  'SHELL',
  'TMPDIR',
  'HOSTNAME',
  'LOGNAME',
  'IFS',
  '0',
  '-',
  '$',
]);

/** What a name holds; a name that the text did not set has the environment's value. */
export function readVariable(atoms: Atoms, state: State, name: string): Variable {
  const known = state.variables.get(name);
  if (known !== undefined) return known;
  if (state.variables.size >= MOST_VARIABLES) return plainVariable(unknownText(atoms, true));
  return plainVariable(environmentText(atoms, name, !ALWAYS_SET.has(name)));
}

/** `name=text`. What the name is otherwise (exported, an integer) stays. */
export function assign(state: State, name: string, text: string | undefined): State {
  const old = state.variables.get(name);
  return setVariable(state, name, variableWith(old ?? UNSET, { text, elements: null, counted: true, clock: false }));
}

/** `name=(a b)`; `counted` is false when the number of elements is not known. */
export function assignArray(state: State, name: string, elements: readonly string[], counted: boolean): State {
  const old = state.variables.get(name);
  return setVariable(
    state,
    name,
    variableWith(old ?? UNSET, { text: elements[0] ?? '', elements, counted, clock: false }),
  );
}

/** Puts a whole variable in its place; undefined takes it out. */
export function setVariable(state: State, name: string, wanted: Variable | undefined): State {
  const { fixed, wild } = state.shell.options;
  // there are hardly ever any, and this is done all the time
  const isWild = wild !== NO_OPTIONS.wild && wild.has(name);
  const variable = isWild ? variableWith(wanted ?? UNSET, { text: ANY_TEXT, elements: null }) : wanted;
  const old = state.variables.get(name);
  if (variable === old) return state;
  // it stays what it is, and the shell may end over it
  if (fixed !== NO_OPTIONS.fixed && fixed.has(name)) return opaque(state);
  if (variable !== undefined && old !== undefined && sameVariable(variable, old) && sameKind(variable, old))
    return state;
  if (old === undefined && state.variables.size >= MOST_VARIABLES) return state;
  const variables = new Map(state.variables);
  if (variable === undefined) variables.delete(name);
  else variables.set(name, variable);
  return stateWith(state, { variables });
}

/** From here on nobody knows what these names hold. */
export function makeWild(state: State, names: readonly string[]): State {
  const { wild } = state.shell.options;
  if (names.every((name) => wild.has(name))) return state;
  const after = withOptions(state, { wild: new Set([...wild, ...names]) });
  return names.reduce((one, name) => setVariable(one, name, UNSET), after);
}

/** A bare variable that holds the text. */
export function plainVariable(text: string | undefined): Variable {
  return { text, elements: null, counted: true, exported: false, integer: false, clock: false };
}

/** `local name`: the old value comes back when the function returns. */
export function makeLocal(state: State, name: string): State {
  const { frame } = state;
  if (frame === null || frame.saved.has(name)) return state;
  const saved = new Map(frame.saved).set(name, state.variables.get(name));
  return stateWith(state, { frame: { saved, outer: frame.outer } });
}

export function spendTime(state: State, cost: Cost): State {
  return stateWith(state, { cost: addCost(state.cost, cost) });
}

export function withParameters(state: State, parameters: Parameters): State {
  return stateWith(state, { parameters });
}

export function withShell(state: State, change: Partial<Shell>): State {
  return stateWith(state, { shell: shellWith(state.shell, change) });
}

export function withOptions(state: State, change: Partial<Options>): State {
  return withShell(state, { options: { ...state.shell.options, ...change } });
}

export function withIo(state: State, change: Partial<Io>): State {
  return stateWith(state, { io: ioWith(state.io, change) });
}

export function withInput(state: State, descriptor: string, stream: Stream | undefined): State {
  const inputs = new Map(state.io.inputs);
  if (stream === undefined) inputs.delete(descriptor);
  else inputs.set(descriptor, stream);
  return withIo(state, { inputs });
}

export function withOutput(state: State, output: Output): State {
  return withIo(state, { output });
}

export function withPath(state: State, change: Partial<Path>): State {
  return stateWith(state, { path: pathWith(state.path, change) });
}

/** From here on the constraint holds. */
export function constrain(state: State, relation: Constraint['relation'], form: Linear): State {
  if (form.terms.length === 0) return state;
  return withPath(state, { constraints: { first: { relation, form }, rest: state.path.constraints } });
}

/** What could have gone either way has gone this way. */
export function decided(state: State, decision: Decision): State {
  const { path } = state;
  const known = path.decision?.text === decision.text && path.decision.succeeded === decision.succeeded;
  return known ? state : withPath(state, { decision });
}

/** Something was not understood: from here on nothing is proved and nothing is held against the text. */
export function opaque(state: State): State {
  return state.path.opaque ? state : withPath(state, { opaque: true });
}

function sameKind(left: Variable, right: Variable): boolean {
  return left.exported === right.exported && left.integer === right.integer && left.clock === right.clock;
}
