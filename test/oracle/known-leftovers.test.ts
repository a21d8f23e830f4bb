/**
 * What outlives the call, in real shells: where a signal does not reach, and what nobody waits for. The prediction must be
 * exact here. Needs /proc, so elsewhere than on Linux it is skipped by name.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { formatBound } from './oracle.ts';
import { openRealMachine } from './real-run.ts';
import { SHELLS, type Shell } from './shells.ts';

const analyze = await loadAnalyzer();
const machine = openRealMachine();
afterAll(() => machine.close());

const EVERYWHERE: readonly string[] = [
  // process groups of their own
  "timeout 0.5 sh -c 'sleep 4107 & sleep 0.02'; trap 'kill 0' EXIT",
  "setsid sleep 4107 & trap 'kill 0' EXIT; sleep 0.1",
  "timeout 30 sleep 20 & sleep 4107 & trap 'kill $!' EXIT; sleep 0.1",
  // what a limit cannot signal
  "timeout 0.1 sh -c 'setsid sleep 4107; sleep infinity'",
  "timeout 0.1 sh -c 'setsid sleep 4107 & wait'",
  "timeout 0.1 setsid sh -c 'sleep 4107; :'",
  'timeout 0.1 setsid sleep 4107',
  'timeout 0.1 env A=1 nice setsid sleep 4107',
  "timeout 0.1 bash -c 'setsid sleep 4107'",
  "timeout 0.1 bash -c 'setsid sleep 4107; :'",
  "timeout 0.1 bash -c 'nohup sleep 4107 & wait'",
  "timeout 0.1 sh -c 'sleep 4107 & sleep 4108'",
  'timeout 0.1 timeout 30 sleep 4107',
  // a signal to a shell leaves what it waits for
  '( sleep 4107; : ) & sleep 0.1; kill $!',
  '( cd . && sleep 4107 ) & sleep 0.1; kill $!',
  '( cd .; sleep 4107 ) & sleep 0.1; kill $!',
  'f4107() { sleep 4107; }; f4107 & sleep 0.1; kill $!',
  "sh -c 'exec sleep 4107' & sleep 0.1; kill $!",
  "bash -c 'cd . && sleep 4107' & sleep 0.1; kill $!",
  "timeout --foreground 0.1 bash -c 'sleep 4107; :'",
  "timeout --foreground 0.1 bash -c 'sleep 4107'",
  "timeout --foreground 0.1 bash -c 'true && sleep 4107'",
  "timeout 0.1 bash -c 'sleep 4107; :'",
  // the end of the shell from within
  '(sleep 0.1; kill $$) & while :; do sleep 4107; done',
  '(sleep 0.1; kill $$) & while :; do sleep 0.05; done; sleep 4107',
  // one of several
  'for x in a b; do sleep 4107 & done; kill $!',
  'for x in a b; do sleep 4107 & done; kill $!; wait $!',
  'sleep 4107 & sleep 4108 & kill $!; wait $!',
];

const ONLY: Record<Shell, readonly string[]> = {
  bash: [
    '{ sleep 4107; } & sleep 0.1; kill $!',
    'cd . && sleep 4107 & sleep 0.1; kill $!',
    'sleep 0.1 & sleep 4107 & wait -n',
    ': < <(sleep 4107)',
    'exec 3< <(sleep 4107)',
    'read -r l < <(echo a; sleep 4107)',
    'wait < <(sleep 0.05)',
    // at the other end of a pipe with a name
    'head -1 < <(echo a; sleep 4107; sleep infinity)',
    'echo <(sleep 4107 && sleep infinity)',
    'echo a > >(sleep 4107)',
    'exec > >(cat; sleep 4107); echo a',
    'cat < one.txt > >(cat > /dev/null; sleep 4107)',
    'echo a > >(sleep 4107); kill $!',
    'echo a > >(sleep 0.1); wait',
    "timeout 30 bash -c 'echo a > >(sleep 4107)'",
    'timeout 0.1 cat <(sleep 4107; sleep infinity); :',
    'for y in 1; do sleep 4107 & kill %1; done',
  ],
  dash: ['{ sleep 4107; } & sleep 0.1; kill $!', 'cd . && sleep 4107 & sleep 0.1; kill $!'],
  zsh: [
    'cd . && sleep 4107 & sleep 0.1; kill $!',
    'for y in 1; do sleep 4107 & kill %1; done',
    'for y in 1; do sleep 4107 & wait %1; done',
    'true && { sleep 4107 & }; wait %1',
  ],
};

for (const shell of SHELLS) {
  const missing = findProgram(shell) === undefined || process.platform !== 'linux';
  describe.skipIf(missing)(`${shell} and the analysis`, () => {
    it.concurrent.each([...EVERYWHERE, ...ONLY[shell]])('agree on what is left by %j', async (text) => {
      const { leftovers } = analyze(text, shell);
      const outcome = await machine.run(shell, text, 'never', 8);
      const left = outcome.kind === 'ends' ? outcome.left : ['the call goes on'];
      const tags = [...new Set(text.match(/410\d/g) ?? [])];
      const predicted = tags.filter((tag) => leftovers.some((one) => one.text.includes(tag)));
      const real = tags.filter((tag) => left.some((command) => command === `sleep ${tag}`));
      expect({
        left,
        claims: leftovers.map((one) => `${one.text} (${formatBound(one.bound)})`),
        predicted,
      }).toMatchObject({
        predicted: real,
      });
    });

    it('leave nothing of their own behind', () => {
      expect(machine.alive()).toEqual([]);
    });
  });
}
