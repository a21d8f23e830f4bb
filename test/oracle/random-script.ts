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
  printScript,
  quoted,
  redirected,
  type Script,
  subshell,
  until,
  when,
} from './script-tree.ts';
import type { Shell } from './shells.ts';
import { ask, choose, compare, type Operator, step, type Taste } from './spelling.ts';

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
const WIDE_CHANGES = [
  ...CHANGES,
  'rc=$?',
  'i=${i:-3}',
  'n=${u:-2}',
  'i=$(echo $i)',
  'i=$(( $(echo $i) + 1 ))',
  'read -r s < list.txt',
  'echo $i > c.txt',
  'i=$(cat c.txt)',
  'read -r n < c.txt',
  'eval "i=$((i+1))"',
  'eval n=\\$i',
  'set -- $s "$@"',
  's="$s x"',
  'n=$(printf %d $i)',
  'n=$(seq 1 $i | wc -l)',
  'sleep 1 & wait',
  'wait',
  'trap "exit 1" EXIT',
  'trap "i=9" EXIT',
  'set +e',
  'set -e',
  'echo 1 2 | xargs -n 1 sleep',
  'env sleep 1',
  'nohup sleep 2 > /dev/null',
  'n=$i sleep 1',
  'IFS=: read -r i n < list.txt',
  'return 0',
  'return 1',
  'break 3',
  'unset -f f',
] as const;
/** What only some shells know. */
const MODERN_CHANGES = [
  'a+=(x)',
  'a=("${a[@]:1}")',
  'i=${#a[@]}',
  'a[i]=1',
  'n=${a[0]:-2}',
  's=${s:1}',
  's=${s/x/}',
  's=${s%?}',
  'declare -i i',
  'local i=0',
  'let "i = n > i ? n : i"',
  '((i += n--))',
  '((n = i++ + 1))',
  'i=$((i > 3 ? 0 : i + 1))',
  'read -r s <<< "$n"',
  'while read -r x; do ((i++)); done < <(seq 2)',
  'for x in {1..3}; do ((n--)); done',
  '[[ $i -gt 3 ]] && break',
  'set -o pipefail',
] as const;
const MODERN_TESTS = [
  '[[ $s == a* ]]',
  '[[ -n $s && $i -lt 4 ]]',
  '((i % 3))',
  '((n-- > 0))',
  '((++i < 5 && n))',
  '[[ ${#a[@]} -lt 3 ]]',
  '[[ $i != $n ]]',
  '[[ $s =~ x ]]',
  'read -r s <<< x',
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
const WIDE_TESTS = [
  ...TESTS,
  '[ $rc -eq 0 ]',
  '[ $? -ne 0 ]',
  '[ "$s" = abc ]',
  '[ -n $s ]',
  '[ -z $s ]',
  '[ ${#s} -lt 3 ]',
  '[ $i -lt 3 -a $n -gt 0 ]',
  'test $i -eq 2 -o -e ready',
  '[ $((i % 3)) -eq 0 ]',
  '[ $((n-=1)) -gt 0 ]',
  'read -r s',
  '[ "$(echo $i)" = 3 ]',
  'f',
  'shift',
  '[ ! -e ready ]',
  '[ "$i$n" != 33 ]',
] as const;
const DEEPEST = 3;

/** `wide`: with all that a shell knows, such as texts in texts, arrays, loops at both ends of a pipe */
export type Kind = { readonly shell: Shell; readonly wide: boolean };

/** A few values, perhaps a function, and then anything. */
export function randomScript(kind: Kind): fc.Arbitrary<Script> {
  const body = statements(kind, DEEPEST, 3);
  return fc
    .record({
      values: fc.record({ i: fc.nat(6), n: fc.nat(6), s: fc.constantFrom('', 'x', 'abc') }),
      settings: fc.constantFrom<readonly string[]>([], [], [], ['set -e'], ['set -- a b c'], ['set -u']),
      function: fc.option(statements(kind, 1, 2)),
      loop: loopOf(kind, DEEPEST),
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

function taste(kind: Kind): fc.Arbitrary<Taste> {
  return fc.record({
    shell: fc.constant(kind.shell),
    limit: fc.integer({ min: 0, max: 6 }),
    delay: fc.integer({ min: 1, max: 3 }),
    comparison: fc.nat(20),
    step: fc.nat(20),
    probe: fc.nat(20),
  });
}

/** One command on one line. */
function simple(kind: Kind): fc.Arbitrary<Part> {
  const variable = fc.constantFrom('i', 'n');
  const by = fc.constantFrom(1, 1, 1, -1, -1, 2);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(taste(kind), variable, by).map(([own, name, size]) => line(step(own, name, size))),
    },
    { weight: 2, arbitrary: taste(kind).map(({ delay }) => line(`sleep ${delay}`)) },
    { weight: 2, arbitrary: fc.constantFrom(...(kind.wide ? WIDE_CHANGES : CHANGES)).map(line) },
    ...(kind.shell === 'dash' || !kind.wide
      ? []
      : [{ weight: 1, arbitrary: fc.constantFrom(...MODERN_CHANGES).map(line) }]),
    { weight: 1, arbitrary: fc.constantFrom(...JUMPS).map(line) },
    { weight: 1, arbitrary: condition(kind) },
  );
}

function condition(kind: Kind): fc.Arbitrary<Part> {
  const variable = fc.constantFrom('i', 'n');
  const comparison = fc
    .tuple(taste(kind), variable, fc.constantFrom(...OPERATORS))
    .map(([own, name, operator]) => line(compare(own, name, operator, own.limit)));
  const single = fc.oneof(
    { weight: 4, arbitrary: comparison },
    { weight: 2, arbitrary: taste(kind).map((own) => line(ask(own))) },
    { weight: 2, arbitrary: fc.constantFrom(...(kind.wide ? WIDE_TESTS : TESTS)).map(line) },
    ...(kind.shell === 'dash' || !kind.wide
      ? []
      : [{ weight: 1, arbitrary: fc.constantFrom(...MODERN_TESTS).map(line) }]),
  );
  return fc.oneof(
    { weight: 6, arbitrary: single },
    { weight: 1, arbitrary: single.map((of): Part => ({ kind: 'not', of })) },
    { weight: 1, arbitrary: fc.tuple(single, single).map(([left, right]) => and(left, right)) },
    { weight: 1, arbitrary: fc.tuple(single, single).map(([left, right]) => or(left, right)) },
  );
}

function statements(kind: Kind, depth: number, most: number): fc.Arbitrary<Script> {
  return fc.array(statement(kind, depth), { minLength: 1, maxLength: most });
}

function statement(kind: Kind, depth: number): fc.Arbitrary<Part> {
  const jump = fc.constantFrom(...JUMPS).map(line);
  const guarded = fc.oneof(
    fc.tuple(condition(kind), jump).map(([left, right]) => and(left, right)),
    fc.tuple(condition(kind), jump).map(([left, right]) => or(left, right)),
  );
  if (depth <= 0) return fc.oneof(simple(kind), guarded);
  const inner = statements(kind, depth - 1, 2);
  return fc.oneof(
    { weight: 5, arbitrary: simple(kind) },
    { weight: 3, arbitrary: guarded },
    { weight: 2, arbitrary: loopOf(kind, depth - 1) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(condition(kind), inner, fc.oneof(fc.constant<Script>([]), inner))
        .map(([test, yes, no]) => when([test], yes, no)),
    },
    { weight: 1, arbitrary: fc.tuple(fc.nat(5), inner).map(([value, body]) => caseOf('$i', String(value), body)) },
    { weight: 1, arbitrary: inner.map((body) => group(...body)) },
    { weight: 1, arbitrary: inner.map((body) => subshell(...body)) },
    { weight: 1, arbitrary: inner.map((body) => capture('x', body)) },
    { weight: 1, arbitrary: inner.map((body) => pipe(line('echo x'), group(...body))) },
    ...(kind.wide ? wideStatements(kind, depth, inner) : []),
  );
}

type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Part> };

function wideStatements(kind: Kind, depth: number, inner: fc.Arbitrary<Script>): readonly Weighted[] {
  return [
    { weight: 1, arbitrary: inner.map((body) => pipe(group(...body), line('cat'))) },
    {
      weight: 1,
      arbitrary: loopOf(kind, depth - 1).map((inside) => pipe(inside, loop([line('read -r s')], [line('sleep 1')]))),
    },
    {
      weight: 1,
      arbitrary: inner.map((body) => quoted(choose(['bash -c', 'sh -c', 'eval', 'eval'], body.length), body)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(statement(kind, depth - 1), statement(kind, depth - 1))
        .map(([left, right]) => and(left, right)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(statement(kind, depth - 1), statement(kind, depth - 1))
        .map(([left, right]) => or(left, right)),
    },
    { weight: 1, arbitrary: inner.map((body) => define('f', body)) },
    { weight: 1, arbitrary: inner.map((body) => redirected(line('bash'), "<<'EOF'", `${printScript(body)}\nEOF`)) },
  ];
}

function loopOf(kind: Kind, depth: number): fc.Arbitrary<Part> {
  const body = statements(kind, depth - 1, 4);
  const head = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(condition(kind)) },
    { weight: 1, arbitrary: fc.tuple(simple(kind), condition(kind)) },
  );
  const lists = [
    'for x in a b c',
    'for i in 1 2 3',
    'for x',
    'for x in $(seq 1 3)',
    'for n in $s "$@"',
    'for i in {1..3}',
    'for i in $(seq 1 2 5)',
    'for x in $i $n',
    'for n in $(cat list.txt)',
    'for x in *.txt',
    'for i in ""',
    'for x in $s',
  ];
  const heads = {
    bash: [
      ...lists,
      'for ((i = 0; i < 4; i++))',
      'for ((n = 5; n; n -= 2))',
      'for ((; i < n; ))',
      'for ((i = 0, n = 4; i < n; i++, n--))',
      'for ((i = 0; ; i++))',
      'for x in "${a[@]}"',
    ],
    dash: lists,
    zsh: [...lists, 'for ((i = 0; i < 4; i++))', 'repeat 3', 'for x (a b)'],
  } as const satisfies Record<Shell, readonly string[]>;
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(head, body).map(([test, inside]) => loop(test, inside)) },
    { weight: 3, arbitrary: fc.tuple(head, body).map(([test, inside]) => until(test, inside)) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...heads[kind.shell]), body).map(([own, inside]) => forEach(own, inside)),
    },
    { weight: 1, arbitrary: body.map((inside) => redirected(loop([line('read -r s')], inside), '< list.txt')) },
    ...(kind.wide ? wideReaders(kind, body) : []),
  );
}

function wideReaders(kind: Kind, body: fc.Arbitrary<Script>): readonly Weighted[] {
  return [
    {
      weight: 2,
      arbitrary: fc
        .tuple(body, fc.constantFrom('< list.txt', '< empty.txt', '< c.txt', '<<< "a b"', '< <(seq 3)', '3< list.txt'))
        .map(([inside, from]) =>
          redirected(
            loop([line(from.startsWith('3') ? 'read -r s <&3' : 'read -r s')], inside),
            kind.shell === 'dash' ? '< list.txt' : from,
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: body.map((inside) => redirected(loop([line('read -r s')], inside), '<<EOF', 'a\nb $i\nEOF')),
    },
    { weight: 1, arbitrary: body.map((inside) => pipe(line('seq 1 2 7'), loop([line('read -r n')], inside))) },
  ];
}
