import type { Forest } from '../lineage/forest.ts';
import type { Identity } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Owner } from '../lineage/session.ts';
import type { ReapContext } from '../policy/plan-refusals.ts';
import type { Clock } from '../system/clock.ts';
import type { ProcessSource } from '../system/processes.ts';
import type { Signals } from '../system/signals.ts';

/** What is to be ended, as the scan saw it. */
export type ReapTask = {
  /** made by `formatPlanId` */
  readonly plan: string;
  readonly root: Identity;
  readonly owner: Owner;
  readonly command: string;
  /** one line: why */
  readonly reason: string;
  /** the root's command line when it was judged: another program since then was not judged */
  readonly commandLine: string;
  /** seconds between TERM and KILL */
  readonly killGrace: number;
};

export type MemberEnd = { readonly identity: Identity; readonly end: 'gone' | 'alive' | 'denied' | 'unknown' };

/** `refused` and `aborted`: nothing was ended on purpose, and nothing is left frozen. */
export type ReapEnding = 'gone' | 'survived' | 'refused' | 'aborted' | 'unknown';

export type ReapOutcome = {
  readonly plan: string;
  readonly outcome: ReapEnding | 'paused' | 'resumed';
  readonly detail: string;
  readonly members: readonly MemberEnd[];
};

export type SignalPorts = { readonly source: ProcessSource; readonly signals: Signals; readonly clock: Clock };

/** Where a reaping is recorded. All throw a KnownError when the record cannot be written. */
export type ReapJournal = {
  intent(task: ReapTask, tree: readonly Identity[]): void;
  outcome(task: ReapTask, outcome: ReapEnding, detail: string): void;
  paused(task: ReapTask, what: 'pause' | 'resume'): void;
};

export type ReapPorts = SignalPorts & {
  readonly journal: ReapJournal;
  /** the gates, for a forest taken now */
  readonly contextFor: (forest: Forest) => ReapContext;
  /** compared with the command line that was judged */
  readonly commandLineOf: (record: ProcessRecord) => string;
};

/** One reaping under way: what it knows of its tree. */
export type Reaping = {
  readonly ports: ReapPorts;
  readonly task: ReapTask;
  /** identity key -> identity; recorded in the journal before any signal */
  readonly members: Map<string, Identity>;
  /** kernel sessions that a member leads or led -> the leader's start */
  readonly led: Map<number, number>;
  /** stopped by us and not continued yet */
  readonly frozen: Map<string, Identity>;
  /** answered EPERM */
  readonly denied: Set<string>;
  readonly notes: string[];
};

/** A reaping that has done nothing yet. */
export function newReaping(task: ReapTask, ports: ReapPorts): Reaping {
  return { ports, task, members: new Map(), led: new Map(), frozen: new Map(), denied: new Set(), notes: [] };
}
