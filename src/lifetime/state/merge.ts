/** Makes one state of several, where following each of them apart would be too much. */
import { type Atoms, choiceText, isOdd, mayBeEmpty, numberText, oddText, unknownText } from '../values/atoms.ts';
import { cover } from '../values/linear.ts';
import { isCanonical, readNumber } from '../values/numbers.ts';
import { stateWith } from './copy.ts';
import { eitherCost } from './cost.ts';
import type { States } from './flow.ts';
import type { Children, ChildState, Constraints, Io, Parameters, Path, State, Variable } from './state.ts';
import { isKilled } from './subshell.ts';

/** So many ways are followed apart. */
const MOST_STATES = 8;

/** The same states, those that differ in nothing but time and status made one, and never more than `MOST_STATES`. */
export function settle(atoms: Atoms, states: States): States {
  if (states.length < 2) return states;
  const [one, two] = states;
  if (states.length === 2 && one !== undefined && one === two) return [one];
  const distinct: State[] = [];
  for (const state of states) addDistinct(distinct, state);
  if (distinct.length <= MOST_STATES) return distinct;
  const [first, ...others] = distinct;
  return first === undefined ? [] : [others.reduce((left, right) => mergeStates(atoms, left, right), first)];
}

/** One state that allows everything that either of the two allows. */
export function mergeStates(atoms: Atoms, left: State, right: State): State {
  return {
    variables: mergeVariables(atoms, left.variables, right.variables),
    parameters: mergeParameters(atoms, left.parameters, right.parameters),
    frame: left.frame,
    shell: left.shell,
    io: mergeIo(atoms, left.io, right.io),
    children: mergeChildren(left.children, right.children),
    path: mergePaths(left.path, right.path),
    clock: left.clock === right.clock ? left.clock : null,
    cost: eitherCost(left.cost, right.cost),
    status: left.status === right.status ? left.status : 'either',
  };
}

/** Whether two states can do the same from here on: they differ in time and status at most. */
function sameSituation(left: State, right: State): boolean {
  return (
    left.shell === right.shell &&
    left.frame === right.frame &&
    left.io === right.io &&
    left.path.constraints === right.path.constraints &&
    sameChildren(left.children, right.children) &&
    sameList(left.path.consumed, right.path.consumed) &&
    sameParameters(left.parameters, right.parameters) &&
    sameVariables(left.variables, right.variables)
  );
}

/** Whether two states hold the same values, whatever was found out on the way. */
export function sameVariables(left: State['variables'], right: State['variables']): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const [name, variable] of left) {
    const other = right.get(name);
    if (other === undefined || !sameVariable(variable, other)) return false;
  }
  return true;
}

export function sameParameters(left: Parameters, right: Parameters): boolean {
  if (left === right) return true;
  return left.kind === 'list' && right.kind === 'list' && sameList(left.values, right.values);
}

export function sameVariable(left: Variable, right: Variable): boolean {
  if (left === right) return true;
  if (left.text !== right.text || left.counted !== right.counted) return false;
  return left.elements === right.elements || sameList(left.elements ?? [], right.elements ?? []);
}

/** The least text that stands for either. */
export function mergeTexts(atoms: Atoms, left: string, right: string): string {
  if (left === right) return left;
  if (isOdd(atoms, left) || isOdd(atoms, right)) return oddText(atoms);
  const [one, two] = [readNumber(atoms, left), readNumber(atoms, right)];
  if (
    one.kind === 'number' &&
    two.kind === 'number' &&
    one.sure &&
    two.sure &&
    isCanonical(left) &&
    isCanonical(right)
  ) {
    return numberText(atoms, cover(one.form, two.form));
  }
  if (left.length <= 40 && right.length <= 40) return choiceOrUnknown(atoms, left, right);
  return unknownText(atoms, mayBeEmpty(atoms, left) || mayBeEmpty(atoms, right));
}

function choiceOrUnknown(atoms: Atoms, left: string, right: string): string {
  const empty = mayBeEmpty(atoms, left) || mayBeEmpty(atoms, right);
  const known = /^[^\ue000-\uf8ff]*$/;
  return known.test(left) && known.test(right) ? choiceText(atoms, [left, right].sort()) : unknownText(atoms, empty);
}

function addDistinct(distinct: State[], state: State): void {
  for (const [index, other] of distinct.entries()) {
    if (!sameSituation(state, other)) continue;
    distinct[index] = stateWith(other, {
      path: mergePaths(other.path, state.path),
      cost: eitherCost(other.cost, state.cost),
      clock: other.clock === state.clock ? state.clock : null,
      status: other.status === state.status ? other.status : 'either',
    });
    return;
  }
  distinct.push(state);
}

function mergeVariables(atoms: Atoms, left: State['variables'], right: State['variables']): State['variables'] {
  if (left === right) return left;
  const merged = new Map<string, Variable>();
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [one, two] = [left.get(name), right.get(name)];
    if (one !== undefined && two !== undefined && sameVariable(one, two)) merged.set(name, one);
    else merged.set(name, mergeTwo(atoms, one, two));
  }
  return merged;
}

