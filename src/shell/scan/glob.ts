/** Patterns in unquoted words: `[...]`, `@(a|b)` and zsh's parentheses. */
import type { WordPart } from '../ast.ts';
import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  DOUBLE_QUOTE,
  isDigit,
  isMeta,
  OPEN_BRACKET,
  OPEN_PAREN,
  SINGLE_QUOTE,
} from './characters.ts';
import { codeAt, type Scan, spanOf } from './scan.ts';

/** Reads `[...]` when a `]` closes it in the same word; else false and nothing is read. */
export function readBracketGlob(scan: Scan, parts: WordPart[]): boolean {
  const start = scan.pos;
  let at = start + 1;
  if (codeAt(scan, at) === 33 || codeAt(scan, at) === 94) at += 1;
  if (codeAt(scan, at) === CLOSE_BRACKET) at += 1;
  for (; at < scan.end; at += 1) {
    const code = codeAt(scan, at);
    scan.effort.left -= 1;
    if (isMeta(code) || scan.effort.left < 0 || !isPlainInBracket(code)) return false;
    if (code === CLOSE_BRACKET) break;
    if (code === OPEN_BRACKET && codeAt(scan, at + 1) === 58) at = Math.max(at, scan.text.indexOf(':]', at + 2) + 1);
  }
  if (at >= scan.end) return false;
  scan.pos = at + 1;
  parts.push({ kind: 'glob', value: scan.text.slice(start, scan.pos), span: spanOf(scan, start, scan.pos) });
  return true;
}

/** Expansions and quotes inside brackets keep their own parts; the bracket is then read as characters. */
function isPlainInBracket(code: number): boolean {
  return code !== 36 && code !== 96 && code !== SINGLE_QUOTE && code !== DOUBLE_QUOTE && code !== BACKSLASH;
}

/** Reads a parenthesised pattern with the character before it, such as `@(a|b)` or zsh's `(N)`. */
export function readParenGlob(scan: Scan, parts: WordPart[]): void {
  const start = scan.pos;
  let depth = 0;
  let at = start;
  for (; at < scan.end; at += 1) {
    const code = codeAt(scan, at);
    if (code === BACKSLASH) at += 1;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) at = closingQuote(scan, at, code);
    else if (code === OPEN_PAREN) depth += 1;
    else if (code === CLOSE_PAREN) {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  if (at >= scan.end) scan.problems.add('unterminated pattern');
  scan.pos = Math.min(at + 1, scan.end);
  parts.push({ kind: 'glob', value: scan.text.slice(start, scan.pos), span: spanOf(scan, start, scan.pos) });
}

function closingQuote(scan: Scan, at: number, quote: number): number {
  let index = at + 1;
  while (index < scan.end && codeAt(scan, index) !== quote) index += 1;
  return index;
}

/** The index after zsh's `<1-9>`, `<->` at the position; -1 when there is none. */
export function rangeGlobEnd(scan: Scan): number {
  let at = scan.pos + 1;
  while (isDigit(codeAt(scan, at))) at += 1;
  if (codeAt(scan, at) !== 45) return -1;
  at += 1;
  while (isDigit(codeAt(scan, at))) at += 1;
  return codeAt(scan, at) === 62 ? at + 1 : -1;
}

export function readRangeGlob(scan: Scan, parts: WordPart[]): void {
  const start = scan.pos;
  scan.pos = rangeGlobEnd(scan);
  parts.push({ kind: 'glob', value: scan.text.slice(start, scan.pos), span: spanOf(scan, start, scan.pos) });
}
