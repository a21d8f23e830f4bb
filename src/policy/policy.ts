import type { Action, Verdict } from './verdict.ts';

/** Before exec: the verdict for each kind, and the numbers that decide whether a candidate counts at all. */
export type CommandPolicy = {
  readonly verdicts: {
    readonly 'unbounded-loop': Verdict;
    readonly 'endless-command': Verdict;
    readonly 'long-sleep': Verdict;
    readonly 'long-poll': Verdict;
    readonly 'long-bound': Verdict;
    readonly 'slow-command': Verdict;
    readonly 'pattern-kill': Verdict;
    /** the host's background flag with no bound on the whole command */
    readonly 'host-background': Verdict;
    /** left behind by the shell and conditional, endless or a server */
    readonly 'endless-leftover': Verdict;
    /** left behind by the shell, an ordinary finite program, not waited for */
    readonly 'finite-leftover': Verdict;
  };
  /** seconds; a wait strictly longer counts. `background: allow` lets a wait in the background pass. */
  readonly longSleep: { readonly seconds: number; readonly background: 'deny' | 'allow' };
  readonly longPoll: { readonly seconds: number };
  readonly longBound: { readonly seconds: number };
  /** expected long-lived programs, matched on the parsed words of a command */
  readonly longLived: readonly string[];
};

/** One rule for running processes. Times in seconds; null: that measure does not trip the rule. */
export type ProcessRule = {
  readonly after: number | null;
  readonly cpu: number | null;
  /** when armed */
  readonly action: Action;
};

export type ProcessRuleName =
  | 'unbounded-loop'
  | 'endless-command'
  | 'past-bound'
  | 'past-bound-loop'
  | 'orphan'
  | 'hidden-runaway'
  | 'long-lived';

export type ProcessPolicy = {
  readonly rules: Readonly<Record<ProcessRuleName, ProcessRule>>;
  /** seconds that a bounded command may overrun its own bound */
  readonly grace: number;
  /** seconds between TERM and KILL */
  readonly killGrace: number;
  /** words in a command line that protect it from any signal */
  readonly protect: readonly string[];
  readonly enforce: boolean;
};

export type DelegationPolicy = {
  /** places for subagents in one session; null: unlimited */
  readonly agents: number | null;
  readonly mode: 'watch' | 'guard';
  /** seconds after which a reservation that never bound is given up */
  readonly unboundExpiry: number;
};

export type RetentionPolicy = { readonly days: number; readonly megabytes: number };

/** Everything that the supervisor decides. */
export type Policy = {
  readonly commands: CommandPolicy;
  readonly processes: ProcessPolicy;
  readonly delegation: DelegationPolicy;
  readonly retention: RetentionPolicy;
  /** a program and its arguments to run for a new offender; null: none */
  readonly onOffender: readonly string[] | null;
};

/** The design's defaults. Unarmed: every process action is a flag until the supervisor arms. */
export const DEFAULT_POLICY: Policy = {
  commands: {
    verdicts: {
      'unbounded-loop': 'deny',
      'endless-command': 'deny',
      'long-sleep': 'deny',
      'long-poll': 'nudge',
      'long-bound': 'nudge',
      'slow-command': 'nudge',
      'pattern-kill': 'nudge',
      'host-background': 'deny',
      'endless-leftover': 'deny',
      'finite-leftover': 'nudge',
    },
    longSleep: { seconds: 120, background: 'deny' },
    longPoll: { seconds: 600 },
    longBound: { seconds: 3600 },
    longLived: [],
  },
  processes: {
    rules: {
      'unbounded-loop': { after: 15 * 60, cpu: 5 * 60, action: 'reap' },
      'endless-command': { after: 3600, cpu: null, action: 'flag' },
      'past-bound': { after: null, cpu: null, action: 'flag' },
      'past-bound-loop': { after: null, cpu: null, action: 'reap' },
      orphan: { after: 60, cpu: null, action: 'flag' },
      'hidden-runaway': { after: 3600, cpu: 15 * 60, action: 'flag' },
      'long-lived': { after: 24 * 3600, cpu: null, action: 'flag' },
    },
    grace: 60,
    killGrace: 5,
    protect: [],
    enforce: false,
  },
  delegation: { agents: null, mode: 'guard', unboundExpiry: 60 },
  retention: { days: 30, megabytes: 64 },
  onOffender: null,
};
