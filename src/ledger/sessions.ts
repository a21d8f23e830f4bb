import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { Entry } from './entry.ts';
import { readLine } from './entry-lines.ts';
import { type OpenLog, openLogForReading } from './log.ts';
import { readLines } from './read-lines.ts';
import { filesOfSession, type SessionFiles } from './session-files.ts';
import { createSessionReader, type SessionReader, type SessionReading } from './session-reader.ts';

export type WatchedSession = {
  readonly files: SessionFiles;
  /** The state now; `added` holds what is new since the last call. Null when the session's log is gone. */
  read(): SessionReading | null;
  close(): void;
};

/** Opens a session to be looked at again and again: each reading costs what was added since the last. */
export function watchSession(files: LedgerFiles, paths: SessionFiles): WatchedSession {
  let log: OpenLog | null = null;
  let reader: SessionReader | null = null;
  return {
    files: paths,
    read() {
      try {
        log ??= openLogForReading(files, paths);
        if (log === null) return null;
        reader ??= createSessionReader({ files, paths, log, cache: 'use' });
        return reader.read(null);
      } catch (error) {
        if (error instanceof KnownError) return null;
        throw error;
      }
    },
    close: () => log?.close(),
  };
}

/**
 * Every entry and the whole state of a session, read from the first line without a cache.
 * @returns null when there is no such session
 */
export function readSession(files: LedgerFiles, folder: string, session: string): SessionReading | null {
  return readWhole(files, filesOfSession(folder, session));
}

/** The same by its files. A log that is gone while its witness is there reads as damaged. */
export function readWhole(files: LedgerFiles, paths: SessionFiles): SessionReading | null {
  const log = openLogForReading(files, paths);
  if (log === null) return null;
  try {
    return createSessionReader({ files, paths, log, cache: 'ignore' }).read(null);
  } finally {
    log.close();
  }
}

/** Where the last entries are looked for. */
const TAIL_BYTES = 128 * 1024;

/** The last `count` entries that can be read, without reading the whole log. */
export function readLastEntries(files: LedgerFiles, paths: SessionFiles, count: number): readonly Entry[] {
  const file = count === 0 ? null : files.openRead(paths.log);
  if (file === null) return [];
  try {
    const from = Math.max(0, file.size() - TAIL_BYTES);
    const lines = [...readLines(file, from)];
    // The first line was probably cut.
    const whole = from === 0 ? lines : lines.slice(1);
    return whole.flatMap(({ text, ended }) => (ended ? readLine(text).entries : [])).slice(-count);
  } finally {
    file.close();
  }
}
