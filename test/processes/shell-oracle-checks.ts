/** Compares what the analysis claims of random scripts with what real shells do. */
import { analyze } from '../lifetime/analyzing.ts';
import { type Flavour, randomChildren, randomFrom, randomScript } from './random-scripts.ts';
import { inParallel, type Mode, runOnce, whatOutlives } from './shell-oracle.ts';

const MODES: readonly Mode[] = ['fail', 'succeed', 'second', 'third'];

export type Tally = { readonly wrong: readonly string[]; readonly counts: Readonly<Record<string, number>> };

/** Runs scripts of the seeds in all modes; `wrong` names every claim that did not hold. */
export async function compareBounds(flavour: Flavour, seeds: readonly number[]): Promise<Tally> {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  await inParallel(seeds, 3, async (seed) => {
    const text = randomScript(randomFrom(seed), flavour);
    const { call } = analyze(text, { shell: flavour });
    counts[call.kind] = (counts[call.kind] ?? 0) + 1;
    if (call.kind === 'conditional') return;
    const modes = text.includes('nc ') ? MODES : MODES.slice(0, 1);
    for (const mode of modes) {
      const outcome = await runOnce(flavour, text, mode);
      const holds = outcome.ended === (call.kind !== 'endless');
      const inTime = call.kind !== 'within' || outcome.slept <= call.seconds;
      if (holds && inTime) continue;
      wrong.push(`seed ${seed}, ${mode}: ${JSON.stringify(call)}, but ${JSON.stringify(outcome)}\n${text}`);
    }
  });
  return { wrong, counts };
}

/** Runs scripts that start children; `wrong` names every script whose leftovers are others than those predicted. */
export async function compareLeftovers(flavour: Flavour, seeds: readonly number[]): Promise<Tally> {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  await inParallel(seeds, 8, async (seed) => {
    const text = randomChildren(randomFrom(seed), flavour);
    const predicted = analyze(text, { shell: flavour }).leftovers.map(
      (one) => /\.0000(\d+)/.exec(one.text)?.[1] ?? '?',
    );
    const real = await whatOutlives(flavour, text);
    counts[`${real.length} left`] = (counts[`${real.length} left`] ?? 0) + 1;
    if (predicted.sort().join() === real.join()) return;
    wrong.push(`seed ${seed}: predicted [${predicted}], left [${real}]\n${text}`);
  });
  return { wrong, counts };
}

/** Whole numbers from `first` on. */
export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}
