import type { LedgerFiles } from '../system/files.ts';
import { listSessionFiles } from './session-files.ts';
import type { SessionReading } from './session-reader.ts';
import { type WatchedSession, watchSession } from './sessions.ts';

export type FollowedSessions = {
  /** The state of each session now; `added` holds what is new since the last call. Those that cannot be read are left out. */
  read(): readonly SessionReading[];
  close(): void;
};

/**
 * Follows the ledgers of a folder: each reading costs what was added since the last, sessions that come are taken in, and
 * those that go are let go of.
 * @param folder the folder of the sessions; null: there is none yet
 * @param sinceMs ledgers that were last written before this are of no concern; milliseconds since the epoch
 */
export function followSessions(files: LedgerFiles, folder: string | null, sinceMs: number): FollowedSessions {
  const watched = new Map<string, WatchedSession>();
  return {
    read() {
      const readings: SessionReading[] = [];
      const present = new Set<string>();
      for (const paths of folder === null ? [] : listSessionFiles(files, folder)) {
        if ((files.modifiedAt(paths.log) ?? 0) < sinceMs) continue;
        present.add(paths.name);
        const session = watched.get(paths.name) ?? watchSession(files, paths);
        watched.set(paths.name, session);
        const reading = session.read();
        if (reading !== null) readings.push(reading);
      }
      for (const [name, session] of watched) {
        if (present.has(name)) continue;
        session.close();
        watched.delete(name);
      }
      return readings;
    },
    close() {
      for (const session of watched.values()) session.close();
      watched.clear();
    },
  };
}
