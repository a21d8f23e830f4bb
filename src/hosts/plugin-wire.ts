/**
 * The wire between our in-process plugins (OpenCode, Pi, OMP) and the hook: the plugins run this program like any other
 * host would, so that a hang or a crash of ours is ended by their deadline and never by theirs.
 *
 * In: `{hook_event_name, session_id, agent_id?, cwd, tool_name?, tool_use_id?, tool_input?, tool_response?}` with the
 * host's own names as values. Out: nothing, `{"deny": reason}` or `{"nudge": text}`.
 */
import { assertNever } from '../errors.ts';
import type { EncodedAnswer, HookAnswer } from './host.ts';
import { answerJson, denyInsteadOfAsking, silentAnswer } from './wire.ts';

export function pluginAnswer(asked: HookAnswer): EncodedAnswer {
  const answer = denyInsteadOfAsking(asked);
  switch (answer.kind) {
    case 'silent':
      return silentAnswer;
    case 'deny':
    case 'ask':
      return answerJson({ deny: answer.reason });
    case 'nudge':
      return answerJson({ nudge: answer.text });
    default:
      return assertNever(answer);
  }
}
