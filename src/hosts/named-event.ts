/** The decoding that hosts share whose payload is a JSON object that names its event: the name picks a reader. */
import type { DelegationFact } from '../delegation/fact.ts';
import type { HookEvent, HookSubject } from './host.ts';
import { asFields, type Fields, textOf } from './payload-fields.ts';

/** What one kind of event says. */
export type Reading = { readonly what: HookSubject; readonly facts: readonly DelegationFact[] };
export type Problem = { readonly problem: string };
export type Reader = (fields: Fields) => Reading | Problem;

/** Where a host keeps what every event carries. */
export type Envelope = {
  readonly name: (fields: Fields) => string | null;
  readonly session: (fields: Fields) => string | null;
  readonly agent: (fields: Fields) => string | null;
  readonly toolCall: (fields: Fields) => string | null;
};

/** The keys of Claude Code, which Codex and Gemini CLI took over. */
export const snakeCaseEnvelope: Envelope = {
  name: (fields) => textOf(fields, 'hook_event_name'),
  session: (fields) => textOf(fields, 'session_id'),
  agent: (fields) => textOf(fields, 'agent_id'),
  toolCall: (fields) => textOf(fields, 'tool_use_id'),
};

/** Decodes a payload by the reader for its event; an event without a reader is not ours to judge. */
export function decodeNamedEvent(
  payload: unknown,
  readers: ReadonlyMap<string, Reader>,
  envelope: Envelope,
): HookEvent | Problem {
  const fields = asFields(payload);
  if (fields === null) return { problem: 'the payload is not a JSON object' };
  const name = envelope.name(fields);
  if (name === null) return { problem: 'the payload names no event' };
  const reading = readers.get(name)?.(fields) ?? ignored;
  if ('problem' in reading) return reading;
  return {
    session: envelope.session(fields),
    cwd: textOf(fields, 'cwd'),
    agent: envelope.agent(fields),
    toolCall: envelope.toolCall(fields),
    ...reading,
  };
}

export const ignored: Reading = { what: { kind: 'ignore' }, facts: [] };

/** An event that only tells about delegated work; without facts there is nothing to do. */
export function lifecycle(...facts: readonly DelegationFact[]): Reading {
  return facts.length === 0 ? ignored : { what: { kind: 'lifecycle' }, facts };
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

/** The end of a launching call; nothing can be said when the call has no id. */
export function settled(
  action: string | null,
  result: 'joined' | 'launched' | 'not-started' | 'unknown',
  ...agents: readonly string[]
): Reading {
  return action === null ? ignored : lifecycle({ kind: 'settle', action, result, agents });
}

/** The call has launched this child, which goes on. */
export function launchedAs(action: string | null, agent: string, ...aliases: readonly string[]): Reading {
  if (action === null) return ignored;
  return lifecycle(
    { kind: 'bind', action, agent, aliases },
    { kind: 'settle', action, result: 'launched', agents: [agent] },
  );
}
