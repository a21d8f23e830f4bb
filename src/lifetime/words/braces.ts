/** `{a,b}` and `{1..60}`: one word becomes several before anything else is expanded. */
import type { Word, WordPart } from '../../shell/ast.ts';
import { type Atoms, manyText } from '../values/atoms.ts';

/** So many words are spelled out; of more only their number and range are kept. */
const MOST_WORDS = 400;

/** The words that the braces stand for; the word itself when it has none; an unknown one when they are too many. */
export function expandBraces(atoms: Atoms, word: Word): readonly Word[] {
  if (!word.parts.some(isBrace)) return [word];
  if (countWords(word) > MOST_WORDS) {
    return [{ span: word.span, parts: [{ kind: 'unknown', quoted: false, span: word.span }] }];
  }
  return spellOut(atoms, word);
}

function spellOut(atoms: Atoms, word: Word): readonly Word[] {
  const at = word.parts.findIndex(isBrace);
  const part = word.parts[at];
  if (part === undefined) return [word];
  const before = word.parts.slice(0, at);
  const after = word.parts.slice(at + 1);
  return alternatives(atoms, part).flatMap((middle) =>
    spellOut(atoms, { span: word.span, parts: [...before, ...middle, ...after] }),
  );
}

/** zsh's `{1..$n}`: braces that are a range only when what is in them has been expanded. */
export function isLateRange(word: Word): boolean {
  const has = (text: string) =>
    word.parts.some((part) => part.kind === 'literal' && !part.quoted && part.value.includes(text));
  return word.parts.length > 1 && has('{') && has('..') && has('}');
}

const LATE_RANGE = /^([^{]*)\{(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?\}(.*)$/s;

/** The texts that such a text becomes; undefined when that is only known at run time. */
export function spellOutLate(text: string): readonly string[] | undefined {
  const [, before = '', from, to, step = null, after = ''] = LATE_RANGE.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const range = rangeOf({ kind: 'brace-range', from, to, step, span: { start: 0, end: 0 } });
  if (range === undefined || range.count > MOST_WORDS) return undefined;
  const by = range.from <= range.to ? range.step : -range.step;
  return Array.from({ length: range.count }, (_, at) => `${before}${range.from + at * by}${after}`);
}

function isBrace(part: WordPart): boolean {
  return part.kind === 'brace-list' || part.kind === 'brace-range';
}

/** How many words the braces make; a long range counts as one, since it is not spelled out. */
function countWords(word: Word): number {
  let count = 1;
  for (const part of word.parts) {
    if (part.kind === 'brace-list') count *= part.items.reduce((sum, item) => sum + countWords(item), 0);
    if (part.kind === 'brace-range') {
      const steps = rangeOf(part)?.count ?? 1;
      count *= steps > MOST_WORDS ? 1 : steps;
    }
  }
  return count;
}

/** How many steps a range has, or undefined when it is not one of numbers or letters. */
export function rangeOf(part: Extract<WordPart, { kind: 'brace-range' }>): Range | undefined {
  const letters = /^[a-zA-Z]$/.test(part.from) && /^[a-zA-Z]$/.test(part.to);
  const from = letters ? part.from.charCodeAt(0) : Number(part.from);
  const to = letters ? part.to.charCodeAt(0) : Number(part.to);
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined;
  const step = Math.max(1, Math.abs(Number(part.step ?? 1)) || 1);
  return { from, to, step, letters, count: Math.floor(Math.abs(to - from) / step) + 1 };
}

type Range = { from: number; to: number; step: number; letters: boolean; count: number };

function alternatives(atoms: Atoms, part: WordPart): readonly (readonly WordPart[])[] {
  if (part.kind === 'brace-list') {
    return part.items.flatMap((item) => spellOut(atoms, item).map((word) => word.parts));
  }
  if (part.kind !== 'brace-range') return [[part]];
  const range = rangeOf(part);
  const literal = (value: string): readonly WordPart[] => [{ kind: 'literal', value, quoted: false, span: part.span }];
  if (range === undefined) return [literal(`{${part.from}..${part.to}}`)];
  const { from, to, step, letters, count } = range;
  if (count > MOST_WORDS) return [literal(manyText(atoms, count, Math.min(from, to), Math.max(from, to)))];
  const direction = from <= to ? step : -step;
  return Array.from({ length: count }, (_, at) => {
    const value = from + at * direction;
    return literal(letters ? String.fromCharCode(value) : String(value));
  });
}
