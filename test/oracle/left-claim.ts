/** Compares the leftovers that the analysis predicts with the processes that really outlive the call. */
import type { Analysis, Leftover } from '../../src/policy/finding.ts';
import type { Background } from './left-behind.ts';
import { LATER, type RealOutcome } from './real-run.ts';

/** Starting a shell and its children takes this long on a busy machine; claims in seconds get it on top. */
const SLACK = 15;
/** What is claimed to end within this many seconds may or may not be seen. */
const BRIEF = 5;

export type LaunchAnswer = {
  readonly tag: string;
  /** the form of the launch */
  readonly form: string;
  /** `brief` may be over before anybody looks */
  readonly predicted: 'nothing' | 'brief' | 'lasting';
  readonly real: 'gone' | 'left' | 'left or gone' | 'call goes on';
  /** in which way the two disagree */
  readonly wrong: string | null;
};

export type LeftoverAnswer = {
  readonly launches: readonly LaunchAnswer[];
  /** one sentence for each way in which the analysis and the shell disagree */
  readonly wrong: readonly string[];
};

/** `outcomes` come from the worlds where probes never and always succeed. A text that is not understood makes no claim. */
export function judgeLeftovers(
  script: Background,
  analysis: Analysis,
  outcomes: readonly RealOutcome[],
): LeftoverAnswer {
  if (analysis.status !== 'complete') return { launches: [], wrong: [] };
  const launches = script.tags.map((tag, index) => ({
    ...judgeLaunch(tag, script, analysis, outcomes),
    form: script.forms[index] ?? '',
  }));
  const wrong = launches.flatMap(({ wrong }) => wrong ?? []);
  return { launches, wrong: [...judgeCall(analysis, outcomes), ...wrong] };
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

function judgeLaunch(
  tag: string,
  { text, lenient, orphans }: Background,
  { leftovers }: Analysis,
  outcomes: readonly RealOutcome[],
): Omit<LaunchAnswer, 'form'> {
  const own = leftovers.filter((leftover) => leftover.text.includes(tag));
  const lasting = own.some((leftover) => !isBrief(leftover, BRIEF));
  const predicted = own.length === 0 ? 'nothing' : lasting ? 'lasting' : 'brief';
  const ended = outcomes.filter((outcome) => outcome.kind === 'ends');
  // a forked subshell shows the command line of the whole script
  const shows = (command: string): boolean => command.includes(tag) && !command.includes(text);
  const seen = ended.filter(({ left }) => left.some(shows)).length;
  const real =
    seen > 0
      ? seen === outcomes.length
        ? 'left'
        : 'left or gone'
      : ended.length < outcomes.length
        ? 'call goes on'
        : 'gone';
  const wrong = (): string | null => {
    if (seen > 0 && !orphans && own.length === 0) return `${tag} is left behind and was not predicted`;
    if (seen > 0 && !orphans && own.every((leftover) => isBrief(leftover, LATER / 2))) {
      return `${tag} outlives the bound that was predicted for it`;
    }
    return lasting && real === 'gone' && !lenient ? `${tag} was predicted to be left behind and is not` : null;
  };
  return { tag, predicted, real, wrong: wrong() };
}

function isBrief({ bound }: Leftover, seconds: number): boolean {
  return bound.kind === 'within' && bound.seconds < seconds;
}
