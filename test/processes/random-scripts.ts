/** Random shell text over a safe alphabet: counters, probes, pauses, loops, jumps, functions, subshells. */

/** A source of numbers that is the same for the same seed. */
export type Random = {
  /** a whole number from 0 to `below` - 1 */
  readonly below: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
};

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { below, pick };
}

export type Flavour = 'bash' | 'sh' | 'zsh';

type Around = {
  readonly random: Random;
  readonly flavour: Flavour;
  /** how deep compound commands may still nest */
  readonly depth: number;
  readonly loops: number;
  readonly inFunction: boolean;
};

const NAMES = ['n', 'm'];
const PROBE = 'nc -z h 1';

/** A script: some values, perhaps a function, one or two commands with loops. */
export function randomScript(random: Random, flavour: Flavour): string {
  const around: Around = { random, flavour, depth: 2, loops: 0, inFunction: false };
  const lines = [`n=${random.below(8)} m=${random.below(8)}`];
  if (random.below(3) === 0) lines.push(`s=${'abcde'.slice(random.below(5))}`);
  if (random.below(3) === 0) lines.push(`set -- ${['a', 'b', 'c', 'd'].slice(random.below(4)).join(' ')}`);
  if (flavour !== 'sh' && random.below(4) === 0) lines.push(`end=$((SECONDS+${1 + random.below(9)}))`);
  if (random.below(8) === 0) lines.push('set -e');
  if (random.below(3) === 0) lines.push(`f() { ${statements({ ...around, depth: 1, inFunction: true }, 2)}; }`);
  lines.push(loop(around));
  if (random.below(4) === 0) lines.push(statements(around, 2));
  return lines.join('\n');
}

function statements(around: Around, most: number): string {
  const count = 1 + around.random.below(most);
  return Array.from({ length: count }, () => statement(around)).join('; ');
}

function loop(around: Around): string {
  const { random, flavour } = around;
  const inside = { ...around, depth: around.depth - 1, loops: around.loops + 1 };
  const body = statements(inside, 4);
  const kinds = [
    () => `while ${condition(inside)}; do ${body}; done`,
    () => `while ${condition(inside)}; do ${body}; done`,
    () => `until ${condition(inside)}; do ${body}; done`,
    () => `until ${condition(inside)}; do ${body}; done`,
    () => `for v in ${random.pick(['1 2 3', 'a b', '$(seq 1 4)', '"$@"', '1'])}; do ${body}; done`,
    () => `while read -r l; do ${body}; done <<E\n1\n2\n3\nE\n:`,
    ...(flavour === 'sh'
      ? []
      : [
          () =>
            `for ((${name(random)}=${random.below(5)}; ${arithmeticTest(around)}; ${step(around)})); do ${body}; done`,
          () => `for v in {1..${1 + random.below(4)}}; do ${body}; done`,
        ]),
    ...(flavour === 'zsh' ? [() => `repeat ${random.below(4)}; do ${body}; done`] : []),
  ];
  return random.pick(kinds)();
}

function name(random: Random): string {
  return random.pick(NAMES);
}

function condition(around: Around): string {
  const { random } = around;
  const depth = around.depth;
  const simple = () =>
    random.pick([() => PROBE, () => test(around), () => test(around), () => test(around), () => 'true'])();
  if (depth <= 0) return simple();
  const inner = { ...around, depth: depth - 1 };
  return random.pick([
    simple,
    simple,
    simple,
    () => `! ${simple()}`,
    () => `${simple()} && ${simple()}`,
    () => `${simple()} || ${simple()}`,
    () => `${statement({ ...inner, depth: 0 })}; ${simple()}`,
    () => `{ ${statement({ ...inner, depth: 0 })}; ${simple()}; }`,
  ])();
}

function test(around: Around): string {
  const { random, flavour } = around;
  const variable = name(random);
  const limit = random.below(9);
  const order = random.pick(['-lt', '-le', '-gt', '-ge', '-eq', '-ne']);
  const kinds = [
    () => `[ $${variable} ${order} ${limit} ]`,
    () => `[ "$${variable}" ${order} ${limit} ]`,
    () => `[ $${variable} ${random.pick(['=', '!='])} ${limit} ]`,
    () => `[ $n ${order} $m ]`,
    () => `[ $((${variable}=${variable}+1)) ${order} ${limit} ]`,
    () => '[ -n "$s" ]',
    () => '[ -n "$1" ]',
    () => `[ $# ${random.pick(['-gt', '-ne', '-lt'])} ${random.below(3)} ]`,
    () => `[ ! $${variable} ${order} ${limit} ]`,
    () => `[ $${variable} ${order} ${limit} ${random.pick(['-a', '-o'])} $n -lt 5 ]`,
    ...(flavour === 'sh'
      ? []
      : [
          () => `((${arithmeticTest(around)}))`,
          () => `((${step(around)}))`,
          () => `[[ $${variable} ${order} ${limit} ]]`,
          () => `[[ $${variable} ${order} ${limit} ${random.pick(['&&', '||'])} -n $s ]]`,
          () => `[ $SECONDS ${random.pick(['-lt', '-ge'])} "$end" ]`,
          () => '((SECONDS < end))',
        ]),
  ];
  return random.pick(kinds)();
}

