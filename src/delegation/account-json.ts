/** An account as JSON and back, for caches. Everything in it is recomputed from the ledger when it does not fit. */
import { type Account, type AccountDraft, emptyAccount } from './account.ts';

/** To be raised whenever the same lines fold into another account or the form below changes: older caches are ignored. */
export const FOLD_VERSION = 1;

/** Plain arrays and objects, in the order of the maps. */
export function accountToJson(account: Account): object {
  return {
    override: account.override,
    lastLimit: account.lastLimit,
    reservations: [...account.reservations.values()],
    closed: [...account.closed],
    agents: [...account.agents],
    ended: [...account.ended],
    aliases: [...account.aliases],
    resumedBy: [...account.resumedBy],
  };
}

/** The account of `accountToJson`; null when the value has another form. The caller vouches for its origin by checksum. */
export function accountFromJson(value: unknown): AccountDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const json = value as Readonly<Record<string, unknown>>;
  const lists = [json.reservations, json.closed, json.agents, json.ended, json.aliases, json.resumedBy];
  if (!lists.every(Array.isArray)) return null;
  const { override, lastLimit, reservations, closed, agents, ended, aliases, resumedBy } = value as Stored;
  return {
    ...emptyAccount(),
    override,
    lastLimit,
    reservations: new Map(reservations.map((reservation) => [reservation.action, reservation])),
    closed: new Map(closed),
    // JSON has no undefined: a parent that is not known is simply not there.
    agents: new Map(agents.map(([id, agent]) => [id, { ...agent, parent: agent.parent }])),
    ended: new Map(ended),
    aliases: new Map(aliases),
    resumedBy: new Set(resumedBy),
  };
}

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never;

type Stored = Pick<Account, 'override' | 'lastLimit'> & {
  readonly reservations: readonly (Account['reservations'] extends ReadonlyMap<string, infer R> ? R : never)[];
  readonly closed: Entries<Account['closed']>;
  readonly agents: Entries<Account['agents']>;
  readonly ended: Entries<Account['ended']>;
  readonly aliases: Entries<Account['aliases']>;
  readonly resumedBy: readonly string[];
};
