/**
 * Programs as people write them, each bounded as it stands (or plainly waiting for a probe). The mutations then break them in
 * one place, which is where an analysis goes wrong.
 */
import {
  and,
  caseOf,
  define,
  forEach,
  group,
  line,
  loop,
  or,
  type Part,
  pipe,
  quoted,
  redirected,
  type Script,
  subshell,
  until,
  when,
} from './script-tree.ts';
import type { Shell } from './shells.ts';
import { ask, compare, step, type Taste } from './spelling.ts';

export type Template = {
  readonly name: string;
  readonly shells: readonly Shell[];
  readonly build: (taste: Taste) => Script;
};

const ALL: readonly Shell[] = ['bash', 'dash', 'zsh'];
const MODERN: readonly Shell[] = ['bash', 'zsh'];

const sleep = (taste: Taste): Part => line(`sleep ${taste.delay}`);
const asks = (taste: Taste, offset = 0): Part => line(ask(taste, offset));
const counts = (taste: Taste, variable = 'i', by = 1): Part => line(step(taste, variable, by));
const compares = (...all: Parameters<typeof compare>): Part => line(compare(...all));
const leave = line('break');
const forever = line('true');

const COUNTERS: readonly Template[] = [
  {
    name: 'counted while',
    shells: ALL,
    build: (t) => [line('i=0'), loop([compares(t, 'i', '<', t.limit)], [and(asks(t), leave), sleep(t), counts(t)])],
  },
  {
    name: 'counted while, bare',
    shells: ALL,
    build: (t) => [line('i=1'), loop([compares(t, 'i', '<=', t.limit)], [sleep(t), counts(t)])],
  },
  {
    name: 'until probe, guarded break',
    shells: ALL,
    build: (t) => [line('i=0'), until([asks(t)], [counts(t), and(compares(t, 'i', '>=', t.limit), leave), sleep(t)])],
  },
  {
    name: 'until probe or counter',
    shells: ALL,
    build: (t) => [line('i=0'), until([or(asks(t), compares(t, 'i', '>=', t.limit))], [sleep(t), counts(t)])],
  },
  {
    name: 'while not probe and counter',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      loop([and({ kind: 'not', of: asks(t) }, compares(t, 'i', '<', t.limit))], [sleep(t), counts(t)]),
    ],
  },
  {
    name: 'endless with guarded exit',
    shells: ALL,
    build: (t) => [
      line('n=0'),
      loop(
        [forever],
        [and(asks(t), leave), counts(t, 'n'), when([compares(t, 'n', '>', t.limit)], [line('exit 1')]), sleep(t)],
      ),
    ],
  },
  {
    name: 'step in the guard',
    shells: ALL,
    build: (t) => [
      line('n=0'),
      until([asks(t)], [line('n=$((n+1))'), or(compares(t, 'n', '<', t.limit), leave), sleep(t)]),
    ],
  },
  {
    name: 'leave in the else branch',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      loop([line(':')], [when([compares(t, 'i', '<', t.limit)], [counts(t), sleep(t)], [leave])]),
    ],
  },
  {
    name: 'countdown',
    shells: ALL,
    build: (t) => [
      line(`n=${t.limit}`),
      loop([compares(t, 'n', '>', 0)], [when([asks(t)], [leave]), counts(t, 'n', -1), sleep(t)]),
    ],
  },
  {
    name: 'countdown by two, until',
    shells: ALL,
    build: (t) => [line(`n=${t.limit * 2}`), until([compares(t, 'n', '<=', 0)], [counts(t, 'n', -2), sleep(t)])],
  },
  {
    name: 'countdown to zero by equality',
    shells: ALL,
    build: (t) => [line(`n=${t.limit}`), until([compares(t, 'n', '==', 0)], [sleep(t), counts(t, 'n', -1)])],
  },
  {
    name: 'string inequality',
    shells: ALL,
    build: (t) => [line('i=0'), loop([line(`[ "$i" != ${t.limit} ]`)], [sleep(t), counts(t)])],
  },
  {
    name: 'case on the counter',
    shells: ALL,
    build: (t) => [line('i=0'), loop([forever], [counts(t), caseOf('$i', String(t.limit), [leave]), sleep(t)])],
  },
  {
    name: 'a flag set by a counter',
    shells: ALL,
    build: (t) => [
      line('done=0'),
      line('i=0'),
      loop([line('[ $done = 0 ]')], [counts(t), when([compares(t, 'i', '>=', t.limit)], [line('done=1')]), sleep(t)]),
    ],
  },
  {
    name: 'limit from a default',
    shells: ALL,
    build: (t) => [
      line(`max=\${MAX:-${t.limit}}`),
      line('i=0'),
      loop([compares(t, 'i', '<', '$max')], [and(asks(t), leave), sleep(t), counts(t)]),
    ],
  },
  {
    name: 'growing delay',
    shells: ALL,
    build: (t) => [
      line('d=1'),
      loop([compares(t, 'd', '<=', 2 ** t.limit)], [and(asks(t), leave), line('sleep $d'), line('d=$((d*2))')]),
    ],
  },
  {
    name: 'two counters',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      line('j=0'),
      loop(
        [compares(t, 'i', '<', t.limit)],
        [
          when([asks(t)], [counts(t, 'j')], [counts(t, 'i')]),
          counts(t, 'j'),
          and(compares(t, 'j', '>', t.limit * 2), leave),
          sleep(t),
        ],
      ),
    ],
  },
  {
    name: 'step in the condition',
    shells: MODERN,
    build: (t) => [line('i=0'), loop([line(`((i++ < ${t.limit}))`)], [and(asks(t), leave), sleep(t)])],
  },
  {
    name: 'countdown in the condition',
    shells: MODERN,
    build: (t) => [line(`n=${t.limit}`), loop([line('((n--))')], [sleep(t)])],
  },
  {
    name: 'probe or step in the condition',
    shells: ALL,
    build: (t) => [line('i=0'), until([or(asks(t), line(`[ $((i+=1)) -gt ${t.limit} ]`))], [sleep(t)])],
  },
];

