/** The decoding that hosts share whose payload is a JSON object that names its event: the name picks a reader. */
import type { HookEvent } from './host.ts';
import { asFields, type Fields, textOf } from './payload-fields.ts';
import { ignored, type Problem, type Reading } from './reading.ts';

export type Reader = (fields: Fields) => Reading | Problem;
export type Readers = ReadonlyMap<string, Reader>;

/** Where a host keeps what every event carries. */
export type Envelope = {
  readonly name: (fields: Fields) => string | null;
  readonly session: (fields: Fields) => string | null;
  readonly agent: (fields: Fields) => string | null;
  readonly toolCall: (fields: Fields) => string | null;
};

/** The keys of Claude Code, which Codex, Gemini CLI and our own plugins took over. */
export const snakeCaseEnvelope: Envelope = {
  name: (fields) => textOf(fields, 'hook_event_name'),
  session: (fields) => textOf(fields, 'session_id'),
  agent: (fields) => textOf(fields, 'agent_id'),
  toolCall: (fields) => textOf(fields, 'tool_use_id'),
};

/** Decodes a payload by the reader for its event; an event without a reader is not ours to judge. */
export function decodeNamedEvent(payload: unknown, readers: Readers, envelope: Envelope): HookEvent | Problem {
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
