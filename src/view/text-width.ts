/** How many terminal columns a text takes, and cutting or padding it to exactly so many. Input is neutralised text. */
import stringWidth from 'string-width';

/** Letters, digits, arrows and blocks that take one column each and never join with their neighbours. */
const SINGLE = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u0391-\u03a1\u03a3-\u03ff\u0400-\u0481\u048a-\u052f\u2026\u2190-\u2193\u21b5\u2400-\u2426\u2500-\u25fc`;
/** Kana, ideographs, Hangul syllables and full-width forms: two columns each, likewise. */
const DOUBLE = String.raw`\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60`;
const SINGLES = new RegExp(`^[${SINGLE}]*$`);
const PLAIN = new RegExp(`^[${SINGLE}${DOUBLE}]*$`);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Whether a text holds only characters of one known width each, and so needs no segmentation. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Columns that `text` takes in a terminal; East Asian wide characters and emoji take two. */
export function widthOf(text: string): number {
  if (SINGLES.test(text)) return text.length;
  if (!PLAIN.test(text)) return stringWidth(text);
  let width = 0;
  for (let index = 0; index < text.length; index += 1) width += columnsOfPlain(text, index);
  return width;
}

/** The longest start of `text` that fits `width` columns, never splitting a character; it may be a column short. */
export function startOf(text: string, width: number): string {
  if (width <= 0) return '';
  // No character is wider than two columns or much longer than eight units, so a huge argv is never measured whole.
  const candidate = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (SINGLES.test(candidate)) return candidate.slice(0, width);
  const plain = PLAIN.test(candidate);
  let used = 0;
  let end = 0;
  for (const { segment, index } of plain ? unitsOf(candidate) : graphemes.segment(candidate)) {
    const columns = plain ? columnsOfPlain(candidate, index) : widthOf(segment);
    if (used + columns > width) break;
    used += columns;
    end = index + segment.length;
  }
  return candidate.slice(0, end);
}

/** `text` when it fits, else its start and an ellipsis, within `width` columns. */
export function cutToWidth(text: string, width: number): string {
  if (width <= 0) return '';
  if (text.length <= width * 16 && widthOf(text) <= width) return text;
  return `${startOf(text, width - 1).trimEnd()}…`;
}

/** `text` cut or padded to exactly `width` columns. */
export function fitToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutToWidth(text, width);
  const padding = ' '.repeat(Math.max(0, width - widthOf(cut)));
  return align === 'left' ? cut + padding : padding + cut;
}

/** Splits a text into lines of at most `width` columns, at blanks where possible; at most `limit` lines. */
export function wrapToWidth(text: string, width: number, limit: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > 0 && lines.length < limit) {
    if (lines.length === limit - 1) return [...lines, cutToWidth(rest, width)];
    const whole = startOf(rest, width) || (rest[0] ?? '');
    const blank = whole.length < rest.length ? whole.lastIndexOf(' ') : -1;
    const line = blank > whole.length / 3 ? whole.slice(0, blank + 1) : whole;
    lines.push(line);
    rest = rest.slice(line.length);
  }
  return lines;
}

function* unitsOf(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  for (let index = 0; index < text.length; index += 1) yield { segment: text[index] ?? '', index };
}

/** Everything plain from the kana on is wide. */
function columnsOfPlain(text: string, index: number): 1 | 2 {
  return text.charCodeAt(index) >= 0x3041 ? 2 : 1;
}
