/** How one pass of a loop changes what its head began with. */
import type { Scene } from '../scene.ts';
import type { States } from '../state/flow.ts';
import { countOf } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { type Atoms, isKnown, lengthForm } from '../values/atoms.ts';
import { ANY_NUMBER, constant, interval, type Linear, substitute, subtract } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import type { Symbols } from './any-pass.ts';

export type Context = {
  readonly scene: Scene;
  readonly symbols: Symbols;
  /** the state in which the first pass begins */
  readonly entry: State;
  /** every way back to the head */
  readonly all: States;
  /** fixed numbers that are none here, by name */
  readonly moving?: ReadonlySet<string>;
};

/** How the pass moves the symbols of the form: the new value less the old one. */
export function changeOf(context: Context, form: Linear, back: State): Linear {
  const bare: Linear = { terms: form.terms, low: 0, high: 0 };
  return subtract(
    substitute(bare, (symbol) => valueAfter(context, symbol, back)),
    bare,
  );
}

/** What a symbol of the head has become at the end of the pass; undefined for what the loop does not change. */
export function valueAfter({ scene, symbols }: Context, symbol: number, back: State): Linear | undefined {
  const meaning = scene.world.atoms.meanings[symbol];
  if (meaning?.kind !== 'entry') return undefined;
  const { name } = meaning;
  if (symbols.numbers.get(name) === symbol)
    return name === '#' ? countOf(back.parameters) : numberIn(scene.world.atoms, back, name);
  if (symbols.texts.get(name) === symbol) return lengthIn(scene.world.atoms, back, name);
  return undefined;
}

function numberIn(atoms: Atoms, state: State, name: string): Linear {
  const reading = readNumber(atoms, state.variables.get(name)?.text ?? '');
  return reading.kind === 'number' ? reading.form : ANY_NUMBER;
}

function lengthIn(atoms: Atoms, state: State, name: string): Linear {
  const variable = state.variables.get(name);
  const text = variable?.elements == null ? (variable?.text ?? '') : undefined;
  if (text === undefined) return ANY_NUMBER;
  if (isKnown(text)) return constant(text.length);
  return lengthForm(atoms, text) ?? interval(0, Number.POSITIVE_INFINITY);
}

/** Whether the symbol stands for something that this loop changes. */
export function isOwn({ scene, symbols }: Context, symbol: number): boolean {
  const meaning = scene.world.atoms.meanings[symbol];
  if (meaning?.kind !== 'entry') return false;
  return symbols.numbers.get(meaning.name) === symbol || symbols.texts.get(meaning.name) === symbol;
}

/** Whether the symbol stands for a number that this loop moves by what it makes. */
export function isMoving({ scene, moving }: Context, symbol: number): boolean {
  const meaning = scene.world.atoms.meanings[symbol];
  return meaning?.kind === 'fixed' && moving?.has(meaning.name) === true;
}
