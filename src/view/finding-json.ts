import type { Analysis, Bound, Finding, Span } from '../policy/finding.ts';
import type { CommandJudgement } from '../policy/judge-command.ts';
import type { Verdict } from '../policy/verdict.ts';

/** A finding in every JSON output; `schema` of the enclosing object versions it. */
export type FindingJson = {
  readonly kind: string;
  readonly rule: string;
  /** of a command: the verdict; of a running process: `flag` */
  readonly verdict: Verdict | 'flag';
  readonly bound: Bound;
  readonly span: Span;
  readonly file?: string;
  readonly text: string;
  readonly reason: string;
  readonly derivation: readonly string[];
  readonly remedy: string;
};

export type ParseJson = { readonly status: Analysis['status']; readonly problems: readonly string[] };

export type ExplainJson = {
  readonly schema: 1;
  readonly verdict: Verdict;
  readonly findings: readonly FindingJson[];
  readonly parse: ParseJson;
};

/** `explain --json`: one object. */
export function explainJson(analysis: Analysis, judgement: CommandJudgement): ExplainJson {
  return {
    schema: 1,
    verdict: judgement.verdict,
    findings: judgement.findings.map(({ finding, verdict }) => findingJson(finding, verdict)),
    parse: { status: analysis.status, problems: analysis.problems },
  };
}

/** One finding as JSON. */
export function findingJson(finding: Finding, verdict: FindingJson['verdict']): FindingJson {
  const { kind, rule, bound, span, file, text, reason, derivation, remedy } = finding;
  return {
    kind,
    rule,
    verdict,
    bound,
    span,
    ...(file === undefined ? {} : { file }),
    text,
    reason,
    derivation,
    remedy,
  };
}
