/** One pass that stands for every pass: whatever the loop changes is a symbol when it begins. */

import type { Scene } from '../scene.ts';
import { constrain, plainVariable, setVariable } from '../state/change.ts';
import { childrenWith, ioWith, stateWith, variableWith } from '../state/copy.ts';
import { NO_COST } from '../state/cost.ts';
import { endings, type Jump, type States } from '../state/flow.ts';
import { mergeStates, settle } from '../state/merge.ts';
import { type Children, EMPTY_PATH, type State } from '../state/state.ts';
import { type Atoms, lengthText, newSymbol, numberText, oddText } from '../values/atoms.ts';
import { symbolForm } from '../values/linear.ts';
import { isCanonical, readNumber } from '../values/numbers.ts';
import { assignedNames } from './assigned.ts';
import { isOddIn, learn, type Names, rootIn } from './learn-names.ts';
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

/** Runs the pass; again when it changed more than was foreseen. */
export function runAnyPass(scene: Scene, loop: Loop, state: State): AnyPass {
  const names = firstNames(scene, loop, state);
  let start = state;
  for (let attempt = 0; ; attempt += 1) {
    const { head, symbols } = makeHead(scene, names, start);
    const pass = runPass(scene, loop, { states: [head], pass: undefined, head });
    const children = pass.back.some((one) => one.children !== head.children);
    const more = learn(scene, names, { head, back: pass.back });
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
  const names: Names = {
    numbers: new Set(),
    texts: new Set(),
    roots: new Map(),
    odd: new Set(),
    lists: new Set(),
    peeled: false,
  };
  const assigned = assignedNames(scene.world.surveys, [loop.conditionParts, loop.body], state.shell.functions);
  for (const name of [...assigned, ...loop.variables]) {
    if (loop.listed !== undefined && loop.variables.includes(name)) continue;
    (isNumeric(scene.world.atoms, name, state) ? names.numbers : names.texts).add(name);
    if (isOddIn(scene, state, name)) names.odd.add(name);
    const root = rootIn(scene.world.atoms, state, name);
    if (root !== undefined) names.roots.set(name, root);
  }
  return names;
}

/** What is not certainly a number is taken as a text first: an unset name is empty, and a test of it fails. */
function isNumeric(atoms: Atoms, name: string, state: State): boolean {
  if (name === '#') return true;
  const variable = state.variables.get(name);
  if (variable?.text === undefined || variable.elements !== null || !isCanonical(variable.text)) return false;
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
    else head = hold(head, name, { text: numberText(atoms, symbolForm(symbol)), list: false });
  }
  for (const name of names.texts) {
    const symbol = newSymbol(atoms, { kind: 'entry', name });
    texts.set(name, symbol);
    const text = names.odd.has(name) ? oddText(atoms) : lengthText(atoms, symbolForm(symbol), names.roots.get(name));
    head = hold(head, name, { text, list: names.lists.has(name) });
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

function hold(state: State, name: string, { text, list }: { readonly text: string; readonly list: boolean }): State {
  const old = state.variables.get(name);
  const elements = old?.elements == null && !list ? null : [text];
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