function arithmeticTest({ random }: Around): string {
  return `${name(random)} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${random.below(9)}`;
}

function step({ random }: Around): string {
  const variable = name(random);
  return random.pick([
    `${variable}++`,
    `${variable}--`,
    `++${variable}`,
    `${variable}+=${1 + random.below(3)}`,
    `${variable}*=2`,
  ]);
}

function jump({ random, loops, inFunction }: Around): string {
  const level = random.below(4) === 0 ? ` ${1 + random.below(2)}` : '';
  const kinds = ['exit', 'true'];
  if (loops > 0) kinds.push(`break${level}`, `break${level}`, `break${level}`, `continue${level}`);
  if (inFunction) kinds.push('return', 'return 1');
  return random.pick(kinds);
}

function change(around: Around): string {
  const { random, flavour } = around;
  const variable = name(random);
  const kinds = [
    () => `${variable}=$((${variable}+1))`,
    () => `${variable}=$((${variable}+1))`,
    () => `${variable}=$((${variable}-1))`,
    () => `${variable}=$((${variable}+${1 + random.below(3)}))`,
    () => `${variable}=$((${variable}*2))`,
    () => `${variable}=$((${variable}/2))`,
    () => `${variable}=${random.below(6)}`,
    () => `n=$m`,
    () => `m=$((n+m))`,
    () => 's=${s%?}',
    () => 's=${s}x',
    () => '[ $# -gt 0 ] && shift',
    () => 'set -- "$@" x',
    () => `${variable}=$(expr $${variable} + 1)`,
    ...(flavour === 'sh' ? [] : [() => `((${step(around)}))`, () => `let ${variable}+=1`, () => `${variable}+=1`]),
  ];
  return random.pick(kinds)();
}

function statement(around: Around): string {
  const { random, depth } = around;
  const flat = [
    () => change(around),
    () => change(around),
    () => change(around),
    () => `sleep ${1 + random.below(3)}`,
    () => PROBE,
    () => `${test(around)} && ${jump(around)}`,
    () => `${test(around)} || ${jump(around)}`,
    () => `${test(around)} && ${jump(around)}`,
    () => `${PROBE} && ${jump(around)}`,
    () => `${PROBE} || ${test(around)} && ${jump(around)}`,
    () => `echo $n >/dev/null`,
  ];
  if (depth <= 0) return random.pick(flat)();
  const inner = { ...around, depth: depth - 1 };
  return random.pick([
    ...flat,
    ...flat,
    () => `if ${condition(inner)}; then ${statements(inner, 2)}; fi`,
    () => `if ${condition(inner)}; then ${statements(inner, 2)}; else ${statements(inner, 2)}; fi`,
    () => `case $n in ${random.below(6)}) ${statements(inner, 2)} ;; *) ${statements(inner, 1)} ;; esac`,
    () => `( ${statements({ ...inner, loops: 0 }, 2)} )`,
    () => `x=$(${statements({ ...inner, loops: 0 }, 2)})`,
    () => `echo a | { ${statements({ ...inner, loops: 0 }, 2)}; }`,
    () => `{ ${statements(inner, 2)}; }`,
    () => 'f 2>/dev/null',
    () => loop(around),
  ])();
}

/** A script that starts children `sleep S.0000N`, waits for some of them, kills some, and leaves the rest. */
export function randomChildren(random: Random, flavour: Flavour): string {
  let number = 0;
  const start = (): string => {
    number += 1;
    const command = `sleep ${random.pick([1, 3])}.0000${number}`;
    return random.pick([
      `${command} &`,
      `${command} &`,
      `${command} & a=$!`,
      `${command} & b=$!`,
      `(${command} &)`,
      `{ ${command} & }`,
      `x=$(${command} >/dev/null & echo $!)`,
      `(${command}; true) &`,
      `f() { ${command} & }; f`,
    ]);
  };
  const settle = (): string =>
    random.pick([
      'wait',
      'wait $!',
      'wait $a',
      'wait $a $b',
      'wait $x',
      'kill $!',
      'kill $a',
      'kill $x',
      '(wait)',
      'true',
      'false',
      ...(flavour === 'sh' ? [] : ['disown', 'kill %1']),
      `if false; then wait; fi`,
      `[ -n "$a" ] && wait $a`,
      `for i in $a $b; do wait $i; done`,
    ]);
  const lines = ['a= b= x='];
  if (random.below(5) === 0)
    lines.push(
      random.pick([`trap 'kill $a' EXIT`, `trap 'kill $!' EXIT`, `trap 'kill $(jobs -p)' EXIT`, `trap 'kill $a' TERM`]),
    );
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    lines.push(start());
    if (random.below(3) > 0) lines.push(settle());
  }
  if (random.below(5) === 0) lines.push(random.pick(['exit', 'exit 3', 'exec true', 'trap - EXIT']));
  return lines.join('\n');
}
