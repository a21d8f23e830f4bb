/** Paths that are known in part: climbing from one to the folder above it makes it shorter. */
import { type Atoms, atomOf, isKnown, lengthText, onlyAtom, type Root } from './atoms.ts';
import { type Linear, shiftBy } from './linear.ts';

/** Whether the text certainly begins with `/`, or is empty. */
export function rootOf(atoms: Atoms, text: string): Root | undefined {
  if (text === '') return 'rooted';
  if (text.startsWith('/')) return 'absolute';
  const first = atomOf(atoms, text.charAt(0));
  if (first?.kind !== 'unknown') return undefined;
  return first.root === 'rooted' && text.length > 1 ? undefined : first.root;
}

/** The weaker of what two texts are. */
export function weakerRoot(left: Root | undefined, right: Root | undefined): Root | undefined {
  if (left === undefined || right === undefined) return undefined;
  return left === 'absolute' && right === 'absolute' ? 'absolute' : 'rooted';
}

/** `dirname`; undefined where nothing can be said. Of an absolute path other than `/` it is shorter and absolute. */
export function folderOf(atoms: Atoms, text: string): string | undefined {
  if (isKnown(text)) return knownFolder(text);
  const atom = onlyAtom(atoms, text);
  if (atom?.kind !== 'unknown' || atom.root !== 'absolute') return undefined;
  return atom.length === undefined ? text : lengthText(atoms, shorter(atom.length), 'absolute');
}

/** What follows the last slash of a program's word. */
export function lastPart(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `${path%/*}`: of a rooted path it is shorter and rooted. */
export function withoutLastPart(atoms: Atoms, text: string): string | undefined {
  const atom = onlyAtom(atoms, text);
  if (atom?.kind !== 'unknown' || atom.root === undefined || atom.length === undefined) return undefined;
  return lengthText(atoms, shorter(atom.length), 'rooted');
}

function shorter(length: Linear): Linear {
  return { ...shiftBy(length, -1), low: Number.NEGATIVE_INFINITY };
}

function knownFolder(text: string): string {
  const bare = text.replace(/\/+$/, '');
  const at = bare.lastIndexOf('/');
  if (bare === '') return text === '' ? '.' : '/';
  if (at < 0) return '.';
  return bare.slice(0, at).replace(/\/+$/, '') || '/';
}