const CONDITIONS: readonly Template[] = [
  {
    name: 'counter or file',
    shells: ALL,
    build: (t) => [line('i=0'), until([line(`[ $i -ge ${t.limit} -o -e ready ]`)], [sleep(t), counts(t)])],
  },
  {
    name: 'counter and no file',
    shells: MODERN,
    build: (t) => [line('i=0'), loop([line(`[[ $i -lt ${t.limit} && ! -e ready ]]`)], [sleep(t), counts(t)])],
  },
  {
    name: 'two counters in one condition',
    shells: MODERN,
    build: (t) => [
      line('i=0 j=9'),
      loop([line(`((i < ${t.limit} && j > 0))`)], [counts(t), counts(t, 'j', -1), sleep(t)]),
    ],
  },
  {
    name: 'probe and countdown',
    shells: ALL,
    build: (t) => [line(`n=${t.limit}`), loop([and(asks(t), line('[ $((n-=1)) -gt 0 ]'))], [sleep(t)])],
  },
  {
    name: 'several commands in the condition',
    shells: ALL,
    build: (t) => [line('i=0'), loop([counts(t), sleep(t), compares(t, 'i', '<', t.limit)], [asks(t)])],
  },
  {
    name: 'status of a probe kept',
    shells: ALL,
    build: (t) => [
      line('i=0 rc=1'),
      loop([and(line('[ $rc -ne 0 ]'), compares(t, 'i', '<', t.limit))], [asks(t), line('rc=$?'), counts(t), sleep(t)]),
    ],
  },
  {
    name: 'answer of a probe compared',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      until(
        [line('[ "$(curl -s http://localhost/state)" = ok ]')],
        [counts(t), when([compares(t, 'i', '==', t.limit)], [line('exit 1')]), sleep(t)],
      ),
    ],
  },
  {
    name: 'elif',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      loop(
        [forever],
        [when([asks(t)], [leave], [when([compares(t, 'i', '>=', t.limit)], [line('exit 2')], [counts(t)])]), sleep(t)],
      ),
    ],
  },
];

