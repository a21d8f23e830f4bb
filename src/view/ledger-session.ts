/** The ledger of one session as it is shown: a plain value that text and JSON are made of. */
import type { Account, Limit, Reservation } from '../delegation/account.ts';
import { countActive, findLoose } from '../delegation/account.ts';
import type { Entry } from '../ledger/entry.ts';

export type LedgerSession = {
  readonly session: string;
  readonly host: string;
  readonly cwd: string | null;
  /** false: its end was recorded, or no agent that ran it is left */
  readonly open: boolean;
  /** ISO 8601 UTC */
  readonly lastAt: string | null;
  /** why the session is in recovery; empty: it is not */
  readonly problems: readonly string[];
  readonly limit: Limit;
  readonly account: Account;
  /** the last entries, oldest first */
  readonly entries: readonly Entry[];
};

export type LedgerReservation = {
  /** the id of the entry that asked */
  readonly id: string;
  readonly actionId: string;
  /** null: their number cannot be proved */
  readonly places: number | null;
  readonly pending: number;
  readonly agents: readonly string[];
  /** those of `agents` that a stop was attempted of */
  readonly stopping: readonly string[];
  /** its result is not known, so its pending places stay taken */
  readonly unknown: boolean;
  readonly parent: string | null;
};

export type LedgerSessionJson = {
  readonly session: string;
  readonly host: string;
  readonly open: boolean;
  readonly state: 'ok' | 'recovery';
  readonly problems: readonly string[];
  readonly budget: number | null;
  readonly mode: 'watch' | 'guard';
  readonly active: number;
  readonly reservations: readonly LedgerReservation[];
  /** running children that no launch is known of */
  readonly unbound: readonly string[];
  readonly entries: readonly Entry[];
};

/** What `ledger show --json` prints. */
export type LedgerJson = { readonly schema: 1; readonly sessions: readonly LedgerSessionJson[] };

export function ledgerJson(sessions: readonly LedgerSession[]): LedgerJson {
  return { schema: 1, sessions: sessions.map(sessionJson) };
}

function sessionJson({ session, host, open, problems, limit, account, entries }: LedgerSession): LedgerSessionJson {
  return {
    session,
    host,
    open,
    state: problems.length === 0 ? 'ok' : 'recovery',
    problems,
    budget: limit.agents,
    mode: limit.mode,
    active: countActive(account),
    reservations: listReservations(account),
    unbound: findLoose(account),
    entries,
  };
}

/** The reservations that hold places, oldest first. */
export function listReservations(account: Account): readonly LedgerReservation[] {
  return [...account.reservations.values()].map((reservation) => describe(account, reservation));
}

function describe(account: Account, reservation: Reservation): LedgerReservation {
  const { id, action, places, pending, agents, result, parent } = reservation;
  const stopping = agents.filter((agent) => account.agents.get(agent)?.state === 'stopping');
  const unknown = result === 'unknown' && pending > 0;
  return { id, actionId: action, places, pending, agents, stopping, unknown, parent };
}
