/** Hermes Agent: shell hooks of config.yaml. From its documentation and source; not run. */
import type { Host } from './host.ts';
import { decodeNamedEvent, type Envelope, type Reader, type Readers } from './named-event.ts';
import { type Fields, fieldsOf, isSet, jsonFieldsOf, jsonOf, listOf, textOf } from './payload-fields.ts';
import {
  about,
  atRest,
  ignored,
  launch,
  launchedAs,
  type Problem,
  type Reading,
  sessionEnded,
  settled,
  shellCall,
  started,
  stopped,
} from './reading.ts';
import { answerIn, type Wording } from './wire.ts';

export const hermes: Host = {
  id: 'hermes',
  name: 'Hermes Agent',
  decode: (payload) => decodeNamedEvent(payload, readers, envelope),
  encode: (answer) => answerIn(wording, answer),
  markers: [],
  process: { comms: ['hermes'], argvEndings: ['/hermes'] },
  // Context reaches the model only before its next turn, through another hook.
  can: { deny: true, nudge: 'none', ask: false, backgroundFlag: true, subagentEvents: true },
  failMode: { crash: 'runs', timeout: 'runs', garbage: 'runs' },
};

const envelope: Envelope = {
  name: (fields) => textOf(fields, 'hook_event_name'),
  session: (fields) => anywhere(fields, 'parent_session_id') ?? textOf(fields, 'session_id'),
  agent: (fields) => anywhere(fields, 'parent_subagent_id'),
  toolCall: callOf,
};

const readers: Readers = new Map<string, Reader>([
  ['pre_tool_call', readToolCall],
  ['post_tool_call', readToolResult],
  ['subagent_start', (fields) => about({ agent: anywhere(fields, 'child_session_id') }, 'agent', started)],
  ['subagent_stop', readChildEnd],
  // Comes after every turn; the next one when the session is torn down.
  ['on_session_end', () => atRest(null)],
  ['on_session_finalize', sessionEnded],
]);

/** What goes beyond a tool call lies in `extra`, or beside it. */
function anywhere(fields: Fields, key: string): string | null {
  return textOf(fields, key) ?? textOf(fieldsOf(fields, 'extra'), key);
}

function callOf(fields: Fields): string | null {
  return anywhere(fields, 'tool_call_id');
}

function readToolCall(fields: Fields): Reading | Problem {
  const input = fieldsOf(fields, 'tool_input');
  switch (textOf(fields, 'tool_name')) {
    case 'terminal':
      return shellCall(input, { background: isSet(input, 'background') });
    case 'delegate_task':
      // With an action it looks after children that exist.
      if (textOf(input, 'action') !== null) return ignored;
      return launch({
        action: callOf(fields),
        places: placesOf(input),
        completion: 'unknown',
        parent: anywhere(fields, 'parent_subagent_id'),
      });
    default:
      return ignored;
  }
}

/** `tasks` is a list, or a list written as JSON text; a text that is no list has no upper bound that we know. */
function placesOf(input: Fields): number | null {
  if (input.tasks === undefined || input.tasks === null || input.tasks === '') return 1;
  const tasks = jsonOf(input, 'tasks');
  return Array.isArray(tasks) ? Math.max(1, tasks.length) : null;
}

function readToolResult(fields: Fields): Reading {
  if (textOf(fields, 'tool_name') !== 'delegate_task') return ignored;
  const result = jsonFieldsOf(fields, 'result' in fields ? 'result' : 'tool_result');
  const ids = result.subagent_ids;
  if (textOf(result, 'status') === 'dispatched' && Array.isArray(ids)) {
    return launchedAs(callOf(fields), ...ids.filter((id) => typeof id === 'string'));
  }
  const ends = (listOf(result, 'results') ?? []).map((child) => textOf(child, 'status') ?? '');
  const over = ends.length > 0 && ends.every((status) => ['completed', 'failed', 'error'].includes(status));
  return settled(callOf(fields), over ? 'joined' : 'unknown');
}

/** A child that was interrupted or ran out of time may still be at work. */
function readChildEnd(fields: Fields): Reading {
  const status = anywhere(fields, 'child_status') ?? '';
  if (!['completed', 'failed', 'error'].includes(status)) return ignored;
  return about({ agent: anywhere(fields, 'child_session_id') }, 'agent', stopped);
}

const wording: Wording = { deny: (reason) => ({ action: 'block', message: reason }), nudge: null };
