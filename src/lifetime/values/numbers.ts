/** Reads an abstract text as a whole number, the way `[ a -lt b ]` does. */
import type { Dialect } from '../../shell/ast.ts';
import { type Atoms, atomOf, isKnown, isOdd, onlyAtom } from './atoms.ts';
import { ANY_NUMBER, constant, cover, interval, type Linear, negate, symbolForm } from './linear.ts';

export type NumberReading =
  /** `sure`: it cannot turn out to be something else than a number */
  { readonly kind: 'number'; readonly form: Linear; readonly sure: boolean } | { readonly kind: 'not-a-number' };

const NOT_A_NUMBER: NumberReading = { kind: 'not-a-number' };
const INTEGER = /^\s*[+-]?\d+\s*$/;
const LARGEST_PROCESS = 2 ** 22;

/** The number that the text holds, if it holds one. */
export function readNumber(atoms: Atoms, text: string): NumberReading {
  if (isKnown(text)) return INTEGER.test(text) ? sure(constant(Number(text))) : NOT_A_NUMBER;
  const trimmed = text.trim();
  if (trimmed.startsWith('-')) return negated(readNumber(atoms, trimmed.slice(1)));
  const atom = onlyAtom(atoms, trimmed);
  if (atom === undefined) return readMixture(atoms, trimmed);
  if (atom.kind === 'number') return sure(atom.form);
  if (atom.kind === 'process') return sure(interval(1, LARGEST_PROCESS));
  if (atom.kind === 'choice') return readChoice(atoms, atom.texts);
  if (atom.kind === 'many') return NOT_A_NUMBER;
  return { kind: 'number', form: atom.symbol === undefined ? ANY_NUMBER : symbolForm(atom.symbol), sure: false };
}

const CANONICAL = /^(?:0|-?[1-9]\d*)$/;

/** Whether the number reads the same everywhere: with a 0 in front, arithmetic takes it as octal (zsh does not). */
export function isCanonical(text: string): boolean {
  return !isKnown(text) || CANONICAL.test(text);
}

const OCTAL = /^\s*[+-]?0\d+\s*$/;
const FRACTION = /^\s*[+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** What arithmetic takes as octal: the number, NaN for `08`; undefined when it takes the text as it stands. */
export function octalOf(text: string, dialect: Dialect): number | undefined {
  if (dialect === 'zsh' || !OCTAL.test(text)) return undefined;
  const digits = text.trim().replace(/^[+-]/, '');
  const value = /[89]/.test(digits) ? Number.NaN : Number.parseInt(digits, 8);
  return text.trim().startsWith('-') ? -value : value;
}

/** Whether arithmetic cannot make a whole number of the text: `08` is an error, zsh goes on with `1.5`. */
export function isOddNumber(atoms: Atoms, text: string, dialect: Dialect): boolean {
  if (!isKnown(text)) {
    const atom = onlyAtom(atoms, text);
    return atom?.kind === 'choice' ? atom.texts.some((one) => isOddNumber(atoms, one, dialect)) : isOdd(atoms, text);
  }
  return FRACTION.test(text) || Number.isNaN(octalOf(text, dialect));
}

/** The least form that covers every one of the texts, or undefined when one is not a number. */
export function coverNumbers(atoms: Atoms, texts: readonly string[]): Linear | undefined {
  let result: Linear | undefined;
  for (const text of texts) {
    const reading = readNumber(atoms, text);
    if (reading.kind !== 'number' || !reading.sure) return undefined;
    result = result === undefined ? reading.form : cover(result, reading.form);
  }
  return result;
}

function sure(form: Linear): NumberReading {
  return { kind: 'number', form, sure: true };
}

function negated(reading: NumberReading): NumberReading {
  return reading.kind === 'number' ? { ...reading, form: negate(reading.form) } : reading;
}

function readChoice(atoms: Atoms, texts: readonly string[]): NumberReading {
  const form = coverNumbers(atoms, texts);
  return form === undefined ? { kind: 'number', form: ANY_NUMBER, sure: false } : sure(form);
}

/** Digits beside atoms may be a number; any other character beside them cannot. */
function readMixture(atoms: Atoms, text: string): NumberReading {
  for (const character of text) {
    if (atomOf(atoms, character) === undefined && !/\d/.test(character)) return NOT_A_NUMBER;
  }
  return { kind: 'number', form: ANY_NUMBER, sure: false };
}
