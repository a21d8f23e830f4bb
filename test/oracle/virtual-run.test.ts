/**
 * Proves the judge before it judges: scripts of known behaviour must come out as they are known to be, in each real shell.
 * A shell that is not installed is skipped by name (and that counts as a failure where CI is set).
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import type { Behaviour } from './prelude.ts';
import { SHELLS, type Shell } from './shells.ts';
import { type Outcome, openVirtualMachine, USUAL_BUDGET } from './virtual-run.ts';

const machine = openVirtualMachine(USUAL_BUDGET);
afterAll(() => machine.close());

type Row = readonly [text: string, expected: 'goes on' | number, behaviour?: Behaviour];

const EVERYWHERE: readonly Row[] = [
  ['while :; do :; done', 'goes on'],
  ['while true; do sleep 1; done', 'goes on'],
  ['until false; do probe; done', 'goes on'],
  ['while ( : ); do ( sleep 1 ); done', 'goes on'],
  ['(while :; do probe; done)', 'goes on'],
  ['x=$(while :; do probe; done)', 'goes on'],
  ['while :; do probe; done | cat', 'goes on'],
  ['f() { sleep 1; f; }; f', 'goes on'],
  ['sleep infinity', 'goes on'],
  ['tail -f list.txt | while read -r l; do break; done', 'goes on'],
  ["bash -c 'while :; do sleep 1; done'", 'goes on'],
  ["sh -c 'while :; do sleep 1; done'", 'goes on'],
  ["zsh -c 'while :; do sleep 1; done'", 'goes on'],
  [':', 0],
  ['exit 3', 0],
  ['sleep 5', 5],
  ['sleep 1.25; sleep 2m', 121.25],
  ['sleep 1 2s 0.5', 3.5],
  ['sleep 1h2m; sleep; sleep x', 0],
  ['(sleep 4); x=$(sleep 3); { sleep 2; }', 9],
  ['sleep 3 | cat', 3],
  ['command sleep 2; env sleep 3; nice sleep 1', 6],
  ['seq 1 3 | xargs -n 1 sleep', 6],
  ['xargs sleep < /dev/null; echo 2 3 | xargs sleep', 5],
  ['until env probe; do sleep 2; done', 4, 'third'],
  ["bash -c 'sleep 4'; sh -c 'sleep 2'; zsh -c 'sleep 1'", 7],
  ['i=0; while [ $i -lt 7 ]; do sleep 3; i=$((i+1)); done', 21],
  ['i=0; while [ $i -lt 7 ]; do sleep 3; (i=$((i+1))); done', 'goes on'],
  ['for x in a b c; do sleep 2; done', 6],
  ['while read -r l; do sleep 2; done < list.txt', 6],
  ['while read -r l; do sleep 2; done < empty.txt', 0],
  ["printf 'a\\nb\\n' | while read -r l; do sleep 2; done", 4],
  ['end=$(( $(date +%s) + 9 )); while [ $(date +%s) -lt $end ]; do sleep 2; done', 10],
  ['end=$(( $(date +%s) + 3 )); until [ $(date +%s) -gt $end ]; do probe; done', 0],
  ['until probe; do sleep 2; done', 'goes on', 'never'],
  ['until probe; do sleep 2; done', 0, 'always'],
  ['until probe; do sleep 2; done', 4, 'third'],
  ['until (probe); do sleep 2; done', 4, 'third'],
  ['while grep -q x f; do sleep 2; done', 0, 'never'],
  ['while grep -q x f; do sleep 2; done', 'goes on', 'always'],
  ['while grep -q x f; do sleep 2; done', 4, 'until-third'],
  ['until [ -e ready ]; do sleep 2; done', 'goes on', 'never'],
  ['until [ -e ready ]; do sleep 2; done', 0, 'always'],
  ['until [ -e ready ]; do sleep 2; done', 6, 'third'],
  ['while [ -e ready ]; do sleep 2; done', 6, 'until-third'],
  ['until curl http://x/ && grep -q y; do sleep 2; done', 'goes on', 'only-net'],
  ['until curl http://x/ || grep -q y; do sleep 2; done', 0, 'only-net'],
  ['while grep -q x; do pgrep x && break; sleep 1; done', 'goes on', 'not-process'],
  ['while grep -q x; do pgrep x && break; sleep 1; done', 0, 'only-process'],
  ['until [ -e ready ]; do sleep 1; done', 0, 'only-process'],
  ['while kill -0 1; do sleep 1; done', 'goes on', 'always'],
  ['while kill -0 1; do sleep 1; done', 0, 'never'],
  ['set -e; while :; do probe; sleep 1; done', 0, 'never'],
  ['set -e; while :; do probe; sleep 1; done', 'goes on', 'always'],
];

const ONLY: Record<Shell, readonly Row[]> = {
  bash: [
    ['while [[ a == a ]]; do ((i++)); done', 'goes on'],
    ['for ((;;)); do x=1; done', 'goes on'],
    ['for ((i=0;i<4;i++)); do sleep 3; done', 12],
    ['for i in {1..6}; do sleep 1; done', 6],
    ['SECONDS=0; while ((SECONDS < 9)); do sleep 2; done', 10],
    ['SECONDS=0; while ((SECONDS < 9)); do (sleep 2); done', 10],
    ['SECONDS=0; while ((SECONDS < 3)); do :; done', 0],
    ['end=$((SECONDS+5)); while [ $SECONDS -lt $end ]; do sleep 1; done', 5],
    ['end=$((EPOCHSECONDS+5)); while [ $EPOCHSECONDS -lt $end ]; do sleep 1; done', 5],
    ['wait_for() { while ((SECONDS < 5)); do probe && return; sleep 1; done; return 1; }; wait_for', 5],
    ["sleep 3; bash -c 'while ((SECONDS < 5)); do sleep 1; done'", 8],
  ],
  dash: [
    ['for i in {1..6}; do sleep 1; done', 1],
    ['until [ $SECONDS -ge 3 ]; do sleep 1; done', 'goes on'],
  ],
  zsh: [
    ['repeat 4 sleep 2', 8],
    ['for x (a b c) sleep 2', 6],
    ['i=0; while (( i < 3 )) { sleep 2; (( i++ )) }', 6],
    ['for i in {1..6}; do sleep 1; done', 6],
    ['SECONDS=0; while ((SECONDS < 9)); do sleep 2; done', 10],
    ['zmodload zsh/datetime; end=$((EPOCHSECONDS+5)); while ((EPOCHSECONDS < end)); do sleep 1; done', 5],
    ['end=$((EPOCHSECONDS+5)); while ((EPOCHSECONDS < end)); do sleep 1; done', 'goes on'],
  ],
};

for (const shell of SHELLS) {
  describe.skipIf(findProgram(shell) === undefined)(`the virtual run in ${shell}`, () => {
    const rows = [...EVERYWHERE, ...ONLY[shell]].map(
      ([text, expected, behaviour = 'never']) => ({ text, expected, behaviour }) as const,
    );
    it.concurrent.each(rows)('$text: $expected (probes: $behaviour)', async ({ text, expected, behaviour }) => {
      expect(inWords(await machine.run(shell, text, behaviour))).toBe(expected);
    });

    it('tells text that the shell does not accept', async () => {
      expect((await machine.run(shell, 'fi', 'never')).kind).toBe('invalid');
      expect((await machine.run(shell, 'x=$((1 +)); false', 'never')).kind).not.toBe('invalid');
    });
  });
}

describe.skipIf(findProgram('bash') === undefined)('the guard', () => {
  it('ends by wall-clock time what only forks', async () => {
    const impatient = openVirtualMachine(USUAL_BUDGET, 0.5);
    const outcome = await impatient.run('bash', 'while ( : ); do ( : ); done', 'never');
    impatient.close();
    expect(outcome).toEqual({ kind: 'goes-on', why: 'guard' });
  });
});

function inWords(outcome: Outcome): string | number {
  if (outcome.kind === 'ends') return outcome.seconds;
  return outcome.kind === 'goes-on' ? 'goes on' : outcome.message;
}
