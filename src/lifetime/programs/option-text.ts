/** Shell text that an option is given: `-c TEXT`, `-cTEXT`, `--command=TEXT`, `--command TEXT`. */
import { shellWord } from './call.ts';
import type { CommandDescription, WrapperEffect } from './describe.ts';
import type { Invocation } from './invocation.ts';

/** Runs the text of the option that stands in `operands[index]`; `flag` is its name without dashes. */
export function describeOptionText(
  call: Invocation,
  option: { readonly index: number; readonly name: string },
  effect: WrapperEffect,
): CommandDescription {
  const script = { kind: 'script', name: call.name, dialect: 'bash', inCaller: false, effect } as const;
  const word = call.operands[option.index]?.value ?? '';
  const glued = gluedText(word, option.name);
  if (glued !== undefined) return { ...script, source: { kind: 'text', text: glued } };
  return shellWord(call, option.index + 1, effect);
}

function gluedText(word: string, name: string): string | undefined {
  if (word.startsWith('--')) return word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined;
  const text = word.slice(word.indexOf(name, 1) + 1);
  return text === '' ? undefined : text;
}

/** Words as one line of shell text, quoted so that they stay what they are; undefined when one is not known. */
export function quoteWords(words: readonly (string | undefined)[]): string | undefined {
  const quoted: string[] = [];
  for (const word of words) {
    if (word === undefined) return undefined;
    quoted.push(/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  }
  return quoted.join(' ');
}
