/** One small change each, of the kind that turns a bounded program into one that only looks bounded (or the other way round). */
import {
  and,
  capture,
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
  when,
} from './script-tree.ts';
import { choose } from './spelling.ts';

export type Mutation = {
  readonly name: MutationName;
  /** which part of the script, counted through it */
  readonly at: number;
  /** which variant */
  readonly choice: number;
};

/** What becomes of one part: the parts that stand in its place. */
type Change = (part: Part, choice: number) => Script;

const LINES_THAT_MATTER = [
  'i=0',
  'n=3',
  'unset i',
  'break',
  'continue',
  'return',
  'exit 1',
  'set -e',
  'set +e',
  'shift',
  'x=1',
  'false',
  'sleep 3',
  'readonly i',
  'declare -i i',
  'break 2',
  'continue 2',
  'set -- a b',
  'local i',
  'trap : EXIT',
  'IFS=0',
  'probe',
] as const;

const PROBING = ['probe', 'grep -q x list.txt', 'curl -sf http://localhost', '[ -e ready ]'] as const;

/** text -> text: every place in a line where one of these fits is a possible change */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/-lt\b/, '-gt'],
  [/-lt\b/, '-ne'],
  [/-lt\b/, '-le'],
  [/-(ge|gt|le)\b/, '-lt'],
  [/-(ge|gt)\b/, '-eq'],
  [/-(lt|le)\b/, '-eq'],
  [/-eq\b/, '-ge'],
  [/-(lt|gt|ge)\b/, '='],
  [/ < /, ' > '],
  [/ < /, ' != '],
  [/ >=? /, ' == '],
  [/ == /, ' <= '],
  [/\+ ?1\b/, '-1'],
  [/\+ ?1\b/, '+0'],
  [/\+ ?1\b/, '+2'],
  [/\+=/, '-='],
  [/\+=/, '='],
  [/\+\+/, '--'],
  [/--/, '++'],
  [/- ?1\b/, '+1'],
  [/- ?2\b/, '-3'],
  [/\$\(\((\w+) ?\+ ?1\)\)/, '$$$1+1'],
  [/\$\(\(([^()]*)\)\)/, '$$($1)'],
  [/^(\w+)=\$\(\(.*\)\)$/, '$1+=1'],
  [/\$\(\((\w+) ?\+ ?1\)\)/, '$$((++$1))'],
  [/\$\(\((\w+) ?\+ ?1\)\)/, '$$(($1++))'],
  [/\bi\b/, 'j'],
  [/(?<!-)\bn\b/, 'i'],
  [/\$i\b/, '\\$$i'],
  [/"\$(\w+)"/, "'$$$1'"],
  [/"\$(\w+)"/, '$$$1'],
  [/\$i\b/, '$${i:-0}'],
  [/\b\d+\b/, '0'],
  [/\b\d+\b/, '9'],
  [/\b\d+\b/, '-1'],
  [/\b\d+\b/, '08'],
  [/\b\d+\b/, '1.5'],
  [/\b\d+\b/, '"$n"'],
  [/\b\d+\b/, '$#'],
  [/^break$/, 'continue'],
  [/^break$/, 'break 2'],
  [/^break 2$/, 'break'],
  [/^continue 2$/, 'continue'],
  [/^(exit|return)\b/, 'echo'],
  [/^exit\b/, 'return'],
  [/^return\b.*/, 'exit 1'],
  [/^break\b/, 'exit'],
  [/\bread -r\b/, 'read -rt 1'],
  [/\bread -r l\b/, 'read -r i'],
  [/^shift$/, 'shift 2'],
  [/^shift$/, 'set -- "$@" x'],
  [/list\.txt/, 'empty.txt'],
  [/list\.txt/, 'missing.txt'],
  [/^sleep (\d+)$/, 'sleep $missing'],
  [/^sleep (\d+)$/, 'command sleep $1'],
  [/^sleep (\d+)$/, 'env sleep $1'],
  [/^sleep (\d+)$/, 'sleep $1 $1'],
  [/^sleep (\d+)$/, 'echo $1 | xargs sleep'],
  [/^sleep (\d+)$/, 'sleep $1m'],
  [/^sleep (\d+)$/, 'sleep $$(($1*2))'],
  [/\bSECONDS\b/, 'seconds'],
  [/\$\{s#\?\}/, '$${s%x}'],
  [/\$\{s#\?\}/, '$${s#y}'],
  [/\$\{s#\?\}/, '$$s'],
  [/\$@/, '$$*'],
  [/^(\w+=.*)$/, 'export $1'],
  [/^(\w+=.*)$/, '$1 true'],
  [/^true$/, 'false'],
  [/^(true|:)$/, '! false'],
  [/^(true|:)$/, '[ 1 ]'],
  [/^(true|:)$/, 'sleep 1'],
];

const CHANGES = {
  drop: () => [],
  repeat: (part) => [part, part],
  subshell: (part) => [subshell(part)],
  group: (part) => [group(part)],
  capture: (part) => [capture('x', [part])],
  piped: (part, choice) => [choice % 2 === 0 ? pipe(part, line('cat')) : pipe(line('echo x'), part)],
  silenced: (part) => [redirected(group(part), '> /dev/null')],
  evaluated: (part) => [quoted('eval', [part])],
  'in another shell': (part, choice) => [quoted(choose(['bash -c', 'sh -c'], choice), [part])],
  'in a function': (part) => [define('step', [part]), line('step')],
  'function only': (part) => [define('step', [part])],
  'if a probe': (part, choice) => [when([line(choose(PROBING, choice))], [part])],
  'unless a probe': (part, choice) => [when([line(choose(PROBING, choice))], [line(':')], [part])],
  'and a probe': (part, choice) => [and(line(choose(PROBING, choice)), part)],
  'or a probe': (part, choice) => [or(line(choose(PROBING, choice)), part)],
  'before a probe': (part, choice) => [and(part, line(choose(PROBING, choice)))],
  'failure ignored': (part) => [or(part, line('true'))],
  negated: (part) => [{ kind: 'not', of: part }],
  'line before': (part, choice) => [line(choose(LINES_THAT_MATTER, choice)), part],
  'line after': (part, choice) => [part, line(choose(LINES_THAT_MATTER, choice))],
  replaced: (_, choice) => [line(choose(LINES_THAT_MATTER, choice))],
  'loop around': (part, choice) => [
    choose(
      [
        loop([line('true')], [part, line('break')]),
        forEach('for y in a b', [part]),
        loop([line('true')], [part]),
        loop([line('probe')], [part]),
      ],
      choice,
    ),
  ],
  rewritten: (part, choice) => [respell(part, choice)],
  hoisted: (part, choice) => hoist(part, choice),
  'sleep first': (part) => [line('sleep 2'), part],
} as const satisfies Record<string, Change>;

export type MutationName = keyof typeof CHANGES;

/** `rewritten` comes up most often: it is what a slip of the hand looks like. */
export const MUTATION_NAMES: readonly MutationName[] = [
  ...(Object.keys(CHANGES) as MutationName[]),
  ...Array<MutationName>(12).fill('rewritten'),
  ...Array<MutationName>(3).fill('drop'),
  ...Array<MutationName>(2).fill('hoisted'),
];

/** The script with one part changed. */
export function mutate(script: Script, { name, at, choice }: Mutation): Script {
  const total = countParts(script);
  const change: Change = CHANGES[name];
  let left = total === 0 ? 0 : at % total;
  return mapParts(script, (part) => (left-- === 0 ? change(part, choice) : null));
}

/** Applies one of the rewrites that fit. */
function rewrite(text: string, choice: number): string {
  const fitting = REWRITES.filter(([pattern]) => pattern.test(text));
  if (fitting.length === 0) return text;
  const [pattern, replacement] = choose(fitting, choice);
  return text.replace(pattern, replacement);
}

/** A slip in the text of the part; of a compound: while <-> until, && <-> ||, swapped branches. */
function respell(part: Part, choice: number): Part {
  switch (part.kind) {
    case 'line':
      return line(rewrite(part.text, choice));
    case 'for':
      return { ...part, header: rewrite(part.header, choice) };
    case 'case':
      return { ...part, pattern: rewrite(part.pattern, choice) };
    case 'redirected':
      return { ...part, redirect: rewrite(part.redirect, choice) };
    case 'while':
      return { ...part, until: !part.until };
    case 'list':
      return part.operator === '|' ? part : { ...part, operator: part.operator === '&&' ? '||' : '&&' };
    case 'if':
      return { ...part, body: part.otherwise.length > 0 ? part.otherwise : [line(':')], otherwise: part.body };
    default:
      return part;
  }
}

/** Moves one line of a compound out of it, to before or after it. */
function hoist(part: Part, choice: number): Script {
  if (!('body' in part) || part.body.length < 2) return [part];
  const index = choice % part.body.length;
  const moved = part.body.slice(index, index + 1);
  const rest: Part = { ...part, body: part.body.filter((_, i) => i !== index) };
  return choice % 2 === 0 ? [...moved, rest] : [rest, ...moved];
}

function countParts(script: Script): number {
  let count = 0;
  mapParts(script, () => {
    count++;
    return null;
  });
  return count;
}

/** Rebuilds the script, outermost parts first; where `change` answers null the part is kept and its inside is visited. */
function mapParts(script: Script, change: (part: Part) => Script | null): Script {
  const list = (parts: Script): Script => parts.flatMap(part);
  const one = (of: Part): Part => {
    const [first, ...more] = part(of);
    return first === undefined ? line(':') : more.length === 0 ? first : group(first, ...more);
  };
  const part = (of: Part): Script => change(of) ?? [inside(of)];
  const inside = (of: Part): Part => {
    switch (of.kind) {
      case 'line':
        return of;
      case 'while':
        return { ...of, condition: list(of.condition), body: list(of.body) };
      case 'if':
        return { ...of, condition: list(of.condition), body: list(of.body), otherwise: list(of.otherwise) };
      case 'list':
        return { ...of, left: one(of.left), right: one(of.right) };
      case 'not':
      case 'redirected':
        return { ...of, of: one(of.of) };
      default:
        return { ...of, body: list(of.body) };
    }
  };
  return list(script);
}
