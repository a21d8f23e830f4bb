/**
 * Which texts need no analysis. The only place with regular expressions over command text, and sound by construction:
 * it looks at every place where a command *could* begin, quotes or not, and is content only when a plain name that no
 * table knows stands there. A name that is quoted, escaped, expanded or a path is never skipped, nor is a text with a
 * job, a function or a loop. So `false` means that the analysis would have nothing to report.
 */

/** Names of programs that the tables can report something about. */
export type Triggers = { readonly words: readonly string[] };

/** Reserved words and builtins that loop, define, wait or run text, whatever the tables say. */
export const SHELL_TRIGGERS = [
  'while',
  'until',
  'for',
  'select',
  'repeat',
  'foreach',
  'case',
  'function',
  'coproc',
  'always',
  'alias',
  'bg',
  'builtin',
  'command',
  'disown',
  'enable',
  'eval',
  'exec',
  'fg',
  'mapfile',
  'read',
  'readarray',
  'source',
  'suspend',
  'time',
  'trap',
  'wait',
  'nocorrect',
  'noglob',
] as const;

/** A command follows these directly. */
const CHAINS = new Set(['if', 'then', 'elif', 'else', 'do']);

/** Where a command may begin; `!` only as a word of its own, `))` and `]]` because of zsh's short `if`. */
const STARTS = /[;&|\n({}`]|\)\)|\]\]|(?<![^\s;&|({`])!(?=[\s(])/g;
/** `&` as part of `&&`, `>&`, `<&` and `|&` starts no job; `&>` does under sh */
const JOINING = /&&|[<>]&|\|&/g;
/** longer texts are rare, and looking them over would cost more than it saves */
const MAX_LENGTH = 32_768;
const FUNCTION = /\([\s\\]*\)/;
const BLANKS = /[ \t\r]*/y;
const PLAIN = /[\w.+:-]+/y;
const PLAIN_VALUE = /\+?=[\w./:,@%+-]*/y;
const BRACKET = /\[\[?(?=[ \t])/y;
const VERSION = /-?[\d.]+$/;
const WINDOWS_SUFFIX = /\.(?:exe|cmd|bat|com)$/;

/**
 * Makes the test for one list of triggers. The test is about the text alone: a call that the host was asked to run in
 * the background needs judging whatever its text.
 */
export function makePrefilter(triggers: Triggers): (text: string) => boolean {
  const words = new Set([...SHELL_TRIGGERS, ...triggers.words].map((word) => word.toLowerCase()));
  return (given) => {
    if (given.length > MAX_LENGTH) return true;
    const text = `\n${given}`;
    if (FUNCTION.test(text) || text.replace(JOINING, '').includes('&')) return true;
    for (const { index, 0: start } of text.matchAll(STARTS)) {
      if (mayRunTrigger(text, index + start.length, words)) return true;
    }
    return false;
  };
}

/** Whether the command that may begin at `from` could be anything but a plain unknown name. */
function mayRunTrigger(text: string, from: number, triggers: ReadonlySet<string>): boolean {
  let at = from;
  for (;;) {
    at += lengthAt(BLANKS, text, at);
    if (at >= text.length || ';&|\n(){}`#'.includes(text.charAt(at))) return false;
    const length = lengthAt(PLAIN, text, at);
    if (length === 0) return lengthAt(BRACKET, text, at) === 0 && !isLoneBang(text, at);
    const word = text.slice(at, at + length).toLowerCase();
    at += length;
    const value = lengthAt(PLAIN_VALUE, text, at);
    at += value;
    if (!' \t\r\n;&|)<>}'.includes(text.charAt(at))) return true;
    if (value === 0 && !CHAINS.has(word)) return isTrigger(word, triggers);
  }
}

/** `!` is a start of its own. */
function isLoneBang(text: string, at: number): boolean {
  return text.charAt(at) === '!' && ' \t\r\n('.includes(text.charAt(at + 1));
}

function isTrigger(word: string, triggers: ReadonlySet<string>): boolean {
  if (word === ':') return false;
  const name = word.replace(WINDOWS_SUFFIX, '');
  if (!/[a-z]/.test(name)) return true;
  return triggers.has(word) || triggers.has(name) || triggers.has(name.replace(VERSION, ''));
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