const LISTS: readonly Template[] = [
  {
    name: 'for over words',
    shells: ALL,
    build: (t) => [forEach(`for x in ${words(t.limit)}`, [and(asks(t), leave), sleep(t)])],
  },
  {
    name: 'for over seq',
    shells: ALL,
    build: (t) => [forEach(`for i in $(seq 1 ${t.limit})`, [when([asks(t)], [line('exit 0')]), sleep(t)])],
  },
  {
    name: 'for over seq downwards',
    shells: ALL,
    build: (t) => [forEach(`for i in $(seq ${t.limit} -1 1)`, [sleep(t), line('i=9')])],
  },
  {
    name: 'for over braces with a step',
    shells: ALL,
    build: (t) => [forEach(`for i in {0..9..${t.limit}} {a..c} {x,y}`, [sleep(t)])],
  },
  { name: 'for over braces', shells: ALL, build: (t) => [forEach(`for i in {1..${t.limit}}`, [sleep(t)])] },
  {
    name: 'for over words and a file',
    shells: ALL,
    build: (t) => [line('w="a b"'), forEach(`for x in $w ${words(t.limit)} *.txt`, [sleep(t)])],
  },
  {
    name: 'for over sleeps',
    shells: ALL,
    build: (t) => [forEach(`for d in 1 2 ${t.delay} 8`, [and(asks(t), leave), line('sleep $d')])],
  },
  {
    name: 'arithmetic for',
    shells: MODERN,
    build: (t) => [forEach(`for ((i = 0; i < ${t.limit}; i++))`, [and(asks(t), leave), sleep(t)])],
  },
  {
    name: 'arithmetic for, step in the body',
    shells: MODERN,
    build: (t) => [forEach(`for ((i = ${t.limit}; i > 0;))`, [sleep(t), counts(t, 'i', -1)])],
  },
  {
    name: 'positional list',
    shells: ALL,
    build: (t) => [line(`set -- ${words(t.limit)}`), loop([line('[ $# -gt 0 ]')], [line('shift'), sleep(t)])],
  },
  {
    name: 'shift as the condition',
    shells: ALL,
    build: (t) => [line(`set -- ${words(t.limit)}`), loop([line('[ -n "$1" ]')], [sleep(t), line('shift')])],
  },
  {
    name: 'for over positional',
    shells: ALL,
    build: (t) => [line(`set -- ${words(t.limit)}`), forEach('for x', [sleep(t), line('shift')])],
  },
  {
    name: 'string shrinking',
    shells: ALL,
    build: (t) => [line(`s=${'x'.repeat(t.limit)}`), loop([line('[ -n "$s" ]')], [line('s=${s#?}'), sleep(t)])],
  },
  {
    name: 'string growing',
    shells: MODERN,
    build: (t) => [line('s='), loop([line(`[ \${#s} -lt ${t.limit} ]`)], [line('s+=x'), sleep(t)])],
  },
  {
    name: 'array shrinking',
    shells: ['bash'],
    build: (t) => [
      line(`a=(${words(t.limit)})`),
      loop([line('[ ${#a[@]} -gt 0 ]')], [line('a=("${a[@]:1}")'), sleep(t)]),
    ],
  },
  {
    name: 'for over an array',
    shells: MODERN,
    build: (t) => [line(`a=(${words(t.limit)})`), forEach('for x in "${a[@]}"', [sleep(t), line('a+=(more)')])],
  },
  { name: 'repeat', shells: ['zsh'], build: (t) => [forEach(`repeat ${t.limit}`, [and(asks(t), leave), sleep(t)])] },
];

