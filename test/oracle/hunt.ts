/** Searches for scripts on which the analysis and a real shell disagree, each shrunk to a minimal one. */
import fc from 'fast-check';
import { type Generated, generatedScript } from './generated-script.ts';
import { type Background, leftBehind } from './left-behind.ts';
import { claimsToEndSoon, judgeLeftovers } from './left-claim.ts';
import type { LeftTally } from './left-tally.ts';
import { type Analyze, formatAnswer, formatBound, type Oracle } from './oracle.ts';
import type { RealMachine } from './real-run.ts';
import { SHELLS, type Shell } from './shells.ts';

export type Hunt = {
  readonly shell: Shell;
  readonly seed: number;
  readonly runs: number;
  /** scripts in the works at the same time */
  readonly abreast: number;
  /** scripts with this in their text are passed over: what is known already would hide what is not */
  readonly skip?: RegExp;
};

/** Every shell gets scripts of its own, and does not repeat those of the others. */
function seedFor(shell: Shell, seed: number): number {
  return seed * SHELLS.length + SHELLS.indexOf(shell);
}

/** A minimal script whose call outlives what the analysis claims, in words; null when none was found. */
export async function huntBounds(oracle: Oracle, { shell, seed, runs, abreast, skip }: Hunt): Promise<string | null> {
  const isWrong = async (script: Generated, first: boolean): Promise<boolean> => {
    if (skip?.test(script.text)) return false;
    const answer = await oracle.ask(script);
    if (first) oracle.count(answer);
    return answer.verdict.kind === 'unsound';
  };
  const arbitrary = generatedScript(shell, { wide: true });
  const minimal = await hunt({ arbitrary, isWrong, seed: seedFor(shell, seed), runs, abreast });
  return minimal === null ? null : formatAnswer(await oracle.ask(minimal));
}

export type LeftoverParts = {
  readonly analyze: Analyze;
  readonly machine: RealMachine;
  readonly tally: LeftTally;
};

/** A minimal script that leaves behind something else than the analysis predicts, in words; null when none was found. */
export async function huntLeftovers(parts: LeftoverParts, hunting: Hunt): Promise<string | null> {
  const { shell, seed, runs, abreast, skip } = hunting;
  const isWrong = async (script: Background, first: boolean): Promise<boolean> =>
    skip?.test(script.text) !== true && (await leavesOtherwise(parts, script, first)) !== null;
  const minimal = await hunt({ arbitrary: leftBehind(shell), isWrong, seed: seedFor(shell, seed), runs, abreast });
  return minimal === null ? null : (await askAboutLeftovers(parts, minimal)).shown;
}

/** What the analysis gets wrong about these scripts, in words. */
export async function checkLeftovers(
  parts: LeftoverParts,
  scripts: readonly Background[],
  abreast: number,
): Promise<readonly string[]> {
  const waiting = [...scripts];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
      const shown = await leavesOtherwise(parts, script, true);
      if (shown !== null) wrong.push(shown);
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return wrong;
}

/** A busy machine can delay a run beyond any slack: only what happens twice counts. */
async function leavesOtherwise(parts: LeftoverParts, script: Background, counts: boolean): Promise<string | null> {
  const answer = await askAboutLeftovers(parts, script);
  if (counts) parts.tally.add(script.shell, answer.launches);
  if (answer.wrong.length === 0) return null;
  const again = await askAboutLeftovers(parts, script);
  return again.wrong.length > 0 ? again.shown : null;
}

async function askAboutLeftovers({ analyze, machine }: LeftoverParts, script: Background) {
  const { shell, text } = script;
  const analysis = analyze(text, shell);
  const worlds = /\bprobe\b/.test(text) ? (['never', 'always'] as const) : (['never'] as const);
  const guard = claimsToEndSoon(analysis) ? 20 : 1.5;
  const outcomes = await Promise.all(worlds.map((world) => machine.run(shell, text, world, guard)));
  const answer = judgeLeftovers(script, analysis, outcomes);
  const claimed = analysis.leftovers.map(({ text, bound }) => `${text} (${formatBound(bound)})`).join(', ');
  const real = outcomes.map((outcome, index) => {
    const end =
      outcome.kind === 'ends'
        ? `ends after ${outcome.seconds.toFixed(2)} s, leaves [${outcome.left.join(', ')}]`
        : 'goes on';
    return `${worlds[index]}: ${end}`;
  });
  const shown = [
    `script:  ${text}`,
    `shell:   ${shell}`,
    `claimed: ${formatBound(analysis.call)}, leaves [${claimed}]`,
    `real:    ${real.join(' · ')}`,
    `verdict: ${answer.wrong.join('; ')}`,
  ].join('\n');
  return { ...answer, shown };
}

type Quarry<T> = {
  readonly arbitrary: fc.Arbitrary<T>;
  /** `first`: not while shrinking */
  readonly isWrong: (script: T, first: boolean) => Promise<boolean>;
  readonly seed: number;
  readonly runs: number;
  readonly abreast: number;
};

/** Asks about several scripts at a time, so that no core idles; only when one is wrong are they gone through in order and shrunk. */
async function hunt<T extends { readonly text: string }>(quarry: Quarry<T>): Promise<T | null> {
  const { arbitrary, isWrong, seed, runs, abreast } = quarry;
  const scripts = new Map<string, T>();
  fc.check(
    fc.property(arbitrary, (script) => void scripts.set(script.text, script)),
    { seed, numRuns: runs },
  );
  const wrong = new Map<string, boolean>();
  const waiting = [...scripts.values()];
  const work = async (): Promise<void> => {
    for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
      wrong.set(script.text, await isWrong(script, true));
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  if (![...wrong.values()].some(Boolean)) return null;
  const property = fc.asyncProperty(
    arbitrary,
    async (script) => !(wrong.get(script.text) ?? (await isWrong(script, false))),
  );
  const { counterexample } = await fc.check(property, { seed, numRuns: runs });
  return counterexample?.[0] ?? null;
}
