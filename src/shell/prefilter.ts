/**
 * Which texts need no analysis. The only place with regular expressions over command text, and sound by construction:
 * it looks at every place where a command *could* begin, quotes or not, and is content only when a plain name that no
 * table knows stands there. A name that is quoted, escaped, expanded or a path is never skipped, nor is a text with a
 * job, a function or a loop. So `false` means that the analysis would have nothing to report.
 */

/** What the tables of programs know; both lists are looked for as whole words. */
export type Triggers = {
  /** words without which the tables have nothing to report, wherever they stand */
  readonly words: readonly string[];
  /** programs that run the words after them, however those are spelled */
  readonly wrappers: readonly string[];
};

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

/**
 * Where a command may begin. `&` but in `>&`; `!` only as a word of its own; `))` and `]]` because of zsh's short `if`.
 * An opening brace is no start of its own: it matters only where a command may begin.
 */
const STARTS = /[;|\n(`]|(?<![<>])&|\)\)|\]\]|\}(?=[ \t\r]*(?:else|elif)\b)|(?<![^\s;&|({`])!(?=[\s(])/g;
/** `&` as part of `&&`, `>&`, `<&` and `|&` starts no job, unless what precedes it is escaped; `&>` does under sh */
const JOINING = /(?<![;\\])&&|(?<![<>\\])[<>]&|(?<![;>\\])\|&/g;
/** longer texts are rare, and looking them over would cost more than it saves */
const MAX_LENGTH = 32_768;
const RUNS = /[\w.-]+/g;
const QUOTING = /['"]|\\\n?/g;
/** braces that make words of their own together with what is next to them */
const BRACES = /[\w.-]\{[^{}\s]*,|,[^{}\s]*\}[\w.-]/;
const SETS = /[\w\]:]\+?=/;
const EXPANDS = /[$`]/;
const FUNCTION = /\([\s\\]*\)/;
/** blanks and opening braces: in zsh a brace needs no blank behind it */
const OPENING = /[ \t\r{]*/y;
const WORD_ENDS = ' \t\r\n;&|)<>';
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
  const words = new Set(triggers.words.map((word) => word.toLowerCase()));
  const runners = new Set([...SHELL_TRIGGERS, ...triggers.wrappers].map((word) => word.toLowerCase()));
  return (given) => {
    if (given.length > MAX_LENGTH) return true;
    const text = `\n${given}`;
    if (FUNCTION.test(text) || text.replace(JOINING, '').includes('&')) return true;
    if (holdsTrigger(text, words) || holdsTrigger(text.replace(QUOTING, ''), words) || mayMakeWords(text)) return true;
    for (const { index, 0: start } of text.matchAll(STARTS)) {
      if (mayRunTrigger(text, { from: index + start.length, inBackticks: start === '`' }, runners)) return true;
    }
    return false;
  };
}

function holdsTrigger(text: string, words: ReadonlySet<string>): boolean {
  for (const [run] of text.matchAll(RUNS)) if (isListed(run.toLowerCase(), words)) return true;
  return false;
}

/** Whether a word could come out of the text that does not stand in it: from a variable set here, braces or codes. */
function mayMakeWords(text: string): boolean {
  if (BRACES.test(text) || (text.includes("$'") && text.includes('\\'))) return true;
  return SETS.test(text) && EXPANDS.test(text);
}

/** Whether the command that may begin at `from` could be anything but a plain unknown name. */
function mayRunTrigger(
  text: string,
  start: { readonly from: number; readonly inBackticks: boolean },
  triggers: ReadonlySet<string>,
): boolean {
  const ends = start.inBackticks ? `${WORD_ENDS}\`` : WORD_ENDS;
  let at = start.from;
  for (;;) {
    at += lengthAt(OPENING, text, at);
    if (at >= text.length || ';&|\n()#'.includes(text.charAt(at))) return false;
    if (text.charAt(at) === '}') return !isWordEnd(text, at, ends);
    if (start.inBackticks && text.charAt(at) === '`') return false;
    const length = lengthAt(PLAIN, text, at);
    if (length === 0) return lengthAt(BRACKET, text, at) === 0 && !isLoneBang(text, at);
    const word = text.slice(at, at + length).toLowerCase();
    at += length;
    const value = lengthAt(PLAIN_VALUE, text, at);
    at += value;
    if (!isWordEnd(text, at, ends)) return true;
    if (value === 0 && !CHAINS.has(word)) return isTrigger(word, triggers);
  }
}

/** A closing brace ends a word only when nothing is glued to it; `<(` and `>(` go on with it. */
function isWordEnd(text: string, at: number, ends: string): boolean {
  let end = at;
  while (text.charAt(end) === '}') end += 1;
  const process = '<>'.includes(text.charAt(end)) && text.charAt(end + 1) === '(';
  return end >= text.length || (!process && ends.includes(text.charAt(end)));
}

/** `!` is a start of its own. */
function isLoneBang(text: string, at: number): boolean {
  return text.charAt(at) === '!' && ' \t\r\n('.includes(text.charAt(at + 1));
}

function isTrigger(word: string, triggers: ReadonlySet<string>): boolean {
  if (word === ':') return false;
  if (!/[a-z]/.test(word)) return true;
  return isListed(word, triggers);
}

/** By the word itself, or without the suffix of Windows or a version. */
function isListed(word: string, list: ReadonlySet<string>): boolean {
  if (list.has(word)) return true;
  const name = word.replace(WINDOWS_SUFFIX, '');
  return list.has(name) || list.has(name.replace(VERSION, '')) || list.has(name.split('.', 1)[0] ?? '');
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
