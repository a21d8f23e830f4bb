import type { Finding } from './finding.ts';
import type { ProcessPolicy, ProcessRuleName } from './policy.ts';
import { type Action, strongerAction } from './verdict.ts';

export type ProcessFacts = {
  readonly findings: readonly Finding[];
  /** seconds since it started */
  readonly ageSeconds: number;
  /** seconds of CPU, own and reaped children's; null unknown: its absence never excuses */
  readonly cpuSeconds: number | null;
  /** an expected long-lived program of the supervisor's */
  readonly longLived: boolean;
  /** overrides the age limit of every rule that has one, for this run */
  readonly after: number | null;
  /** seconds that a supervisor's grant still runs; null: none */
  readonly grantedSeconds: number | null;
};

export type TrippedLimit = { readonly kind: 'age' | 'cpu' | 'bound' | 'orphan'; readonly seconds: number };

/** How one finding stands against its limit. */
type Standing = {
  readonly finding: Finding;
  readonly limit: TrippedLimit;
  /** seconds past the limit; negative: seconds left */
  readonly past: number;
  readonly action: Action;
};

export type ProcessJudgement = {
  readonly decisive: Finding;
  readonly limit: TrippedLimit;
  readonly pastSeconds: number;
  /** what is done now: `leave` before the limit or under a grant, at most `flag` while unarmed */
  readonly action: Action;
  readonly armedAction: Action;
};

/**
 * Holds a process's findings to the policy's limits. Null when no finding has a limit: the process is left alone.
 * Age decides, CPU can trip a rule earlier, and its absence never excuses (an idle poll uses none).
 */
export function judgeProcess(facts: ProcessFacts, policy: ProcessPolicy): ProcessJudgement | null {
  let worst: Standing | null = null;
  let due: Standing | null = null;
  for (const finding of facts.findings) {
    const name = ruleFor(finding, facts.longLived);
    if (name === undefined) continue;
    for (const limit of [ageLimit(name, finding, facts.after, policy), cpuLimit(name, facts, policy)]) {
      if (limit === null) continue;
      const spent = limit.kind === 'cpu' ? (facts.cpuSeconds ?? 0) : facts.ageSeconds;
      const standing = { finding, limit, past: spent - limit.seconds, action: policy.rules[name].action };
      if (worst === null || standing.past > worst.past) worst = standing;
      if (standing.past >= 0 && (due === null || isDueBefore(standing, due))) due = standing;
    }
  }
  return worst === null ? null : toJudgement({ worst, due }, facts, policy);
}

/** The strongest action decides, and of those the furthest past its limit. */
function isDueBefore(a: Standing, b: Standing): boolean {
  return a.action === b.action ? a.past > b.past : strongerAction(a.action, b.action) === a.action;
}

function toJudgement(
  { worst, due }: { readonly worst: Standing; readonly due: Standing | null },
  { grantedSeconds }: ProcessFacts,
  { enforce }: ProcessPolicy,
): ProcessJudgement {
  const granted = grantedSeconds !== null && grantedSeconds > 0;
  const { finding, limit, past } = due ?? worst;
  const armedAction: Action = granted ? 'leave' : (due?.action ?? 'leave');
  return {
    decisive: finding,
    limit,
    pastSeconds: granted ? -grantedSeconds : past,
    action: enforce || armedAction === 'leave' ? armedAction : 'flag',
    armedAction,
  };
}

/** The rule that a finding is held to; undefined: none, as for a finite leftover. */
function ruleFor(finding: Finding, longLived: boolean): ProcessRuleName | undefined {
  const kind = finding.kind === 'ineffective-bound' ? finding.prevents : finding.kind;
  switch (kind) {
    case 'orphan':
    case 'hidden-runaway':
      return kind;
    case 'unbounded-loop':
      return longLived ? 'long-lived' : kind;
    case 'endless-command':
      return longLived ? 'long-lived' : kind;
    case 'unbounded-background':
      if (finding.role !== 'server' && finding.bound.kind !== 'conditional' && finding.bound.kind !== 'endless')
        return undefined;
      return longLived ? 'long-lived' : 'endless-command';
    case 'long-sleep':
    case 'long-bound':
      return 'past-bound';
    case 'long-poll':
      return 'past-bound-loop';
    default:
      return undefined;
  }
}

/** CPU trips a rule only once it is spent: until then the age says how much time is left. */
function cpuLimit(name: ProcessRuleName, { cpuSeconds }: ProcessFacts, { rules }: ProcessPolicy): TrippedLimit | null {
  const { cpu } = rules[name];
  return cpu !== null && cpuSeconds !== null && cpuSeconds >= cpu ? { kind: 'cpu', seconds: cpu } : null;
}

function ageLimit(
  name: ProcessRuleName,
  finding: Finding,
  after: number | null,
  policy: ProcessPolicy,
): TrippedLimit | null {
  const own = policy.rules[name].after;
  if (name === 'past-bound' || name === 'past-bound-loop') {
    // What states its own end is held to that; `after` does not shorten a wait that was allowed to begin.
    return finding.bound.kind === 'within'
      ? { kind: 'bound', seconds: finding.bound.seconds + (own ?? policy.grace) }
      : null;
  }
  if (own === null) return null;
  return { kind: name === 'orphan' ? 'orphan' : 'age', seconds: after ?? own };
}