const CLOCKS: readonly Template[] = [
  {
    name: 'SECONDS from zero',
    shells: ALL,
    build: (t) => [
      line('SECONDS=0'),
      loop([compares(t, 'SECONDS', '<', t.limit * 2)], [and(asks(t), leave), sleep(t)]),
    ],
  },
  {
    name: 'end by SECONDS',
    shells: ALL,
    build: (t) => [
      line(`end=$((SECONDS+${t.limit * 3}))`),
      until([asks(t)], [and(compares(t, 'SECONDS', '>=', '$end'), line('exit 1')), sleep(t)]),
    ],
  },
  {
    name: 'deadline by date',
    shells: ALL,
    build: (t) => [
      line(`end=$(( $(date +%s) + ${t.limit * 2} ))`),
      loop([line('[ $(date +%s) -lt $end ]')], [and(asks(t), leave), sleep(t)]),
    ],
  },
  {
    name: 'elapsed by date',
    shells: ALL,
    build: (t) => [
      line('start=$(date +%s)'),
      until(
        [asks(t)],
        [line('now=$(date +%s)'), when([line(`[ $((now - start)) -gt ${t.limit * 2} ]`)], [leave]), sleep(t)],
      ),
    ],
  },
  {
    name: 'deadline by EPOCHSECONDS',
    shells: MODERN,
    build: (t) => [
      ...(t.shell === 'zsh' ? [line('zmodload zsh/datetime')] : []),
      line(`end=$((EPOCHSECONDS + ${t.limit * 2}))`),
      loop([compares(t, 'EPOCHSECONDS', '<', '$end')], [sleep(t)]),
    ],
  },
];

const NESTED: readonly Template[] = [
  {
    name: 'nested counters',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      loop(
        [compares(t, 'i', '<', t.limit)],
        [line('j=0'), loop([compares(t, 'j', '<', 3)], [sleep(t), counts(t, 'j')]), counts(t, 'i')],
      ),
    ],
  },
  {
    name: 'break out of two',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      loop([forever], [loop([forever], [counts(t), and(compares(t, 'i', '>', t.limit), line('break 2')), sleep(t)])]),
    ],
  },
  {
    name: 'continue the outer',
    shells: ALL,
    build: (t) => [
      forEach(`for x in ${words(t.limit)}`, [loop([forever], [sleep(t), line('continue 2')]), line('probe')]),
    ],
  },
  {
    name: 'for around a wait',
    shells: ALL,
    build: (t) => [
      forEach('for x in a b', [
        line('n=0'),
        until([asks(t)], [counts(t, 'n'), and(compares(t, 'n', '>', t.limit), line('continue 2')), sleep(t)]),
      ]),
    ],
  },
];

const FUNCTIONS: readonly Template[] = [
  {
    name: 'function with return',
    shells: ALL,
    build: (t) => [
      define('wait_for', [
        line('i=0'),
        loop(
          [forever],
          [and(asks(t), line('return 0')), counts(t), and(compares(t, 'i', '>=', t.limit), line('return 1')), sleep(t)],
        ),
      ]),
      or(line('wait_for'), line('exit 1')),
    ],
  },
  {
    name: 'step in a function',
    shells: ALL,
    build: (t) => [
      define('bump', [counts(t)]),
      line('i=0'),
      loop([compares(t, 'i', '<', t.limit)], [sleep(t), line('bump')]),
    ],
  },
  {
    name: 'condition in a function',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      define('more', [compares(t, 'i', '<', t.limit)]),
      loop([line('more')], [sleep(t), counts(t)]),
    ],
  },
  {
    name: 'recursion with a counter',
    shells: ALL,
    build: (t) => [
      define('down', [and(line('[ "$1" -le 0 ]'), line('return 0')), sleep(t), line('down $(($1 - 1))')]),
      line(`down ${t.limit}`),
    ],
  },
  {
    name: 'limit as an argument',
    shells: ALL,
    build: (t) => [
      define('tries', [
        line('n=$1'),
        loop([compares(t, 'n', '>', 0)], [and(asks(t), line('return')), counts(t, 'n', -1), sleep(t)]),
      ]),
      line(`tries ${t.limit}`),
    ],
  },
  {
    name: 'never called',
    shells: ALL,
    build: (t) => [define('spin', [loop([forever], [sleep(t)])]), line(`sleep ${t.delay}`)],
  },
];

