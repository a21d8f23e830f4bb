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
  if (facts.findings.length === 0) return null;
  const standings = facts.findings.flatMap((finding) => holdToLimit(finding, facts, policy)).sort(preferFurthestPast);
  const worst = standings[0];
  if (worst === undefined) return null;
  const granted = facts.grantedSeconds !== null && facts.grantedSeconds > 0;
  let armedAction: Action = 'leave';
  for (const { past, action } of standings) if (past >= 0) armedAction = strongerAction(armedAction, action);
  const decisive = standings.find(({ past, action }) => past >= 0 && action === armedAction) ?? worst;
  const due: Action = granted ? 'leave' : armedAction;
  return {
    decisive: decisive.finding,
    limit: decisive.limit,
    pastSeconds: granted ? -(facts.grantedSeconds ?? 0) : decisive.past,
    action: policy.enforce || due === 'leave' ? due : 'flag',
    armedAction: due,
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

function holdToLimit(finding: Finding, facts: ProcessFacts, policy: ProcessPolicy): readonly Standing[] {
  const name = ruleFor(finding, facts.longLived);
  if (name === undefined) return [];
  const rule = policy.rules[name];
  const { action } = rule;
  const standings: Standing[] = [];
  const age = ageLimit(name, finding, facts.after, policy);
  if (age !== null) standings.push({ finding, limit: age, past: facts.ageSeconds - age.seconds, action });
  if (rule.cpu !== null && facts.cpuSeconds !== null && facts.cpuSeconds >= rule.cpu) {
    standings.push({ finding, limit: { kind: 'cpu', seconds: rule.cpu }, past: facts.cpuSeconds - rule.cpu, action });
  }
  return standings;
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

function preferFurthestPast(a: Standing, b: Standing): number {
  return b.past - a.past;
}
