/** OpenCode: an in-process plugin (assets/opencode) that asks the hook. Read at 1.18.33. */
import type { Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { type Fields, fieldsOf, isSet, numberOf, textOf } from './payload-fields.ts';
import { pluginAnswer } from './plugin-wire.ts';
import {
  about,
  atRest,
  ignored,
  launch,
  launchedAs,
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

export const opencode: Host = {
  id: 'opencode',
  name: 'OpenCode',
  decode: (payload) => decodeNamedEvent(payload, readers, snakeCaseEnvelope),
  encode: pluginAnswer,
  markers: [
    // Set by our plugin through its shell.env hook.
    { variable: 'LIFETIME_WATCH_SESSION', carries: 'session' },
    { variable: 'LIFETIME_WATCH_CALL', carries: 'call' },
    { variable: 'OPENCODE_PID', carries: 'pid' },
    { variable: 'OPENCODE', carries: 'presence' },
  ],
  process: { comms: ['opencode'], argvEndings: ['/opencode'] },
  // The plugin keeps a nudge until the call has run and appends it to the output.
  can: { deny: true, nudge: 'after', ask: false, backgroundFlag: false, subagentEvents: true },
  failMode: { crash: 'blocks', timeout: 'waits', garbage: 'n/a' },
};

/** The plugin follows parents: `session_id` is the root session, `agent_id` the child's. */
const readers: Readers = new Map<string, Reader>([
  ['tool.execute.before', readToolCall],
  ['tool.execute.after', readToolResult],
  ['session.created', (fields) => about(fields, 'agent_id', started)],
  [
    'session.idle',
    (fields) => (textOf(fields, 'agent_id') === null ? atRest(null) : about(fields, 'agent_id', stopped)),
  ],
  ['session.start', () => sessionStarted],
  ['dispose', sessionEnded],
]);

function readToolCall(fields: Fields): Reading | Problem {
  const input = fieldsOf(fields, 'tool_input');
  switch (textOf(fields, 'tool_name')) {
    case 'bash':
    case 'shell':
      return shellCall(input, { background: false, timeoutSeconds: secondsOf(input) });
    case 'task':
    case 'subagent':
      return launch({
        action: textOf(fields, 'tool_use_id'),
        places: 1,
        completion: isSet(input, 'background') ? 'children' : 'call',
        parent: textOf(fields, 'agent_id'),
      });
    default:
      return ignored;
  }
}

function readToolResult(fields: Fields): Reading {
  if (!['task', 'subagent'].includes(textOf(fields, 'tool_name') ?? '')) return ignored;
  const action = textOf(fields, 'tool_use_id');
  const metadata = fieldsOf(fields, 'tool_response');
  const agent = textOf(metadata, 'sessionId') ?? textOf(metadata, 'sessionID');
  if (!isSet(metadata, 'background') && textOf(metadata, 'status') !== 'running') {
    return settled(action, 'joined', ...(agent === null ? [] : [agent]));
  }
  if (agent === null || action === null) return settled(action, 'unknown');
  const earlier = textOf(fieldsOf(fields, 'tool_input'), 'task_id') !== null;
  return earlier ? resumed(agent, action) : launchedAs(action, agent);
}

function secondsOf(input: Fields): number | null {
  const milliseconds = numberOf(input, 'timeout');
  return milliseconds === null ? null : milliseconds / 1000;
}
