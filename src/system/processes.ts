import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';

/** A fresh look at one process. `unknown`: it could not be read, so nothing may be done to it. */
export type Reading =
  | { readonly kind: 'found'; readonly record: ProcessRecord }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * How old the row of a process may be: `now`, not at all; `recent`, a few scans when it was quiet in those before;
 * `any`, some more, whatever it does.
 */
export type Need = 'now' | 'recent' | 'any';

/** The port to the process table. */
export type ProcessSource = {
  readonly kind: 'procfs' | 'ps';
  /** False when the table is not this machine's own (an injected root): then no signal may follow from it. */
  readonly signalable: boolean;
  /**
   * Every process that there is now. Whoever looks again and again may say which rows may be older than that; the ages of
   * those are as of now all the same. Otherwise all rows are.
   * @throws KnownError (exit 3) when the table cannot be enumerated at all.
   */
  snapshot(needOf?: (pid: number) => Need): Promise<Snapshot>;
  /** One process, read anew: the check right before a signal. */
  read(pid: number): Promise<Reading>;
  /** Named variables of its environment; null when it may not be read or is gone. Read once for an identity. */
  markers(record: ProcessRecord, names: ReadonlySet<string>): Promise<Readonly<Record<string, string>> | null>;
  close(): void;
};
