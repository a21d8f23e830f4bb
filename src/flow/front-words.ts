/** Patterns of `case` that are each enough, said shorter: the front is read anew by every hook. */

/** `globs` may hold any pattern, `literals` are plain words that none of them covers. */
export type FrontWords = { readonly globs: readonly string[]; readonly literals: readonly string[] };

/** The same words as before, no more and no less. */
export function shortenWords(words: readonly string[]): FrontWords {
  const letters = words.flatMap((word) => OPTION.exec(word)?.[1] ?? []);
  const globs = words.filter((word) => isGlob(word) && !OPTION.test(word));
  const literals = words.filter((word) => !isGlob(word));
  const pieces = globs.flatMap((glob) => PIECE.exec(glob)?.[1] ?? []);
  const isCovered = (word: string): boolean =>
    !/[[?]/.test(word) &&
    (pieces.some((piece) => word.includes(piece) && word !== `*${piece}*`) ||
      (/^[-+]/.test(word) && letters.some((letter) => word.slice(1).includes(letter))));
  return {
    globs: [...optionsWith(letters), ...globs.filter((glob) => !isCovered(glob))],
    literals: literals.filter((word) => !isCovered(word)),
  };
}

/** An option that has one letter. */
const OPTION = /^\[-\+\]\*([A-Za-z0-9])\*$/;

/** A word that has one piece of plain text. */
const PIECE = /^\*([\w.:~+-]+)\*$/;

function isGlob(word: string): boolean {
  return /[*?[]/.test(word);
}

function optionsWith(letters: readonly string[]): readonly string[] {
  if (letters.length === 0) return [];
  return [letters.length === 1 ? `[-+]*${letters[0] ?? ''}*` : `[-+]*[${letters.join('')}]*`];
}
