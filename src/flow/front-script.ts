/** The rule tables as data for the shell, and the front with them in it. */
import type { FrontTriggers, TriggerNode } from './front-triggers.ts';

/** The whole script, from the template with its marks. */
export function formatFront(template: string, triggers: FrontTriggers): string {
  const { table, byName } = numberNodes(triggers);
  const tables = [...formatRules(table), ...formatNames(triggers, byName), assign('wrappers', triggers.wrappers)];
  return template.replace(/^#:tables$/m, () => tables.join('\n')).replace(/^#:(?:main|end)\n/gm, '');
}

/** Only its functions and the one that they come to, for a test that asks about many payloads in one shell. */
export function formatDecision(template: string, triggers: FrontTriggers): string {
  const functions = template.replace(/^#:main\n[\s\S]*?^#:end\n/gm, '');
  return `${formatFront(functions, triggers)}\ndecide() { glance; case $? in 0) ;; 2) words ;; *) return 1 ;; esac; }`;
}

/** A node and the token that stands for it in the shell. */
type Row = { readonly token: string; readonly node: TriggerNode };

/** Equal nodes share a token. */
function numberNodes({ groups }: FrontTriggers): {
  readonly table: readonly Row[];
  readonly byName: ReadonlyMap<string, string>;
} {
  const rows = new Map<string, Row>();
  const visit = (node: TriggerNode): string => {
    const key = JSON.stringify(node);
    const row = rows.get(key) ?? { token: `${rows.size}`, node };
    rows.set(key, row);
    for (const sub of node.subs) visit(sub.node);
    return row.token;
  };
  const byName = new Map(groups.flatMap(({ names, node }) => names.map((name) => [name, visit(node)] as const)));
  return { table: [...rows.values()], byName };
}

/** Of each token the words that are enough after it, and the tokens of its subcommands; `/`: they run what follows. */
function formatRules(table: readonly Row[]): readonly string[] {
  const tokens = new Map(table.map(({ token, node }) => [JSON.stringify(node), token]));
  return table.flatMap(({ token, node: { words, subs } }) => {
    const below = subs.flatMap(({ names, node, runs }) =>
      names.map((name) => `${name}=${runs ? '/' : ''}${tokens.get(JSON.stringify(node)) ?? ''}`),
    );
    return [
      ...(words.length === 0 ? [] : [assign(`enough_${token}`, words)]),
      ...(below.length === 0 ? [] : [assign(`subs_${token}`, below)]),
    ];
  });
}

/** By first letter: a word is looked for among a few dozen names instead of among a thousand. */
function formatNames(
  { alone, farWrappers, groups }: FrontTriggers,
  byName: ReadonlyMap<string, string>,
): readonly string[] {
  const meanings = new Map<string, string>();
  for (const { names, node } of groups) {
    for (const name of names) meanings.set(name, `${byName.get(name) ?? ''}${node.bare ? '.' : ''}`);
  }
  for (const name of farWrappers) meanings.set(name, `/${meanings.get(name) ?? ''}`);
  for (const name of [...ENOUGH, ...alone]) meanings.set(name, '!');
  const boxes = new Map<string, string[]>();
  for (const [name, meaning] of meanings) {
    // What begins otherwise, like `@`, is no word for the front.
    const letter = /^\w/.exec(name)?.[0];
    if (letter === undefined) continue;
    boxes.set(letter, [...(boxes.get(letter) ?? []), `${name}=${meaning}`]);
  }
  return [...boxes].sort().map(([letter, entries]) => assign(`names_${letter}`, entries));
}

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
