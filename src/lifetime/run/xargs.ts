/** How `xargs` deals out the words of its input, where they are known. */
import type { Field } from '../words/field.ts';

/** More calls than these are not told apart. */
const MOST_CALLS = 40;

type Options = { readonly replace: string | undefined; readonly words: number | undefined };

/** `whole` false: there are more than these. */
type Dealt = { readonly calls: readonly (readonly Field[])[]; readonly whole: boolean };

/** The commands that it runs: one with all the words, or one for each few words or for each line. */
export function dealOut(command: readonly Field[], options: readonly Field[], input: string): Dealt {
  const { replace, words } = readOptions(options.map((field) => field.text));
  const span = command[0]?.span ?? { start: 0, end: 0 };
  if (replace !== undefined) {
    const lines = input.split('\n').filter((line) => line.trim() !== '');
    const calls = lines.slice(0, MOST_CALLS).map((line) => command.map((field) => fill(field, replace, line.trim())));
    return { calls, whole: lines.length <= MOST_CALLS };
  }
  const items = input.split(/\s+/).filter((one) => one !== '');
  const size = words ?? Math.max(1, items.length);
  const calls: (readonly Field[])[] = [];
  for (let at = 0; at < items.length && calls.length < MOST_CALLS; at += size) {
    const dealt = items.slice(at, at + size).map((text): Field => ({ text, unsure: false, quoted: true, span }));
    calls.push([...command, ...dealt]);
  }
  return { calls, whole: calls.length * size >= items.length };
}

function fill(field: Field, replace: string, line: string): Field {
  return field.text.includes(replace) ? { ...field, text: field.text.replaceAll(replace, line), quoted: true } : field;
}

function readOptions(words: readonly string[]): Options {
  let options: Options = { replace: undefined, words: undefined };
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (word === '-i' || word.startsWith('--replace')) options = { ...options, replace: word.split('=')[1] ?? '{}' };
    if (word.startsWith('-I')) options = { ...options, replace: word.slice(2) || next };
    const count = /^-[nL](\d*)$/.exec(word) ?? /^--max-(?:args|lines)=(\d+)$/.exec(word);
    if (count !== null) options = { ...options, words: Math.max(1, Number(count[1] || next) || 1) };
  }
  return options;
}
