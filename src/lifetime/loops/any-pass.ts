/** One pass that stands for every pass: whatever the loop changes is a symbol when it begins. */

import type { Scene } from '../scene.ts';
import { constrain, plainVariable, readVariable, setVariable } from '../state/change.ts';
import { childrenWith, ioWith, stateWith, variableWith } from '../state/copy.ts';
import { NO_COST } from '../state/cost.ts';
import { endings, type Jump, type States } from '../state/flow.ts';
import { mergeStates, sameParameters, sameVariable, settle } from '../state/merge.ts';
import { type Children, EMPTY_PATH, type State } from '../state/state.ts';
import { type Atoms, lengthText, newSymbol, numberText, type Root } from '../values/atoms.ts';
import { symbolForm } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import { rootOf, weakerRoot } from '../values/paths.ts';
import { assignedNames } from './assigned.ts';
import type { Loop, Pass } from './shape.ts';

/** What the symbols of a pass stand for. */
export type Symbols = {
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, number>;
  /** what the names hold when the pass begins */
  readonly heads: ReadonlyMap<string, string>;
  /** clock symbols and streams from here on were made in the pass */
  readonly firstSymbol: number;
  readonly firstStream: number;
  /** its numbers hold only from the second pass on */
  readonly peeled: boolean;
};

export type AnyPass = { readonly pass: Pass; readonly symbols: Symbols };

const MOST_TRIES = 6;

type Names = {
  readonly numbers: Set<string>;
  readonly texts: Set<string>;
  /** texts that are paths, as far as the passes show */
  readonly roots: Map<string, Root>;
  peeled: boolean;
};

/** Runs the pass; again when it changed more than was foreseen. */
export function runAnyPass(scene: Scene, loop: Loop, state: State): AnyPass {
  const names = firstNames(scene, loop, state);
  let start = state;
  for (let attempt = 0; ; attempt += 1) {
    const { head, symbols } = makeHead(scene, names, start);
    const pass = runPass(scene, loop, { states: [head], pass: undefined, head });
    const children = pass.back.some((one) => one.children !== head.children);
    const more = learn(scene.world.atoms, names, { head, back: pass.back, symbols });
    if ((!more && (!children || start !== state)) || attempt >= MOST_TRIES) return { pass, symbols };
    if (children && start === state) {
      const [merged] = [pass.back.reduce((left, right) => mergeStates(scene.world.atoms, left, right), head)];
      start = stateWith(state, { children: manyOf(state, merged) });
    }
  }
}

/** What a pass has started may have been started in any number of passes before. */
function manyOf(before: State, merged: State): Children {
  const old = new Set(before.children.own.map(({ id }) => id));
  const own = merged.children.own.map((child) =>
    old.has(child.id) ? child : { ...child, count: Number.POSITIVE_INFINITY },
  );
  return childrenWith(merged.children, { own, last: undefined });
}

/** The ways through one pass from the given states. */
export function runPass(
  scene: Scene,
  loop: Loop,
  from: { readonly states: States; readonly pass: number | undefined; readonly head: State },
): Pass {
  const { atoms } = scene.world;
  const entries = from.states.map((state) => loop.enter(scene, state, from.pass));
  const inside = settle(
    atoms,
    entries.flatMap((entry) => entry.inside),
  );
  const flow = inside.length === 0 ? undefined : scene.world.run.statements(scene, loop.body, inside);
  const jumps = [...entries.flatMap((entry) => entry.jumps), ...(flow?.jumps ?? [])];
  const own = (kind: Jump['kind']) =>
    jumps.filter((jump) => jump.kind === kind && 'levels' in jump && jump.levels === 1).map((jump) => jump.state);
  const ended = settle(atoms, [...(flow === undefined ? [] : endings(flow)), ...own('continue')]);
  return {
    head: from.head,
    back: settle(
      atoms,
      ended.map((state) => loop.next(scene, state)),
    ),
    outside: settle(
      atoms,
      entries.flatMap((entry) => entry.outside),
    ),
    broke: settle(atoms, own('break')),
    jumps: jumps.flatMap(outward),
  };
}

/** Jumps that leave more than this loop, as the loop around sees them. */
function outward(jump: Jump): readonly Jump[] {
  if (!('levels' in jump)) return [jump];
  return jump.levels > 1 ? [{ ...jump, levels: jump.levels - 1 }] : [];
}

function firstNames(scene: Scene, loop: Loop, state: State): Names {
  const names: Names = { numbers: new Set(), texts: new Set(), roots: new Map(), peeled: false };
  const assigned = assignedNames(scene.world.surveys, [loop.conditionParts, loop.body], state.shell.functions);
  for (const name of [...assigned, ...loop.variables]) {
    if (loop.listed !== undefined && loop.variables.includes(name)) continue;
    (isNumeric(scene.world.atoms, name, state) ? names.numbers : names.texts).add(name);
    const root = rootIn(scene.world.atoms, state, name);
    if (root !== undefined) names.roots.set(name, root);
  }
  return names;
}

