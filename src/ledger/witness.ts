/**
 * The witness of a log: a sparse file with one byte set at the line break of every line that its writer relied on. It
 * says what the log itself cannot: that lines were there which are gone, moved, or no lines any more.
 */
import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { SessionFiles } from './session-files.ts';

const CHUNK = 1 << 20;

/** Marks the line that ends at `position`. Where that cannot be written, the log still stands. */
export function bearWitness(files: LedgerFiles, paths: SessionFiles, position: number): void {
  try {
    files.extend(paths.witness, position);
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
  }
}

/** How long the log must be at least. */
export function witnessedSize(files: LedgerFiles, paths: SessionFiles): number {
  return files.sizeOf(paths.witness) ?? 0;
}

export type Stretch = {
  readonly from: number;
  readonly to: number;
  /** the positions of the line breaks in between, in order */
  readonly breaks: readonly number[];
};

/** The first marked position in a stretch of the log where no line ends any more: what moved one moved those after it. */
export function findBrokenMark(files: LedgerFiles, paths: SessionFiles, stretch: Stretch): number | null {
  const witness = files.openRead(paths.witness);
  if (witness === null) return null;
  let seen = 0;
  try {
    for (let at = stretch.from; at < stretch.to; at += CHUNK) {
      const bytes = witness.read(at, Math.min(CHUNK, stretch.to - at));
      for (let index = nextSet(bytes, 0); index >= 0; index = nextSet(bytes, index + 1)) {
        while ((stretch.breaks[seen] ?? Number.POSITIVE_INFINITY) < at + index) seen += 1;
        if (stretch.breaks[seen] !== at + index) return at + index;
      }
    }
  } finally {
    witness.close();
  }
  return null;
}

function nextSet(bytes: Uint8Array, from: number): number {
  for (let index = from; index < bytes.length; index += 1) if (bytes[index] !== 0) return index;
  return -1;
}
