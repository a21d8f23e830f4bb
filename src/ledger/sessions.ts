import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { Entry } from './entry.ts';
import { openLogForReading } from './log.ts';
import { filesOfSession, listSessionFiles, type SessionFiles } from './session-files.ts';
import { createSessionReader, type SessionReading } from './session-reader.ts';

export type WatchedSession = {
  readonly files: SessionFiles;
  /** The state now; `added` holds what is new since the last call. Null when the session's log is gone. */
  read(): SessionReading | null;
  close(): void;
};

/** The sessions that have a ledger, by their files. Their ids stand in the entries. */
export function listSessions(files: LedgerFiles, folder: string): readonly SessionFiles[] {
  return listSessionFiles(files, folder);
}

/** Opens a session to be looked at again and again: each reading costs what was added since the last. */
export function watchSession(files: LedgerFiles, paths: SessionFiles): WatchedSession {
  const log = openLogForReading(files, paths);
  const reader = log === null ? null : createSessionReader({ files, paths, log, cache: 'use' });
  return {
    files: paths,
    read() {
      try {
        return reader?.read(null) ?? null;
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

/** The last `count` entries. */
export function lastEntries(entries: readonly Entry[], count: number): readonly Entry[] {
  return count === 0 ? [] : entries.slice(-count);
}
