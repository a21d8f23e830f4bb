/**
 * The account of delegated work in one session: what was reserved, what it turned into, what is over. A pure fold of the
 * ledger's lines (`fold.ts`), so every process that reads the same lines holds the same account.
 */
import type { DelegationFact } from './fact.ts';

/** A line of the ledger as far as the account is concerned. `id` is the entry's id, `at` its ISO time. */
export type AccountEntry = { readonly id: string; readonly at: string } & (
  | DelegationFact
  | { readonly kind: 'session-end' }
);

/** The supervisor's budget; `agents` null is unlimited. `watch` counts and never refuses. */
export type Limit = { readonly agents: number | null; readonly mode: 'watch' | 'guard' };

export type Reservation = {
  /** the id of the entry that asked */
  readonly id: string;
  readonly action: string;
  readonly at: string;
  /** places that were asked for; null: their number cannot be proved. 0 for a launch that nobody asked for */
  readonly places: number | null;
  readonly parent: string | null;
  /** false: it is known only from what came of it (the asking was missed, or an ended child was resumed) */
  readonly asked: boolean;
  readonly completion: 'call' | 'children' | 'unknown';
  /** places that no child has taken up yet */
  readonly pending: number;
  /** what its call reported; null: nothing yet. `joined` and `not-started` close the reservation instead */
  readonly result: 'launched' | 'unknown' | null;
  /** whether a child was ever bound */
  readonly everBound: boolean;
  /** the bound children that are not over */
  readonly agents: readonly string[];
};

export type Agent = {
  /** null: seen to run, but not known which launch it came from */
  readonly action: string | null;
  /** `stopping`: an attempt was seen, another hook may have held it */
  readonly state: 'running' | 'stopping';
  /** listed by the host among its background work */
  readonly background: boolean;
  /** explicit evidence opened it again: the call that it is bound to, or something else */
  readonly resumed: 'no' | 'by-its-call' | 'otherwise';
  /** who launched it (null: the main agent); undefined: not known */
  readonly parent: string | null | undefined;
  /** live lists of unknown origin that did not name it */
  readonly absences: number;
};

/** How a reservation closed. After `joined` and `over` a child that turns up late is over too; after the others it counts. */
export type Closing = 'joined' | 'over' | 'done' | 'not-started' | 'cancelled' | 'expired' | 'released' | 'refused';

export type Account = {
  /** the supervisor's word in this session; null: each reservation brings the limit of the policy */
  readonly override: Limit | null;
  /** the limit that the last reservation was judged by */
  readonly lastLimit: Limit | null;
  /** by action; those that hold places */
  readonly reservations: ReadonlyMap<string, Reservation>;
  readonly closed: ReadonlyMap<string, Closing>;
  /** by id; those that are not over */
  readonly agents: ReadonlyMap<string, Agent>;
  /** children that are over -> the action that they were bound to, null when they were bound to none yet */
  readonly ended: ReadonlyMap<string, string | null>;
  readonly aliases: ReadonlyMap<string, string>;
  /** calls that were already taken as evidence of a resume */
  readonly resumedBy: ReadonlySet<string>;
};

/** The same account while a fold writes into it. */
export type AccountDraft = {
  override: Limit | null;
  lastLimit: Limit | null;
  readonly reservations: Map<string, Reservation>;
  readonly closed: Map<string, Closing>;
  readonly agents: Map<string, Agent>;
  readonly ended: Map<string, string | null>;
  readonly aliases: Map<string, string>;
  readonly resumedBy: Set<string>;
};

/** An account that nothing has happened in. */
export function emptyAccount(): AccountDraft {
  return {
    override: null,
    lastLimit: null,
    reservations: new Map(),
    closed: new Map(),
    agents: new Map(),
    ended: new Map(),
    aliases: new Map(),
    resumedBy: new Set(),
  };
}

/** A copy that can be written to without touching the original. */
export function copyAccount(account: Account): AccountDraft {
  return {
    override: account.override,
    lastLimit: account.lastLimit,
    reservations: new Map(account.reservations),
    closed: new Map(account.closed),
    agents: new Map(account.agents),
    ended: new Map(account.ended),
    aliases: new Map(account.aliases),
    resumedBy: new Set(account.resumedBy),
  };
}

/**
 * Places that are taken: pending ones plus bound children. A running child that no launch was bound to yet is one of the
 * pending; those that are more than the pending count by themselves, since nobody asked for them or their reservation
 * was given up.
 */
export function countActive(account: Account): number {
  let bound = 0;
  let loose = 0;
  let pending = 0;
  for (const agent of account.agents.values()) {
    if (agent.action !== null) bound += 1;
    else if (agent.state === 'running') loose += 1;
  }
  for (const reservation of account.reservations.values()) pending += reservation.pending;
  return bound + Math.max(pending, loose);
}

/** Running children that no launch was bound to. */
export function findLoose(account: Account): readonly string[] {
  return [...account.agents].flatMap(([id, agent]) => (agent.action === null && agent.state === 'running' ? [id] : []));
}
