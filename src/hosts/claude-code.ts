/** Claude Code: hooks in settings.json or a plugin; JSON on standard input, JSON on standard output. Read at 2.1.332. */
import type { DelegationFact } from '../delegation/fact.ts';
import type { EncodedAnswer, HookAnswer, HookEvent, Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { type Fields, fieldsOf, isSet, listOf, numberOf, textOf } from './payload-fields.ts';
import {
  about,
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
import { answerJson, cutText, preToolUseAnswer } from './wire.ts';

export const claudeCode: Host = {
  id: 'claude-code',
  name: 'Claude Code',
  decode: (payload) => decodeNamedEvent(payload, readers, snakeCaseEnvelope),
  encode,
  markers: [
    { variable: 'CLAUDE_CODE_SESSION_ID', carries: 'session' },
    { variable: 'CLAUDE_PID', carries: 'pid' },
    { variable: 'CLAUDE_CODE_CHILD_SESSION', carries: 'presence' },
  ],
  process: {
    comms: ['claude'],
    argvEndings: ['/claude', '/claude.exe', '/@anthropic-ai/claude-code/cli.js'],
  },
  can: { deny: true, nudge: 'before', ask: true, backgroundFlag: true, subagentEvents: true },
  failMode: { crash: 'runs', timeout: 'runs', garbage: 'runs' },
};

const readers: Readers = new Map<string, Reader>([
  ['PreToolUse', readToolCall],
  ['PostToolUse', readToolResult],
  ['PostToolUseFailure', readToolFailure],
  ['PermissionDenied', (fields) => (isLaunch(fields) ? settled(callOf(fields), 'not-started') : ignored)],
  ['SubagentStart', (fields) => about(fields, 'agent_id', started)],
  ['SubagentStop', readSubagentStop],
  ['UserPromptSubmit', readPrompt],
  ['Stop', readStop],
  ['SessionStart', () => sessionStarted],
  ['SessionEnd', sessionEnded],
]);

function readToolCall(fields: Fields): Reading | Problem {
  const input = fieldsOf(fields, 'tool_input');
  const parent = textOf(fields, 'agent_id');
  const action = callOf(fields);
  switch (textOf(fields, 'tool_name')) {
    case 'Bash':
      return shellCall(input, {
        background: isSet(input, 'run_in_background'),
        timeoutSeconds: secondsOf(input, 'timeout'),
      });
    // A monitor runs its command beside the turn; that its expiry ends the process is nowhere promised.
    case 'Monitor':
      return textOf(input, 'command') === null
        ? ignored
        : shellCall(input, { background: true, timeoutSeconds: secondsOf(input, 'timeout_ms') });
    case 'Agent':
    case 'Task':
      return launch({ action, places: 1, completion: completionOf(input), parent });
    // May wake a finished child, which then works again: until its result is known that is one more at work.
    case 'SendMessage':
      return launch({ action, places: 1, completion: 'call', parent });
    case 'Workflow':
      return launch({ action, places: null, completion: 'children', parent });
    default:
      return ignored;
  }
}

function secondsOf(input: Fields, key: string): number | null {
  const milliseconds = numberOf(input, key);
  return milliseconds === null ? null : milliseconds / 1000;
}

/** Since 2.1.198 a launch without the flag goes to the background, before it waited. */
function completionOf(input: Fields): 'call' | 'children' | 'unknown' {
  if (textOf(input, 'isolation') === 'remote') return 'children';
  if (isSet(input, 'run_in_background')) return 'children';
  return input.run_in_background === false ? 'call' : 'unknown';
}

function readToolResult(fields: Fields): Reading {
  const response = fieldsOf(fields, 'tool_response');
  const action = callOf(fields);
  switch (textOf(fields, 'tool_name')) {
    case 'Agent':
    case 'Task':
      return readLaunchResult(action, response);
    case 'SendMessage':
      return readMessageResult(action, textOf(response, 'resumedAgentId'));
    case 'Workflow':
      return settled(action, 'unknown');
    case 'TaskStop':
    case 'KillShell':
      return readTaskStop(response);
    default:
      return ignored;
  }
}

function readLaunchResult(action: string | null, response: Fields): Reading {
  const agent = textOf(response, 'agentId');
  const status = textOf(response, 'status');
  if (status === 'completed') return settled(action, 'joined', ...(agent === null ? [] : [agent]));
  if (status === 'async_launched' && agent !== null) return launchedAs(action, agent);
  // remote_launched names no agent: nobody will ever report its end, so its place stays taken.
  return settled(action, 'unknown');
}

function readMessageResult(action: string | null, woken: string | null): Reading {
  return woken === null ? settled(action, 'not-started') : resumed(woken, action);
}

/** A stopped agent sends no SubagentStop: this result is the only word of its end. */
function readTaskStop(response: Fields): Reading {
  return textOf(response, 'task_type') === 'local_agent' ? about(response, 'task_id', killed) : ignored;
}

function readToolFailure(fields: Fields): Reading {
  if (!isLaunch(fields)) return ignored;
  const error = textOf(fields, 'error') ?? '';
  // A type that does not exist is refused before any child exists; other failures may come after its start.
  const neverStarted = textOf(fields, 'tool_name') === 'SendMessage' || /^Agent type '.*' not found/s.test(error);
  return settled(callOf(fields), neverStarted ? 'not-started' : 'unknown');
}

/** Only an attempt: another hook may hold the child. Its own list still names the child that is stopping. */
function readSubagentStop(fields: Fields): Reading {
  return about(fields, 'agent_id', (agent) =>
    lifecycle(...liveList(fields, agent), { kind: 'at-rest', agent }, { kind: 'agent-stop', agent, confirmed: false }),
  );
}

function readStop(fields: Fields): Reading {
  const shells = (listOf(fields, 'background_tasks') ?? []).filter(
    (task) => textOf(task, 'type') === 'shell' || textOf(task, 'type') === 'monitor',
  );
  const backgroundTasks = shells.map((task) => ({
    id: textOf(task, 'id') ?? '',
    command: textOf(task, 'command'),
  }));
  return {
    what: { kind: 'stop', held: isSet(fields, 'stop_hook_active'), backgroundTasks },
    facts: [...liveList(fields, null), { kind: 'at-rest', agent: null }],
  };
}

/** The list of what runs in the background is authoritative; versions before it send none. */
function liveList(fields: Fields, by: string | null): readonly DelegationFact[] {
  const tasks = listOf(fields, 'background_tasks');
  if (tasks === null) return [];
  const agents = tasks.filter((task) => !['shell', 'monitor', 'MCP task'].includes(textOf(task, 'type') ?? ''));
  return [{ kind: 'live-list', agents: agents.map((task) => textOf(task, 'id')).filter((id) => id !== null), by }];
}

/** The end of a background child arrives as a prompt that the host writes; ids of other tasks have other forms. */
function readPrompt(fields: Fields): Reading {
  const prompt = textOf(fields, 'prompt') ?? '';
  if (!prompt.startsWith('<task-notification>')) return ignored;
  const agent = /<task-id>(a[0-9a-f]{16})<\/task-id>/.exec(prompt)?.[1];
  const status = /<status>([a-z]+)<\/status>/.exec(prompt)?.[1];
  if (agent === undefined || status === undefined) return ignored;
  if (status === 'killed') return killed(agent);
  return status === 'completed' || status === 'failed' ? stopped(agent) : ignored;
}

function isLaunch(fields: Fields): boolean {
  return ['Agent', 'Task', 'SendMessage', 'Workflow'].includes(textOf(fields, 'tool_name') ?? '');
}

function callOf(fields: Fields): string | null {
  return textOf(fields, 'tool_use_id');
}

function encode(answer: HookAnswer, event: HookEvent): EncodedAnswer {
  // At a stop there is no call to add words to: holding the agent once is how it gets to hear them.
  if (answer.kind === 'nudge' && event.what.kind === 'stop') {
    return answerJson({ decision: 'block', reason: cutText(answer.text) });
  }
  return preToolUseAnswer(answer);
}
