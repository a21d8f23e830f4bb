import { applyUserPolicy } from './apply-policy.ts';
import { fingerprintPolicy } from './fingerprint.ts';
import { parsePolicy } from './parse-policy.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';
import { tightenPolicy } from './tighten-policy.ts';

/** A policy file's name and text; null text: there is none. */
export type PolicySource = { readonly name: string; readonly text: string | null };

export type EffectivePolicy = {
  readonly policy: Policy;
  /** mistakes in a file; while there are any in the supervisor's file the policy is unarmed */
  readonly problems: readonly string[];
  /** members of the project's file that would have loosened it */
  readonly ignored: readonly string[];
  /** names what the supervisor decided, whatever the project adds; see `fingerprintPolicy` */
  readonly fingerprint: string;
};

/**
 * The policy in force: the defaults, the supervisor's file over them, the launching environment's budget, and the
 * project's file, which may only tighten.
 * @param agents `LIFETIME_WATCH_AGENTS` of the launching environment, unparsed; undefined: not set
 */
export function effectivePolicy(
  user: PolicySource,
  project: PolicySource,
  agents: string | undefined,
): EffectivePolicy {
  const problems: string[] = [];
  let policy = DEFAULT_POLICY;
  if (user.text !== null) {
    const parsed = parsePolicy(user.text, user.name);
    problems.push(...parsed.problems);
    policy = applyUserPolicy(policy, parsed.file);
  }
  if (agents !== undefined && agents !== '') {
    if (/^\d+$/.test(agents)) policy = { ...policy, delegation: { ...policy.delegation, agents: Number(agents) } };
    else problems.push(`LIFETIME_WATCH_AGENTS: expected a whole number, got '${agents}'`);
  }
  // A typo must not leave a half-read policy armed.
  if (problems.length > 0) policy = { ...policy, processes: { ...policy.processes, enforce: false } };
  const fingerprint = fingerprintPolicy(policy);
  if (project.text === null) return { policy, problems, ignored: [], fingerprint };
  const parsed = parsePolicy(project.text, project.name);
  const tightened = tightenPolicy(policy, parsed.file, project.name);
  const { ignored } = tightened;
  return { policy: tightened.policy, problems: [...problems, ...parsed.problems], ignored, fingerprint };
}
