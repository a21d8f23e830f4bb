/**
 * What the shell front looks for, read off the rule tables: names that can lead to a finding, and the further words without
 * which they cannot. The front hands a command over when it may hold one; it decides nothing.
 */
import { describers } from '../lifetime/programs/describers.ts';
import { programRows } from '../lifetime/programs/program-index.ts';
import type { Case, Outcome, ProgramNode, Runs, WordTest } from '../lifetime/programs/program-row.ts';
import { triggerWords } from '../lifetime/programs/trigger-words.ts';
import { requiredTexts } from './front-required-text.ts';

/** Words that may follow; null: none is needed. `bare`: without a further word it is enough, too. */
export type TriggerNode = {
  readonly bare: boolean;
  /** patterns of `case`, each enough by itself */
  readonly words: readonly string[];
  /** `runs`: the words after it are run, so that a path among them may be a script */
  readonly subs: readonly { readonly names: readonly string[]; readonly node: TriggerNode; readonly runs: boolean }[];
};

export type FrontTriggers = {
  /** names that are enough by themselves */
  readonly alone: readonly string[];
  readonly groups: readonly { readonly names: readonly string[]; readonly node: TriggerNode }[];
  /** names that run the words after them: what those are shows by itself, except a script by its path */
  readonly wrappers: readonly string[];
  /** the same, with words of their own before those */
  readonly farWrappers: readonly string[];
};

/** `never`: no finding can come of it, apart from what the words after it show by themselves. */
type Need = 'never' | 'alone' | TriggerNode;

/** Derived from the tables at build time. */
export function frontTriggers(): FrontTriggers {
  const needs = new Map<string, Need>();
  for (const name of triggerWords()) if (!name.startsWith('-')) needs.set(name, 'alone');
  for (const row of programRows) for (const name of row.names) needs.set(name, needOf(row));
  for (const name of Object.keys(describers)) needs.set(name, 'alone');
  for (const [name, need] of Object.entries(SPECIAL)) needs.set(name, need);
  const groups = new Map<string, { names: string[]; node: TriggerNode }>();
  for (const [name, node] of needs) {
    if (typeof node === 'string') continue;
    const key = JSON.stringify(node);
    const group = groups.get(key) ?? { names: [], node };
    group.names.push(name);
    groups.set(key, group);
  }
  const named = (wanted: Need): readonly string[] =>
    [...needs].filter(([, need]) => need === wanted).map(([name]) => name);
  const runners = (where: 'next' | 'later'): readonly string[] =>
    [...needs.keys()].filter((name) => wraps(name) === where);
  return {
    // `.` is the current folder nearly everywhere: as a command it is looked for by its place.
    alone: named('alone')
      .filter((name) => name !== '.')
      .sort(),
    groups: [...groups.values()],
    wrappers: [...runners('next'), ...SHELL_PREFIXES].sort(),
    farWrappers: [...runners('later')].sort(),
  };
}

/** Words of the shell itself after which a command stands. */
const SHELL_PREFIXES = ['if', 'then', 'elif', 'else', 'do', '!', '{'];

const words = (...patterns: readonly string[]): TriggerNode => ({ bare: false, words: patterns, subs: [] });
const EXECUTES = words('-exec', '-execdir', '-ok', '-okdir', '-x', '-X', '--exec', '--exec-batch');

/** Programs whose words code reads; what that code looks for. */
const SPECIAL: Readonly<Record<string, Need>> = {
  env: 'never',
  genv: 'never',
  xargs: 'never',
  gxargs: 'never',
  python: 'never',
  python2: 'never',
  python3: 'never',
  pypy: 'never',
  pypy3: 'never',
  ruby: 'never',
  find: EXECUTES,
  gfind: EXECUTES,
  fd: EXECUTES,
  fdfind: EXECUTES,
  node: words('--w*'),
  nodejs: words('--w*'),
  perl: words('*alarm*'),
  // modules and packages under another name than that of their program
  jupyterlab: 'alone',
  notebook: 'alone',
  django: 'alone',
  typescript: 'alone',
  cli: 'alone',
  httpd: 'alone',
};

/** Where what a name runs begins; interpreters run no shell script by its path. */
function wraps(name: string): 'next' | 'later' | null {
  if (Object.hasOwn(SPECIAL, name)) return ['env', 'genv', 'xargs', 'gxargs'].includes(name) ? 'next' : null;
  const row = programRows.find(({ names }) => names.includes(name));
  if (row?.runs === undefined) return null;
  return (row.runs.skip ?? 0) === 0 ? 'next' : 'later';
}