function rootIn(atoms: Atoms, state: State, name: string): Root | undefined {
  const variable = readVariable(atoms, state, name);
  return variable.text === undefined || variable.elements !== null ? undefined : rootOf(atoms, variable.text);
}

/** What is not certainly a number is taken as a text first: an unset name is empty, and a test of it fails. */
function isNumeric(atoms: Atoms, name: string, state: State): boolean {
  if (name === '#') return true;
  const variable = state.variables.get(name);
  if (variable?.text === undefined || variable.elements !== null) return false;
  const reading = readNumber(atoms, variable.text);
  return reading.kind === 'number' && reading.sure;
}

function makeHead(scene: Scene, names: Names, state: State): { head: State; symbols: Symbols } {
  const { atoms, counters } = scene.world;
  const numbers = new Map<string, number>();
  const texts = new Map<string, number>();
  let head: State = stateWith(state, { path: EMPTY_PATH, cost: NO_COST, clock: null, status: 'either' });
  for (const name of names.numbers) {
    const symbol = newSymbol(atoms, { kind: 'entry', name });
    numbers.set(name, symbol);
    if (name === '#') head = countParameters(head, symbol);
    else head = hold(head, name, numberText(atoms, symbolForm(symbol)));
  }
  for (const name of names.texts) {
    const symbol = newSymbol(atoms, { kind: 'entry', name });
    texts.set(name, symbol);
    head = hold(head, name, lengthText(atoms, symbolForm(symbol), names.roots.get(name)));
  }
  const symbols = {
    numbers,
    texts,
    heads: new Map([...numbers.keys(), ...texts.keys()].map((name) => [name, head.variables.get(name)?.text ?? ''])),
    firstSymbol: atoms.meanings.length,
    firstStream: counters.streams + 1,
    peeled: names.peeled,
  };
  return { head: forgetPlaces(head), symbols };
}

/** However many there are, there are not fewer than none. */
function countParameters(state: State, symbol: number): State {
  const count = symbolForm(symbol);
  return constrain(stateWith(state, { parameters: { kind: 'counted', count } }), 'not-negative', count);
}

function hold(state: State, name: string, text: string): State {
  const old = state.variables.get(name);
  const elements = old?.elements == null ? null : [text];
  const parts = { text, elements, counted: elements === null };
  return setVariable(state, name, variableWith(old ?? plainVariable(text), parts));
}

/** How far a text has been read is different in every pass. */
function forgetPlaces(state: State): State {
  const texts = [...state.io.inputs.values()].filter((stream) => stream.text !== undefined);
  if (texts.length === 0) return state;
  const offsets = new Map(state.io.offsets);
  for (const stream of texts) offsets.set(stream.id, -1);
  return stateWith(state, { io: ioWith(state.io, { offsets }) });
}

type Seen = { readonly head: State; readonly back: States; readonly symbols: Symbols };

/** Whether the pass changed a name that was taken as fixed, or as a number although it is none. */
function learn(atoms: Atoms, names: Names, { head, back }: Seen): boolean {
  let more = false;
  for (const state of back) {
    if (!sameParameters(state.parameters, head.parameters) && !names.numbers.has('#')) {
      names.numbers.add('#');
      more = true;
    }
    for (const [name, variable] of state.variables) {
      if (names.numbers.has(name) || names.texts.has(name)) continue;
      const before = head.variables.get(name);
      if (before !== undefined && sameVariable(before, variable)) continue;
      const text = variable.text ?? '';
      (variable.elements === null && readNumber(atoms, text).kind === 'number' ? names.numbers : names.texts).add(name);
      more = true;
    }
  }
  return retype(atoms, names, back) || uproot(atoms, names, back) || more;
}

/** Names that some pass makes something else than a path, or than an absolute one. */
function uproot(atoms: Atoms, names: Names, back: States): boolean {
  let changed = false;
  for (const [name, root] of names.roots) {
    if (!names.texts.has(name)) continue;
    const after = back.reduce(
      (weakest, state) => weakerRoot(weakest, rootIn(atoms, state, name)),
      root as Root | undefined,
    );
    if (after === root) continue;
    changed = true;
    if (after === undefined) names.roots.delete(name);
    else names.roots.set(name, after);
  }
  return changed;
}

function retype(atoms: Atoms, names: Names, back: States): boolean {
  let changed = false;
  if (back.length === 0) return false;
  const kinds = (name: string) =>
    back.map((state) => {
      const variable = state.variables.get(name);
      const reading = variable?.elements == null ? readNumber(atoms, variable?.text ?? '') : undefined;
      return reading?.kind === 'number' ? (reading.sure ? 'number' : 'perhaps') : 'text';
    });
  for (const name of names.numbers) {
    if (name === '#' || kinds(name).every((kind) => kind === 'number')) continue;
    names.numbers.delete(name);
    names.texts.add(name);
    changed = true;
  }
  for (const name of names.texts) {
    if (changed || kinds(name).some((kind) => kind !== 'number')) continue;
    names.texts.delete(name);
    names.numbers.add(name);
    names.peeled = true;
    changed = true;
  }
  return changed;
}
