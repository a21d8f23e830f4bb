/** Finds the program text in a shell's command line, from exact argv or from the words of ps's joined text. */
import type { Dialect } from './ast.ts';
import { recognizeShell } from './dialects/recognize.ts';

/** The dialect of the shell called `name`, `other` for one whose language is not analysed, undefined for no shell. */
export function dialectOf(name: string): Dialect | 'other' | undefined {
  const shell = recognizeShell(name);
  return shell.kind === 'dialect' ? shell.dialect : shell.kind === 'foreign' ? 'other' : undefined;
}

export type ShellLine =
  /** words[text] is the program text, words.slice(text + 1) are `$0`, `$1` ... */
  | { readonly kind: 'text'; readonly text: number }
  /** words[file] is a script file */
  | { readonly kind: 'file'; readonly file: number }
  /** it reads its program from a terminal or a pipe */
  | { readonly kind: 'input' };

const LONG_WITH_VALUE = new Set(['--rcfile', '--init-file', '--emulate']);

/** Reads the options after the shell's name at `words[at]`: clusters (`-lc`, `-euo pipefail -c`), `+x`, long ones, `--`. */
export function readShellLine(words: readonly string[], at: number): ShellLine {
  let hasText = false;
  let index = at + 1;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--' || word === '-') {
      index++;
      break;
    }
    if (!/^[-+]./.test(word)) break;
    if (word.startsWith('--')) {
      hasText ||= word === '--command';
      if (LONG_WITH_VALUE.has(word)) index++;
      continue;
    }
    hasText ||= word.startsWith('-') && word.includes('c');
    if (/[oO]$/.test(word)) index++;
  }
  if (hasText) return { kind: 'text', text: index };
  return index < words.length && !readsInput(words, at, index) ? { kind: 'file', file: index } : { kind: 'input' };
}

function readsInput(words: readonly string[], at: number, end: number): boolean {
  return words.slice(at + 1, end).some((word) => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word));
}
