import { followSessions } from '../ledger/follow-sessions.ts';
import type { RecordedIntent } from '../ledger/journal-state.ts';
import type { SessionReading } from '../ledger/session-reader.ts';
import type { RecordedSession } from '../lineage/find-sessions.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { Grant, LedgerView } from './scan.ts';

/** An intent to reap that has no outcome yet, and the session that it is recorded in. */
export type OpenIntent = Omit<RecordedIntent, 'id' | 'at'> & { readonly session: string; readonly host: string };

export type LedgerReader = {
  /** Sessions and grants now; each call reads what was added since the last. */
  view(): LedgerView;
  /** As of the last `view`. */
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
  return {
    view() {
      readings = sessions.read();
      return { sessions: readings.flatMap(recordedSessions), grants: readings.flatMap(grantsOf) };
    },
    openIntents: () =>
      readings.flatMap(({ journal: { session, host, openIntents } }) =>
        session === null || host === null ? [] : openIntents.map((intent) => ({ ...intent, session, host })),
      ),
    close: sessions.close,
  };
}

function recordedSessions({ journal }: SessionReading): readonly RecordedSession[] {
  const { session: id, host, starts, over: ended } = journal;
  if (id === null || host === null) return [];
  return starts.map(({ agent, cwd }) => ({ id, host, agent, cwd, ended }));
}

function grantsOf({ journal }: SessionReading): readonly Grant[] {
  return journal.grants.map(({ process, untilMs }) => ({ process, untilMs }));
}
