/** Looks ahead for the end of arithmetic and of subscripts without reading what is inside. */
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  DOUBLE_QUOTE,
  OPEN_BRACKET,
  OPEN_PAREN,
  SINGLE_QUOTE,
} from './characters.ts';
import { codeAt, type Scan } from './scan.ts';

/**
 * The index of the `))` that closes arithmetic whose text begins at `from`; -1 when a lone `)` comes first, in which
 * case the parentheses are subshells, or when the text ends.
 */
export function findArithmeticEnd(scan: Scan, from: number): number {
  const close = findParenEnd(scan, from);
  return close !== -1 && codeAt(scan, close + 1) === CLOSE_PAREN ? close : -1;
}

/** The index of the `)` that closes parentheses whose text begins at `from`, or -1. */
export function findParenEnd(scan: Scan, from: number): number {
  return findClose(scan, from, { open: OPEN_PAREN, close: CLOSE_PAREN });
}

/** The index of the `]` that closes a subscript whose text begins at `from`, or -1. */
export function findBracketEnd(scan: Scan, from: number): number {
  return findClose(scan, from, { open: OPEN_BRACKET, close: CLOSE_BRACKET });
}

function findClose(scan: Scan, from: number, pair: { readonly open: number; readonly close: number }): number {
  if (scan.effort.left < 0) return -1;
  let depth = 0;
  let at = from;
  for (; at < scan.end; at += 1) {
    const code = codeAt(scan, at);
    if (code === BACKSLASH) at += 1;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE || code === BACKTICK) at = closingQuote(scan, at, code);
    else if (code === pair.open) depth += 1;
    else if (code === pair.close) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  scan.effort.left -= at - from;
  return at < scan.end && scan.effort.left >= 0 ? at : -1;
}

function closingQuote(scan: Scan, at: number, quote: number): number {
  let index = at + 1;
  while (index < scan.end && codeAt(scan, index) !== quote) {
    index += codeAt(scan, index) === BACKSLASH && quote !== SINGLE_QUOTE ? 2 : 1;
  }
  return index;
}
