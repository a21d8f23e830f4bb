/**
 * Texts that are known only in part. A text is an ordinary string in which every part that is known only at run time is
 * one *atom*: a character of Unicode's private use area whose meaning stands in the table of this analysis. So joining,
 * splitting, matching and even parsing such a text need nothing special. `cleanSource` keeps the characters that a
 * person wrote (icons in a prompt, say) out of that range.
 */
import { add, constant, exactly, formKey, interval, type Linear, shiftBy, symbolForm } from './linear.ts';

export type Atom =
  /** a whole number, written in decimal */
  | { readonly kind: 'number'; readonly form: Linear }
  /** the process number of a child that this text started */
  | { readonly kind: 'process'; readonly child: number }
  /** one of these texts */
  | { readonly kind: 'choice'; readonly texts: readonly string[] }
  /** words that are numbers of a range, too many to spell out */
  | { readonly kind: 'many'; readonly count: number; readonly form: Linear }
  | UnknownAtom;

export type Root = 'absolute' | 'rooted';

export type UnknownAtom = {
  readonly kind: 'unknown';
  readonly mayBeEmpty: boolean;
  /** stands for its value where a number is wanted; the same symbol is the same value */
  readonly symbol: number | undefined;
  /** its length, where a loop shortens it */
  readonly length: Linear | undefined;
  /** a number that is not below 0 when the text is not empty */
  readonly backing: Linear | undefined;
  /** it begins with `/`, or for `rooted` is empty */
  readonly root: Root | undefined;
  /** children whose process numbers were collected in it */
  readonly children: readonly number[];
  /** symbols with whose values a program was asked for it */
  readonly from: readonly number[];
  /** what arithmetic made of no whole number: a fraction, or whatever an error left */
  readonly odd: boolean;
};

/** What a symbol of a linear form stands for. */
export type Meaning =
  /** not known, but the same all the time: a number from the environment, of a machine ... */
  | { readonly kind: 'fixed'; readonly name: string }
  /** the value of a variable (or of `#`) when a pass of a loop begins */
  | { readonly kind: 'entry'; readonly name: string }
  /** seconds on the clock at some moment; a larger symbol is a later moment */
  | { readonly kind: 'clock' };

export type Atoms = {
  readonly table: Atom[];
  readonly index: Map<string, string>;
  readonly meanings: Meaning[];
};

const FIRST = 0xe000;
const LAST = 0xf8ff;
const ATOM = /[\ue000-\uf8ff]/;
const ALL_ATOMS = /[\ue000-\uf8ff]/g;

/** Starts the table of one analysis. */
export function createAtoms(): Atoms {
  const atoms: Atoms = { table: [], index: new Map(), meanings: [] };
  unknownText(atoms, true);
  unknownText(atoms, false);
  return atoms;
}

/** Whether nothing in the text is left to run time. */
export function isKnown(text: string): boolean {
  return !ATOM.test(text);
}

/** The text up to the first thing in it that is left to run time. */
export function knownStart(text: string): string {
  const at = text.search(ATOM);
  return at < 0 ? text : text.slice(0, at);
}

/** Takes a person's private use characters out of a text, one for one, so that spans stay. */
export function cleanSource(text: string): string {
  return ATOM.test(text) ? text.replace(ALL_ATOMS, '\ufffd') : text;
}

/** The atom that the character stands for, or undefined for an ordinary character. */
export function atomOf(atoms: Atoms, character: string | undefined): Atom | undefined {
  return character === undefined ? undefined : atoms.table[character.charCodeAt(0) - FIRST];
}

/** The atom that is the whole text, or undefined. */
export function onlyAtom(atoms: Atoms, text: string): Atom | undefined {
  return text.length === 1 ? atomOf(atoms, text) : undefined;
}

/** A new symbol. */
export function newSymbol(atoms: Atoms, meaning: Meaning): number {
  atoms.meanings.push(meaning);
  return atoms.meanings.length - 1;
}

/** The first atom of every table: some text, possibly empty. */
export const ANY_TEXT = String.fromCharCode(FIRST);

/** Some text, of which nothing is known but whether it may be empty. */
export function unknownText(atoms: Atoms, mayBeEmpty: boolean): string {
  return internUnknown(atoms, mayBeEmpty ? 'unknown?' : 'unknown', { mayBeEmpty });
}

/** Variables that hold the absolute path of a folder. */
const FOLDERS = new Set(['PWD', 'OLDPWD', 'HOME']);

/** The value that the name has in the environment: the same each time, possibly none. */
export function environmentText(atoms: Atoms, name: string, mayBeEmpty: boolean): string {
  const key = `environment ${name}`;
  const known = atoms.index.get(key);
  if (known !== undefined) return known;
  const symbol = newSymbol(atoms, { kind: 'fixed', name });
  return internUnknown(atoms, key, { mayBeEmpty, symbol, root: FOLDERS.has(name) ? 'absolute' : undefined });
}

