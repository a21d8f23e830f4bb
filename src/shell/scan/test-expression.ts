/** `[[ ... ]]`. */
import type { TestExpression, Word } from '../ast.ts';
import { CLOSE_PAREN, HASH, isBlank, NEWLINE, OPEN_PAREN } from './characters.ts';
import { skipLines } from './header.ts';
import { codeAt, MAX_CHAIN, nested, type Scan, skipBlanks, spanOf, startsWith } from './scan.ts';
import { readWord } from './word.ts';

const UNARY = new Set([...'abcdefghknoprstuvwxzGLNORS'].map((letter) => `-${letter}`));
const BINARY = ['==', '=~', '!=', '=', '<', '>'] as const;
const BINARY_WORDS = ['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-nt', '-ot', '-ef'] as const;

/** Reads from after `[[` to after `]]`. */
export function readTestExpression(scan: Scan): TestExpression {
  const start = scan.pos;
  const expression = readOr(scan);
  skip(scan);
  if (expression !== null && atClose(scan)) {
    scan.pos += 2;
    return expression;
  }
  scan.problems.add('a [[ ]] test that is not understood');
  giveUp(scan);
  return { kind: 'unknown', span: spanOf(scan, start, scan.pos) };
}

type Read = TestExpression | null;

function readOr(scan: Scan): Read {
  return readJoined(scan, { operator: '||', kind: 'or', operand: readAnd });
}

function readAnd(scan: Scan): Read {
  return readJoined(scan, { operator: '&&', kind: 'and', operand: readNot });
}

function readJoined(
  scan: Scan,
  level: { readonly operator: string; readonly kind: 'and' | 'or'; readonly operand: (scan: Scan) => Read },
): Read {
  let left = level.operand(scan);
  for (let length = 0; length < MAX_CHAIN; length += 1) {
    skip(scan);
    if (left === null || !startsWith(scan, level.operator)) return left;
    scan.pos += 2;
    const right = level.operand(scan);
    if (right === null) return null;
    left = { kind: level.kind, left, right, span: { start: left.span.start, end: right.span.end } };
  }
  return null;
}

function readNot(scan: Scan): Read {
  skip(scan);
  const start = scan.pos;
  const code = codeAt(scan, start);
  if (code === 33 && !isWordRest(scan, start + 1)) {
    scan.pos += 1;
    const operand = nested(scan, () => readNot(scan), null);
    return operand === null ? null : { kind: 'not', operand, span: spanOf(scan, start, scan.pos) };
  }
  if (code !== OPEN_PAREN) return readPrimary(scan);
  scan.pos += 1;
  const inner = nested(scan, () => readOr(scan), null);
  skip(scan);
  if (inner === null || codeAt(scan, scan.pos) !== CLOSE_PAREN) return null;
  scan.pos += 1;
  return inner;
}

function readPrimary(scan: Scan): Read {
  if (atClose(scan)) return null;
  const start = scan.pos;
  const left = readWord(scan);
  if (left === null) return null;
  const text = scan.text.slice(start, scan.pos);
  skip(scan);
  if (UNARY.has(text) && !atBinary(scan)) {
    const operand = atClose(scan) ? null : readWord(scan, 'pattern');
    return operand && { kind: 'unary', operator: text, operand, span: spanOf(scan, start, scan.pos) };
  }
  if (scan.dialect === 'zsh' && text.startsWith('-') && !ends(scan) && !atBinary(scan))
    return readModuleTest(scan, start);
  const operator = takeBinary(scan);
  if (operator === null) return { kind: 'word', word: left, span: left.span };
  skip(scan);
  const right = readRight(scan, operator);
  return right === null ? null : { kind: 'binary', operator, left, right, span: spanOf(scan, start, scan.pos) };
}

/** zsh: conditions that modules add, such as `-prefix 1 *@`. */
function readModuleTest(scan: Scan, start: number): Read {
  const operator = scan.text.slice(start, scan.pos).trimEnd();
  const operand = readWord(scan, 'pattern');
  for (skip(scan); !ends(scan) && readWord(scan, 'pattern') !== null; ) skip(scan);
  return operand && { kind: 'unary', operator, operand, span: spanOf(scan, start, scan.pos) };
}

function ends(scan: Scan): boolean {
  return atClose(scan) || startsWith(scan, '&&') || startsWith(scan, '||') || codeAt(scan, scan.pos) === CLOSE_PAREN;
}

function readRight(scan: Scan, operator: string): Word | null {
  if (operator === '=~') return readWord(scan, 'regex');
  return readWord(scan, operator === '==' || operator === '=' || operator === '!=' ? 'pattern' : 'word');
}

function takeBinary(scan: Scan): string | null {
  const operator = BINARY.find((text) => startsWith(scan, text)) ?? takeWordOperator(scan);
  if (operator === undefined) return null;
  scan.pos += operator.length;
  return operator;
}

function takeWordOperator(scan: Scan): string | undefined {
  return BINARY_WORDS.find((text) => startsWith(scan, text) && !isWordRest(scan, scan.pos + text.length));
}

function atBinary(scan: Scan): boolean {
  return BINARY.some((text) => startsWith(scan, text) && !isWordRest(scan, scan.pos + text.length));
}

function atClose(scan: Scan): boolean {
  return startsWith(scan, ']]') && !isWordRest(scan, scan.pos + 2);
}

function isWordRest(scan: Scan, index: number): boolean {
  const code = codeAt(scan, index);
  return !Number.isNaN(code) && !isBlank(code) && !'\r\n;&|<>()'.includes(String.fromCharCode(code));
}

function giveUp(scan: Scan): void {
  const close = scan.text.indexOf(']]', scan.pos);
  scan.pos = close === -1 ? scan.end : Math.min(close + 2, scan.end);
}

/** Blanks, and line ends with the comments behind them. */
function skip(scan: Scan): void {
  skipBlanks(scan);
  if (codeAt(scan, scan.pos) === NEWLINE || codeAt(scan, scan.pos) === HASH) skipLines(scan);
}
