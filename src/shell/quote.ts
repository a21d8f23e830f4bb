/** Text made safe to stand in shell text. */

const SAFE = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+=');
/** words that mean something else when a command begins with them */
const RESERVED = new Set(
  (
    'if then elif else fi while until do done for select case esac in function time coproc repeat foreach end ' +
    'always nocorrect noglob'
  ).split(' '),
);

/**
 * One word of sh, bash and zsh whose value is `text`. A NUL cannot be in a word and is left out. Quoted only when it
 * must be.
 */
export function quoteWord(text: string): string {
  const value = text.replaceAll('\0', '');
  if (value === '') return "''";
  const plain = [...value].every((letter) => SAFE.has(letter));
  // zsh expands a leading `=`; `name=value` in front would be an assignment
  if (plain && !value.includes('=') && !RESERVED.has(value)) return value;
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/** Words joined to a command line. */
export function quoteWords(texts: readonly string[]): string {
  return texts.map(quoteWord).join(' ');
}
