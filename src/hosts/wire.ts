/** What hosts with a command hook have in common on the way out: JSON on standard output, exit code 0. */
import { assertNever } from '../errors.ts';
import type { EncodedAnswer, HookAnswer, HookEvent } from './host.ts';
import type { Fields } from './payload-fields.ts';

/** Nothing at all: every host goes on as if there were no hook. */
export const silentAnswer: EncodedAnswer = { stdout: '', stderr: '', exitCode: 0 };

/** One JSON object. Exit code 0 always: some hosts take any other for a crash, and some of them then block. */
export function answerJson(answer: Fields): EncodedAnswer {
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: '', exitCode: 0 };
}

/** Claude Code cuts strings at 10,000 characters, the tightest limit known: cut at a place of our own choosing. */
export function cutText(text: string): string {
  if (text.length <= longestText) return text;
  // Half a surrogate pair at the cut would not survive UTF-8.
  return `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const longestText = 8000;

/** The answer of Claude Code to a call about to be made; Codex took it over, apart from `ask`. */
export function preToolUseAnswer(answer: HookAnswer): EncodedAnswer {
  switch (answer.kind) {
    case 'silent':
      return silentAnswer;
    case 'deny':
    case 'ask':
      return hookSpecific({ permissionDecision: answer.kind, permissionDecisionReason: cutText(answer.reason) });
    case 'nudge':
      return hookSpecific({ additionalContext: cutText(answer.text) });
    default:
      return assertNever(answer);
  }
}

function hookSpecific(output: Fields): EncodedAnswer {
  return answerJson({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...output } });
}

/** How a host that nobody can be asked through is told no, and where it takes words beside a call; null: nowhere. */
export type Wording = {
  readonly deny: (reason: string) => Fields;
  readonly nudge: ((text: string) => Fields) | null;
};

/** The answer in such a host's words; what should have been asked is refused. */
export function answerIn({ deny, nudge }: Wording, asked: HookAnswer): EncodedAnswer {
  const answer = denyInsteadOfAsking(asked);
  switch (answer.kind) {
    case 'silent':
      return silentAnswer;
    case 'deny':
    case 'ask':
      return answerJson(deny(cutText(answer.reason)));
    case 'nudge':
      return nudge === null ? silentAnswer : answerJson(nudge(cutText(answer.text)));
    default:
      return assertNever(answer);
  }
}

/** Whether the call has run already, so that words about it go with its result. */
export function isAfterwards({ what }: HookEvent): boolean {
  return what.kind === 'command' && what.when === 'after';
}

/** Where nobody can be asked, or asking would let the command run, the safe reading of "ask a person" is no. */
export function denyInsteadOfAsking(answer: HookAnswer): HookAnswer {
  return answer.kind === 'ask' ? { kind: 'deny', reason: answer.reason } : answer;
}
