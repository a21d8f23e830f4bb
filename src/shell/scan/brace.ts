/** `{a,b}` and `{1..9..2}`. */
import type { Word, WordPart } from '../ast.ts';
import { CLOSE_BRACE, COMMA, isBlank, isDigit, isNameStart, NEWLINE, OPEN_BRACE } from './characters.ts';
import { codeAt, nested, type Scan, spanOf } from './scan.ts';

/** Reads a brace list or range into `parts`; false, and nothing read, when the `{` is an ordinary character. */
export function readBraces(scan: Scan, parts: WordPart[]): boolean {
  const start = scan.pos;
  const close = findClose(scan, start);
  if (close === -1) return false;
  return readRange(scan, parts, close) || nested(scan, () => readList(scan, parts), false);
}

/** The index of a `}` in the same word, after a `,` or `..`; -1 when there is none. A look ahead that is cheap. */
function findClose(scan: Scan, start: number): number {
  let separated = false;
  let depth = 0;
  for (let at = start; at < scan.end; at += 1) {
    const code = codeAt(scan, at);
    scan.effort.left -= 1;
    if (isBlank(code) || code === NEWLINE || scan.effort.left < 0) return -1;
    if (code === OPEN_BRACE) depth += 1;
    if (code === COMMA || (code === 46 && codeAt(scan, at + 1) === 46)) separated = true;
    if (code === CLOSE_BRACE) {
      depth -= 1;
      if (depth === 0 && separated) return at;
      if (depth === 0) return -1;
    }
  }
  return -1;
}

function readList(scan: Scan, parts: WordPart[]): boolean {
  const start = scan.pos;
  const items: Word[] = [];
  do {
    scan.pos += 1;
    const from = scan.pos;
    const inner = scan.readers.parts(scan, 'brace-item');
    items.push({ span: spanOf(scan, from, scan.pos), parts: inner });
  } while (codeAt(scan, scan.pos) === COMMA);
  if (items.length < 2 || codeAt(scan, scan.pos) !== CLOSE_BRACE) {
    scan.pos = start;
    return false;
  }
  scan.pos += 1;
  parts.push({ kind: 'brace-list', items, span: spanOf(scan, start, scan.pos) });
  return true;
}

function readRange(scan: Scan, parts: WordPart[], close: number): boolean {
  const start = scan.pos;
  const [from, to, step, ...more] = scan.text.slice(start + 1, close).split('..');
  if (from === undefined || to === undefined || more.length > 0) return false;
  const letters = isLetter(from) && isLetter(to);
  if (!letters && !(isInteger(from) && isInteger(to))) return false;
  if (step !== undefined && !isInteger(step)) return false;
  scan.pos = close + 1;
  parts.push({ kind: 'brace-range', from, to, step: step ?? null, span: spanOf(scan, start, scan.pos) });
  return true;
}

function isLetter(text: string): boolean {
  return text.length === 1 && isNameStart(text.charCodeAt(0)) && text !== '_';
}

function isInteger(text: string): boolean {
  const digits = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text;
  if (digits === '') return false;
  for (let at = 0; at < digits.length; at += 1) if (!isDigit(digits.charCodeAt(at))) return false;
  return true;
}
