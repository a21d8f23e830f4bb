import { mapRules } from './apply-policy.ts';
import type { CommandPolicy, Policy, ProcessRule } from './policy.ts';
import type { PolicyFile } from './policy-file.ts';
import { stricterVerdict, type Verdict } from './verdict.ts';

/** The project's members that only a supervisor may set; an agent can write project files. */
const SUPERVISOR_ONLY = [
  'longLived',
  'enforce',
  'onOffender',
  'retention',
  'grace',
  'killGrace',
  // What no signal may reach is what an agent would like its own loops to be.
  'protect',
  'unboundExpiry',
] as const;

/**
 * A project's file over the supervisor's policy: whatever would loosen it is ignored and named. It can make verdicts
 * stricter, numbers smaller, the budget lower, and turn `leave` into `flag`. It can never arm: a signal
 * is only the supervisor's to order.
 */
export function tightenPolicy(
  base: Policy,
  file: PolicyFile,
  name: string,
): { readonly policy: Policy; readonly ignored: readonly string[] } {
  const ignored: string[] = SUPERVISOR_ONLY.filter((member) => file[member] !== undefined).map(
    (member) => `${name}: '${member}' is ignored: a project file may only tighten`,
  );
  const loosens = (member: string) => ignored.push(`${name}: '${member}' is ignored: it would loosen the policy`);
  const policy: Policy = {
    ...base,
    commands: tightenCommands(base.commands, file, loosens),
    processes: {
      ...base.processes,
      rules: mapRules(base.processes.rules, (rule, current) =>
        tightenRule(current, file.processes?.[rule], `processes.${rule}`, loosens),
      ),
    },
    delegation: tightenDelegation(base.delegation, file, loosens),
  };
  return { policy, ignored };
}

type Loosens = (member: string) => void;

function tightenCommands(base: CommandPolicy, file: PolicyFile, loosens: Loosens): CommandPolicy {
  const seconds = (member: 'longSleep' | 'longPoll' | 'longBound') =>
    smaller(base[member].seconds, file[member]?.seconds, `${member}.seconds`, loosens);
  const background = file.longSleep?.background;
  if (background === 'allow' && base.longSleep.background === 'deny') loosens('longSleep.background');
  return {
    verdicts: tightenVerdicts(base.verdicts, file.verdicts ?? {}, loosens),
    longSleep: {
      seconds: seconds('longSleep'),
      background: background === 'deny' ? 'deny' : base.longSleep.background,
    },
    longPoll: { seconds: seconds('longPoll') },
    longBound: { seconds: seconds('longBound') },
    longLived: base.longLived,
  };
}

function tightenVerdicts(
  base: CommandPolicy['verdicts'],
  file: Partial<Record<string, Verdict | undefined>>,
  loosens: Loosens,
) {
  const entries = Object.entries(base).map(([kind, current]) => {
    const wanted = file[kind] ?? current;
    const stricter = stricterVerdict(current, wanted);
    if (stricter !== wanted) loosens(`verdicts.${kind}`);
    return [kind, stricter] as const;
  });
  return Object.fromEntries(entries) as CommandPolicy['verdicts'];
}

function tightenRule(
  current: ProcessRule,
  wanted: NonNullable<PolicyFile['processes']>['orphan'],
  member: string,
  loosens: Loosens,
): ProcessRule {
  if (wanted === undefined) return current;
  const limit = (measure: 'after' | 'cpu') => {
    const value = wanted[measure];
    if (value === null && current[measure] !== null) loosens(`${member}.${measure}`);
    if (value === null || value === undefined) return current[measure];
    return smaller(current[measure] ?? Number.POSITIVE_INFINITY, value, `${member}.${measure}`, loosens);
  };
  const action = current.action === 'leave' && wanted.action === 'flag' ? 'flag' : current.action;
  if (wanted.action !== undefined && wanted.action !== action) loosens(`${member}.action`);
  return { after: limit('after'), cpu: limit('cpu'), action };
}

function tightenDelegation(base: Policy['delegation'], file: PolicyFile, loosens: Loosens): Policy['delegation'] {
  if (file.agents === null && base.agents !== null) loosens('agents');
  if (file.delegation === 'watch' && base.mode === 'guard') loosens('delegation');
  const agents =
    typeof file.agents === 'number'
      ? smaller(base.agents ?? Number.POSITIVE_INFINITY, file.agents, 'agents', loosens)
      : base.agents;
  return { ...base, agents, mode: file.delegation === 'guard' ? 'guard' : base.mode };
}

function smaller(current: number, wanted: number | undefined, member: string, loosens: Loosens): number {
  if (wanted === undefined || wanted === current) return current;
  if (wanted > current) loosens(member);
  return Math.min(current, wanted);
}
