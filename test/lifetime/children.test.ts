/** What is left behind, and what settles it. */
import { describe, expect, it } from 'vitest';
import { allowed, analyze, check, denied, nudged } from './analyzing.ts';

const SERVER = 'python3 -m http.server 8000';
const FOLLOW = 'tail -f app.log > copy.log';
const zsh = { shell: 'zsh' } as const;
const sh = { shell: 'sh' } as const;

describe('settled', () => {
  it.each([
    allowed('make & wait', 'waited for'),
    allowed('make & wait $!', 'by number'),
    allowed('make & p=$!; echo $p; wait "$p"', 'by a variable'),
    allowed('make & wait %1', 'by job'),
    allowed('a & b & c & wait', 'all of them'),
    allowed('a & p=$!; b & q=$!; wait $p $q', 'both by number'),
    allowed('a & p=$!; b & q=$!; wait $p; wait $q', 'one after the other'),
    allowed(
      'pids=(); for d in a b c; do make $d & pids+=($!); done; for p in "${pids[@]}"; do wait "$p"; done',
      'a list of numbers',
    ),
    allowed('pids=; for d in a b c; do make $d & pids="$pids $!"; done; wait $pids', 'a text of numbers'),
    allowed(
      'for f in *.c; do cc $f & pids+=($!); done; for p in "${pids[@]}"; do wait $p || exit 1; done',
      'of unknown length',
    ),
    allowed('for f in *.c; do cc "$f" & done; wait', 'wait behind the loop'),
    allowed('for f in *.c; do cc "$f" & wait; done', 'wait in the loop'),
    allowed('while read -r f; do cc "$f" & done < list; wait', 'a reader'),
    allowed('(make & wait)', 'in parentheses'),
    allowed('{ make & wait; } > log', 'in a group'),
    allowed('build() { make & wait $!; }; build', 'in a function'),
    allowed('make & if wait $!; then echo ok; else exit 1; fi', 'as a condition'),
    allowed('make & x=$!; test -f y || { wait $x; exit 1; }; wait $x', 'on each way'),
    allowed(`trap 'kill $p' EXIT; ${SERVER} & p=$!; sleep 2; curl -s 127.0.0.1:8000`, 'killed at the end'),
    allowed(`${SERVER} & trap "kill $!" EXIT; sleep 2; curl -s 127.0.0.1:8000`, 'expanded when it is set'),
    allowed(
      `${SERVER} & p=$!; trap 'kill "$p" 2>/dev/null || true' EXIT INT TERM; curl -s 127.0.0.1:8000`,
      'with more signals',
    ),
    allowed(
      `cleanup() { [ -n "$p" ] && kill $p; rm -f x; }; trap cleanup EXIT; ${SERVER} & p=$!; curl -s 127.0.0.1:8000`,
      'by a function',
    ),
    allowed(`trap 'jobs -p | xargs kill' EXIT; ${SERVER} & curl -s 127.0.0.1:8000`, 'jobs -p through xargs'),
    allowed(`trap 'kill 0' EXIT; ${SERVER} & curl -s 127.0.0.1:8000`, 'the whole group'),
    allowed(`trap 'kill %1' EXIT; ${SERVER} & curl -s 127.0.0.1:8000`, 'by job'),
    allowed(`trap 'kill $p' 0; ${SERVER} & p=$!; curl -s 127.0.0.1:8000`, 'signal 0'),
    allowed(`${FOLLOW} & t=$!; trap 'kill $t; wait $t' EXIT; make check`, 'and waited for'),
    allowed(`trap 'kill $a $b' EXIT; ${SERVER} & a=$!; ${FOLLOW} & b=$!; make check`, 'both'),
    allowed(`trap 'pkill -P $$' EXIT; ${SERVER} & make check`, 'all children'),
    allowed(`timeout 60 ${SERVER} & curl -s 127.0.0.1:8000`, 'a limit of its own'),
    allowed(`timeout 60 bash -c '${SERVER} & wait'`, 'a limit around a shell that waits'),
    allowed(`(sleep 60; echo late) & make`, 'a wait of its own that is short'),
    allowed('sleep 30 & echo started', 'a short wait'),
    allowed('nohup sleep 30 > /dev/null 2>&1 & disown', 'a short wait without a parent'),
    allowed('make & p=$!; sleep 5; kill $p', 'a program that ends anyway is killed'),
    allowed('x=$(make & echo $!; wait)', 'in a substitution'),
    allowed(`(trap 'kill $p' EXIT; ${SERVER} & p=$!; curl -s 127.0.0.1:8000)`, 'a trap of the subshell'),
    allowed(`bash -c 'trap "kill \\$(jobs -p)" EXIT; ${SERVER} & curl -s 127.0.0.1:8000'`, 'a trap of another shell'),
  ])('$why: $text', check);
});

