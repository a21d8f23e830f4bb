/** The heads of `for`, `select`, `case` and zsh's `repeat` and `foreach`, and the patterns of `case`. */
import type { Arithmetic, Word } from '../ast.ts';
import { findArithmeticEnd, findParenEnd } from './arithmetic-end.ts';
import {
  BAR,
  CLOSE_PAREN,
  HASH,
  isBlank,
  isDigit,
  isNameRest,
  isNameStart,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PAREN,
  SEMICOLON,
} from './characters.ts';
import { codeAt, emptyWord, type Scan, skipBlanks, startsWith } from './scan.ts';
import type { Header } from './token.ts';
import { readWord } from './word.ts';

/** After `for` or `foreach`: up to the list's end, its `;` not included. Null when it is no such head. */
export function readForHeader(scan: Scan): Header | null {
  skipBlanks(scan);
  if (startsWith(scan, '((') && scan.dialect !== 'sh') return readArithmeticHeader(scan);
  const variables = readNames(scan);
  if (variables.length === 0) return null;
  return { kind: 'for-in', variables, words: readList(scan) };
}

/** After `select`. */
export function readSelectHeader(scan: Scan): Header | null {
  skipBlanks(scan);
  const variable = readName(scan);
  return variable === null ? null : { kind: 'select', variable, words: readList(scan) };
}

/** After `repeat`. */
export function readRepeatHeader(scan: Scan): Header | null {
  skipBlanks(scan);
  const count = readWord(scan);
  return count === null ? null : { kind: 'repeat', count };
}

/** After `case`: the subject, up to and including `in` (or zsh's brace). Null when it is no such head. */
export function readCaseHeader(scan: Scan): { readonly subject: Word; readonly braces: boolean } | null {
  skipBlanks(scan);
  const subject = readWord(scan);
  if (scan.dialect === 'zsh' && codeAt(scan, scan.pos) === SEMICOLON) scan.pos += 1;
  skipLines(scan);
  const braces = scan.dialect === 'zsh' && codeAt(scan, scan.pos) === OPEN_BRACE;
  if (braces) scan.pos += 1;
  if (subject === null || (!braces && readName(scan) !== 'in')) return null;
  return { subject, braces };
}

/** The patterns of one `case` arm, up to and including `)`; null at `esac` and at the end. */
export function readPatterns(scan: Scan): readonly Word[] | null {
  skipLines(scan);
  if (scan.pos >= scan.end || atEsac(scan)) return null;
  const start = scan.pos;
  if (codeAt(scan, scan.pos) === OPEN_PAREN && !opensGroup(scan)) scan.pos += 1;
  const patterns: Word[] = [];
  for (;;) {
    skipLines(scan);
    const at = scan.pos;
    const pattern = readWord(scan, 'pattern');
    patterns.push(pattern ?? emptyWord(scan, at));
    skipBlanks(scan);
    if (codeAt(scan, scan.pos) !== BAR) break;
    scan.pos += 1;
  }
  if (codeAt(scan, scan.pos) !== CLOSE_PAREN) {
    scan.pos = start;
    return null;
  }
  scan.pos += 1;
  return patterns;
}

/** zsh: `(a|b)*)` begins with a group of the pattern, `(a|b) command` with the arm's own parenthesis. */
function opensGroup(scan: Scan): boolean {
  if (scan.dialect !== 'zsh') return false;
  const close = findParenEnd(scan, scan.pos + 1);
  const next = codeAt(scan, close + 1);
  return close !== -1 && !Number.isNaN(next) && !isBlank(next) && next !== NEWLINE && next !== SEMICOLON;
}

function atEsac(scan: Scan): boolean {
  return startsWith(scan, 'esac') && !isNameRest(codeAt(scan, scan.pos + 4));
}

function readNames(scan: Scan): readonly string[] {
  const names: string[] = [];
  const most = scan.dialect === 'zsh' ? 20 : 1;
  while (names.length < most) {
    const before = scan.pos;
    const name = readName(scan) ?? (scan.dialect === 'zsh' ? readDigits(scan) : null);
    if (name === null) break;
    if (names.length > 0 && (name === 'in' || name === 'do')) {
      scan.pos = before;
      break;
    }
    names.push(name);
    skipBlanks(scan);
  }
  return names;
}

function readName(scan: Scan): string | null {
  const start = scan.pos;
  if (!isNameStart(codeAt(scan, start))) return null;
  while (isNameRest(codeAt(scan, scan.pos))) scan.pos += 1;
  return scan.text.slice(start, scan.pos);
}

/** zsh: `for 1 2 in` sets the positional parameters. */
function readDigits(scan: Scan): string | null {
  const start = scan.pos;
  while (isDigit(codeAt(scan, scan.pos))) scan.pos += 1;
  return scan.pos === start ? null : scan.text.slice(start, scan.pos);
}

/** `in words`, zsh's `(words)`, or null for the positional parameters. */
function readList(scan: Scan): readonly Word[] | null {
  skipBlanks(scan);
  if (scan.dialect === 'zsh' && codeAt(scan, scan.pos) === OPEN_PAREN) return readParenthesised(scan);
  const before = scan.pos;
  skipLines(scan);
  if (!startsWith(scan, 'in') || isNameRest(codeAt(scan, scan.pos + 2))) {
    scan.pos = before;
    return null;
  }
  scan.pos += 2;
  return readWords(scan);
}

function readWords(scan: Scan): readonly Word[] {
  const words: Word[] = [];
  for (;;) {
    skipBlanks(scan);
    if (codeAt(scan, scan.pos) === HASH) return words;
    const word = readWord(scan);
    if (word === null) return words;
    words.push(word);
  }
}

function readParenthesised(scan: Scan): readonly Word[] {
  const words: Word[] = [];
  scan.pos += 1;
  for (;;) {
    skipLines(scan);
    const word = codeAt(scan, scan.pos) === CLOSE_PAREN ? null : readWord(scan);
    if (word === null) break;
    words.push(word);
  }
  if (codeAt(scan, scan.pos) === CLOSE_PAREN) scan.pos += 1;
  else scan.problems.add('unterminated list');
  return words;
}

/** `((init; condition; update))`. */
function readArithmeticHeader(scan: Scan): Header | null {
  const end = findArithmeticEnd(scan, scan.pos + 2);
  if (end === -1) return null;
  scan.pos += 2;
  const init = readPart(scan, end);
  const condition = readPart(scan, end);
  const update = readPart(scan, end);
  scan.pos = end + 2;
  return { kind: 'for-arith', init, condition, update };
}

/** One part up to the next `;`; null when it is empty. */
function readPart(scan: Scan, end: number): Arithmetic | null {
  let close = scan.pos;
  while (close < end && codeAt(scan, close) !== SEMICOLON) close += 1;
  const empty = scan.text.slice(scan.pos, close).trim() === '';
  const part = empty ? null : scan.readers.arithmetic(scan, close);
  scan.pos = Math.min(close + 1, end);
  return part;
}

/** Skips blanks, line ends and comments. */
export function skipLines(scan: Scan): void {
  for (;;) {
    skipBlanks(scan);
    const code = codeAt(scan, scan.pos);
    if (code === NEWLINE) scan.pos += 1;
    else if (code === HASH) skipComment(scan);
    else return;
  }
}

/** Skips to the line's end, which is left. */
export function skipComment(scan: Scan): void {
  const found = scan.text.indexOf('\n', scan.pos);
  scan.pos = found === -1 ? scan.end : Math.min(found, scan.end);
}
