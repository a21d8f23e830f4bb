/** The pieces that screens are made of. Text of other programs becomes harmless here and only here. */
import { cutToWidth, isPlain, startOf, widthOf } from './text-width.ts';

/** What a piece means; the theme decides how that looks. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'title'
  | 'accent'
  | 'alarm'
  | 'warning'
  | 'good'
  | 'key'
  | 'culprit'
  | 'selected';

/** A piece of a line. Made by `cell` alone, so its text holds no control character and `width` is its columns. */
export type Cell = { readonly text: string; readonly tone: Tone; readonly width: number };
export type Line = readonly Cell[];

/** Longest text that a cell keeps; what lies beyond no terminal shows on a line. */
const LONGEST = 4096;
/** Control, format (bidi overrides, zero widths), surrogate, private and unassigned characters. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A cell of the given meaning; control characters, bidi overrides and the like are replaced by visible stand-ins. */
export function cell(text: string, tone: Tone = 'plain'): Cell {
  const safe = neutralize(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  return { text: safe, tone, width: widthOf(safe) };
}

/**
 * Makes any text safe to print on one line: escape sequences lose their introducer, line ends become `↵`, other
 * controls their pictures (`␛`), and what terminals disagree on (joined emoji, flags, stacks of accents) is reduced to
 * a form of one known width.
 */
export function neutralize(text: string): string {
  if (isPlain(text)) return text;
  // Scripts of several lines are common, and need no more than this.
  const oneLine = text.replace(/\r\n|[\n\u2028\u2029]/g, '↵').replaceAll('\t', ' ');
  if (isPlain(oneLine)) return oneLine;
  let safe = '';
  for (const { segment } of graphemes.segment(oneLine)) safe += harmlessGrapheme(segment);
  return safe;
}

/** The cells cut to `width` columns, with an ellipsis where something is missing. */
export function cutLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  const kept: Cell[] = [];
  let room = width;
  for (const piece of line) {
    if (piece.width < room) {
      kept.push(piece);
      room -= piece.width;
      continue;
    }
    const text = piece.width === room ? `${startOf(piece.text, room - 1)}…` : cutToWidth(piece.text, room);
    if (room > 0) kept.push(remade(piece, text));
    break;
  }
  return kept;
}

/** The cells cut or padded to exactly `width` columns. */
export function fitLine(line: Line, width: number): Line {
  const cut = cutLine(line, width);
  const missing = width - lineWidth(cut);
  return missing > 0 ? [...cut, cell(' '.repeat(missing))] : cut;
}

/** `left` and `right` at the two ends of a line of `width` columns; the left side is cut first. */
export function spreadLine(left: Line, right: Line, width: number): Line {
  const end = cutLine(right, width);
  const room = width - lineWidth(end);
  return [...fitLine(left, Math.max(0, room)), ...end];
}

/** Columns that a line takes. */
export function lineWidth(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0);
}

/** A line's text without its meanings: for tests, screen readers and captions. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join('');
}

function remade(piece: Cell, text: string): Cell {
  return { text, tone: piece.tone, width: widthOf(text) };
}

function harmlessGrapheme(grapheme: string): string {
  if (/^\p{Regional_Indicator}/u.test(grapheme)) return [...grapheme].map(letterOfIndicator).join('');
  const [first = '', ...rest] = [...grapheme];
  const base = /^\p{M}/u.test(first) ? `◌${first}` : harmlessCharacter(first);
  // Joined emoji and skin tones: terminals disagree on their width, the first picture says enough.
  if (/^\p{Extended_Pictographic}/u.test(first)) return base;
  const marks = rest.filter((character) => /^\p{Mn}$/u.test(character) && !/^[\ufe00-\ufe0f]$/u.test(character));
  const others = rest.filter((character) => !/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character)).map(harmlessCharacter);
  return base + marks.slice(0, 2).join('') + others.join('');
}

function harmlessCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return HARMFUL.test(character) ? '�' : character;
}

function letterOfIndicator(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41);
}
