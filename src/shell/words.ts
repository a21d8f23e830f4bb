/** What can be said of a word without evaluating anything. */
import type { Word } from './ast.ts';

/**
 * The text of a word that is the same whenever it is expanded, quotes and escapes removed; undefined when it has an
 * expansion, a glob or braces. A leading `~` stays as it is.
 */
export function wordText(word: Word): string | undefined {
  let text = '';
  for (const part of word.parts) {
    if (part.kind !== 'literal') return undefined;
    text += part.value;
  }
  return text;
}

/** The text of a word in which nothing is quoted or escaped, as reserved words must be; else undefined. */
export function bareText(word: Word): string | undefined {
  const [part, ...more] = word.parts;
  if (part?.kind !== 'literal' || part.quoted || more.length > 0) return undefined;
  return part.value;
}
