import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';

/** A fresh look at one process. `unknown`: it could not be read, so nothing may be done to it. */
export type Reading =
  | { readonly kind: 'found'; readonly record: ProcessRecord }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown'; readonly why: string };

/** The port to the process table. */
export type ProcessSource = {
  readonly kind: 'procfs' | 'ps';
  /** False when the table is not this machine's own (an injected root): then no signal may follow from it. */
  readonly signalable: boolean;
  /**
   * Every process that there is now. Whoever looks again and again may say whose rows must be as of now: the rows of other,
   * long known processes may then be a few scans old. Without that, all are as of now.
   * @throws KnownError (exit 3) when the table cannot be enumerated at all.
   */
  snapshot(mustBeFresh?: (pid: number) => boolean): Promise<Snapshot>;
  /** One process, read anew: the check right before a signal. */
  read(pid: number): Promise<Reading>;
  /** Named variables of its environment; null when it may not be read or is gone. Read once for an identity. */
  markers(record: ProcessRecord, names: ReadonlySet<string>): Promise<Readonly<Record<string, string>> | null>;
  close(): void;
};
