/** The single questions that `[ ]`, `test` and `[[ ]]` are made of, on values that are known in part. */
import { splitComparison } from '../arithmetic/compare.ts';
import type { Scene } from '../scene.ts';
import { constrain, opaque } from '../state/change.ts';
import type { States } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { type Atom, atomOf, isKnown, mayBeEmpty, onlyAtom } from '../values/atoms.ts';
import { constant, type Linear } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import { nameIsTaken } from './named.ts';

/** `error`: the test itself fails (`[ x -gt 1 ]`), which is neither a yes nor, under `!`, a no. */
export type Verdict = { readonly yes: States; readonly no: States; readonly error: States };

const NONE: States = [];

/** The two operand texts of a comparison. */
export type Operands = { readonly left: string; readonly right: string };

export function yesOf(state: State): Verdict {
  return { yes: [state], no: NONE, error: NONE };
}
export function noOf(state: State): Verdict {
  return { yes: NONE, no: [state], error: NONE };
}
export function errorOf(state: State): Verdict {
  return { yes: NONE, no: NONE, error: [state] };
}
/** Something outside answers. */
export function askOutside(state: State): Verdict {
  return { yes: [state], no: [state], error: NONE };
}

/** `-e name` and its like. Links lead from one to the next only so far, unless they go in a circle: nothing is said of those. */
export function testFile(
  scene: Scene,
  test: { readonly operator: string; readonly text: string },
  state: State,
): Verdict {
  const { operator, text } = test;
  if (text === '') return noOf(state);
  const linked = /^-[hL]$/.test(operator) && [...text].some((one) => variesInLoop(atomOf(scene.world.atoms, one)));
  return { yes: [linked ? opaque(state) : nameIsTaken(scene, text, state)], no: [state], error: NONE };
}

/** Nobody can tell here; notes when the loop itself may have made the text what it is. */
export function cannotTell(scene: Scene, texts: readonly string[], state: State): Verdict {
  const { atoms, counters } = scene.world;
  if (texts.some((text) => [...text].some((character) => variesInLoop(atomOf(atoms, character))))) counters.vague += 1;
  return askOutside(state);
}

function variesInLoop(atom: Atom | undefined): boolean {
  return atom?.kind === 'number' || (atom?.kind === 'unknown' && atom.length !== undefined);
}

/** `! test` */
export function invert({ yes, no, error }: Verdict): Verdict {
  return { yes: no, no: yes, error };
}

/** Whether the text has any character. */
export function testNonEmpty(scene: Scene, text: string, state: State): Verdict {
  const { atoms } = scene.world;
  if (text === '') return noOf(state);
  if (!mayBeEmpty(atoms, text)) return yesOf(state);
  const atom = onlyAtom(atoms, text);
  if (atom?.kind === 'unknown' && atom.backing !== undefined) {
    return { yes: [constrain(state, 'not-negative', atom.backing)], no: [state], error: NONE };
  }
  if (atom?.kind !== 'unknown' || atom.length === undefined) return askOutside(state);
  const split = splitComparison(scene, state, { operator: '>', left: atom.length, right: constant(0) });
  return { yes: split.yes, no: split.no, error: NONE };
}

/** `-eq -ne -lt -le -gt -ge` on texts that must be numbers. */
export function compareNumbers(scene: Scene, operator: string, operands: Operands, state: State): Verdict {
  const { atoms } = scene.world;
  const left = readNumber(atoms, operands.left);
  const right = readNumber(atoms, operands.right);
  if (left.kind !== 'number' || right.kind !== 'number') return errorOf(state);
  const split = splitComparison(scene, state, {
    operator: ORDER[operator] ?? '==',
    left: left.form,
    right: right.form,
  });
  return { yes: split.yes, no: split.no, error: left.sure && right.sure ? NONE : [state] };
}

/** `-lt` and so on, as arithmetic writes them. */
export const ORDER: Readonly<Record<string, string>> = {
  '-eq': '==',
  '-ne': '!=',
  '-lt': '<',
  '-le': '<=',
  '-gt': '>',
  '-ge': '>=',
};

/** Whether the two texts are the same. */
export function compareTexts(scene: Scene, { left, right }: Operands, state: State): Verdict {
  if (isKnown(left) && isKnown(right)) return left === right ? yesOf(state) : noOf(state);
  if (left === '') return invert(testNonEmpty(scene, right, state));
  if (right === '') return invert(testNonEmpty(scene, left, state));
  const forms = canonicalForms(scene, left, right);
  if (forms !== undefined) {
    const split = splitComparison(scene, state, { operator: '==', left: forms.left, right: forms.right });
    return { yes: split.yes, no: split.no, error: NONE };
  }
  const top =
    compareWithTop(scene, { left, right }, state) ?? compareWithTop(scene, { left: right, right: left }, state);
  if (top !== undefined) return top;
  const affix = strip(left, right);
  if (affix !== undefined) return compareTexts(scene, affix, state);
  return cannotBeSame(scene, left, right) ? noOf(state) : cannotTell(scene, [left, right], state);
}

/** Whether a path is `/`: an absolute one that is not has at least two characters. */
function compareWithTop(scene: Scene, { left, right }: Operands, state: State): Verdict | undefined {
  const atom = right === '/' ? onlyAtom(scene.world.atoms, left) : undefined;
  if (atom?.kind !== 'unknown' || atom.root !== 'absolute' || atom.length === undefined) return undefined;
  const split = splitComparison(scene, state, { operator: '<', left: atom.length, right: constant(2) });
  return { yes: split.yes, no: split.no, error: NONE };
}

/** Numbers whose decimal text is compared: the same text exactly when they are the same number. */
function canonicalForms(scene: Scene, left: string, right: string): { left: Linear; right: Linear } | undefined {
  const one = canonicalNumber(scene, left);
  const two = canonicalNumber(scene, right);
  return one !== undefined && two !== undefined ? { left: one, right: two } : undefined;
}

function canonicalNumber(scene: Scene, text: string): Linear | undefined {
  if (isKnown(text)) return /^(0|-?[1-9]\d*)$/.test(text) ? constant(Number(text)) : undefined;
  const atom = onlyAtom(scene.world.atoms, text);
  return atom?.kind === 'number' ? atom.form : undefined;
}

/** `x$n` against `x5`: the part that both begin with says nothing. */
function strip(left: string, right: string): Operands | undefined {
  const first = left.charAt(0);
  if (first === '' || first !== right.charAt(0) || !isKnown(first)) return undefined;
  return { left: left.slice(1), right: right.slice(1) };
}

function cannotBeSame(scene: Scene, left: string, right: string): boolean {
  if (isKnown(left.charAt(0)) && isKnown(right.charAt(0))) return left.charAt(0) !== right.charAt(0);
  const [atom, other] = isKnown(left)
    ? [onlyAtom(scene.world.atoms, right), left]
    : [onlyAtom(scene.world.atoms, left), right];
  if (atom === undefined || !isKnown(other)) return false;
  if (atom.kind === 'choice') return !atom.texts.includes(other);
  return (atom.kind === 'number' || atom.kind === 'process') && !/^-?\d+$/.test(other);
}