/** A text of which only its length is known, and perhaps that it is a path. */
export function lengthText(atoms: Atoms, length: Linear, root?: Root): string {
  return internUnknown(atoms, `length ${formKey(length)} ${root}`, { mayBeEmpty: root !== 'absolute', length, root });
}

/** The length of a text that is made of known parts and such of which the length is known. */
export function lengthForm(atoms: Atoms, text: string): Linear | undefined {
  let sum = constant(0);
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom === undefined) sum = shiftBy(sum, character.length);
    else if (atom.kind === 'unknown' && atom.length !== undefined) sum = add(sum, atom.length);
    else return undefined;
  }
  return sum;
}

/** A parameter of a list of which only the number is known: empty, unless `backing` is at least 0. */
export function backedText(atoms: Atoms, backing: Linear): string {
  return internUnknown(atoms, `backed ${formKey(backing)}`, { backing });
}

/** A text into which the process numbers of children were collected. */
export function collectedText(atoms: Atoms, children: readonly number[]): string {
  return internUnknown(atoms, `children ${children.join(' ')}`, { children });
}

/** What a program answered that was asked with the values of these symbols. */
export function answerText(atoms: Atoms, from: readonly number[]): string {
  return internUnknown(atoms, `answer ${from.join(' ')}`, { from });
}

/** What arithmetic makes of what is no whole number to it; whatever is made of that is the same. */
export function oddText(atoms: Atoms): string {
  return internUnknown(atoms, 'odd', { odd: true });
}

/** Whether the text is what `oddText` makes. */
export function isOdd(atoms: Atoms, text: string): boolean {
  const atom = onlyAtom(atoms, text);
  return atom?.kind === 'unknown' && atom.odd;
}

const NOTHING_KNOWN: UnknownAtom = {
  kind: 'unknown',
  mayBeEmpty: true,
  symbol: undefined,
  length: undefined,
  backing: undefined,
  root: undefined,
  children: [],
  from: [],
  odd: false,
};

function internUnknown(atoms: Atoms, key: string, known: Partial<UnknownAtom>): string {
  return intern(atoms, key, { ...NOTHING_KNOWN, ...known });
}

/** The number in decimal. */
export function numberText(atoms: Atoms, form: Linear): string {
  const value = exactly(form);
  if (value !== undefined && Number.isSafeInteger(value)) return String(value);
  return intern(atoms, formKey(form), { kind: 'number', form });
}

/** A number that is fixed but not known, under a name of its own. */
export function fixedNumberText(atoms: Atoms, name: string): string {
  const key = `fixed ${name}`;
  const known = atoms.index.get(key);
  if (known !== undefined) return known;
  return intern(atoms, key, { kind: 'number', form: symbolForm(newSymbol(atoms, { kind: 'fixed', name })) });
}

/** The process number of a child. */
export function processText(atoms: Atoms, child: number): string {
  return intern(atoms, `process ${child}`, { kind: 'process', child });
}

/** One of the texts. */
export function choiceText(atoms: Atoms, texts: readonly string[]): string {
  const [first] = texts;
  if (first !== undefined && texts.length === 1) return first;
  return intern(atoms, `choice ${texts.join('\u0000')}`, { kind: 'choice', texts });
}

/** Words that are `count` numbers of the range. */
export function manyText(atoms: Atoms, count: number, low: number, high: number): string {
  return intern(atoms, `many ${count} ${low} ${high}`, { kind: 'many', count, form: interval(low, high) });
}

/** Whether the text can turn out to be empty. */
export function mayBeEmpty(atoms: Atoms, text: string): boolean {
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom === undefined || atom.kind === 'number' || atom.kind === 'process' || atom.kind === 'many') return false;
    if (atom.kind === 'choice' ? !atom.texts.includes('') : !atom.mayBeEmpty) return false;
  }
  return true;
}

/** The children whose process numbers the text holds, and of how many of each; Infinity: of all that there are. */
export function childrenIn(atoms: Atoms, text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (isKnown(text)) return found;
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom?.kind === 'process') found.set(atom.child, (found.get(atom.child) ?? 0) + 1);
    if (atom?.kind === 'unknown') for (const child of atom.children) found.set(child, Number.POSITIVE_INFINITY);
  }
  return found;
}

/** A full table answers with the unknown text: less is known, nothing is wrong. */
function intern(atoms: Atoms, key: string, atom: Atom): string {
  const known = atoms.index.get(key);
  if (known !== undefined) return known;
  const code = FIRST + atoms.table.length;
  if (code > LAST) return String.fromCharCode(FIRST);
  const character = String.fromCharCode(code);
  atoms.table.push(atom);
  atoms.index.set(key, character);
  return character;
}
