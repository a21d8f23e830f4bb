import { assertNever } from '../errors.ts';
import type { Analysis, Bound, Finding, FindingKind } from './finding.ts';
import type { CommandPolicy } from './policy.ts';
import { stricterVerdict, type Verdict } from './verdict.ts';

export type JudgedFinding = { readonly finding: Finding; readonly verdict: Verdict };

export type CommandJudgement = {
  readonly verdict: Verdict;
  /** Only what is more than allowed, the strictest first; the first one carries the verdict. */
  readonly findings: readonly JudgedFinding[];
};

/**
 * Judges what the analysis found. Text that could not be understood has no findings, so it is allowed: failing open is
 * decided here, by having no rule that refuses the unknown.
 */
export function judgeCommand(analysis: Analysis, policy: CommandPolicy): CommandJudgement {
  const judged = analysis.findings.map((finding) => ({ finding, verdict: judgeFinding(finding, policy) }));
  const findings = judged.filter(({ verdict }) => verdict !== 'allow').sort(preferStricter);
  const verdict = findings.reduce<Verdict>((strictest, row) => stricterVerdict(strictest, row.verdict), 'allow');
  return { verdict, findings };
}

/** The verdict for one finding under the policy's numbers. */
export function judgeFinding(finding: Finding, policy: CommandPolicy): Verdict {
  return judgeKind(finding.kind, finding, policy);
}

function judgeKind(kind: FindingKind, finding: Finding, policy: CommandPolicy): Verdict {
  const { verdicts } = policy;
  switch (kind) {
    case 'unbounded-loop':
    case 'endless-command':
    case 'slow-command':
    case 'pattern-kill':
      return verdicts[kind];
    case 'unbounded-background':
      return verdicts[backgroundVerdict(finding)];
    case 'long-sleep':
      if (policy.longSleep.background === 'allow' && isBackground(finding)) return 'allow';
      return exceeds(finding.bound, policy.longSleep.seconds) ? verdicts[kind] : 'allow';
    case 'long-poll':
      return exceeds(finding.bound, policy.longPoll.seconds) ? verdicts[kind] : 'allow';
    case 'long-bound':
      return exceeds(finding.bound, policy.longBound.seconds) ? verdicts[kind] : 'allow';
    case 'ineffective-bound':
      // A bound that fails is as bad as what it was meant to hold; without that knowledge nothing is claimed.
      return finding.prevents === undefined || finding.prevents === kind
        ? 'allow'
        : judgeKind(finding.prevents, finding, policy);
    case 'orphan':
    case 'hidden-runaway':
      return 'allow';
    default:
      return assertNever(kind);
  }
}

function backgroundVerdict({
  place,
  role,
  bound,
}: Finding): 'host-background' | 'endless-leftover' | 'finite-leftover' {
  if (place === 'host-background') return 'host-background';
  const lasting = role === 'server' || bound.kind === 'conditional' || bound.kind === 'endless';
  return lasting ? 'endless-leftover' : 'finite-leftover';
}

function isBackground({ place }: Finding): boolean {
  return place === 'leftover' || place === 'host-background';
}

/** Only a known number of seconds can exceed one; a wait without an end exceeds all. */
function exceeds(bound: Bound, seconds: number): boolean {
  if (bound.kind === 'within') return bound.seconds > seconds;
  return bound.kind === 'endless';
}

function preferStricter(a: JudgedFinding, b: JudgedFinding): number {
  if (a.verdict === b.verdict) return a.finding.span.start - b.finding.span.start;
  return stricterVerdict(a.verdict, b.verdict) === a.verdict ? -1 : 1;
}
