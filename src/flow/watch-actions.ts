/** What the person at the screen can do about a process. Every act verifies the identity again before it signals. */
import type { Identity } from '../lineage/identity.ts';

export type WatchActions = {
  /** Ends the process and its tree. Null: done; otherwise why not. Its steps are told to those who listen. */
  reap(target: Identity): Promise<string | null>;
  pause(target: Identity): Promise<string | null>;
  resume(target: Identity): Promise<string | null>;
  /** lets it run for another `seconds`, with the reason on record */
  grant(target: Identity, seconds: number, why: string): Promise<string | null>;
  /** the derivation: argv, script, findings, evidence, limits, plan */
  explain(target: Identity): Promise<readonly string[]>;
};