describe('left behind', () => {
  it.each([
    nudged('unbounded-background', 'make &', 'not waited for'),
    nudged('unbounded-background', 'make & p=$!; make docs & wait $p', 'only one is waited for'),
    nudged('unbounded-background', 'make & make docs & wait $!', 'only the last one is waited for'),
    nudged('unbounded-background', 'for d in a b c; do make $d & p=$!; done; wait $p', 'only the last one of a loop'),
    nudged('unbounded-background', 'make & bash -c wait', 'another shell waits for nothing'),
    nudged('unbounded-background', 'make & wait $OTHER', 'another number'),
    nudged('unbounded-background', 'make & test -f x && wait', 'waited for on one way'),
    nudged('unbounded-background', 'make & disown; wait', 'disowned'),
    nudged('unbounded-background', 'nohup make > log 2>&1 &', 'nohup'),
    nudged('unbounded-background', '(make &)', 'in parentheses'),
    nudged('unbounded-background', 'bash -c "make &"', 'in another shell'),
    nudged('unbounded-background', 'npm test && make &', 'a list'),
    nudged('unbounded-background', 'if test -f x; then make & fi', 'in a branch'),
    nudged('unbounded-background', 'build() { make & }; build', 'in a function'),
    nudged('unbounded-background', 'coproc make', 'a co-process'),
    nudged('unbounded-background', 'make &!', 'zsh', zsh),
    nudged('unbounded-background', 'npm install &', 'a slow program'),
    denied('unbounded-background', `${SERVER} &`, 'a server'),
    denied('unbounded-background', `nohup ${SERVER} > s.log 2>&1 & disown`, 'a server without a parent'),
    denied('unbounded-background', `setsid ${SERVER} > /dev/null &`, 'in a session of its own'),
    denied('unbounded-background', `(${SERVER} &)`, 'in parentheses'),
    denied('unbounded-background', `{ ${SERVER}; } &`, 'in a group'),
    denied('unbounded-background', `bash -c '${SERVER} &'`, 'in another shell'),
    denied('unbounded-background', `ssh host '${SERVER} &'`, 'on another machine'),
    denied('unbounded-background', `${SERVER} & p=$!; make check; kill $p`, 'killed on the way'),
    denied('unbounded-background', `${SERVER} & p=$!; make check && kill $p`, 'killed when the checks pass'),
    denied(
      'unbounded-background',
      `${SERVER} & p=$!; make check; kill $p; wait $p`,
      'killed on the way and waited for',
    ),
    denied('unbounded-background', `set -e; ${SERVER} & p=$!; make check; kill $p`, 'under set -e'),
    denied('unbounded-background', `trap 'kill $q' EXIT; ${SERVER} & p=$!; make check`, 'another name is killed'),
    denied('unbounded-background', `trap "kill $p" EXIT; ${SERVER} & p=$!; make check`, 'expanded too early'),
    denied('unbounded-background', `trap 'kill $p' TERM INT; ${SERVER} & p=$!; make check`, 'not at the end'),
    denied('unbounded-background', `trap 'kill $p' EXIT; trap - EXIT; ${SERVER} & p=$!; make check`, 'taken back'),
    denied('unbounded-background', `trap 'kill $p' EXIT; ${SERVER} & p=$!; exec make check`, 'exec runs no trap'),
    denied(
      'unbounded-background',
      `trap 'kill $p' EXIT; ${SERVER} & p=$!; ${FOLLOW} & make check`,
      'only one is killed',
    ),
    denied(
      'unbounded-background',
      `trap 'kill $(jobs -p)' EXIT; ${SERVER} & make check`,
      'jobs -p is empty in zsh',
      zsh,
    ),
    denied(
      'unbounded-background',
      `trap 'kill $(jobs -p)' EXIT; ${SERVER} & make check`,
      'jobs -p is empty in dash',
      sh,
    ),
    denied('unbounded-background', `trap 'kill %1' EXIT; ${SERVER} & make check`, 'dash finds no job to kill', sh),
    denied('unbounded-background', `trap 'kill -0 $p' EXIT; ${SERVER} & p=$!; make check`, 'signal 0 kills nothing'),
    denied('unbounded-background', `trap 'echo bye' EXIT; ${SERVER} & make check`, 'a trap that only talks'),
    denied(
      'unbounded-background',
      `[ -f x ] && trap 'kill $p' EXIT; ${SERVER} & p=$!; make check`,
      'a trap on one way',
    ),
    denied('unbounded-background', `(trap 'kill $p' EXIT); ${SERVER} & p=$!; make check`, 'a trap of a subshell'),
    denied('unbounded-background', `${FOLLOW} & grep -m 1 ready copy.log`, 'a follow'),
    denied('unbounded-background', `sleep infinity &`, 'for ever'),
    denied('unbounded-background', `coproc tail -f app.log`, 'a co-process'),
    nudged('unbounded-background', 'docker run -d nginx', 'a container'),
    denied('unbounded-background', `for p in 1 2; do python3 -m http.server 800$p & done; sleep 1`, 'several'),
    denied('unbounded-background', `watch -n 5 date > w.log &`, 'a watch'),
    denied(
      'unbounded-loop',
      'while :; do date; sleep 5; done & p=$!; make; kill $p',
      'a loop that is killed on the way',
    ),
    denied('unbounded-loop', '{ until nc -z h 80; do sleep 1; done; echo up; } &', 'a loop in a group'),
    denied(
      'unbounded-loop',
      'for c in 1 2 3 4; do (while :; do :; done) & done; sleep 10; kill $(jobs -p)',
      'one for each core',
    ),
    denied('unbounded-loop', 'until nc -z h 80; do sleep 1; done & wait', 'a loop that is waited for'),
    denied('unbounded-loop', `nohup bash -c 'while :; do date; sleep 5; done' &`, 'in another shell'),
    denied('long-sleep', 'sleep 300 & wait', 'a long wait'),
    denied('long-sleep', '(sleep 300; make) &', 'a long wait in front'),
    denied('endless-command', `${SERVER} & wait`, 'a server that is waited for'),
    denied('endless-command', `tail -f a.log & p=$!; wait $p`, 'a follow that is waited for'),
    denied('endless-command', `${SERVER} & make check; wait`, 'a server that is waited for at the end'),
    denied('endless-command', 'x=$(tail -f a.log & echo $!)', 'it keeps the substitution'),
    allowed(
      `trap 'kill $p' EXIT; while :; do date; sleep 5; done & p=$!; make check`,
      'a loop that is killed at the end',
    ),
    denied('ineffective-bound', `timeout 30 bash -c '${SERVER} & sleep 1'`, 'left behind by a limited shell'),
    denied('ineffective-bound', `timeout 30 sh -c 'nohup ${SERVER} >/dev/null 2>&1 &'`, 'nohup in a limited shell'),
    denied('ineffective-bound', `timeout 30 bash -c 'while :; do :; done &'`, 'a loop left behind by a limited shell'),
    nudged('ineffective-bound', `timeout 30 bash -c 'make &'`, 'a program left behind by a limited shell'),
  ])('$why: $text', check);
});

describe('leftovers as they are predicted', () => {
  const left = (text: string, shell: 'bash' | 'zsh' | 'sh' = 'bash') =>
    analyze(text, { shell }).leftovers.map((one) => [one.text, one.bound.kind]);

  it.each([
    ['sleep 9 & echo x', [['sleep 9', 'within']]],
    ['sleep 2 & sleep 3', []],
    ['sleep 3 & sleep 2', [['sleep 3', 'within']]],
    ['sleep 9 & wait', []],
    ['sleep 9 & p=$!; sleep 8 & wait $p', []],
    ['sleep 8 & p=$!; sleep 9 & wait $p', [['sleep 9', 'within']]],
    ['sleep 9 & kill $!', []],
    ['(sleep 9 &)', [['sleep 9', 'within']]],
    ['x=$(sleep 9 & echo 1)', []],
    ['x=$(sleep 9 > /dev/null & echo 1)', [['sleep 9 > /dev/null', 'within']]],
    ["trap 'kill $!' EXIT; sleep 9 & echo x", []],
  ])('%s', (text, expected) => {
    expect(left(text)).toEqual(expected);
  });
});
