/** What the person at the screen can do about a process. Every act verifies the identity again before it signals. */
import type { Identity } from '../lineage/identity.ts';
import type { ActionStep } from '../view/watch-model.ts';

export type WatchActions = {
  /** ends the process and its tree; tells each step as it is taken, the last one is the outcome */
  reap(target: Identity, onStep: (step: ActionStep) => void): Promise<void>;
  /** null: done; otherwise why not */
  pause(target: Identity): Promise<string | null>;
  resume(target: Identity): Promise<string | null>;
  /** lets it run for another `seconds`, with the reason on record */
  grant(target: Identity, seconds: number, why: string): Promise<string | null>;
  /** the derivation: argv, script, findings, evidence, limits, plan */
  explain(target: Identity): Promise<readonly string[]>;
};
