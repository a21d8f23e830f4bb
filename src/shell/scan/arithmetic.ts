/** Arithmetic expressions, by precedence climbing. */
import type { Arithmetic } from '../ast.ts';
import { findBracketEnd } from './arithmetic-end.ts';
import { isNameStart, NEWLINE } from './characters.ts';
import { readOperand } from './operand.ts';
import { codeAt, MAX_CHAIN, nested, type Scan, skipBlanks, spanOf, startsWith, within } from './scan.ts';

/** Reads the expression up to `end`, where the position is left. What cannot be read is `unknown`. */
export function readArithmetic(scan: Scan, end: number): Arithmetic {
  const start = scan.pos;
  return within(scan, end, () => {
    skip(scan);
    // `(( ))` is 0
    if (scan.pos === end) return { kind: 'number', value: 0, span: spanOf(scan, start, end) };
    if (scan.dialect === 'zsh') skipOutputBase(scan);
    const expression = readComma(scan);
    skip(scan);
    if (expression !== null && scan.pos === scan.end) return expression;
    scan.problems.add('arithmetic that is not understood');
    return { kind: 'unknown', span: spanOf(scan, start, end) };
  });
}

/** zsh: `[#16] n` prints in base 16. */
function skipOutputBase(scan: Scan): void {
  const end = startsWith(scan, '[#') ? findBracketEnd(scan, scan.pos + 1) : -1;
  if (end !== -1) scan.pos = end + 1;
}

type Read = Arithmetic | null;

/** Binary operators, loosest first. `**` is apart: it binds tighter than these and to the right. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const ASSIGNMENTS = ['=', '*=', '/=', '%=', '+=', '-=', '<<=', '>>=', '&=', '^=', '|=', '**='] as const;

function readComma(scan: Scan): Read {
  const first = readAssignment(scan);
  if (first === null) return null;
  const items = [first];
  while (take(scan, ',')) {
    const item = readAssignment(scan);
    if (item === null) return null;
    items.push(item);
  }
  return items.length === 1 ? first : { kind: 'comma', items, span: join(first, items.at(-1) ?? first) };
}

function readAssignment(scan: Scan): Read {
  return nested(scan, () => readAssignmentHere(scan), null);
}

function readAssignmentHere(scan: Scan): Read {
  skip(scan);
  const named = isNameStart(codeAt(scan, scan.pos));
  const left = readTernary(scan);
  skip(scan);
  const operator = left === null ? undefined : ASSIGNMENTS.find((text) => startsWith(scan, text));
  if (left === null || operator === undefined || startsWith(scan, '==')) return left;
  scan.pos += operator.length;
  const value = readAssignment(scan);
  if (value === null || left.kind !== 'variable' || !named) return null;
  const span = join(left, value);
  // the tree has no place for an element as the target: unknown is honest, a plain assignment would not be
  if (left.index !== null) return { kind: 'unknown', span };
  return { kind: 'assign', operator: operator.slice(0, -1), name: left.name, value, span };
}

function readTernary(scan: Scan): Read {
  const test = readBinary(scan, 0);
  if (test === null || !take(scan, '?')) return test;
  const yes = readComma(scan);
  if (yes === null || !take(scan, ':')) return null;
  const no = readAssignment(scan);
  return no === null ? null : { kind: 'ternary', test, yes, no, span: join(test, no) };
}

function readBinary(scan: Scan, level: number): Read {
  const operators = LEVELS[level];
  if (operators === undefined) return readPower(scan);
  let left = readBinary(scan, level + 1);
  for (let length = 0; left !== null && length < MAX_CHAIN; length += 1) {
    const operator = takeBinary(scan, operators);
    if (operator === null) return left;
    const right: Read = readBinary(scan, level + 1);
    if (right === null) return null;
    left = { kind: 'binary', operator, left, right, span: join(left, right) };
  }
  return null;
}

/** Takes one of `operators` unless it is the beginning of a longer operator. */
function takeBinary(scan: Scan, operators: readonly string[]): string | null {
  skip(scan);
  const operator = operators.find((text) => startsWith(scan, text));
  if (operator === undefined) return null;
  const next = scan.text.charAt(scan.pos + operator.length);
  const single = operator.length === 1;
  if (next === '=' && !['==', '!=', '<=', '>='].includes(operator)) return null;
  if (single && next === operator && '|&<>*'.includes(operator)) return null;
  scan.pos += operator.length;
  return operator;
}

function readPower(scan: Scan): Read {
  const left = readUnary(scan);
  skip(scan);
  if (left === null || !startsWith(scan, '**') || startsWith(scan, '**=')) return left;
  scan.pos += 2;
  const right = nested(scan, () => readPower(scan), null);
  return right === null ? null : { kind: 'binary', operator: '**', left, right, span: join(left, right) };
}

function readUnary(scan: Scan): Read {
  skip(scan);
  const start = scan.pos;
  const double = startsWith(scan, '++') ? '++' : startsWith(scan, '--') ? '--' : null;
  if (double !== null) return readPrefixStep(scan, double);
  const operator = (['!', '~', '-', '+'] as const).find((text) => startsWith(scan, text));
  if (operator === undefined) return readPostfix(scan);
  scan.pos += 1;
  const operand = nested(scan, () => readUnary(scan), null);
  if (operand === null) return null;
  return { kind: 'unary', operator, operand, span: { start: spanOf(scan, start, start).start, end: operand.span.end } };
}

function readPrefixStep(scan: Scan, operator: '++' | '--'): Read {
  const start = scan.pos;
  scan.pos += 2;
  const operand = readPostfix(scan);
  if (operand?.kind !== 'variable') return null;
  const span = spanOf(scan, start, scan.pos);
  return operand.index === null
    ? { kind: 'step', operator, prefix: true, name: operand.name, span }
    : { kind: 'unknown', span };
}

function readPostfix(scan: Scan): Read {
  skip(scan);
  const start = scan.pos;
  const operand = readOperand(scan, readComma);
  // `$n++` would step the value of n
  if (operand?.kind !== 'variable' || !isNameStart(codeAt(scan, start))) return operand;
  const end = scan.pos;
  skip(scan);
  const operator = startsWith(scan, '++') ? '++' : startsWith(scan, '--') ? '--' : null;
  if (operator === null) {
    scan.pos = end;
    return operand;
  }
  scan.pos += 2;
  const span = spanOf(scan, start, scan.pos);
  return operand.index === null
    ? { kind: 'step', operator, prefix: false, name: operand.name, span }
    : { kind: 'unknown', span };
}

function take(scan: Scan, text: string): boolean {
  skip(scan);
  if (!startsWith(scan, text)) return false;
  scan.pos += text.length;
  return true;
}

function skip(scan: Scan): void {
  skipBlanks(scan);
  while (codeAt(scan, scan.pos) === NEWLINE) {
    scan.pos += 1;
    skipBlanks(scan);
  }
}

function join(left: Arithmetic, right: Arithmetic): { readonly start: number; readonly end: number } {
  return { start: left.span.start, end: right.span.end };
}
