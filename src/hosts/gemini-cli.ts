/** Gemini CLI: hooks in settings.json; no ids of calls or of children. Read at 0.61.0. */
import { anonymousAction } from './anonymous-action.ts';
import type { EncodedAnswer, HookAnswer, HookEvent, Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { type Fields, fieldsOf, isSet, textOf } from './payload-fields.ts';
import {
  alreadyRun,
  ignored,
  launch,
  type Problem,
  type Reading,
  sessionEnded,
  sessionStarted,
  settled,
  shellCall,
} from './reading.ts';
import { answerIn, isAfterwards, type Wording } from './wire.ts';

export const geminiCli: Host = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  decode: (payload) => decodeNamedEvent(payload, readers, snakeCaseEnvelope),
  encode,
  markers: [{ variable: 'GEMINI_CLI', carries: 'presence' }],
  process: {
    comms: ['gemini'],
    argvEndings: ['/gemini', '/@google/gemini-cli/bundle/gemini.js', '/gemini-cli/dist/index.js'],
  },
  // Words that come with a call before it runs are dropped on the way to the model; those with its result arrive.
  can: { deny: true, nudge: 'after', ask: false, backgroundFlag: true, subagentEvents: false },
  failMode: { crash: 'runs', timeout: 'runs', garbage: 'runs' },
};

const readers: Readers = new Map<string, Reader>([
  ['BeforeTool', readToolCall],
  ['AfterTool', readToolResult],
  ['SessionStart', () => sessionStarted],
  ['SessionEnd', sessionEnded],
]);

function readToolCall(fields: Fields): Reading | Problem {
  const input = fieldsOf(fields, 'tool_input');
  switch (textOf(fields, 'tool_name')) {
    case 'run_shell_command':
      return readShell(input);
    case 'invoke_agent':
      return launch({ action: actionOf(input), places: 1, completion: 'call', parent: null });
    default:
      return ignored;
  }
}

function readToolResult(fields: Fields): Reading | Problem {
  const input = fieldsOf(fields, 'tool_input');
  switch (textOf(fields, 'tool_name')) {
    case 'run_shell_command':
      return alreadyRun(readShell(input));
    // The call waits for its child, so that its result is the end of both.
    case 'invoke_agent':
      return settled(actionOf(input), 'joined');
    default:
      return ignored;
  }
}

function readShell(input: Fields): Reading | Problem {
  return shellCall(input, { background: isSet(input, 'is_background') });
}

function actionOf(input: Fields): string {
  return anonymousAction(textOf(input, 'agent_name') ?? '', textOf(input, 'prompt') ?? '');
}

const wording: Wording = {
  deny: (reason) => ({ decision: 'deny', reason }),
  nudge: (text) => ({ hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: text } }),
};

/** `ask` hangs without a terminal. */
function encode(answer: HookAnswer, event: HookEvent): EncodedAnswer {
  return answerIn(isAfterwards(event) ? wording : { ...wording, nudge: null }, answer);
}
