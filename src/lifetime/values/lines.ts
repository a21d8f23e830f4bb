/** Into how many lines a text falls that is known only in part. */
import { type Atoms, atomOf, isKnown } from './atoms.ts';

/** Whether what is left to run time in the text may hold the end of a line: what a program prints, what a variable holds. */
export function mayHoldLines(atoms: Atoms, text: string): boolean {
  if (isKnown(text)) return false;
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom?.kind === 'many') return true;
    if (atom?.kind === 'choice' && atom.texts.some((one) => one.includes('\n') || mayHoldLines(atoms, one)))
      return true;
    if (atom?.kind === 'unknown' && !isOneLine(atom)) return true;
  }
  return false;
}

/** A parameter, numbers of processes, a text whose length a loop counts. */
function isOneLine({ length, backing, children }: Extract<Atoms['table'][number], { kind: 'unknown' }>): boolean {
  return length !== undefined || backing !== undefined || children.length > 0;
}
