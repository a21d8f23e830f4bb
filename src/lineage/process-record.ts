import type { Identity } from './identity.ts';

/** One process as a source saw it. What could not be read is null, never 0. */
export type ProcessRecord = {
  readonly identity: Identity;
  readonly ppid: number | null;
  readonly pgid: number | null;
  readonly sid: number | null;
  readonly uid: number | null;
  /** R S D T Z ... one letter, or '?' */
  readonly state: string;
  /** the kernel's short name, without parentheses */
  readonly comm: string;
  /** exact argv where the kernel gives it; null when unread, unreadable, or only `argvText` is known */
  readonly argv: readonly string[] | null;
  /** the command line joined by blanks, where only `ps` gives it; null otherwise */
  readonly argvText: string | null;
  /** seconds of CPU of the process itself (user + system); null unknown */
  readonly cpuSeconds: number | null;
  /** seconds of CPU of children that it has reaped; null unknown */
  readonly childCpuSeconds: number | null;
  /** seconds since it started, by a clock that does not step; null unknown */
  readonly ageSeconds: number | null;
  readonly kernelThread: boolean;
  /** alike in a process and its forks, and another after an exec; absent: not known */
  readonly image?: number;
  /** when it was read, in the snapshot's seconds; absent: with the snapshot */
  readonly readAt?: number;
  /** the working folder; read only for a shell that runs a script by a relative path, absent for all others */
  readonly cwd?: string;
};

/** A named problem of an enumeration: never silently dropped. */
export type SnapshotProblem = { readonly pid: number | null; readonly what: string };

/** The process table at one moment. `complete` false: some rows could not be read; nothing may be widened by that. */
export type Snapshot = {
  readonly source: 'procfs' | 'ps';
  readonly bootId: string | null;
  /** seconds of a monotonic clock; only differences mean anything */
  readonly takenAt: number;
  /** the same moment by a clock that stands still while the machine is suspended; absent or null: there is none */
  readonly awakeAt?: number | null;
  readonly records: readonly ProcessRecord[];
  readonly problems: readonly SnapshotProblem[];
  readonly complete: boolean;
};
