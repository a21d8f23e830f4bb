import { followSessions } from '../ledger/follow-sessions.ts';
import type { RecordedIntent } from '../ledger/journal-state.ts';
import type { SessionReading } from '../ledger/session-reader.ts';
import type { RecordedSession } from '../lineage/session.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { LedgerView } from './scan.ts';
import { type Grant, matters } from './scan-grants.ts';

/** An intent to reap that has no outcome yet, and the session that it is recorded in. */
export type OpenIntent = Omit<RecordedIntent, 'id' | 'at'> & { readonly session: string; readonly host: string };

export type LedgerReader = {
  /** Sessions, grants and what is in doubt now; each call reads what was added since the last. */
  view(): LedgerView;
  /** As of the last `view`; none of a ledger that may have lost an intent or its outcome. */
  openIntents(): readonly OpenIntent[];
  close(): void;
};

/**
 * The ledgers of all sessions that can still say something of a living process: those written to since the machine started.
 * @param folder the folder of the sessions; null: there is none yet
 * @param bootedMs when the machine started, in milliseconds since the epoch; a little early does no harm
 */
export function openLedgerReader(files: LedgerFiles, folder: string | null, bootedMs: number): LedgerReader {
  const sessions = followSessions(files, folder, bootedMs);
  let readings: readonly SessionReading[] = [];
  let unsure: ReadonlySet<SessionReading | null> = new Set();
  return {
    view() {
      readings = sessions.read();
      const doubted = sessions.doubts();
      const doubts = doubted.map(({ doubt }) => doubt).filter(matters);
      unsure = new Set(doubted.flatMap(({ doubt, reading }) => (doubt.reap ? [reading] : [])));
      const starts = readings.flatMap(recordedSessions).sort(preferEarlier);
      const view = { sessions: starts.map(({ session }) => session), grants: readings.flatMap(grantsOf) };
      return doubts.length === 0 ? view : { ...view, doubts };
    },
    openIntents: () => readings.filter((reading) => !unsure.has(reading)).flatMap(openIntentsOf),
    close: sessions.close,
  };
}

function openIntentsOf({ journal: { session, host, openIntents } }: SessionReading): readonly OpenIntent[] {
  return session === null || host === null ? [] : openIntents.map((intent) => ({ ...intent, session, host }));
}

type Recorded = { readonly at: string; readonly session: RecordedSession };

/** Each ledger knows its own order alone, and an agent may run one session after another. */
function preferEarlier({ at: one }: Recorded, { at: other }: Recorded): number {
  return one < other ? -1 : Number(one > other);
}

function recordedSessions({ journal }: SessionReading): readonly Recorded[] {
  const { session: id, host, starts, over: ended } = journal;
  if (id === null || host === null) return [];
  return starts.map(({ agent, cwd, at }) => ({ at, session: { id, host, agent, cwd, ended } }));
}

function grantsOf({ journal }: SessionReading): readonly Grant[] {
  return journal.grants.map(({ process, untilMs }) => ({ process, untilMs }));
}
