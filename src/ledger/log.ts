import { KnownError } from '../errors.ts';
import type { LedgerFiles, OpenFile } from '../system/files.ts';
import type { Entry, Log } from './entry.ts';
import { encodeEntry, isTornTail, readLine } from './entry-lines.ts';
import { readLines } from './read-lines.ts';
import type { SessionFiles } from './session-files.ts';
import { bearWitness, findBrokenMark, witnessedSize } from './witness.ts';

/** How often a line is written anew when it cannot be found again. */
const MOST_TRIES = 4;

export type Damage = {
  /** bytes from the beginning of the file */
  readonly offset: number;
  /** counted from where the reading began, from 1; 0: not a line's (the file is too short) */
  readonly line: number;
  readonly reason: string;
};

/** The damage of a log that ends too early. */
export function describeShort(size: number, expected: number): Damage {
  return { offset: size, line: 0, reason: `the file has ${size} bytes, expected at least ${expected}` };
}

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
  size(): number;
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
    size: () => file.size(),
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

type ReadAt = Omit<Source, 'open'> & { readonly file: OpenFile; readonly from: number };

function readLog({ files, paths, file, from }: ReadAt): LogReading {
  // Read before the size of the log: every mark was made after the line that it stands for.
  const expected = Math.max(from, witnessedSize(files, paths));
  const entries: Entry[] = [];
  const damages: Damage[] = [];
  const breaks: number[] = [];
  let next = from;
  let torn = 0;
  let tornTail = false;
  const size = file.size();
  if (size < expected) damages.push(describeShort(size, expected));
  for (const { text, offset, ended } of readLines(file, from)) {
    if (!ended) {
      tornTail = true;
      if (!isTornTail(text)) damages.push({ offset, line: breaks.length + 1, reason: 'not an entry' });
      break;
    }
    next = offset + text.length + 1;
    breaks.push(next - 1);
    const read = readLine(text);
    for (const entry of read.entries) entries.push(entry);
    torn += read.torn;
    if (read.damage !== null) damages.push({ offset, line: breaks.length, reason: read.damage });
  }
  const mark = findBrokenMark(files, paths, { from, to: next, breaks });
  if (mark !== null) {
    const line = breaks.findIndex((end) => end > mark) + 1;
    damages.push({ offset: mark, line, reason: 'a line that was relied on does not end here any more' });
  }
  return { entries, next, damages, torn, tornTail };
}
