/** PURE: the lines of the ledger. Every entry is one JSON line, versioned, with a unique id. */
import type { DelegationFact } from '../delegation/fact.ts';

/** Common to all entries. `at` is ISO 8601 UTC, for people: the order of lines is the truth. */
type Head = {
  readonly v: 1;
  readonly id: string;
  readonly at: string;
  readonly session: string;
  readonly host: string;
};

/** `pid@start` plus the boot, as recorded. */
export type RecordedIdentity = {
  readonly pid: number;
  readonly startTicks: number | null;
  readonly bootId: string | null;
};

/** Command text in any entry is already cut at 500 characters and masked. */
export type JournalFact =
  | {
      readonly kind: 'session-start';
      readonly agent: RecordedIdentity | null;
      readonly cwd: string | null;
      readonly sid: number | null;
      /** what the supervisor's policy was then, as a fingerprint */
      readonly policy?: string;
    }
  | { readonly kind: 'session-end'; readonly reason: string }
  | {
      readonly kind: 'verdict';
      readonly verdict: 'deny' | 'nudge' | 'ask';
      readonly command: string;
      readonly findings: readonly { readonly kind: string; readonly rule: string; readonly reason: string }[];
      readonly toolCall: string | null;
    }
  | { readonly kind: 'bypass'; readonly variable: string; readonly command: string; readonly verdict: string }
  | { readonly kind: 'fail-open'; readonly reason: string }
  | { readonly kind: 'policy-change'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'flag';
      readonly process: RecordedIdentity;
      readonly command: string;
      readonly finding: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'pause' | 'resume';
      readonly process: RecordedIdentity;
      readonly command: string;
      readonly by: string;
    }
  | {
      readonly kind: 'reap-intent';
      readonly plan: string;
      readonly process: RecordedIdentity;
      readonly tree: readonly RecordedIdentity[];
      readonly command: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'reap-outcome';
      /** the id of the intent */
      readonly plan: string;
      readonly outcome: 'gone' | 'survived' | 'refused' | 'aborted' | 'unknown';
      readonly detail: string;
    }
  | { readonly kind: 'grant'; readonly process: RecordedIdentity; readonly untilMs: number; readonly why: string };

export type EntryBody = JournalFact | DelegationFact;
export type Entry = Head & EntryBody;

/** The whole port of the log, so that a distributed one can stand behind it later. Positions are opaque and ordered. */
export type Log = {
  /** Appends one entry in one write and returns the position *after* it; throws a KnownError when the state cannot be written. */
  append(entry: Entry): number;
  /** The entries from a position on, and where to go on. `damage` names what could not be read. */
  read(from: number): { readonly entries: readonly Entry[]; readonly next: number; readonly damage: readonly string[] };
};
