/** The operands of arithmetic. */
import type { Arithmetic, Word } from '../ast.ts';
import { findBracketEnd } from './arithmetic-end.ts';
import {
  AT,
  CLOSE_PAREN,
  DOLLAR,
  HASH,
  isDigit,
  isNameRest,
  isNameStart,
  NEWLINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  STAR,
} from './characters.ts';
import { readNumber } from './number.ts';
import { codeAt, nested, type Scan, skipBlanks, spanOf, within } from './scan.ts';

type Read = Arithmetic | null;

/**
 * Reads one operand; `expression` reads what is in parentheses. Null when there is none. What zsh has and our tree has
 * not, such as functions of mathematics, is `unknown` although it is valid.
 */
export function readOperand(scan: Scan, expression: (scan: Scan) => Read): Read {
  const start = scan.pos;
  const code = codeAt(scan, start);
  if (code === OPEN_PAREN) {
    scan.pos += 1;
    return readInParentheses(scan, expression);
  }
  if (code === HASH && scan.dialect === 'zsh') return readCharacterCode(scan);
  const base = isDigit(code) ? baseAt(scan) : null;
  const operand =
    base !== null
      ? readInBase(scan, base)
      : isDigit(code) || code === 46
        ? readNumber(scan)
        : isNameStart(code)
          ? readNamed(scan, expression)
          : readQuoted(scan);
  const next = codeAt(scan, scan.pos);
  // `1$n` and `${a}b` are glued together before they are evaluated
  if (isNameRest(next) || next === DOLLAR) return null;
  return scan.pos === start ? null : operand;
}

/** The base of `10#$n`, whose digits are only known at run time; null for anything else. */
function baseAt(scan: Scan): string | null {
  let at = scan.pos;
  while (isDigit(codeAt(scan, at))) at += 1;
  return codeAt(scan, at) === HASH && codeAt(scan, at + 1) === DOLLAR ? scan.text.slice(scan.pos, at) : null;
}

/** In base 10 it is the value itself; in another base another number. */
function readInBase(scan: Scan, base: string): Read {
  const start = scan.pos;
  scan.pos += base.length + 1;
  const digits = readQuoted(scan);
  return digits === null || base === '10' ? digits : { kind: 'unknown', span: spanOf(scan, start, scan.pos) };
}

function readInParentheses(scan: Scan, expression: (scan: Scan) => Read): Read {
  const inner = expression(scan);
  skipBlanks(scan);
  while (codeAt(scan, scan.pos) === NEWLINE) {
    scan.pos += 1;
    skipBlanks(scan);
  }
  if (codeAt(scan, scan.pos) !== CLOSE_PAREN) return null;
  scan.pos += 1;
  return inner;
}

/** zsh: `#name` and `##c` are the code of a character. */
function readCharacterCode(scan: Scan): Read {
  const start = scan.pos;
  while (codeAt(scan, scan.pos) === HASH) scan.pos += 1;
  if (codeAt(scan, scan.pos) === DOLLAR) scan.readers.dollar(scan, true);
  else if (isNameStart(codeAt(scan, scan.pos))) while (isNameRest(codeAt(scan, scan.pos))) scan.pos += 1;
  else scan.pos = Math.min(scan.pos + (codeAt(scan, scan.pos) === 92 ? 2 : 1), scan.end);
  return { kind: 'unknown', span: spanOf(scan, start, scan.pos) };
}

/** A variable, one of its elements, or a function of zsh. */
function readNamed(scan: Scan, expression: (scan: Scan) => Read): Read {
  const start = scan.pos;
  while (isNameRest(codeAt(scan, scan.pos))) scan.pos += 1;
  const name = scan.text.slice(start, scan.pos);
  const next = codeAt(scan, scan.pos);
  if (next === OPEN_PAREN && scan.dialect === 'zsh') {
    scan.pos += 1;
    const called = readInParentheses(scan, expression);
    return called && { kind: 'unknown', span: spanOf(scan, start, scan.pos) };
  }
  if (next !== OPEN_BRACKET) return { kind: 'variable', name, index: null, span: spanOf(scan, start, scan.pos) };
  const end = findBracketEnd(scan, scan.pos + 1);
  if (end === -1) return null;
  const index = readIndex(scan, scan.pos + 1, end);
  scan.pos = end + 1;
  return { kind: 'variable', name, index, span: spanOf(scan, start, scan.pos) };
}

/** An associative array's key or a search with zsh's flags is no arithmetic. */
function readIndex(scan: Scan, start: number, end: number): Arithmetic {
  const span = spanOf(scan, start, end);
  const flags = scan.dialect === 'zsh' && codeAt(scan, start) === OPEN_PAREN;
  if (flags || codeAt(scan, start) === AT || codeAt(scan, start) === STAR) return { kind: 'unknown', span };
  scan.pos = start;
  return nested<Arithmetic>(scan, () => scan.readers.arithmetic(scan, end), { kind: 'unknown', span });
}

/** `$...`, quotes and backticks: a plain parameter is a variable, arithmetic in arithmetic is itself. */
function readQuoted(scan: Scan): Read {
  const start = scan.pos;
  const code = codeAt(scan, start);
  if (code !== DOLLAR && code !== 34 && code !== 39 && code !== 96) return null;
  const parts = code === DOLLAR ? readOneDollar(scan) : readOneQuote(scan);
  const span = spanOf(scan, start, scan.pos);
  const [part] = parts;
  if (parts.length === 1 && part?.kind === 'parameter' && part.operator === '' && part.index === null) {
    return { kind: 'variable', name: part.name, index: null, span };
  }
  if (parts.length === 1 && part?.kind === 'arithmetic-expansion') return part.expression;
  return { kind: 'word', word: { parts, span }, span };
}

function readOneDollar(scan: Scan): Word['parts'] {
  const part = scan.readers.dollar(scan, true);
  return part === null ? [] : [part];
}

/** One quoted piece; the unquoted mode of a word is cut off at its closing quote. */
function readOneQuote(scan: Scan): Word['parts'] {
  const quote = codeAt(scan, scan.pos);
  let close = scan.pos + 1;
  while (close < scan.end && codeAt(scan, close) !== quote) close += 1;
  return within(scan, Math.min(close + 1, scan.end), () => scan.readers.parts(scan, 'argument'));
}