/** What must stand after the name for a finding. */
function needOf(node: ProgramNode): Need {
  const own = [...(node.cases ?? []).map(needOfCase), needOfRuns(node.runs)];
  if (node.runs === undefined && node.otherwise !== undefined && isTelling(node.otherwise)) own.push('alone');
  const below = Object.entries(node.subs ?? {}).map(([names, sub]): Need => {
    const need = needOf(sub);
    if (need === 'alone') return words(...names.split('|'));
    if (need === 'never' && sub.runs === undefined) return need;
    const after = need === 'never' ? words() : need;
    return { bare: false, words: [], subs: [{ names: names.split('|'), node: after, runs: sub.runs !== undefined }] };
  });
  return merge([...own, ...below]);
}

function merge(needs: readonly Need[]): Need {
  if (needs.includes('alone')) return 'alone';
  const nodes = needs.filter((need) => typeof need !== 'string');
  if (nodes.length === 0) return 'never';
  return {
    bare: nodes.some(({ bare }) => bare),
    words: [...new Set(nodes.flatMap((node) => node.words))].sort(),
    subs: nodes.flatMap(({ subs }) => subs),
  };
}

/** One of the conditions that a case states is enough to look for; the most telling one is taken. */
function needOfCase({ is, has, value, first, second, some, words: count }: Case): Need {
  if (!isTelling(is)) return 'never';
  const texts = [second, first, some].map(textsOf).find((list) => list !== null);
  if (texts != null) return words(...texts);
  const option = has ?? value?.[0];
  if (option !== undefined) return words(...optionPatterns(option));
  return count?.[1] === 0 ? { bare: true, words: [], subs: [] } : 'alone';
}

function textsOf(test: WordTest | undefined): readonly string[] | null {
  if (test === undefined) return null;
  if (!(test instanceof RegExp)) return test.map(toPattern);
  const texts = requiredTexts(test);
  if (texts === null) return null;
  const spelled = test.ignoreCase ? (text: string) => [...text].map(bothCases).join('') : (text: string) => text;
  return texts.map((text) => `*${spelled(longestPiece(text))}*`);
}

function toPattern(text: string): string {
  const piece = longestPiece(text);
  return piece === text ? text : `*${piece}*`;
}

/** The front splits at blanks, quotes, slashes and the like: of a text with these it sees the pieces. */
function longestPiece(text: string): string {
  return text.split(SPLITS).reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
}

/** Where the front splits words: `front-script` does so by this set as IFS. */
const SPLITS = /[^A-Za-z0-9_.:+~-]/;

function bothCases(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  return lower === upper ? character : `[${lower}${upper}]`;
}

/** However the option is spelled, in a cluster or cut short: a dash, and its first letter somewhere after it. */
function optionPatterns(names: string): readonly string[] {
  const letters = new Set(names.split('|').map((name) => name.charAt(0)));
  return [...letters].map((letter) => `[-+]*${letter}*`);
}

function needOfRuns(runs: Runs | undefined): Need {
  if (runs === undefined) return 'never';
  const needs: Need[] = [];
  if (changesLife(runs.effect)) needs.push('alone');
  if (runs.nothing !== undefined && isTelling(runs.nothing)) needs.push('alone');
  for (const { has, effect } of runs.when ?? []) if (changesLife(effect)) needs.push(words(...optionPatterns(has)));
  // A shell that reads what it runs; a limit of hours.
  if (runs.shell !== undefined)
    needs.push(runs.shell === 'always' ? 'alone' : words(...optionPatterns(runs.shell.has)));
  if (runs.limit !== undefined) needs.push(words(...optionPatterns(runs.limit.option)));
  return merge(needs);
}

/** Effects that leave the life of what is run as it is, or matter only together with `&`. */
const HARMLESS = new Set(['externalOnly', 'elsewhere', 'ignoresHangup', 'replaces', 'perItem']);

function changesLife(effect: object): boolean {
  return Object.keys(effect).some((key) => !HARMLESS.has(key));
}

function isTelling({ bound, role, returnsAtOnce }: Outcome): boolean {
  if (bound !== 'finite' || returnsAtOnce === true) return true;
  return role !== undefined && role !== 'quick' && role !== 'ordinary';
}
