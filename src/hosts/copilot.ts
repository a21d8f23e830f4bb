/**
 * GitHub Copilot CLI: hooks/*.json; the case of an event's name picks the dialect of its payload. Read at 1.0.102.
 * We register the PascalCase names; payloads of the camelCase ones, which name no event, are told by their fields.
 */
import { anonymousAction } from './anonymous-action.ts';
import type { Host } from './host.ts';
import { decodeNamedEvent, type Envelope, type Reader, type Readers } from './named-event.ts';
import { type Fields, isSet, jsonFieldsOf, textOf } from './payload-fields.ts';
import {
  about,
  atRest,
  ignored,
  launch,
  launchedAs,
  type Problem,
  type Reading,
  sessionEnded,
  sessionStarted,
  settled,
  shellCall,
  started,
  stopped,
} from './reading.ts';
import { answerIn, type Wording } from './wire.ts';

export const copilot: Host = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  decode: (payload) => decodeNamedEvent(payload, readers, envelope),
  encode: (answer) => answerIn(wording, answer),
  markers: [
    { variable: 'COPILOT_AGENT_SESSION_ID', carries: 'session' },
    { variable: 'COPILOT_CLI', carries: 'presence' },
  ],
  process: { comms: ['copilot'], argvEndings: ['/copilot', '/@github/copilot/index.js'] },
  can: { deny: true, nudge: 'before', ask: false, backgroundFlag: true, subagentEvents: true },
  failMode: { crash: 'blocks', timeout: 'runs', garbage: 'runs' },
};

const envelope: Envelope = {
  name: (fields) => textOf(fields, 'hook_event_name') ?? nameByFields(fields),
  // In a child the session id is the child's own: whose session it is, only the process tells.
  session: (fields) => (agentOf(fields) === null ? either(fields, 'session_id', 'sessionId') : null),
  agent: agentOf,
  toolCall: (fields) => either(fields, 'tool_use_id', 'toolUseId'),
};

const readers: Readers = new Map<string, Reader>([
  ['PreToolUse', readToolCall],
  ['PostToolUse', readToolResult],
  ['PostToolUseFailure', (fields) => (isLaunch(fields) ? settled(actionOf(fields), 'not-started') : ignored)],
  ['SubagentStart', (fields) => aboutAgent(fields, started)],
  ['SubagentStop', (fields) => aboutAgent(fields, stopped)],
  ['Stop', (fields) => atRest(agentOf(fields))],
  ['SessionStart', () => sessionStarted],
  ['SessionEnd', sessionEnded],
]);

function nameByFields(fields: Fields): string | null {
  if ('toolArgs' in fields) return 'toolResult' in fields ? 'PostToolUse' : 'PreToolUse';
  if ('agentName' in fields) return 'stopReason' in fields ? 'SubagentStop' : 'SubagentStart';
  return null;
}

function either(fields: Fields, snake: string, camel: string): string | null {
  return textOf(fields, snake) ?? textOf(fields, camel);
}

function agentOf(fields: Fields): string | null {
  return either(fields, 'agent_id', 'agentId');
}

function aboutAgent(fields: Fields, read: (agent: string) => Reading): Reading {
  return about({ agent: agentOf(fields) }, 'agent', read);
}

function inputOf(fields: Fields): Fields {
  return jsonFieldsOf(fields, 'tool_input' in fields ? 'tool_input' : 'toolArgs');
}

function toolOf(fields: Fields): string {
  return either(fields, 'tool_name', 'toolName') ?? '';
}

function isLaunch(fields: Fields): boolean {
  return ['Agent', 'Task', 'task'].includes(toolOf(fields));
}

function readToolCall(fields: Fields): Reading | Problem {
  const input = inputOf(fields);
  if (['Bash', 'bash'].includes(toolOf(fields))) {
    return shellCall(input, { background: textOf(input, 'mode') === 'async' || isSet(input, 'detach') });
  }
  if (!isLaunch(fields)) return ignored;
  const completion = textOf(input, 'mode') === 'background' ? 'children' : 'call';
  return launch({ action: actionOf(fields), places: 1, completion, parent: agentOf(fields) });
}

/** Calls have no id: what the launch says stands for it. */
function actionOf(fields: Fields): string {
  const input = inputOf(fields);
  const given = either(fields, 'tool_use_id', 'toolUseId');
  return given ?? anonymousAction(textOf(input, 'name') ?? '', textOf(input, 'prompt') ?? '');
}

/** A child in the background is named in the text alone; a child that was waited for has ended with the call. */
function readToolResult(fields: Fields): Reading {
  if (!isLaunch(fields)) return ignored;
  const result = jsonFieldsOf(fields, 'tool_result' in fields ? 'tool_result' : 'toolResult');
  const text = either(result, 'text_result_for_llm', 'textResultForLlm') ?? '';
  const agent = /Agent started in background with agent_id: ([0-9a-zA-Z-]+)/.exec(text)?.[1];
  return agent === undefined ? settled(actionOf(fields), 'joined') : launchedAs(actionOf(fields), agent);
}

const wording: Wording = {
  deny: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  nudge: (text) => ({ additionalContext: text }),
};
