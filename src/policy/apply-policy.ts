import type { Policy, ProcessRule, ProcessRuleName } from './policy.ts';
import type { PolicyFile } from './policy-file.ts';

/** The supervisor's file over a policy: it may loosen or tighten anything. */
export function applyUserPolicy(base: Policy, file: PolicyFile): Policy {
  const { commands, processes, delegation } = base;
  return {
    commands: {
      verdicts: { ...commands.verdicts, ...defined(file.verdicts) },
      longSleep: { ...commands.longSleep, ...defined(file.longSleep) },
      longPoll: { ...commands.longPoll, ...defined(file.longPoll) },
      longBound: { ...commands.longBound, ...defined(file.longBound) },
      longLived: file.longLived ?? commands.longLived,
    },
    processes: {
      rules: mapRules(processes.rules, (name, rule) => ({ ...rule, ...defined(file.processes?.[name]) })),
      grace: file.grace ?? processes.grace,
      killGrace: file.killGrace ?? processes.killGrace,
      protect: file.protect ?? processes.protect,
      enforce: file.enforce ?? processes.enforce,
    },
    delegation: {
      agents: file.agents === undefined ? delegation.agents : file.agents,
      mode: file.delegation ?? delegation.mode,
      unboundExpiry: file.unboundExpiry ?? delegation.unboundExpiry,
    },
    retention: { ...base.retention, ...defined(file.retention) },
    onOffender: file.onOffender === undefined ? base.onOffender : file.onOffender,
  };
}

/** Applies a change to every rule, keeping the table's shape. */
export function mapRules(
  rules: Policy['processes']['rules'],
  change: (name: ProcessRuleName, rule: ProcessRule) => ProcessRule,
): Policy['processes']['rules'] {
  const entries = Object.entries(rules) as [ProcessRuleName, ProcessRule][];
  return Object.fromEntries(entries.map(([name, rule]) => [name, change(name, rule)])) as Policy['processes']['rules'];
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without members that are present but undefined, so that a spread keeps the base's value. */
function defined<T extends object>(value: T | undefined): Defined<T> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as Defined<T>;
}
