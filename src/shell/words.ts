/** What can be said of a word without evaluating anything. */
import { assertNever } from '../errors.ts';
import type { Dialect, Word, WordPart } from './ast.ts';

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

/** The literal text that the word begins with, up to its first expansion. */
export function leadingText(word: Word): string {
  let text = '';
  for (const part of word.parts) {
    if (part.kind !== 'literal') break;
    text += part.value;
  }
  return text;
}

/** Whether some part of the word is quoted or escaped, so that it is not empty even when its text is. */
export function isQuoted(word: Word): boolean {
  return word.parts.some((part) => 'quoted' in part && part.quoted);
}

/** Whether the word may become no word at all or several: by splitting, globs, braces, `"$@"`. */
export function mayBeSeveral(word: Word, dialect: Dialect): boolean {
  return word.parts.some((part) => partMayBeSeveral(part, dialect));
}

function partMayBeSeveral(part: WordPart, dialect: Dialect): boolean {
  switch (part.kind) {
    case 'literal':
    case 'process-substitution':
    case 'arithmetic-expansion':
      return false;
    case 'parameter': {
      const index = part.index === null ? undefined : wordText(part.index);
      const list = part.operator !== 'length' && (part.name === '@' || index === '@');
      return list || !part.quoted || (dialect === 'zsh' && part.operator === 'other');
    }
    case 'command-substitution':
      return !part.quoted;
    case 'brace-list':
    case 'brace-range':
    case 'glob':
    case 'unknown':
      return true;
    default:
      return assertNever(part);
  }
}
