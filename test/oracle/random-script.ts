/** Arbitrary scripts from a small grammar, with no sense in them: what no template would think of. */
import fc from 'fast-check';
import {
  and,
  capture,
  caseOf,
  define,
  forEach,
  group,
  line,
  loop,
  or,
  type Part,
  pipe,
  redirected,
  type Script,
  subshell,
  until,
  when,
} from './script-tree.ts';
import type { Shell } from './shells.ts';
import { ask, compare, type Operator, step, type Taste } from './spelling.ts';

const OPERATORS: readonly Operator[] = ['<', '<=', '>', '>=', '==', '!='];
const JUMPS = ['break', 'break', 'break 2', 'continue', 'continue 2', 'exit 1', 'return'] as const;
const CHANGES = [
  'n=$((n*2))',
  'i=$((i/2))',
  'i=$n',
  'n=$((n+i))',
  'i=0',
  's=${s#?}',
  's=$s.',
  'shift',
  'set -- a b',
  'set -- "$@" x',
  'unset i',
  'n=$(expr $n - 1)',
  'export n',
  'f',
  'f > /dev/null',
  'echo $n',
] as const;
const TESTS = [
  '[ -n "$s" ]',
  '[ $# -gt 0 ]',
  '[ -z "$1" ]',
  '[ $i -lt $n ]',
  '[ "$i" = "$n" ]',
  'true',
  'false',
] as const;
const DEEPEST = 3;

/** A few values, perhaps a function, and then anything. */
export function randomScript(shell: Shell): fc.Arbitrary<Script> {
  const body = statements(shell, DEEPEST, 3);
  return fc
    .record({
      values: fc.record({ i: fc.nat(6), n: fc.nat(6), s: fc.constantFrom('', 'x', 'abc') }),
      settings: fc.constantFrom<readonly string[]>([], [], [], ['set -e'], ['set -- a b c'], ['set -u']),
      function: fc.option(statements(shell, 1, 2)),
      loop: loopOf(shell, DEEPEST),
      rest: fc.oneof({ weight: 2, arbitrary: fc.constant<Script>([]) }, { weight: 1, arbitrary: body }),
    })
    .map((parts) => [
      line(`i=${parts.values.i} n=${parts.values.n} s=${parts.values.s}`),
      ...parts.settings.map(line),
      ...(parts.function === null ? [] : [define('f', parts.function)]),
      parts.loop,
      ...parts.rest,
    ]);
}

function taste(shell: Shell): fc.Arbitrary<Taste> {
  return fc.record({
    shell: fc.constant(shell),
    limit: fc.integer({ min: 0, max: 6 }),
    delay: fc.integer({ min: 1, max: 3 }),
    comparison: fc.nat(20),
    step: fc.nat(20),
    probe: fc.nat(20),
  });
}

/** One command on one line. */
function simple(shell: Shell): fc.Arbitrary<Part> {
  const variable = fc.constantFrom('i', 'n');
  const by = fc.constantFrom(1, 1, 1, -1, -1, 2);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(taste(shell), variable, by).map(([own, name, size]) => line(step(own, name, size))),
    },
    { weight: 2, arbitrary: taste(shell).map(({ delay }) => line(`sleep ${delay}`)) },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES).map(line) },
    { weight: 1, arbitrary: fc.constantFrom(...JUMPS).map(line) },
    { weight: 1, arbitrary: condition(shell) },
  );
}

function condition(shell: Shell): fc.Arbitrary<Part> {
  const variable = fc.constantFrom('i', 'n');
  const comparison = fc
    .tuple(taste(shell), variable, fc.constantFrom(...OPERATORS))
    .map(([own, name, operator]) => line(compare(own, name, operator, own.limit)));
  const single = fc.oneof(
    { weight: 4, arbitrary: comparison },
    { weight: 2, arbitrary: taste(shell).map((own) => line(ask(own))) },
    { weight: 2, arbitrary: fc.constantFrom(...TESTS).map(line) },
  );
  return fc.oneof(
    { weight: 6, arbitrary: single },
    { weight: 1, arbitrary: single.map((of): Part => ({ kind: 'not', of })) },
    { weight: 1, arbitrary: fc.tuple(single, single).map(([left, right]) => and(left, right)) },
    { weight: 1, arbitrary: fc.tuple(single, single).map(([left, right]) => or(left, right)) },
  );
}

function statements(shell: Shell, depth: number, most: number): fc.Arbitrary<Script> {
  return fc.array(statement(shell, depth), { minLength: 1, maxLength: most });
}

function statement(shell: Shell, depth: number): fc.Arbitrary<Part> {
  const jump = fc.constantFrom(...JUMPS).map(line);
  const guarded = fc.oneof(
    fc.tuple(condition(shell), jump).map(([left, right]) => and(left, right)),
    fc.tuple(condition(shell), jump).map(([left, right]) => or(left, right)),
  );
  if (depth <= 0) return fc.oneof(simple(shell), guarded);
  const inner = statements(shell, depth - 1, 2);
  return fc.oneof(
    { weight: 5, arbitrary: simple(shell) },
    { weight: 3, arbitrary: guarded },
    { weight: 2, arbitrary: loopOf(shell, depth - 1) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(condition(shell), inner, fc.oneof(fc.constant<Script>([]), inner))
        .map(([test, yes, no]) => when([test], yes, no)),
    },
    { weight: 1, arbitrary: fc.tuple(fc.nat(5), inner).map(([value, body]) => caseOf('$i', String(value), body)) },
    { weight: 1, arbitrary: inner.map((body) => group(...body)) },
    { weight: 1, arbitrary: inner.map((body) => subshell(...body)) },
    { weight: 1, arbitrary: inner.map((body) => capture('x', body)) },
    { weight: 1, arbitrary: inner.map((body) => pipe(line('echo x'), group(...body))) },
  );
}

function loopOf(shell: Shell, depth: number): fc.Arbitrary<Part> {
  const body = statements(shell, depth - 1, 4);
  const head = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(condition(shell)) },
    { weight: 1, arbitrary: fc.tuple(simple(shell), condition(shell)) },
  );
  const lists = [
    'for x in a b c',
    'for i in 1 2 3',
    'for x',
    'for x in $(seq 1 3)',
    'for n in $s "$@"',
    'for i in {1..3}',
  ];
  const heads = {
    bash: [...lists, 'for ((i = 0; i < 4; i++))', 'for ((n = 5; n; n -= 2))', 'for ((; i < n; ))'],
    dash: lists,
    zsh: [...lists, 'for ((i = 0; i < 4; i++))', 'repeat 3', 'for x (a b)'],
  } as const satisfies Record<Shell, readonly string[]>;
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(head, body).map(([test, inside]) => loop(test, inside)) },
    { weight: 3, arbitrary: fc.tuple(head, body).map(([test, inside]) => until(test, inside)) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...heads[shell]), body).map(([own, inside]) => forEach(own, inside)),
    },
    { weight: 1, arbitrary: body.map((inside) => redirected(loop([line('read -r s')], inside), '< list.txt')) },
  );
}
