/** Cursor: hooks.json. From its documentation and captured payloads of 3.1.15; not run. */
import type { EncodedAnswer, HookAnswer, HookEvent, Host } from './host.ts';
import { decodeNamedEvent, type Envelope, type Reader, type Readers } from './named-event.ts';
import { type Fields, fieldsOf, textOf } from './payload-fields.ts';
import {
  about,
  alreadyRun,
  atRest,
  ignored,
  type Problem,
  type Reading,
  sessionEnded,
  sessionStarted,
  shellCall,
  stopped,
} from './reading.ts';
import { answerIn, isAfterwards, type Wording } from './wire.ts';

export const cursor: Host = {
  id: 'cursor',
  name: 'Cursor',
  decode: (payload) => decodeNamedEvent(payload, readers, envelope),
  encode,
  markers: [{ variable: 'CURSOR_AGENT', carries: 'presence' }],
  process: { comms: ['cursor-agent'], argvEndings: ['/cursor-agent'] },
  // `ask` is enforced before a shell execution only, where the background wait is not told.
  can: { deny: true, nudge: 'after', ask: false, backgroundFlag: true, subagentEvents: true },
  failMode: { crash: 'runs', timeout: 'runs', garbage: 'runs' },
};

const envelope: Envelope = {
  name: (fields) => textOf(fields, 'hook_event_name'),
  session: (fields) =>
    textOf(fields, 'parent_conversation_id') ?? textOf(fields, 'conversation_id') ?? textOf(fields, 'session_id'),
  agent: (fields) => textOf(fields, 'subagent_id'),
  toolCall: (fields) => textOf(fields, 'tool_use_id') ?? textOf(fields, 'tool_call_id'),
};

const readers: Readers = new Map<string, Reader>([
  ['preToolUse', (fields) => readShell(fields)],
  ['beforeShellExecution', (fields) => shellCall(fields, { background: false })],
  ['postToolUse', (fields) => alreadyRun(readShell(fields))],
  ['subagentStart', readChild],
  ['subagentStop', (fields) => about(fields, 'subagent_id', stopped)],
  ['stop', () => atRest(null)],
  ['sessionStart', () => sessionStarted],
  ['sessionEnd', sessionEnded],
]);

/** Waiting 0 milliseconds puts the command in the background at once. */
function readShell(fields: Fields): Reading | Problem {
  if (textOf(fields, 'tool_name') !== 'Shell') return ignored;
  const input = fieldsOf(fields, 'tool_input');
  return shellCall(input, { background: input.block_until_ms === 0 });
}

/** The start of a child can be refused, and names the child at once: asked and bound in one event. */
function readChild(fields: Fields): Reading {
  return about(fields, 'subagent_id', (agent) => ({
    what: { kind: 'launch' },
    facts: [
      {
        kind: 'reserve',
        action: agent,
        places: 1,
        completion: 'children',
        parent: null,
        budget: null,
        mode: 'watch',
      },
      { kind: 'bind', action: agent, agent, aliases: [] },
    ],
  }));
}

const wording: Wording = {
  deny: (reason) => ({ permission: 'deny', agent_message: reason, user_message: reason }),
  nudge: (text) => ({ additional_context: text }),
};

/** Before the call there is nowhere to put a word. */
function encode(answer: HookAnswer, event: HookEvent): EncodedAnswer {
  return answerIn(isAfterwards(event) ? wording : { ...wording, nudge: null }, answer);
}
