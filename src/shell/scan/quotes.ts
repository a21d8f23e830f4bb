/** Quotes and escapes: what they stand for, and that they are quoted. */
import type { WordPart } from '../ast.ts';
import { BACKSLASH, BACKTICK, CLOSE_BRACE, DOLLAR, DOUBLE_QUOTE, NEWLINE, SINGLE_QUOTE } from './characters.ts';
import { codeAt, type Scan, spanOf, type WordMode } from './scan.ts';

/** Appends a literal that ends at the position, joining it to a like one right before it. */
export function pushLiteral(
  scan: Scan,
  parts: WordPart[],
  literal: { readonly start: number; readonly value: string; readonly quoted: boolean },
): void {
  const span = spanOf(scan, literal.start, scan.pos);
  const last = parts.at(-1);
  if (last?.kind === 'literal' && last.quoted === literal.quoted && last.span.end === span.start) {
    const value = last.value + literal.value;
    parts[parts.length - 1] = {
      kind: 'literal',
      value,
      quoted: last.quoted,
      span: { start: last.span.start, end: span.end },
    };
    return;
  }
  parts.push({ kind: 'literal', value: literal.value, quoted: literal.quoted, span });
}

/** `'...'`, or `$'...'` with its C escapes. */
export function readSingleQuotes(scan: Scan, parts: WordPart[], ansi: boolean): void {
  const start = scan.pos;
  const open = ansi ? start + 2 : start + 1;
  const close = findSingleQuote(scan, open, ansi);
  const body = scan.text.slice(open, close);
  if (close >= scan.end) scan.problems.add('unterminated quote');
  scan.pos = Math.min(close + 1, scan.end);
  pushLiteral(scan, parts, { start, value: ansi ? decodeEscapes(body) : body, quoted: true });
}

function findSingleQuote(scan: Scan, from: number, ansi: boolean): number {
  if (!ansi) {
    const found = scan.text.indexOf("'", from);
    return found === -1 ? scan.end : Math.min(found, scan.end);
  }
  let at = from;
  while (at < scan.end && codeAt(scan, at) !== SINGLE_QUOTE) at += codeAt(scan, at) === BACKSLASH ? 2 : 1;
  return Math.min(at, scan.end);
}

/** `"..."`. An empty pair still makes a word, so it leaves an empty literal. */
export function readDoubleQuotes(scan: Scan, parts: WordPart[]): void {
  const start = scan.pos;
  scan.pos += 1;
  const inner = scan.readers.parts(scan, 'double');
  if (codeAt(scan, scan.pos) === DOUBLE_QUOTE) scan.pos += 1;
  else scan.problems.add('unterminated quote');
  if (inner.length === 0) pushLiteral(scan, parts, { start, value: '', quoted: true });
  for (const part of inner) parts.push(part);
}

/** A backslash: what it escapes depends on where it stands. */
export function readEscape(scan: Scan, parts: WordPart[], mode: WordMode): void {
  const start = scan.pos;
  const next = codeAt(scan, start + 1);
  if (next === NEWLINE) {
    scan.pos += 2;
    return;
  }
  const escapes = isEscaped(next, mode);
  scan.pos = Math.min(start + (escapes ? 2 : 1), scan.end);
  const value = scan.text.slice(escapes ? start + 1 : start, scan.pos);
  pushLiteral(scan, parts, { start, value, quoted: true });
}

function isEscaped(code: number, mode: WordMode): boolean {
  if (Number.isNaN(code)) return false;
  const inQuotes = code === DOLLAR || code === BACKTICK || code === BACKSLASH;
  if (mode === 'double') return inQuotes || code === DOUBLE_QUOTE;
  if (mode === 'quoted-argument') return inQuotes || code === DOUBLE_QUOTE || code === CLOSE_BRACE;
  if (mode === 'here-document') return inQuotes;
  return true;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** Decodes the body of `$'...'`. */
function decodeEscapes(body: string): string {
  if (!body.includes('\\')) return body;
  let value = '';
  for (let at = 0; at < body.length; ) {
    const letter = body.charAt(at);
    if (letter !== '\\') {
      value += letter;
      at += 1;
      continue;
    }
    const [text, length] = decodeEscape(body, at + 1);
    value += text;
    at += 1 + length;
  }
  return value;
}

/** The text and length of the escape whose letter is at `at`. */
function decodeEscape(body: string, at: number): readonly [string, number] {
  const letter = body.charAt(at);
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return [simple, 1];
  if (letter === 'c' && at + 1 < body.length) return [String.fromCharCode(body.charCodeAt(at + 1) & 31), 2];
  const [from, base, most] = numericEscape(letter);
  const digits = digitsAt(body, at + from, { base, most });
  if (digits === '') return [`\\${letter}`, letter.length];
  return [codePoint(Number.parseInt(digits, base)), from + digits.length];
}

function numericEscape(letter: string): readonly [from: number, base: number, most: number] {
  if (letter === 'x') return [1, 16, 2];
  if (letter === 'u') return [1, 16, 4];
  if (letter === 'U') return [1, 16, 8];
  return [0, 8, 3];
}

function digitsAt(body: string, at: number, rule: { readonly base: number; readonly most: number }): string {
  let length = 0;
  while (length < rule.most && '0123456789abcdef'.indexOf(body.charAt(at + length).toLowerCase() || 'z') < rule.base) {
    if ('0123456789abcdef'.indexOf(body.charAt(at + length).toLowerCase() || 'z') < 0) break;
    length += 1;
  }
  return body.slice(at, at + length);
}

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : '\ufffd';
}
