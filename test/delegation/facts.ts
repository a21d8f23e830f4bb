/** Tiny constructors, so that a row of facts reads as what happened. */
import {
  type Account,
  type AccountEntry,
  countActive,
  emptyAccount,
  type Limit,
} from '../../src/delegation/account.ts';
import type { Decision } from '../../src/delegation/decide.ts';
import type { DelegationFact } from '../../src/delegation/fact.ts';
import { applyEntry } from '../../src/delegation/fold.ts';

export type Fact = DelegationFact | { readonly kind: 'session-end' };

export const guard = (agents: number | null): Limit => ({ agents, mode: 'guard' });
export const watch = (agents: number | null): Limit => ({ agents, mode: 'watch' });

type ReserveDetails = {
  readonly places?: number | null;
  readonly limit?: Limit;
  readonly completion?: 'call' | 'children' | 'unknown';
  readonly parent?: string | null;
};

export function reserve(action: string, details: ReserveDetails = {}): Fact {
  const { places = 1, limit = guard(2), completion = 'children', parent = null } = details;
  return { kind: 'reserve', action, places, completion, parent, budget: limit.agents, mode: limit.mode };
}

export const bind = (action: string, agent: string, ...aliases: string[]): Fact => ({
  kind: 'bind',
  action,
  agent,
  aliases,
});
export const start = (agent: string): Fact => ({ kind: 'agent-start', agent });
export const stop = (agent: string): Fact => ({ kind: 'agent-stop', agent, confirmed: true });
export const attempt = (agent: string): Fact => ({ kind: 'agent-stop', agent, confirmed: false });
export const killed = (agent: string): Fact => ({ kind: 'agent-killed', agent });
export const joined = (action: string, ...agents: string[]): Fact => settle(action, 'joined', agents);
export const launched = (action: string, ...agents: string[]): Fact => settle(action, 'launched', agents);
export const notStarted = (action: string): Fact => settle(action, 'not-started', []);
export const unknown = (action: string): Fact => settle(action, 'unknown', []);
export const resume = (agent: string, action?: string): Fact =>
  action === undefined ? { kind: 'agent-resume', agent } : { kind: 'agent-resume', agent, action };
/** a list brought by the main agent */
export const mainList = (...agents: string[]): Fact => ({ kind: 'live-list', agents, by: null });
export const listBy = (by: string, ...agents: string[]): Fact => ({ kind: 'live-list', agents, by });
/** a list of unknown origin */
export const someList = (...agents: string[]): Fact => ({ kind: 'live-list', agents });
export const rest = (agent: string | null = null): Fact => ({ kind: 'at-rest', agent });
export const expire = (action: string): Fact => ({ kind: 'expire', action, why: 'silence' });
export const release = (action: string): Fact => ({ kind: 'release', action, why: 'a person said so' });
export const budget = (limit: Limit): Fact => ({ kind: 'budget', agents: limit.agents, mode: limit.mode });
export const sessionEnd: Fact = { kind: 'session-end' };

function settle(action: string, result: 'joined' | 'launched' | 'not-started' | 'unknown', agents: string[]): Fact {
  return { kind: 'settle', action, result, agents };
}

/** Facts as lines, one a second. */
export function lines(facts: readonly Fact[]): readonly AccountEntry[] {
  return facts.map((fact, index) => ({
    id: `e${index}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    ...fact,
  }));
}

export type Told = {
  readonly account: Account;
  /** places taken after each fact */
  readonly active: readonly number[];
  /** the answers to the reservations, in order */
  readonly decisions: readonly Decision[];
};

export function tell(facts: readonly Fact[]): Told {
  const account = emptyAccount();
  const active: number[] = [];
  const decisions: Decision[] = [];
  for (const line of lines(facts)) {
    const decision = applyEntry(account, line, line.id);
    if (decision !== null) decisions.push(decision);
    active.push(countActive(account));
  }
  return { account, active, decisions };
}

/** `granted`, or the code of each refusal. */
export function answers(told: Told): readonly string[] {
  return told.decisions.map((decision) => (decision.kind === 'granted' ? 'granted' : decision.code));
}

export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