const READS: readonly Template[] = [
  {
    name: 'lines of a file',
    shells: ALL,
    build: (t) => [redirected(loop([line('read -r l')], [and(asks(t), leave), sleep(t)]), '< list.txt')],
  },
  {
    name: 'lines of a here-document',
    shells: ALL,
    build: (t) => [
      redirected(loop([line('read -r l')], [sleep(t)]), '<<EOF', `${words(t.limit).replaceAll(' ', '\n')}\nEOF`),
    ],
  },
  {
    name: 'lines of a pipe',
    shells: ALL,
    build: (t) => [pipe(line("printf 'a\\nb\\nc\\n'"), loop([line('read -r l')], [sleep(t)]))],
  },
  {
    name: 'lines of a here-string',
    shells: MODERN,
    build: (t) => [redirected(loop([line('read -r l')], [sleep(t)]), '<<< "a b"')],
  },
  {
    name: 'an endless producer, counted',
    shells: ALL,
    build: (t) => [
      line('i=0'),
      pipe(line('yes'), loop([line('read -r l')], [counts(t), and(compares(t, 'i', '>=', t.limit), leave), sleep(t)])),
    ],
  },
];

const SETTINGS: readonly Template[] = [
  {
    name: 'set -e ends the loop',
    shells: ALL,
    build: (t) => [line('set -e'), line('i=0'), loop([forever], [counts(t), compares(t, 'i', '<', t.limit), sleep(t)])],
  },
  {
    name: 'body always leaves',
    shells: ALL,
    build: (t) => [loop([forever], [sleep(t), or(asks(t), line('exit 1')), leave])],
  },
  {
    name: 'one sleep each way',
    shells: ALL,
    build: (t) => [when([asks(t)], [sleep(t)], [line(`sleep ${t.delay + 1}`)]), and(asks(t, 1), sleep(t))],
  },
  {
    name: 'waits for a probe',
    shells: ALL,
    build: (t) => [until([asks(t)], [sleep(t)])],
  },
  {
    name: 'waits for two probes',
    shells: ALL,
    build: (t) => [loop([forever], [and(asks(t), and(asks(t, 1), leave)), sleep(t)])],
  },
  {
    name: 'nested shell',
    shells: ALL,
    build: (t) => [
      quoted('bash -c', [line('i=0'), loop([line(`[ $i -lt ${t.limit} ]`)], [sleep(t), line('i=$((i+1))')])]),
    ],
  },
  {
    name: 'eval',
    shells: ALL,
    build: (t) => [line('i=0'), quoted('eval', [loop([compares(t, 'i', '<', t.limit)], [sleep(t), counts(t)])])],
  },
  {
    name: 'program on standard input',
    shells: ALL,
    build: (t) => [
      redirected(
        line('bash'),
        "<<'EOF'",
        `i=0\nwhile [ $i -lt ${t.limit} ]; do sleep ${t.delay}; i=$((i+1)); done\nEOF`,
      ),
    ],
  },
  {
    name: 'program through a pipe',
    shells: ALL,
    build: (t) => [pipe(line(`echo 'for i in 1 2 3; do sleep ${t.delay}; done'`), line('bash')), sleep(t)],
  },
  { name: 'xargs', shells: ALL, build: (t) => [pipe(line(`seq 1 ${t.limit}`), line('xargs -n 1 sleep'))] },
  {
    name: 'subshell',
    shells: ALL,
    build: (t) => [subshell(line('i=0'), loop([compares(t, 'i', '<', t.limit)], [group(sleep(t), counts(t))]))],
  },
];

export const TEMPLATES: readonly Template[] = [
  ...COUNTERS,
  ...CONDITIONS,
  ...LISTS,
  ...CLOCKS,
  ...NESTED,
  ...FUNCTIONS,
  ...READS,
  ...SETTINGS,
];

function words(count: number): string {
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, count).join(' ');
}
