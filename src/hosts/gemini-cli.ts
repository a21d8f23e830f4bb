/** Gemini CLI: hooks in settings.json; no ids of calls or of children. Read at 0.61.0. */
import { assertNever } from '../errors.ts';
import { anonymousAction } from './anonymous-action.ts';
import type { EncodedAnswer, HookAnswer, Host } from './host.ts';
import { decodeNamedEvent, type Reader, type Readers, snakeCaseEnvelope } from './named-event.ts';
import { type Fields, fieldsOf, isSet, textOf } from './payload-fields.ts';
import {
  ignored,
  launch,
  type Problem,
  type Reading,
  sessionEnded,
  sessionStarted,
  settled,
  shellCall,
} from './reading.ts';
import { answerJson, cutText, silentAnswer } from './wire.ts';

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
  // Words that come with a call before it runs are dropped on the way to the model.
  can: { deny: true, nudge: 'none', ask: false, backgroundFlag: true, subagentEvents: false },
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
      return shellCall(input, { background: isSet(input, 'is_background') });
    case 'invoke_agent':
      return launch({ action: actionOf(input), places: 1, completion: 'call', parent: null });
    default:
      return ignored;
  }
}

/** The call waits for its child, so that its result is the end of both. */
function readToolResult(fields: Fields): Reading {
  if (textOf(fields, 'tool_name') !== 'invoke_agent') return ignored;
  return settled(actionOf(fieldsOf(fields, 'tool_input')), 'joined');
}

function actionOf(input: Fields): string {
  return anonymousAction(textOf(input, 'agent_name') ?? '', textOf(input, 'prompt') ?? '');
}

function encode(answer: HookAnswer): EncodedAnswer {
  switch (answer.kind) {
    case 'silent':
    case 'nudge':
      return silentAnswer;
    // `ask` hangs without a terminal.
    case 'ask':
    case 'deny':
      return answerJson({ decision: 'deny', reason: cutText(answer.reason) });
    default:
      return assertNever(answer);
  }
}
