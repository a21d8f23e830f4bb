import type { LedgerFiles } from '../system/files.ts';
import { type Doubt, doubtAll, doubtOf } from './doubts.ts';
import { listSessionFiles, type SessionFiles } from './session-files.ts';
import type { SessionReading } from './session-reader.ts';
import { type WatchedSession, watchSession } from './sessions.ts';

export type FollowedSessions = {
  /** The state of each session now; `added` holds what is new since the last call. Those that cannot be read are left out. */
  read(): readonly SessionReading[];
  /** What is in doubt as of the last reading: of damaged ledgers, and of those that were left out. */
  doubts(): readonly DoubtedSession[];
  close(): void;
};

/** Without a reading the ledger cannot be read at all, or its log is gone though lines of it were relied on. */
export type DoubtedSession = { readonly doubt: Doubt; readonly reading: SessionReading | null };

type Troubled = { readonly paths: SessionFiles; readonly reading: SessionReading | null };

/**
 * Follows the ledgers of a folder: each reading costs what was added since the last, sessions that come are taken in, and
 * those that go are let go of.
 * @param folder the folder of the sessions; null: there is none yet
 * @param sinceMs ledgers that were last written before this are of no concern; milliseconds since the epoch
 */
export function followSessions(files: LedgerFiles, folder: string | null, sinceMs: number): FollowedSessions {
  const watched = new Map<string, WatchedSession>();
  let troubled: Troubled[] = [];
  const doubted = createDoubter(files);
  const readOne = (paths: SessionFiles): SessionReading | null => {
    const session = watched.get(paths.name) ?? watchSession(files, paths);
    watched.set(paths.name, session);
    const reading = session.read();
    if (reading === null ? isMissed(files, paths) : reading.damages.length > 0) troubled.push({ paths, reading });
    return reading;
  };
  return {
    read() {
      const readings: SessionReading[] = [];
      const present = new Set<string>();
      troubled = [];
      for (const paths of folder === null ? [] : listSessionFiles(files, folder)) {
        if (lastWritten(files, paths) < sinceMs) continue;
        present.add(paths.name);
        const reading = readOne(paths);
        if (reading !== null) readings.push(reading);
      }
      for (const [name, session] of watched) {
        if (present.has(name)) continue;
        session.close();
        watched.delete(name);
      }
      return readings;
    },
    doubts: () => troubled.flatMap(({ paths, reading }) => doubted(paths, reading) ?? []),
    close() {
      for (const session of watched.values()) session.close();
      watched.clear();
    },
  };
}

/** A log that is gone was last written when its witness was. */
function lastWritten(files: LedgerFiles, { log, witness }: SessionFiles): number {
  return files.modifiedAt(log) ?? files.modifiedAt(witness) ?? Number.NEGATIVE_INFINITY;
}

/** A session that was retired meanwhile has left nothing behind; its log is the last to go. */
function isMissed(files: LedgerFiles, { log, witness }: SessionFiles): boolean {
  return files.sizeOf(log) !== null || (files.sizeOf(witness) ?? 0) > 0;
}

type Doubter = (paths: SessionFiles, reading: SessionReading | null) => DoubtedSession | null;

/** Damage stays until somebody repairs it: a log is read for it again only when it has changed. */
function createDoubter(files: LedgerFiles): Doubter {
  const known = new Map<string, { readonly state: string; readonly doubt: Doubt | null }>();
  return (paths, reading) => {
    const size = files.sizeOf(paths.log);
    if (reading === null) {
      const what = size === null ? 'the log is gone, though entries were relied on' : 'its log cannot be read';
      return { doubt: doubtAll(paths, what), reading };
    }
    const state = `${size} ${files.modifiedAt(paths.log)} ${reading.damages.length}`;
    const before = known.get(paths.name);
    const doubt = before?.state === state ? before.doubt : doubtOf(files, paths, reading.damages);
    known.set(paths.name, { state, doubt });
    return doubt === null ? null : { doubt, reading };
  };
}
