/** Proves that a refusal says what the loop waits for, and why what looks like a bound is none. */
import { describe, expect, it } from 'vitest';
import { analyze } from './analyzing.ts';

function explain(text: string): { reason: string; derivation: readonly string[] } {
  const found = analyze(text).findings.find(({ kind }) => kind !== 'long-sleep' && kind !== 'long-bound');
  return { reason: found?.reason ?? '', derivation: found?.derivation ?? [] };
}

describe('reasons', () => {
  it.each([
    [
      'until grep -q done run.log; do sleep 1; done',
      'this loop ends only when `grep -q done run.log` succeeds; nothing inside makes that happen',
    ],
    [
      'while ! nc -z db 5432; do sleep 1; done',
      'this loop ends only when `! nc -z db 5432` fails; nothing inside makes that happen',
    ],
    [
      'while true; do curl -sf x && break; [ -f stop ] && exit; sleep 1; done',
      'this loop ends only when `curl -sf x` succeeds, or when `[ -f stop ]` succeeds; nothing inside makes that happen',
    ],
    [
      'while true; do s=$(gh run view 1); [ "$s" = done ] && break; sleep 9; done',
      'this loop ends only when `[ "$s" = done ]` succeeds; nothing inside makes that happen',
    ],
    ['while true; do date; sleep 1; done', 'nothing inside leaves this loop, and its condition never changes'],
    [
      'tail -f a.log | while read -r l; do echo "$l"; done',
      'this loop ends only with its input, and `tail -f a.log` does not end',
    ],
    [
      'while read -r l < a.txt; do echo "$l"; done',
      'every pass opens `a.txt` again and reads its beginning, so its end never comes',
    ],
    [
      "while pgrep -f 'npm run build' > /dev/null; do sleep 1; done",
      "`pgrep -f 'npm run build' > /dev/null` searches command lines and finds the shell that waits here as well, so it never comes up empty",
    ],
    ['w() { nc -z h 1 && return; w; }; w', '`w` calls itself, and nothing that it counts ends that'],
    [
      'timeout 9 bash -c \'trap "" TERM; while :; do sleep 1; done\'',
      '`timeout` does not bind here: the shell inside does not end on TERM',
    ],
  ])('%s', (text, reason) => {
    expect(explain(text).reason).toBe(reason);
  });
});

describe('notes', () => {
  it.each([
    [
      'n=0; until nc -z h 1; do n=$((n+1)); echo $n; done',
      '`n` counts, but no test that could leave the loop looks at it',
    ],
    [
      'n=0; while [ $n -lt 5 ]; do nc -z h 1 && n=$((n+1)); sleep 1; done',
      '`n` is tested, but not every way to the next pass moves it towards a limit that it must reach',
    ],
    ['until timeout 5 curl x; do sleep 1; done', '`timeout 5` bounds each curl, not the loop around it'],
    [
      'while pgrep -f x; do sleep 1; done',
      'better: `wait` for a child, `timeout <seconds> tail --pid=<pid> -f /dev/null` for another process, or a pattern that does not match itself, such as `[n]ame`',
    ],
    [
      "bash -c 'while :; do sleep 1; done'",
      "`bash -c 'while :; do sleep 1; done'` runs this text in a shell of its own",
    ],
  ])('%s', (text, note) => {
    expect(explain(text).derivation).toContain(note);
  });

  it.each(["while pgrep -f '[n]pm'; do sleep 1; done", 'while pgrep -x npm; do sleep 1; done'])(
    'does not take %s for a search that finds itself',
    (text) => {
      expect(analyze(text).findings.map(({ rule }) => rule)).toContain('LW101');
    },
  );
});

it('names the arm that leaves a loop', () => {
  const [found] = analyze('while :; do s=$(curl x); case $s in up|ok) break ;; esac; sleep 9; done').findings;
  expect(found?.reason).toContain('ends only when `case $s in up|ok)` matches');
});

describe('one culprit is one finding', () => {
  it.each([
    ['while read -r l; do echo "$l"; done < <(tail -f a.log)', ['unbounded-loop']],
    ['while read -r l < <(tail -f a.log); do echo "$l"; done', ['unbounded-loop']],
    ['tail -f a.log | while read -r l; do echo "$l"; done', ['unbounded-loop']],
    ['while :; do :; done &', ['unbounded-loop']],
    ['tail -f a.log &', ['unbounded-background']],
    ['tail -f a.log & wait', ['endless-command']],
    ['timeout 0 tail -f a.log', ['ineffective-bound']],
    ['npm install &', ['unbounded-background']],
    ['npm install & wait', ['slow-command']],
  ])('%s', (text, kinds) => {
    expect(analyze(text).findings.map(({ kind }) => kind)).toEqual(kinds);
  });
});
