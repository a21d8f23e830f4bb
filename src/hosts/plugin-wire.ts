/**
 * The wire between our in-process plugins (OpenCode, Pi, OMP) and the hook: the plugins run this program like any other
 * host would, so that a hang or a crash of ours is ended by their deadline and never by theirs.
 *
 * In: `{hook_event_name, session_id, agent_id?, cwd, tool_name?, tool_use_id?, tool_input?, tool_response?}` with the
 * host's own names as values. Out: nothing, `{"deny": reason}` or `{"nudge": text}`.
 */
import type { EncodedAnswer, HookAnswer } from './host.ts';
import { answerIn, type Wording } from './wire.ts';

const wording: Wording = { deny: (reason) => ({ deny: reason }), nudge: (text) => ({ nudge: text }) };

/** The answer as our plugins read it. */
export function pluginAnswer(answer: HookAnswer): EncodedAnswer {
  return answerIn(wording, answer);
}
