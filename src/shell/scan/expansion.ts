/** Everything that begins with `$`. */
import type { ParameterExpansion, Word, WordPart } from '../ast.ts';
import { findArithmeticEnd, findBracketEnd } from './arithmetic-end.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  DOLLAR,
  HASH,
  isDigit,
  isNameRest,
  isNameStart,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
} from './characters.ts';
import { codeAt, nested, type Scan, spanFrom, spanOf, startsWith, within } from './scan.ts';
import { readCommandSubstitution } from './substitution.ts';

const SPECIAL_NAMES = '@*#?$!-';
/** longest first, so that the first match is the right one */
const OPERATORS = [
  ':-',
  ':=',
  ':+',
  ':?',
  '##',
  '%%',
  '//',
  '^^',
  ',,',
  '-',
  '=',
  '+',
  '?',
  '#',
  '%',
  '/',
  '^',
  ',',
  ':',
] as const;

/** The expansion at the `$`, or null when the `$` stands for itself (or for the start of `$'` and `$"`). */
export function readDollar(scan: Scan, quoted: boolean): WordPart | null {
  const next = codeAt(scan, scan.pos + 1);
  if (next === OPEN_PAREN) return readParenthesis(scan, quoted);
  if (next === OPEN_BRACE) return nested<WordPart>(scan, () => readBraced(scan, quoted), unknown(scan, quoted));
  if (next === OPEN_BRACKET && scan.dialect !== 'sh') return readOldArithmetic(scan, quoted);
  return readBare(scan, quoted);
}

function unknown(scan: Scan, quoted: boolean): WordPart {
  return { kind: 'unknown', quoted, span: spanOf(scan, scan.pos, scan.end) };
}

function readParenthesis(scan: Scan, quoted: boolean): WordPart {
  if (codeAt(scan, scan.pos + 2) === OPEN_PAREN) {
    const end = findArithmeticEnd(scan, scan.pos + 3);
    if (end !== -1) return readArithmetic(scan, quoted, { open: 3, end, close: 2 });
  }
  return readCommandSubstitution(scan, quoted);
}

function readOldArithmetic(scan: Scan, quoted: boolean): WordPart | null {
  const end = findBracketEnd(scan, scan.pos + 2);
  if (end !== -1) return readArithmetic(scan, quoted, { open: 2, end, close: 1 });
  scan.problems.add('unterminated expansion');
  return null;
}

function readArithmetic(
  scan: Scan,
  quoted: boolean,
  shape: { readonly open: number; readonly end: number; readonly close: number },
): WordPart {
  const start = scan.pos;
  scan.pos += shape.open;
  const expression = scan.readers.arithmetic(scan, shape.end);
  scan.pos = shape.end + shape.close;
  return { kind: 'arithmetic-expansion', expression, quoted, span: spanOf(scan, start, scan.pos) };
}

/** `$name`, `$1`, `$?`; in zsh also `$#name`, `$name[1]` and `$+name`. */
function readBare(scan: Scan, quoted: boolean): WordPart | null {
  const start = scan.pos;
  const zsh = scan.dialect === 'zsh';
  const counted = zsh && codeAt(scan, start + 1) === HASH && isCounted(codeAt(scan, start + 2));
  const flagged = zsh && '+^=~'.includes(scan.text.charAt(start + 1)) && isNameStart(codeAt(scan, start + 2));
  scan.pos = start + (counted || flagged ? 2 : 1);
  const name = readName(scan);
  if (name === '') {
    scan.pos = start;
    return null;
  }
  const index = zsh && isNameStart(name.charCodeAt(0)) ? readIndex(scan) : null;
  const modified = zsh && codeAt(scan, scan.pos) === COLON && isNameStart(codeAt(scan, scan.pos + 1));
  const operator = counted ? 'length' : flagged || modified ? 'other' : '';
  return parameter(scan, { start, name, operator, argument: null, index, quoted });
}

function isCounted(code: number): boolean {
  return isNameStart(code) || code === 42 || code === 64;
}

function readName(scan: Scan): string {
  const start = scan.pos;
  const first = codeAt(scan, start);
  if (isNameStart(first)) {
    while (isNameRest(codeAt(scan, scan.pos))) scan.pos += 1;
  } else if (isDigit(first) || (start < scan.end && SPECIAL_NAMES.includes(scan.text.charAt(start)))) {
    scan.pos += 1;
  }
  return scan.text.slice(start, scan.pos);
}

