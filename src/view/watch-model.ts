/** What the watch screen knows, as plain values: the watch loop fills it, the view-models read it. */
import type { Entry } from '../ledger/entry.ts';
import type { Identity } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Sample } from './row-trend.ts';

/** How far an action on one process has come. */
export type ActionStep =
  | { readonly kind: 'freezing' }
  | { readonly kind: 'terminating'; readonly killAtMs: number }
  | { readonly kind: 'killing' }
  | { readonly kind: 'gone' }
  /** still there after KILL; `detail` names what survived */
  | { readonly kind: 'survived'; readonly detail: string }
  /** a safety rule, or the operating system (EPERM), said no */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** One process that is or was on the list, with its bounded history. Kept by identity, dropped with it. */
export type Track = {
  /** `identityKey` of the process */
  readonly key: string;
  readonly suspect: Suspect;
  readonly samples: readonly Sample[];
  readonly seenAtMs: number;
  /** null while it is listed; `ended`: the process is gone, `cleared`: it lives but is no suspect any more */
  readonly left: { readonly atMs: number; readonly how: 'ended' | 'cleared' } | null;
  readonly step: ActionStep | null;
};

/** One launch of subagents as the ledger's account has it. */
export type ReservationView = {
  readonly action: string;
  /** places still waiting for a child; null: no provable number */
  readonly pending: number | null;
  /** ids of the children that hold a place */
  readonly bound: readonly string[];
  /** its end is not known, so its places stay taken */
  readonly unknown: boolean;
};

/** The account of one session. */
export type AccountView = {
  readonly session: string;
  readonly host: string;
  /** places allowed; null: unlimited */
  readonly budget: number | null;
  readonly active: number;
  readonly reservations: readonly ReservationView[];
  /** why new reservations are refused; null: the file is sound */
  readonly recovery: string | null;
};

/** The state of the ledger: accounts of the sessions at hand and the last entries, oldest first, a bounded number. */
export type LedgerView = {
  readonly accounts: readonly AccountView[];
  readonly entries: readonly Entry[];
  /** why the ledger could not be read; null: it could */
  readonly problem: string | null;
};

export const EMPTY_LEDGER: LedgerView = { accounts: [], entries: [], problem: null };

/** The facts that a confirmation names, frozen when the dialog opens. */
export type Target = {
  readonly key: string;
  readonly identity: Identity;
  readonly command: string;
  readonly ageSeconds: number;
  readonly tree: readonly Identity[];
};
