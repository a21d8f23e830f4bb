/** Pi and its relative OMP: an in-process extension (assets/pi) that asks the hook. Read at Pi 1.6.0, OMP 18.3.4. */
import type { DelegationFact } from '../delegation/fact.ts';
import type { Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { type Fields, fieldsOf, isSet, numberOf, textOf } from './payload-fields.ts';
import { pluginAnswer } from './plugin-wire.ts';
import {
  atRest,
  ignored,
  killed,
  launch,
  lifecycle,
  type Problem,
  type Reading,
  sessionEnded,
  sessionStarted,
  settled,
  shellCall,
  stopped,
} from './reading.ts';

const shared = {
  decode: (payload: unknown) => decodeNamedEvent(payload, readers, snakeCaseEnvelope),
  encode: pluginAnswer,
} as const satisfies Partial<Host>;

export const pi: Host = {
  ...shared,
  id: 'pi',
  name: 'Pi',
  markers: [
    { variable: 'PI_SESSION_ID', carries: 'session' },
    { variable: 'PI_CODING_AGENT', carries: 'presence' },
  ],
  process: {
    comms: ['pi', 'pi-rpc'],
    argvEndings: ['/pi', '/pi-coding-agent/dist/cli.js', '/pi-coding-agent/dist/bundle/cli.js'],
  },
  // The extension keeps a nudge until the call has run and adds it to the result.
  can: { deny: true, nudge: 'after', ask: false, backgroundFlag: false, subagentEvents: false },
  failMode: { crash: 'blocks', timeout: 'waits', garbage: 'runs' },
};

export const omp: Host = {
  ...shared,
  id: 'omp',
  name: 'OMP',
  // AGENT=1 and CI=true say too little to attribute anything.
  markers: [],
  process: { comms: ['omp'], argvEndings: ['/omp'] },
  can: { deny: true, nudge: 'after', ask: false, backgroundFlag: true, subagentEvents: true },
  failMode: { crash: 'blocks', timeout: 'blocks', garbage: 'n/a' },
};

const readers: Readers = new Map<string, Reader>([
  ['tool_call', readToolCall],
  ['tool_result', readToolResult],
  // Sent by the extension only when no result came: somebody refused the call.
  ['tool_refused', (fields) => (isLaunch(fields) ? settled(textOf(fields, 'tool_use_id'), 'not-started') : ignored)],
  ['task:subagent:lifecycle', readChild],
  ['agent_end', () => atRest(null)],
  ['session_start', () => sessionStarted],
  ['session_shutdown', sessionEnded],
]);

function readToolCall(fields: Fields): Reading | Problem {
  const tool = textOf(fields, 'tool_name') ?? '';
  const input = fieldsOf(fields, 'tool_input');
  const timeoutSeconds = numberOf(input, 'timeout');
  if (tool === 'bash') return shellCall(input, { background: isSet(input, 'async'), timeoutSeconds });
  // Background tools come from third parties under names of their own; what they share is the prefix and a command.
  if (tool.startsWith('bg_') && textOf(input, 'command') !== null) {
    return shellCall(input, { background: true, timeoutSeconds: numberOf(input, 'timeoutSeconds') });
  }
  if (!isLaunch(fields)) return ignored;
  return launch({
    action: textOf(fields, 'tool_use_id'),
    places: placesOf(input),
    completion: tool === 'task' ? 'unknown' : 'call',
    parent: textOf(fields, 'agent_id'),
  });
}

/** Tasks run side by side, the links of a chain one after the other. */
function placesOf(input: Fields): number {
  return Array.isArray(input.tasks) ? Math.max(1, input.tasks.length) : 1;
}

function isLaunch(fields: Fields): boolean {
  return ['subagent', 'task'].includes(textOf(fields, 'tool_name') ?? '');
}

/** `subagent` waits for its children. OMP's `task` may leave them running: each reports its own end on the bus. */
function readToolResult(fields: Fields): Reading {
  if (!isLaunch(fields)) return ignored;
  return settled(textOf(fields, 'tool_use_id'), textOf(fields, 'tool_name') === 'subagent' ? 'joined' : 'launched');
}

function readChild(fields: Fields): Reading {
  const event = fieldsOf(fields, 'tool_response');
  const agent = textOf(event, 'id');
  if (agent === null) return ignored;
  const action = textOf(event, 'parentToolCallId');
  const bind: readonly DelegationFact[] = action === null ? [] : [{ kind: 'bind', action, agent, aliases: [] }];
  switch (textOf(event, 'status')) {
    case 'started':
      return lifecycle({ kind: 'agent-start', agent }, ...bind);
    case 'completed':
    case 'failed':
      return stopped(agent);
    case 'aborted':
      return killed(agent);
    default:
      return ignored;
  }
}