/** `${...}`; the position is at the `$`. */
function readBraced(scan: Scan, quoted: boolean): WordPart {
  const start = scan.pos;
  scan.pos += 2;
  const flag = readBraceFlag(scan);
  const name = readBracedName(scan);
  const index = name === '' ? null : readIndex(scan);
  const operator = codeAt(scan, scan.pos) === CLOSE_BRACE || name === '' ? '' : readOperator(scan);
  const argument = readArgument(scan, quoted);
  if (codeAt(scan, scan.pos) === CLOSE_BRACE) scan.pos += 1;
  else scan.problems.add('unterminated expansion');
  const plain = name !== '' && (operator !== '' || argument === null);
  const shown = flag === 'none' && plain ? operator : flag === 'length' && operator === '' ? 'length' : 'other';
  return parameter(scan, { start, name, operator: shown, argument, index, quoted });
}

type Flag = 'none' | 'length' | 'other';

/** `#` and `!` before a name, and zsh's `(flags)`; a `#` or `!` alone is the name itself. */
function readBraceFlag(scan: Scan): Flag {
  const next = codeAt(scan, scan.pos + 1);
  const named = isNameRest(next) || next === 64 || next === 42;
  if (codeAt(scan, scan.pos) === HASH && (named || next === HASH || next === DOLLAR)) {
    scan.pos += 1;
    return 'length';
  }
  if (codeAt(scan, scan.pos) === 33 && named) {
    scan.pos += 1;
    return 'other';
  }
  return scan.dialect === 'zsh' ? readZshFlags(scan) : 'none';
}

function readZshFlags(scan: Scan): Flag {
  const start = scan.pos;
  if (codeAt(scan, scan.pos) === OPEN_PAREN) {
    const close = scan.text.indexOf(')', scan.pos);
    if (close !== -1 && close < scan.end) scan.pos = close + 1;
  }
  while ('+^=~'.includes(scan.text.charAt(scan.pos) || ' ') && isNameStart(codeAt(scan, scan.pos + 1))) scan.pos += 1;
  if (codeAt(scan, scan.pos) === HASH && isNameStart(codeAt(scan, scan.pos + 1))) scan.pos += 1;
  return scan.pos === start ? 'none' : 'other';
}

function readBracedName(scan: Scan): string {
  const start = scan.pos;
  // zsh: ${${x%a}#b} expands an expansion
  if (scan.dialect === 'zsh' && codeAt(scan, start) === DOLLAR && codeAt(scan, start + 1) !== CLOSE_BRACE) return '';
  if (!isDigit(codeAt(scan, start))) return readName(scan);
  while (isDigit(codeAt(scan, scan.pos))) scan.pos += 1;
  return scan.text.slice(start, scan.pos);
}

function readIndex(scan: Scan): Word | null {
  if (codeAt(scan, scan.pos) !== OPEN_BRACKET) return null;
  const end = findBracketEnd(scan, scan.pos + 1);
  if (end === -1) return null;
  const start = scan.pos + 1;
  scan.pos = start;
  const parts = within(scan, end, () => scan.readers.parts(scan, 'index'));
  if (codeAt(scan, scan.pos) === CLOSE_BRACKET) scan.pos += 1;
  return { span: spanOf(scan, start, end), parts };
}

function readOperator(scan: Scan): string {
  // `${!prefix@}`
  if (codeAt(scan, scan.pos + 1) === CLOSE_BRACE && (codeAt(scan, scan.pos) === 64 || codeAt(scan, scan.pos) === 42)) {
    scan.pos += 1;
    return 'other';
  }
  if (codeAt(scan, scan.pos) === 64) {
    scan.pos += 2;
    return scan.text.slice(scan.pos - 2, scan.pos);
  }
  const found = OPERATORS.find((operator) => startsWith(scan, operator));
  if (found === undefined) return 'other';
  scan.pos += found.length;
  return found;
}

function readArgument(scan: Scan, quoted: boolean): Word | null {
  const start = scan.pos;
  const parts = scan.readers.parts(scan, quoted ? 'quoted-argument' : 'argument');
  return scan.pos === start ? null : { span: spanOf(scan, start, scan.pos), parts };
}

type Found = Pick<ParameterExpansion, 'name' | 'operator' | 'argument' | 'index' | 'quoted'> & {
  readonly start: number;
};

function parameter(scan: Scan, found: Found): ParameterExpansion {
  const { start, name, operator, argument, index, quoted } = found;
  return { kind: 'parameter', name, operator, argument, index, quoted, span: spanFrom(scan, start) };
}
