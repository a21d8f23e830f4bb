/**
 * Proves the look at leftovers before it judges: what is known to stay behind must be seen, what is known to be gone must not,
 * and nothing may live on afterwards. Needs /proc, so elsewhere than on Linux it is skipped by name.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { openRealMachine } from './real-run.ts';
import { SHELLS, type Shell } from './shells.ts';

const machine = openRealMachine();
afterAll(() => machine.close());

type Row = readonly [text: string, left: readonly string[] | 'goes on'];

const EVERYWHERE: readonly Row[] = [
  ['sleep 0.1', []],
  ['while :; do sleep 0.1; done', 'goes on'],
  ['sleep 41 & :', ['sleep 41']],
  ['sleep 0.01 & sleep 0.2', []],
  ['sleep 0.1 & wait', []],
  ['sleep 41 & kill $!', []],
  ['sleep 41 & kill -9 $!; exit 3', []],
  ["trap 'kill $!' EXIT; sleep 41 & :", []],
  ["trap 'kill $!' INT; sleep 41 & :", ['sleep 41']],
  ['(sleep 41 &); :', ['sleep 41']],
  ['nohup sleep 41 > /dev/null 2>&1 & :', ['sleep 41']],
  ['setsid sleep 41 & :', ['sleep 41']],
  ['setsid -f sleep 41', ['sleep 41']],
  ['timeout 0.1 sleep 41', []],
  ['if probe; then sleep 41 & fi', []],
  ['sleep 41 & sleep 42 & kill $!', ['sleep 41']],
];

const ONLY: Record<Shell, readonly Row[]> = {
  bash: [
    ['sleep 41 & disown', ['sleep 41']],
    ['coproc sleep 41', ['sleep 41']],
    [': < <(sleep 41)', ['sleep 41']],
  ],
  dash: [],
  zsh: [['sleep 41 &!', ['sleep 41']]],
};

for (const shell of SHELLS) {
  describe.skipIf(findProgram(shell) === undefined || process.platform !== 'linux')(`the real run in ${shell}`, () => {
    const rows = [...EVERYWHERE, ...ONLY[shell]].map(([text, left]) => ({ text, left }) as const);
    it.concurrent.each(rows)('$text leaves $left', async ({ text, left }) => {
      const outcome = await machine.run(shell, text, 'never');
      expect(outcome.kind === 'ends' ? outcome.left.filter((command) => /sleep/.test(command)) : 'goes on').toEqual(
        left,
      );
    });

    it('sees a loop that is left behind, and ends it', async () => {
      const outcome = await machine.run(shell, '(while :; do sleep 41; done) & :', 'never');
      expect(outcome.kind === 'ends' ? outcome.left.filter((command) => command === 'sleep 41') : []).toHaveLength(1);
    });

    it('leaves nothing of its own behind', () => {
      expect(machine.alive()).toEqual([]);
    });
  });
}
