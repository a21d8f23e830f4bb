/** Codex CLI: hooks.json, each hook trusted by the hash of its content; the payload is Claude Code's. Read at 0.171.0. */
import type { Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { asFields, type Fields, fieldsOf, jsonFieldsOf, textOf } from './payload-fields.ts';
import {
  about,
  atRest,
  ignored,
  killed,
  launch,
  launchedAs,
  lifecycle,
  type Problem,
  type Reading,
  resumed,
  sessionEnded,
  sessionStarted,
  settled,
  shellCall,
  started,
  stopped,
} from './reading.ts';
import { denyInsteadOfAsking, preToolUseAnswer } from './wire.ts';

export const codex: Host = {
  id: 'codex',
  name: 'Codex CLI',
  decode: (payload) => decodeNamedEvent(payload, readers, snakeCaseEnvelope),
  // Codex does not know `ask` and runs the command.
  encode: (answer) => preToolUseAnswer(denyInsteadOfAsking(answer)),
  markers: [
    { variable: 'CODEX_SESSION_ID', carries: 'session' },
    { variable: 'CODEX_TOOL_CALL_ID', carries: 'call' },
    { variable: 'CODEX_CI', carries: 'presence' },
  ],
  process: { comms: ['codex'], argvEndings: ['/codex', '/codex.js'] },
  can: { deny: true, nudge: 'before', ask: false, backgroundFlag: false, subagentEvents: true },
  failMode: { crash: 'runs', timeout: 'runs', garbage: 'runs' },
};

const readers: Readers = new Map<string, Reader>([
  ['PreToolUse', readToolCall],
  ['PostToolUse', readToolResult],
  ['SubagentStart', (fields) => about(fields, 'agent_id', started)],
  // No result of a call follows a child's end, so its stop is the last word; what goes on later is resumed by name.
  ['SubagentStop', (fields) => about(fields, 'agent_id', stopped)],
  ['Stop', () => atRest(null)],
  ['SessionStart', () => sessionStarted],
  ['SessionEnd', sessionEnded],
]);

/** The namespace is glued to the name: `multi_agent_v1wait_agent`, `collaborationspawn_agent`. */
function toolOf(fields: Fields): string | null {
  const name = textOf(fields, 'tool_name') ?? '';
  if (name === 'Bash') return name;
  return delegationTools.find((tool) => name.endsWith(tool)) ?? null;
}

const delegationTools = [
  'spawn_agent',
  'wait_agent',
  'close_agent',
  'interrupt_agent',
  'send_input',
  'followup_task',
] as const;

function readToolCall(fields: Fields): Reading | Problem {
  const ask = { action: textOf(fields, 'tool_use_id'), places: 1, parent: textOf(fields, 'agent_id') };
  switch (toolOf(fields)) {
    // The text is all that a hook sees: how long Codex waits before it yields is not told.
    case 'Bash':
      return shellCall(fieldsOf(fields, 'tool_input'), { background: false });
    case 'spawn_agent':
      return launch({ ...ask, completion: 'children' });
    // Wakes a child that may have ended: until the result is known that is one more at work.
    case 'send_input':
    case 'followup_task':
      return launch({ ...ask, completion: 'call' });
    default:
      return ignored;
  }
}

function readToolResult(fields: Fields): Reading {
  const action = textOf(fields, 'tool_use_id');
  const response = jsonFieldsOf(fields, 'tool_response');
  switch (toolOf(fields)) {
    case 'spawn_agent': {
      const agent = textOf(response, 'agent_id');
      // The second generation of these tools answers with a task name that no other event mentions.
      return agent === null ? settled(action, 'unknown') : launchedAs(action, agent);
    }
    case 'wait_agent':
      return readWaited(response);
    // No stop event follows a close: the call's own result is the word.
    case 'close_agent':
    case 'interrupt_agent':
      return about(fieldsOf(fields, 'tool_input'), 'target', killed);
    case 'send_input':
      return about(fieldsOf(fields, 'tool_input'), 'target', (agent) => resumed(agent, action));
    // Names a task, and no event tells which child that is.
    case 'followup_task':
      return settled(action, 'unknown');
    default:
      return ignored;
  }
}

function readWaited(response: Fields): Reading {
  const ended = Object.entries(fieldsOf(response, 'status')).filter(([, status]) => {
    const words = typeof status === 'string' ? [status] : Object.keys(asFields(status) ?? {});
    return words.some((word) => ['completed', 'shutdown', 'errored'].includes(word));
  });
  return lifecycle(...ended.map(([agent]) => ({ kind: 'agent-stop', agent, confirmed: true }) as const));
}
