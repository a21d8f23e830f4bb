/** How many terminal columns a text takes, and cutting or padding it to exactly so many. Input is neutralised text. */
import stringWidth from 'string-width';

/** Printable ASCII and the blocks and lines that we draw ourselves: one column each, no segmentation needed. */
const SINGLE_COLUMN = /^[\x20-\x7e\u2190-\u2193\u2400-\u2426\u2500-\u25ff\u2026\u00b7\u00d7]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns that `text` takes in a terminal; East Asian wide characters and emoji take two. */
export function widthOf(text: string): number {
  return SINGLE_COLUMN.test(text) ? text.length : stringWidth(text);
}

/** The longest start of `text` that fits `width` columns, never splitting a character; it may be a column short. */
export function startOf(text: string, width: number): string {
  if (width <= 0) return '';
  // No character is wider than two columns or much longer than eight units, so a huge argv is never measured whole.
  const candidate = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (SINGLE_COLUMN.test(candidate)) return candidate.slice(0, width);
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(candidate)) {
    const columns = widthOf(segment);
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
