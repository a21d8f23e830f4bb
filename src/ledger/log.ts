import { KnownError } from '../errors.ts';
import type { LedgerFiles, OpenFile } from '../system/files.ts';
import type { Entry, Log } from './entry.ts';
import { encodeEntry, isTornTail, readLine } from './entry-lines.ts';
import { readLines } from './read-lines.ts';
import type { SessionFiles } from './session-files.ts';

/** How often a line is written anew when it cannot be found again. */
const MOST_TRIES = 4;

export type Damage = {
  /** bytes from the beginning of the file */
  readonly offset: number;
  /** counted from where the reading began, from 1; 0: not a line's (the file is too short) */
  readonly line: number;
  readonly reason: string;
};

export type LogReading = {
  readonly entries: readonly Entry[];
  /** where to read on: the beginning of the first line that has no end yet */
  readonly next: number;
  readonly damages: readonly Damage[];
  /** pieces that a crash tore, and that nobody relied on */
  readonly torn: number;
  /** whether the file ends in a line without its line break */
  readonly tornTail: boolean;
};

export type OpenLog = Log & {
  /** like `read`, with what `verify` and the account need beyond the port */
  readFrom(from: number): LogReading;
  /** a few bytes of the file as they are, up to `end`; for checking a cache against it */
  bytesBefore(end: number, length: number): Uint8Array;
  /** Opens the file that the path names by now (a repair puts another one in its place); counts how often that happened. */
  generation(): number;
  close(): void;
};

/**
 * Opens the log of a session for appending; makes it when it is not there. One write(2) an entry on an O_APPEND
 * descriptor, so that the kernel orders the writers and a crash can tear a line but not mix two.
 * @throws KnownError when the file cannot be opened
 */
export function openLog(files: LedgerFiles, paths: SessionFiles): OpenLog {
  return logOver({ files, paths, open: () => files.openAppend(paths.log) });
}

/** Opens the log for reading only; null when there is none. */
export function openLogForReading(files: LedgerFiles, paths: SessionFiles): OpenLog | null {
  const first = files.openRead(paths.log);
  if (first === null) return null;
  let next: OpenFile | null = first;
  const open = () => {
    const file = next ?? files.openRead(paths.log);
    next = null;
    if (file === null) throw new KnownError(`the ledger file ${paths.log} is gone`);
    return file;
  };
  return logOver({ files, paths, open });
}

type Source = { readonly files: LedgerFiles; readonly paths: SessionFiles; readonly open: () => OpenFile };

function logOver({ files, paths, open }: Source): OpenLog {
  let file = open();
  let generation = 0;
  const refresh = () => {
    if (file.isCurrent()) return;
    const next = open();
    file.close();
    file = next;
    generation += 1;
  };
  const readFrom = (from: number) => readLog({ files, paths, file, from });
  return {
    append(entry) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        refresh();
        const position = appendLine(file, encodeEntry(entry));
        if (position === null || !file.isCurrent()) continue;
        bearWitness(files, paths, position);
        return position;
      }
      throw new KnownError(`cannot write the ledger file ${paths.log}: the entry could not be read back`);
    },
    read(from) {
      const { entries, next, damages } = readFrom(from);
      return { entries, next, damage: damages.map(({ offset, reason }) => `at byte ${offset}: ${reason}`) };
    },
    readFrom,
    bytesBefore: (end, length) => file.read(Math.max(0, end - length), Math.min(end, length)),
    generation() {
      refresh();
      return generation;
    },
    close: () => file.close(),
  };
}

/** Writes once and looks for the own line in what was added since; null when it is not there whole. */
function appendLine(file: OpenFile, line: string): number | null {
  const bytes = Buffer.from(line, 'latin1');
  const before = file.size();
  if (file.write(bytes) !== bytes.length) return null;
  const added = Buffer.from(file.read(before, file.size() - before));
  const at = added.indexOf(bytes);
  return at < 0 ? null : before + at + bytes.length;
}

/** The witness only guards against a log that loses its end: where it cannot be written, the log still stands. */
function bearWitness(files: LedgerFiles, paths: SessionFiles, position: number): void {
  try {
    files.extend(paths.witness, position);
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
  }
}

type ReadAt = Omit<Source, 'open'> & { readonly file: OpenFile; readonly from: number };

function readLog({ files, paths, file, from }: ReadAt): LogReading {
  // Read before the size of the log: every byte of the witness was written after the line it stands for.
  const witnessed = files.sizeOf(paths.witness) ?? 0;
  const entries: Entry[] = [];
  const damages: Damage[] = [];
  let next = from;
  let torn = 0;
  let line = 0;
  let tornTail = false;
  const size = file.size();
  if (size < Math.max(from, witnessed)) {
    const reason = `the file has ${size} bytes, expected at least ${Math.max(from, witnessed)}`;
    damages.push({ offset: size, line: 0, reason });
  }
  for (const { text, offset, ended } of readLines(file, from)) {
    line += 1;
    if (!ended) {
      tornTail = true;
      if (!isTornTail(text)) damages.push({ offset, line, reason: 'not an entry' });
      break;
    }
    next = offset + text.length + 1;
    const read = readLine(text);
    for (const entry of read.entries) entries.push(entry);
    torn += read.torn;
    const broken = read.torn > 0 && isWitnessedInside(files, paths, { offset, length: text.length });
    const reason = read.damage ?? (broken ? 'a line that was relied on is broken' : null);
    if (reason !== null) damages.push({ offset, line, reason });
  }
  return { entries, next, damages, torn, tornTail };
}

/** Whether somebody relied on a line that ended inside of what is one line now: then it was not torn, it was damaged. */
function isWitnessedInside(
  files: LedgerFiles,
  paths: SessionFiles,
  { offset, length }: { readonly offset: number; readonly length: number },
): boolean {
  const witness = files.openRead(paths.witness);
  if (witness === null) return false;
  try {
    return witness.read(offset, length).some((byte) => byte !== 0);
  } finally {
    witness.close();
  }
}