function mergeTwo(atoms: Atoms, one: Variable | undefined, two: Variable | undefined): Variable {
  const list = (one?.elements ?? two?.elements) != null;
  const text = one?.text !== undefined && two?.text !== undefined ? mergeTexts(atoms, one.text, two.text) : undefined;
  return {
    text: text ?? unknownText(atoms, true),
    elements: list ? [unknownText(atoms, true)] : null,
    counted: false,
    exported: (one?.exported ?? false) || (two?.exported ?? false),
    integer: (one?.integer ?? false) && (two?.integer ?? false),
    clock: (one?.clock ?? false) && (two?.clock ?? false),
  };
}

function mergeParameters(atoms: Atoms, left: Parameters, right: Parameters): Parameters {
  if (sameParameters(left, right)) return left;
  if (left.kind === 'list' && right.kind === 'list' && left.values.length === right.values.length) {
    return { kind: 'list', values: left.values.map((value, at) => mergeTexts(atoms, value, right.values[at] ?? '')) };
  }
  return { kind: 'counted', count: cover(countOf(left), countOf(right)) };
}

/** How many parameters there are. */
export function countOf(parameters: Parameters) {
  if (parameters.kind === 'counted') return parameters.count;
  return { terms: [], low: parameters.values.length, high: parameters.values.length };
}

function mergeIo(atoms: Atoms, left: Io, right: Io): Io {
  if (left === right) return left;
  return {
    inputs: left.inputs,
    offsets: left.offsets === right.offsets ? left.offsets : mergeOffsets(left.offsets, right.offsets),
    output: mergeOutput(atoms, left.output, right.output),
    files:
      left.files === right.files ? left.files : new Map([...left.files].filter(([k, v]) => right.files.get(k) === v)),
    fifos: new Set([...left.fifos, ...right.fifos]),
  };
}

function mergeOutput(atoms: Atoms, left: Io['output'], right: Io['output']): Io['output'] {
  if (left === right) return left;
  if (!('text' in left) || !('text' in right)) return 'text' in right ? right : left;
  if (left.kind !== right.kind) return left.kind === 'captured' ? left : right;
  return { kind: left.kind, text: mergeTexts(atoms, left.text, right.text) };
}

/** A text that was read to different places is from here on an unknown rest: marked by a negative place. */
function mergeOffsets(left: Io['offsets'], right: Io['offsets']): Io['offsets'] {
  const merged = new Map<number, number>();
  for (const id of new Set([...left.keys(), ...right.keys()])) {
    const [one = 0, two = 0] = [left.get(id), right.get(id)];
    merged.set(id, one === two ? one : -1);
  }
  return merged;
}

function mergeChildren(left: Children, right: Children): Children {
  if (left === right) return left;
  return {
    own: mergeChildLists(left.own, right.own),
    orphans: mergeChildLists(left.orphans, right.orphans),
    last: left.last === right.last ? left.last : undefined,
    inherited: left.inherited,
    signalled: left.signalled.filter((one) => right.signalled.some((other) => other.id === one.id)),
  };
}

function mergeChildLists(left: readonly ChildState[], right: readonly ChildState[]): readonly ChildState[] {
  const merged = new Map(left.map((child) => [child.id, child]));
  for (const child of right) {
    const other = merged.get(child.id);
    const killed = lesserKill(child.killed, other?.killed ?? child.killed);
    const count = Math.max(child.count, other?.count ?? 0);
    merged.set(child.id, { id: child.id, killed, started: Math.max(child.started, other?.started ?? 0), count });
  }
  return [...merged.values()];
}

function lesserKill(left: ChildState['killed'], right: ChildState['killed']): ChildState['killed'] {
  if (left === right) return left;
  if (!isKilled(left) || !isKilled(right)) return 'perhaps';
  return left === 'passing' || right === 'passing' ? 'passing' : 'leaving';
}

function mergePaths(left: Path, right: Path): Path {
  if (left === right) return left;
  return {
    constraints: commonConstraints(left.constraints, right.constraints),
    consumed: left.consumed.filter((id) => right.consumed.includes(id)),
    wrote: left.wrote && right.wrote,
    opaque: left.opaque || right.opaque,
    decision: right.decision ?? left.decision,
  };
}

function commonConstraints(left: Constraints, right: Constraints): Constraints {
  if (left === right) return left;
  const held = new Set<Constraints>();
  for (let at = right; at !== null; at = at.rest) held.add(at);
  for (let at = left; at !== null; at = at.rest) if (held.has(at)) return at;
  return null;
}

function sameChildren(left: Children, right: Children): boolean {
  if (left === right) return true;
  const same = (one: readonly ChildState[], two: readonly ChildState[]) =>
    one.length === two.length && one.every((child, at) => child.id === two[at]?.id && child.killed === two[at]?.killed);
  return (
    left.last === right.last &&
    same(left.own, right.own) &&
    same(left.orphans, right.orphans) &&
    same(left.signalled, right.signalled)
  );
}

function sameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left === right || (left.length === right.length && left.every((item, at) => item === right[at]));
}
