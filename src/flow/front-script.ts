/** The rule tables as patterns of the shell's `case`, and the front with them in it. */
import type { FrontTriggers, TriggerNode } from './front-triggers.ts';

/** The whole script, from the template with its marks. */
export function formatFront(template: string, triggers: FrontTriggers): string {
  const { table, byName } = numberNodes(triggers);
  return template
    .replace(/^ *#:rules$/m, () => formatRules(table).join('\n'))
    .replace(/^ *#:names$/m, () => formatNames(triggers, byName).join('\n'))
    .replace(/^ *#:wrappers$/m, () => arm(triggers.wrappers.map(quoted), 'after=1'))
    .replace(/^#:main$\n/m, '');
}

/** Only its functions, for a test that asks `decide` about many payloads in one shell. */
export function formatDecision(template: string, triggers: FrontTriggers): string {
  return formatFront(template.slice(0, template.indexOf('#:main')), triggers);
}

/** A node and the token that stands for it in the shell; `_` after it: an option was seen before its subcommand. */
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

/** What a word means after a name: enough, a subcommand that waits for more, or an option that may belong to either. */
function formatRules(table: readonly Row[]): readonly string[] {
  const tokens = new Map(table.map(({ token, node }) => [JSON.stringify(node), token]));
  return table.flatMap(({ token, node }) => {
    const names = node.subs.flatMap((sub) => sub.names);
    const arms = node.words.length === 0 ? [] : [arm(node.words, 'return 0')];
    for (const sub of node.subs) {
      const token = tokens.get(JSON.stringify(sub.node)) ?? '';
      arms.push(arm(sub.names, `s="$s ${token}"${sub.runs ? '; [ -n "$h" ] && return 0' : ''}`));
    }
    if (names.length === 0) return formatFunction(`after_${token}`, arms);
    return [
      ...formatFunction(`after_${token}`, [...arms, arm(['[-+]*'], `s="$s ${token}_"`)]),
      ...formatFunction(`after_${token}_`, [arm(names, 'return 0')]),
    ];
  });
}

function formatFunction(name: string, arms: readonly string[]): readonly string[] {
  return [`${name}() {`, '  case $1 in', ...arms, '  esac', '  return 1', '}'];
}

/** In boxes by first letter: a word is compared with a few dozen names instead of with a thousand. */
function formatNames(
  { alone, farWrappers, groups }: FrontTriggers,
  byName: ReadonlyMap<string, string>,
): readonly string[] {
  const actions = new Map<string, string>();
  for (const { names, node } of groups) {
    const action = `s="$s ${byName.get(names[0] ?? '') ?? ''}"${node.bare ? ' b=1; bare && return 0' : ''}`;
    for (const name of names) actions.set(name, action);
  }
  for (const name of farWrappers) {
    actions.set(name, `[ -n "$h" ] && return 0; ${actions.get(name) ?? ''}`.trim());
  }
  for (const name of [...ENOUGH, ...alone]) actions.set(name, 'return 0');
  actions.set('function', 'case $c in *"{"* | *"("*) return 0 ;; esac');
  const boxes = groupBy([...actions], ([name]) => name.charAt(0));
  return [...boxes].sort().flatMap(([letter, entries]) => {
    const arms = [...groupBy(entries, ([, action]) => action)].map(([action, same]) =>
      arm(
        same.map(([name]) => name),
        action,
      ),
    );
    return [`    ${letter}*)`, '      case $1 in', ...arms, '      esac ;;'];
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
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
  'function',
  'read',
  'mkfifo',
  'mknod',
  'wait',
];

function arm(patterns: readonly string[], action: string): string {
  return `        ${patterns.join(' | ')}) ${action} ;;`;
}

function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word}'`;
}
