/**
 * The one result that both ends share: the analysis of a command (`lifetime`) and the look at running processes
 * (`lineage`) each report findings, and `policy` alone judges them.
 */

/** A half-open range of UTF-16 code units in the text that the finding is located in. */
export type Span = { readonly start: number; readonly end: number };

/**
 * How long something can stay alive, from the tightest to the loosest.
 * - `within`: at most `seconds`, proved or stated (`timeout 60`, `sleep 5`, a counted loop of known sleeps).
 * - `finite`: ends by itself after an unknown time (an ordinary program, a counted loop around one).
 * - `conditional`: ends only when something outside makes it end (a probe, a file that may never appear).
 * - `endless`: nothing inside or outside, short of a signal, ends it.
 */
export type Bound =
  | { readonly kind: 'within'; readonly seconds: number }
  | { readonly kind: 'finite' }
  | { readonly kind: 'conditional' }
  | { readonly kind: 'endless' };

export type FindingKind =
  | 'unbounded-loop'
  | 'unbounded-background'
  | 'endless-command'
  | 'long-sleep'
  | 'long-poll'
  | 'long-bound'
  | 'slow-command'
  | 'ineffective-bound'
  /** `pkill -f`, `killall`: may hit the agent itself; a better tool exists. */
  | 'pattern-kill'
  /** Process side only: its session is over. */
  | 'orphan'
  /** Process side only: the command is hidden from argv and children, age and CPU look like a runaway. */
  | 'hidden-runaway';

/** Where the finding's subject runs, as far as a verdict depends on it. */
export type Place =
  /** in the call itself */
  | 'foreground'
  /** left behind by the shell: `&`, nohup, setsid, coproc, a detached container ... */
  | 'leftover'
  /** the whole command, because the host was asked to run it in the background */
  | 'host-background'
  /** seen as a running process */
  | 'process';

/** What a left-behind or backgrounded subject is, as far as a verdict depends on it. */
export type Role = 'ordinary' | 'server' | 'follow' | 'loop' | 'sleep' | 'slow' | 'unknown';

/**
 * A finding reports what was seen, with its numbers; it does not decide. The analysis reports *candidates* whose
 * number may well be allowed (`sleep 5` is a `long-sleep` candidate of 5 s): thresholds are policy.
 */
export type Finding = {
  readonly kind: FindingKind;
  /** Stable code of the rule, e.g. `LW101`; `explain --rules` lists them. */
  readonly rule: string;
  readonly span: Span;
  /** The script file that `span` lies in; absent when it lies in the command itself. */
  readonly file?: string;
  /** The culprit's text, as written. */
  readonly text: string;
  /**
   * long-sleep: the wait that is really waited, an outer timeout already applied. long-poll: the sum of static sleeping.
   * long-bound: the explicit bound. Others: the bound of the culprit.
   */
  readonly bound: Bound;
  readonly place: Place;
  readonly role: Role;
  /** ineffective-bound: the kind that the bound fails to prevent; its verdict is used. */
  readonly prevents?: FindingKind;
  /** One sentence, no final period: why this bound. */
  readonly reason: string;
  /** The steps that lead there, outermost first; for people. May be empty. */
  readonly derivation: readonly string[];
  /** A bounded spelling of *this* command with a number left to choose (`<seconds>`), or advice. Empty: none. */
  readonly remedy: string;
};

/** How far the text could be understood. Parse trouble is data: failing open is policy, never a `catch`. */
export type AnalysisStatus = 'complete' | 'partial' | 'unavailable';

/** What stays behind after the call has returned. */
export type Leftover = {
  readonly span: Span;
  readonly text: string;
  readonly bound: Bound;
  readonly role: Role;
};

/** The result of analysing one command line. */
export type Analysis = {
  readonly status: AnalysisStatus;
  /** Why not `complete`: one line each. */
  readonly problems: readonly string[];
  /** Commands in it that the policy expects to live long, if there are any: nothing is found of them. */
  readonly expected?: readonly string[];
  /** How long the foreground takes. */
  readonly call: Bound;
  readonly leftovers: readonly Leftover[];
  /** In the order of their spans. */
  readonly findings: readonly Finding[];
};
