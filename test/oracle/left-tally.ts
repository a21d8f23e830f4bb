/** Counts what was covered by launches into the background: what was predicted of them against what was seen. */
import type { LaunchAnswer } from './left-claim.ts';
import type { Shell } from './shells.ts';
import { formatTable } from './tally.ts';

export type LeftTally = {
  add(shell: Shell, launches: readonly LaunchAnswer[]): void;
  /** how many launches came out so; all without a wish */
  count(wish?: Partial<Pick<LaunchAnswer, 'predicted' | 'real' | 'form'>>): number;
  format(): string;
};

const PREDICTED: readonly LaunchAnswer['predicted'][] = ['nothing', 'brief', 'lasting'];
const REAL: readonly LaunchAnswer['real'][] = ['gone', 'left', 'left or gone', 'call goes on'];

export function openLeftTally(): LeftTally {
  const scores: { readonly shell: Shell; readonly launch: LaunchAnswer }[] = [];
  return {
    add: (shell, launches) => {
      for (const launch of launches) scores.push({ shell, launch });
    },
    count: (wish = {}) =>
      scores.filter(
        ({ launch }) =>
          (wish.predicted ?? launch.predicted) === launch.predicted &&
          (wish.real ?? launch.real) === launch.real &&
          (wish.form ?? launch.form) === launch.form,
      ).length,
    format: () => {
      const rows = [...new Set(scores.map(({ shell }) => shell))].flatMap((shell) =>
        PREDICTED.map((predicted) => {
          const own = scores.filter((score) => score.shell === shell && score.launch.predicted === predicted);
          const cells = REAL.map((real) => own.filter(({ launch }) => launch.real === real).length);
          return [shell, predicted, own.length, ...cells, own.filter(({ launch }) => launch.wrong !== null).length];
        }),
      );
      return formatTable(['shell', 'predicted', 'launches', ...REAL, 'wrong'], rows);
    },
  };
}
