/** Proves precedence and associativity of arithmetic with bash as judge. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Arithmetic } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from './open-grammar.ts';

const grammar = await openGrammar();

function parse(text: string): Arithmetic {
  const command = parseScript(`((${text}))`, 'bash', grammar).body[0]?.command;
  if (command?.kind !== 'arithmetic') throw new Error(`no arithmetic in ${text}`);
  return command.expression;
}

const BINARY: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '<': (a, b) => BigInt(a < b),
  '>': (a, b) => BigInt(a > b),
  '<=': (a, b) => BigInt(a <= b),
  '>=': (a, b) => BigInt(a >= b),
  '==': (a, b) => BigInt(a === b),
  '!=': (a, b) => BigInt(a !== b),
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&&': (a, b) => BigInt(a !== 0n && b !== 0n),
  '||': (a, b) => BigInt(a !== 0n || b !== 0n),
};

function evaluate(node: Arithmetic): bigint {
  switch (node.kind) {
    case 'number':
      return BigInt(node.value);
    case 'unary': {
      const operand = evaluate(node.operand);
      return { '-': -operand, '+': operand, '~': ~operand, '!': BigInt(operand === 0n) }[node.operator];
    }
    case 'binary': {
      const apply = BINARY[node.operator];
      if (apply === undefined) throw new Error(`operator ${node.operator}`);
      return BigInt.asIntN(64, apply(evaluate(node.left), evaluate(node.right)));
    }
    case 'ternary':
      return evaluate(node.test) !== 0n ? evaluate(node.yes) : evaluate(node.no);
    case 'comma':
      return node.items.map(evaluate).at(-1) ?? 0n;
    default:
      throw new Error(`unexpected ${node.kind}`);
  }
}

const expression: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('0', '1', '2', '7', '10', '010', '0x1f', '2#101'),
    fc.tuple(tie('any'), fc.constantFrom(...Object.keys(BINARY)), tie('any')).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(fc.constantFrom('!', '~', '-', '+'), tie('any')).map(([op, a]) => `${op} ${a}`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
    tie('any').map((a) => `(${a})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}, ${b})`),
  ),
})).any;

it('means what bash computes', () => {
  const texts = fc.sample(expression, { numRuns: 500, seed: 5 });
  const script = texts.map((text) => `echo $((${text}))`).join('\n');
  const computed = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  expect(texts.map((text) => String(evaluate(parse(text))))).toEqual(computed);
});
