/** Compares the leftovers that the analysis predicts with the processes that really outlive the call. */
import type { Analysis, Leftover } from '../../src/policy/finding.ts';
import type { Background } from './left-behind.ts';
import { LATER, type RealOutcome } from './real-run.ts';

/** Starting a shell and its children takes this long on a busy machine; claims in seconds get it on top. */
const SLACK = 5;
/** What is claimed to end within this many seconds may or may not be seen. */
const BRIEF = 5;

/** One sentence for each way in which the two disagree; `outcomes` come from the worlds where probes never and always succeed. */
export function judgeLeftovers(
  script: Background,
  analysis: Analysis,
  outcomes: readonly RealOutcome[],
): readonly string[] {
  if (analysis.status !== 'complete') return [];
  return [...judgeCall(analysis, outcomes), ...script.tags.flatMap((tag) => judgeTag(tag, script, analysis, outcomes))];
}

/** Then the run is worth waiting for: that it goes on would be a disagreement. */
export function claimsToEndSoon({ call }: Analysis): boolean {
  return call.kind === 'within' && call.seconds < 1;
}

function judgeCall(analysis: Analysis, outcomes: readonly RealOutcome[]): readonly string[] {
  const { call } = analysis;
  const longest = Math.max(
    ...outcomes.map((outcome) => (outcome.kind === 'ends' ? outcome.seconds : Number.POSITIVE_INFINITY)),
  );
  const ended = outcomes.every(({ kind }) => kind === 'ends');
  if (call.kind === 'within' && claimsToEndSoon(analysis) && longest > call.seconds + SLACK) {
    return [`the call was claimed to end within ${call.seconds} s and took ${longest} s`];
  }
  if (ended && call.kind === 'endless') return ['the call was claimed endless and ended'];
  return [];
}

function judgeTag(
  tag: string,
  { text, lenient, orphans }: Background,
  { leftovers }: Analysis,
  outcomes: readonly RealOutcome[],
): readonly string[] {
  const predicted = leftovers.filter(({ text }) => text.includes(tag));
  const ended = outcomes.filter((outcome) => outcome.kind === 'ends');
  // a forked subshell shows the command line of the whole script
  const shows = (command: string): boolean => command.includes(tag) && !command.includes(text);
  const seen = ended.filter(({ left }) => left.some(shows));
  if (seen.length > 0 && !orphans && predicted.length === 0) return [`${tag} is left behind and was not predicted`];
  if (seen.length > 0 && !orphans && predicted.every((leftover) => isBrief(leftover, LATER / 2))) {
    return [`${tag} outlives the bound that was predicted for it`];
  }
  const lasting = predicted.some((leftover) => !isBrief(leftover, BRIEF));
  if (lasting && seen.length === 0 && ended.length === outcomes.length && !lenient) {
    return [`${tag} was predicted to be left behind and is not`];
  }
  return [];
}

function isBrief({ bound }: Leftover, seconds: number): boolean {
  return bound.kind === 'within' && bound.seconds < seconds;
}
