/** What one payload says, and the constructors that every host's readers use. */
import type { DelegationFact } from '../delegation/fact.ts';
import type { HookSubject } from './host.ts';
import { type Fields, textOf } from './payload-fields.ts';

export type Reading = { readonly what: HookSubject; readonly facts: readonly DelegationFact[] };
export type Problem = { readonly problem: string };

/** Not ours to judge. */
export const ignored: Reading = { what: { kind: 'ignore' }, facts: [] };

/** A shell call; without its text there is nothing to judge, which the host's protocol does not allow. */
export function shellCall(
  input: Fields,
  options: { readonly background: boolean; readonly timeoutSeconds?: number | null },
): Reading | Problem {
  const command = textOf(input, 'command');
  if (command === null) return { problem: 'a shell call without a command' };
  const toolTimeoutSeconds = options.timeoutSeconds ?? null;
  return {
    what: { kind: 'command', command, background: options.background, dialect: null, toolTimeoutSeconds },
    facts: [],
  };
}

/** The same call after it has run, for hosts whose models see our words only with the result. */
export function alreadyRun(reading: Reading | Problem): Reading | Problem {
  if ('problem' in reading || reading.what.kind !== 'command') return reading;
  return { ...reading, what: { ...reading.what, when: 'after' } };
}

/** A launch that asks for places. Budget and mode are the supervisor's and are filled in before it is recorded. */
export function launch(ask: {
  readonly action: string | null;
  readonly places: number | null;
  readonly completion: 'call' | 'children' | 'unknown';
  readonly parent: string | null;
}): Reading | Problem {
  if (ask.action === null) return { problem: 'a launch of subagents without the id of its call' };
  return {
    what: { kind: 'launch' },
    facts: [{ kind: 'reserve', ...ask, action: ask.action, budget: null, mode: 'watch' }],
  };
}

/** An event that only tells about delegated work; without facts there is nothing to do. */
export function lifecycle(...facts: readonly DelegationFact[]): Reading {
  return facts.length === 0 ? ignored : { what: { kind: 'lifecycle' }, facts };
}

/** The end of a launching call; nothing can be said when the call has no id. */
export function settled(
  action: string | null,
  result: 'joined' | 'launched' | 'not-started' | 'unknown',
  ...agents: readonly string[]
): Reading {
  return action === null ? ignored : lifecycle({ kind: 'settle', action, result, agents });
}

/** The call has launched these children, which go on. */
export function launchedAs(action: string | null, ...agents: readonly string[]): Reading {
  if (action === null) return ignored;
  return lifecycle(...agents.map((agent) => ({ kind: 'bind', action, agent, aliases: [] }) as const), {
    kind: 'settle',
    action,
    result: 'launched',
    agents,
  });
}

/** An earlier child goes on under its old id. The place that the call asked for becomes the child's. */
export function resumed(agent: string, action: string | null): Reading {
  return lifecycle({ kind: 'agent-resume', agent, action });
}

/** The main agent (null) or a child has nothing left that it waits for. */
export function atRest(agent: string | null): Reading {
  return lifecycle({ kind: 'at-rest', agent });
}

export function started(agent: string): Reading {
  return lifecycle({ kind: 'agent-start', agent });
}

export function stopped(agent: string): Reading {
  return lifecycle({ kind: 'agent-stop', agent, confirmed: true });
}

export function killed(agent: string): Reading {
  return lifecycle({ kind: 'agent-killed', agent });
}

/** A reading about the child that a field names; nothing when it names none. */
export function about(fields: Fields, key: string, read: (agent: string) => Reading): Reading {
  const agent = textOf(fields, key);
  return agent === null ? ignored : read(agent);
}

export const sessionStarted: Reading = { what: { kind: 'session-start' }, facts: [] };

export function sessionEnded(fields: Fields): Reading {
  return { what: { kind: 'session-end', reason: textOf(fields, 'reason') ?? 'other' }, facts: [] };
}
