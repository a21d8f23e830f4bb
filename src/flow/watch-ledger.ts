/** The ledgers of all sessions as the watch shows them: each reading costs what was added since the last. */
import type { Account, Reservation } from '../delegation/account.ts';
import { countActive } from '../delegation/account.ts';
import { KnownError } from '../errors.ts';
import type { Entry } from '../ledger/entry.ts';
import { followSessions } from '../ledger/follow-sessions.ts';
import type { SessionReading } from '../ledger/session-reader.ts';
import type { LedgerFiles } from '../system/files.ts';
import { type AccountView, EMPTY_LEDGER, type LedgerView, type ReservationView } from '../view/watch-model.ts';

/** Entries that are kept for the panel, over all sessions. */
const MOST_ENTRIES = 200;
const MOST_ACCOUNTS = 50;

export type WatchLedger = {
  /** the same object as before when nothing was added */
  read(): LedgerView;
  close(): void;
};

export type WatchLedgerSource = {
  readonly files: LedgerFiles;
  /** the folder of the sessions */
  readonly folder: string;
  /** ledgers that were last written before this are of no concern; milliseconds since the epoch */
  readonly sinceMs: number;
  /** places that the policy allows where a session has no word of its own; null: unlimited */
  readonly budget: number | null;
};

/** Opens the ledgers to be looked at again and again. A ledger that cannot be read is said, never thrown. */
export function openWatchLedger(source: WatchLedgerSource): WatchLedger {
  const sessions = followSessions(source.files, source.folder, source.sinceMs);
  let view = EMPTY_LEDGER;
  return {
    read() {
      try {
        view = nextView(view, sessions.read(), source.budget);
      } catch (error) {
        if (!(error instanceof KnownError)) throw error;
        if (view.problem !== error.message) view = { ...view, problem: error.message };
      }
      return view;
    },
    close: sessions.close,
  };
}

function nextView(before: LedgerView, readings: readonly SessionReading[], budget: number | null): LedgerView {
  const added = readings.flatMap((reading) => reading.added);
  const accounts = readings.flatMap((reading) => accountView(reading, budget)).slice(0, MOST_ACCOUNTS);
  const sameAccounts = JSON.stringify(accounts) === JSON.stringify(before.accounts);
  if (added.length === 0 && sameAccounts && before.problem === null) return before;
  const entries =
    added.length === 0 ? before.entries : [...before.entries, ...added].sort(preferEarlier).slice(-MOST_ENTRIES);
  return { accounts: sameAccounts ? before.accounts : accounts, entries, problem: null };
}

/** A session that is over and holds nothing has no account worth showing. */
function accountView({ account, journal, damages }: SessionReading, budget: number | null): readonly AccountView[] {
  const { session, host } = journal;
  const [damage] = damages;
  if (session === null || host === null) return [];
  if (journal.over && account.reservations.size === 0 && damage === undefined) return [];
  return [
    {
      session,
      host,
      budget: limitOf(account, budget),
      active: countActive(account),
      reservations: [...account.reservations.values()].map(reservationView),
      recovery: damage === undefined ? null : `byte ${damage.offset}: ${damage.reason}`,
    },
  ];
}

function limitOf({ override, lastLimit }: Account, budget: number | null): number | null {
  const limit = override ?? lastLimit;
  return limit === null ? budget : limit.agents;
}

function reservationView({ action, places, pending, agents, result }: Reservation): ReservationView {
  return { action, pending: places === null ? null : pending, bound: agents, unknown: result === 'unknown' };
}

/** For people only: within a session the order of lines holds, across sessions the times do. */
function preferEarlier(a: Entry, b: Entry): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
}
