/** The rule tables as data for the shell, and the front with them in it. */
import type { FrontTriggers, TriggerNode } from './front-triggers.ts';
import { shortenWords } from './front-words.ts';

/** The whole script, from the template with its marks. */
export function formatFront(template: string, triggers: FrontTriggers): string {
  const { table, byName, common } = numberNodes(triggers);
  const names = [...formatNames(triggers, byName), assign('wrappers', triggers.wrappers)];
  const first = [...names, ...formatRules(table, [0, common]), `common=${common}`];
  const later = [...formatRules(table, [common, table.length]), 'common='];
  return template
    .replace(/^#:tables$/m, () => first.join('\n'))
    .replace(/^#:later tables$/m, () => later.join('\n'))
    .replace(/^#:(?:main|end)\n/gm, '');
}

/** Only its functions and the one that they come to, for a test that asks about many payloads in one shell. */
export function formatDecision(template: string, triggers: FrontTriggers): string {
  const functions = template.replace(/^#:main\n[\s\S]*?^#:end\n/gm, '');
  return `${formatFront(functions, triggers)}\ndecide() { glance; case $? in 0) ;; 2) words ;; *) return 1 ;; esac; }`;
}

/** A shell has to read whatever stands before the decision: what commands of every day hold comes first. */
const COMMON: readonly string[] = [
  'cargo',
  'cat',
  'eslint',
  'find',
  'git',
  'go',
  'head',
  'make',
  'mkdir',
  'node',
  'npm',
  'npx',
  'pip',
  'pnpm',
  'prettier',
  'pytest',
  'rg',
  'ruff',
  'tail',
  'tsc',
  'tsx',
  'uv',
  'vitest',
  'yarn',
];

/** A node and the token that stands for it in the shell. */
type Row = { readonly token: string; readonly node: TriggerNode };

/** Equal nodes share a token; the first `common` ones are all that common names lead to. */
function numberNodes({ groups }: FrontTriggers): {
  readonly table: readonly Row[];
  readonly byName: ReadonlyMap<string, string>;
  readonly common: number;
} {
  const rows = new Map<string, Row>();
  const visit = (node: TriggerNode): string => {
    const key = JSON.stringify(node);
    const row = rows.get(key) ?? { token: `${rows.size}`, node };
    rows.set(key, row);
    for (const sub of node.subs) visit(sub.node);
    return row.token;
  };
  for (const { names, node } of groups) if (names.some((name) => COMMON.includes(name))) visit(node);
  const common = rows.size;
  const byName = new Map(groups.flatMap(({ names, node }) => names.map((name) => [name, visit(node)] as const)));
  return { table: [...rows.values()], byName, common };
}

/**
 * Of each token the words that are enough after it, and its subcommands with the tokens of those; `/`: they run what
 * follows. What must be compared as a pattern stands by itself.
 */
function formatRules(table: readonly Row[], [from, to]: readonly [number, number]): readonly string[] {
  const tokens = new Map(table.map(({ token, node }) => [JSON.stringify(node), token]));
  return table.slice(from, to).flatMap(({ token, node: { words, subs } }) => {
    const { globs, literals } = shortenWords(words);
    const below = subs.flatMap(({ names, node, runs }) =>
      names.map((name) => `${runs ? '/' : ''}${tokens.get(JSON.stringify(node)) ?? ''},${name}`),
    );
    const rule = [...literals.map((word) => `,${word}`), ...below];
    return [
      ...(globs.length === 0 ? [] : [assign(`globs_${token}`, globs)]),
      ...(rule.length === 0 ? [] : [assign(`rule_${token}`, rule)]),
    ];
  });
}

/**
 * By first letter: a word is looked for among a few dozen names instead of among a thousand. What a name means stands before
 * it, nothing when it is enough: a shell cuts off the end of a text faster than its beginning.
 */
function formatNames(
  { alone, farWrappers, groups }: FrontTriggers,
  byName: ReadonlyMap<string, string>,
): readonly string[] {
  const meanings = new Map<string, string>();
  for (const { names, node } of groups) {
    for (const name of names) meanings.set(name, `${node.bare ? '.' : ''}${byName.get(name) ?? ''}`);
  }
  for (const name of farWrappers) meanings.set(name, `/${meanings.get(name) ?? ''}`);
  for (const [mark, names] of Object.entries(ENOUGH_WITH)) {
    for (const name of names) meanings.set(name, `${mark}${meanings.get(name) ?? ''}`);
  }
  for (const name of [...ENOUGH, ...alone]) meanings.set(name, '');
  const boxes = new Map<string, string[]>();
  for (const [name, meaning] of meanings) {
    // What begins otherwise, like `@`, is no word for the front.
    const letter = /^\w/.exec(name)?.[0];
    if (letter === undefined) continue;
    boxes.set(letter, [...(boxes.get(letter) ?? []), `${meaning},${name}`]);
  }
  return [...boxes].sort().map(([letter, entries]) => assign(`names_${letter}`, entries));
}

/** Builtins and reserved words, and programs that print, by the mark of what must be in the command besides. */
const ENOUGH_WITH = {
  d: 'for set printf local declare typeset export readonly let shift getopts mapfile readarray'.split(' '),
  e: ['for'],
  f: ['function'],
  g: 'echo print printf cat tee date expr bc'.split(' '),
};

/** Reserved words and builtins after which anything may come, and what may wait for its other end. */
const ENOUGH = [
  'trap',
  'alias',
  'while',
  'until',
  'select',
  'repeat',
  'foreach',
  'coproc',
  'read',
  'mkfifo',
  'mknod',
  'wait',
];

/** A variable that holds words between blanks. */
function assign(name: string, words: readonly string[]): string {
  return `${name}=' ${words.join(' ')} '`;
}
