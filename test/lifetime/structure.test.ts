/** Where a loop or a wait can stand: guards, branches, nesting, functions, scripts, quoting. */
import { describe, it } from 'vitest';
import { allowed, check, denied, nudged } from './analyzing.ts';

const P = 'nc -z 127.0.0.1 80';
const zsh = { shell: 'zsh' } as const;
const sh = { shell: 'sh' } as const;

describe('guards', () => {
  it.each([
    allowed(
      `n=0; until ${P}; do n=$((n+1)); if [ $n -gt 9 ]; then echo late; exit 1; fi; sleep 1; done`,
      'exit in a branch',
    ),
    allowed(
      `n=0; until ${P}; do n=$((n+1)); [ $n -gt 9 ] && { echo late >&2; exit 1; }; sleep 1; done`,
      'exit in a group',
    ),
    allowed(`n=0; until ${P}; do n=$((n+1)); test $n -gt 9 && exit; sleep 1; done`, 'bare exit'),
    allowed(`n=0; until ${P}; do n=$((n+1)); [ $n -le 9 ] || break; sleep 1; done`, 'or break'),
    allowed(`n=0; until ${P}; do n=$((n+1)); ! [ $n -gt 9 ] || break; sleep 1; done`, 'negated'),
    allowed(`n=0; until ${P}; do n=$((n+1)); [ ! $n -le 9 ] && break; sleep 1; done`, 'negated inside'),
    allowed(`n=0; until ${P}; do n=$((n+1)); [[ ! ( $n -le 9 ) ]] && break; sleep 1; done`, 'negated group'),
    allowed(
      `n=0; until ${P}; do n=$((n+1)); [ $n -gt 9 ] || [ -f /tmp/stop ] && break; sleep 1; done`,
      'counter or file',
    ),
    allowed(`n=0; until ${P}; do n=$((n+1)); { [ $n -gt 9 ] || [ -f stop ]; } && break; sleep 1; done`, 'grouped'),
    allowed(
      `n=0; until ${P}; do n=$((n+1)); if [ -f stop ]; then break; elif [ $n -gt 9 ]; then break; fi; sleep 1; done`,
      'elif',
    ),
    allowed(`n=0; until ${P}; do n=$((n+1)); if [ $n -lt 9 ]; then sleep 1; else break; fi; done`, 'else'),
    allowed(
      `n=0; until ${P}; do n=$((n+1)); case $((n > 9)) in 1) break ;; esac; sleep 1; done`,
      'case of a comparison',
    ),
    allowed(`n=0; until ${P}; do n=$((n+1)); [ $n -gt 9 ] && break; continue; done`, 'a continue behind'),
    allowed(`n=0; while ! ${P} && [ $((n++)) -lt 9 ]; do sleep 1; done`, 'the counter moves in the condition'),
    allowed(`n=0; until ${P} || (( ++n > 9 )); do sleep 1; done`, 'until with or'),
    allowed(`n=0; while [ $n -lt 9 ] && ! ${P}; do n=$((n+1)); sleep 1; done`, 'both sides of and'),
    allowed(`set -e; n=0; while true; do n=$((n+1)); [ $n -lt 9 ]; sleep 1; done`, 'set -e leaves on the test'),
    allowed('set -e; while true; do false; done', 'set -e leaves at once'),
    allowed(`while true; do ${P}; break; done`, 'one pass'),
    allowed(`while true; do ${P} && break; exit 1; done`, 'one pass either way'),
    allowed(`until ${P}; do echo down; exit 1; done`, 'leaves when it is entered'),
    allowed('while true; do return 0 2>/dev/null || exit 0; done', 'return or exit'),
    denied(
      'unbounded-loop',
      `n=0; until ${P}; do n=$((n+1)); [ $n -gt 9 ] && [ -f stop ] && break; sleep 1; done`,
      'counter and file',
    ),
    denied(
      'unbounded-loop',
      `n=0; until ${P}; do n=$((n+1)); [ -f stop ] || continue; [ $n -gt 9 ] && break; done`,
      'a continue in front',
    ),
    denied('unbounded-loop', `set -e; while true; do ${P} || true; sleep 1; done`, 'set -e is answered'),
    denied('unbounded-loop', `set -e; until ${P}; do sleep 1; done`, 'a condition is not a failure'),
    denied('unbounded-loop', `while true; do ${P} && exit; sleep 1; done`, 'only the probe leaves'),
    denied('unbounded-loop', `while true; do break 0; sleep 1; done`, 'break 0 is an error'),
    denied('unbounded-loop', 'while true; do (exit 1); sleep 1; done', 'a subshell ends'),
    denied('unbounded-loop', 'while true; do bash -c "exit 1"; sleep 1; done', 'another shell ends'),
    denied('unbounded-loop', 'while true; do trap "exit 0" USR1; sleep 1; done', 'a signal that may not come'),
  ])('$why: $text', check);
});

describe('constant conditions', () => {
  it.each([
    denied('unbounded-loop', 'while [ 1 ]; do sleep 1; done', 'one word'),
    denied('unbounded-loop', 'while [ 1 -eq 1 ]; do sleep 1; done', 'equal numbers'),
    denied('unbounded-loop', 'while [[ yes ]]; do sleep 1; done', 'a word in double brackets'),
    denied('unbounded-loop', 'while test x = x; do sleep 1; done', 'equal texts'),
    denied('unbounded-loop', 'until [ "" ]; do sleep 1; done', 'an empty word'),
    denied('unbounded-loop', 'until [ 0 -eq 1 ]; do sleep 1; done', 'unequal numbers'),
    denied('unbounded-loop', 'while (( 1 > 0 )); do sleep 1; done', 'arithmetic'),
    denied('unbounded-loop', 'until ((0)); do sleep 1; done', 'zero'),
    denied('unbounded-loop', 'while echo alive; do sleep 1; done', 'echo succeeds'),
    denied('unbounded-loop', 'while printf .; do sleep 1; done', 'printf succeeds'),
    denied('unbounded-loop', 'while sleep 5; do date; done', 'sleep succeeds'),
    denied('unbounded-loop', 'while x=1; do sleep 1; done', 'an assignment succeeds'),
    denied('unbounded-loop', 'while { false; true; }; do sleep 1; done', 'the last one counts'),
    denied('unbounded-loop', 'while ${P}; true; do sleep 1; done', 'the last one counts'),
    denied('unbounded-loop', 'X=1; while [ $X -eq 1 ]; do sleep 1; done', 'a value that stays'),
    denied('unbounded-loop', 'while false || true; do sleep 1; done', 'or'),
    denied('unbounded-loop', 'while ! ! true; do sleep 1; done', 'twice negated'),
    denied('unbounded-loop', 'while /bin/true; do sleep 1; done', 'by path'),
    denied('unbounded-loop', 'while command true; do sleep 1; done', 'command'),
    allowed('while [ 1 -eq 2 ]; do sleep 1; done', 'never entered'),
    allowed('until true; do sleep 1; done', 'never entered'),
    allowed('until [ x ]; do sleep 1; done', 'never entered'),
    allowed('while ((0)); do sleep 1; done', 'never entered'),
    allowed('while true && false; do sleep 1; done', 'never entered'),
    allowed('X=; while [ -n "$X" ]; do sleep 1; done', 'never entered'),
    allowed('for ((i = 0; 0; i++)); do sleep 1; done', 'never entered'),
    allowed('while [ -z "x$Y" ]; do sleep 1; done', 'never entered'),
    allowed('while [ "$A" = "$A" -a 1 -gt 2 ]; do sleep 1; done', 'never entered'),
  ])('$why: $text', check);
});

describe('branches', () => {
  it.each([
    denied('long-sleep', 'false && sleep 300', 'not taken'),
    denied('long-sleep', 'true || sleep 300', 'not taken'),
    denied('long-sleep', 'case x in y) sleep 300 ;; esac', 'not taken'),
    denied('long-sleep', 'exit 0; sleep 300', 'after the end'),
    denied('long-sleep', 'while false; do sleep 300; done', 'in a body that is never entered'),
    denied('long-sleep', 'if sleep 300; then :; fi', 'as a condition'),
    denied('long-sleep', 'x=${Y:-$(sleep 300)}', 'in a default'),
    denied('long-sleep', 'echo "$(date; `sleep 300`)"', 'nested substitutions'),
    denied('long-sleep', '[[ $(sleep 300) ]]', 'in a test'),
    denied('long-sleep', 'a=(1 $(sleep 300))', 'in an array'),
    denied('long-sleep', 'cat < $(sleep 300; echo f)', 'in a redirect'),
    denied('long-sleep', 'for x in $(sleep 300); do :; done', 'in a list'),
    denied('long-sleep', 'case $(sleep 300) in *) : ;; esac', 'in a subject'),
    denied('long-sleep', 'export X=$(sleep 300)', 'in a declaration'),
    denied('long-sleep', 'echo $(( $(sleep 300; echo 1) + 1 ))', 'in arithmetic'),
    denied('endless-command', 'false && tail -f a.log', 'a follow that is not reached'),
    denied('endless-command', 'if [ -f x ]; then tail -f a.log; fi', 'a follow that may be reached'),
    denied('endless-command', 'x=$(tail -f a.log)', 'a follow in a substitution'),
    denied('unbounded-loop', `case $MODE in a) until ${P}; do sleep 1; done ;; esac`, 'a loop in an arm'),
    denied('unbounded-loop', `if ${P}; then :; elif ! ${P}; then until ${P}; do sleep 1; done; fi`, 'a loop in elif'),
    denied('unbounded-loop', `${P} || until ${P}; do sleep 1; done`, 'a loop behind or'),
    denied('unbounded-loop', `x=$(until ${P}; do sleep 1; done)`, 'a loop in a substitution'),
    denied('unbounded-loop', `echo \`while :; do :; done\``, 'a loop in backquotes'),
    allowed('if false; then while :; do sleep 1; done; fi', 'a loop that cannot be reached'),
    allowed('false && while :; do sleep 1; done', 'a loop that cannot be reached'),
    allowed('exit; while :; do :; done', 'behind the end'),
    allowed('if [ -f x ]; then sleep 100; else sleep 120; fi', 'short waits'),
  ])('$why: $text', check);
});

describe('nested loops', () => {
  it.each([
    allowed(`for h in a b c; do for i in 1 2 3; do ${P} && break; sleep 1; done; done`, 'lists'),
    allowed(
      `for h in a b; do n=0; until nc -z $h 80; do n=$((n+1)); [ $n -gt 5 ] && break; sleep 1; done; done`,
      'a counter that starts anew',
    ),
    allowed(
      `n=0; while [ $n -lt 3 ]; do m=0; while [ $m -lt 3 ]; do m=$((m+1)); done; n=$((n+1)); done`,
      'two counters',
    ),
    allowed(`for i in 1 2 3; do while true; do ${P} && break 2; break; done; done`, 'an inner loop that leaves'),
    allowed(
      `n=0; while true; do while true; do n=$((n+1)); [ $n -gt 5 ] && break 2; sleep 1; done; done`,
      'break 2 of a counter',
    ),
    allowed(`for i in 1 2 3; do while true; do continue 2; done; done`, 'continue 2 leaves the inner one'),
    denied('unbounded-loop', `while true; do for i in 1 2 3; do ${P} && break; done; done`, 'break leaves one'),
    denied(
      'unbounded-loop',
      `n=0; while true; do while [ $n -lt 5 ]; do n=$((n+1)); done; sleep 1; done`,
      'only the inner one counts',
    ),
    denied(
      'unbounded-loop',
      `for h in a b; do while ! nc -z $h 80; do sleep 1; done; done`,
      'the inner one has no end',
    ),
    denied(
      'unbounded-loop',
      `n=0; while [ $n -lt 5 ]; do n=0; for i in 1 2; do n=$((n+1)); done; done`,
      'set back by the outer one',
    ),
    denied('unbounded-loop', `while true; do while true; do break; done; done`, 'break leaves the inner one'),
    denied(
      'unbounded-loop',
      `while true; do for i in 1 2; do continue 2; done; exit; done`,
      'continue 2 skips the exit',
    ),
  ])('$why: $text', check);
});

describe('functions', () => {
  it.each([
    denied('unbounded-loop', `w() { until ${P}; do sleep 1; done; }; w`, 'called'),
    denied('unbounded-loop', `function w { until ${P}; do sleep 1; done; }; w && echo up`, 'the other spelling'),
    denied('unbounded-loop', `w() { until ${P}; do sleep 1; done; }; x() { w; }; x`, 'called by another'),
    denied('endless-command', `sh -c '$0 "$@"' tail -f a.log`, 'a shell that runs its own words'),
    denied('unbounded-loop', `run() { "$@"; }; w() { until ${P}; do sleep 1; done; }; run w`, 'passed by name'),
    denied(
      'unbounded-loop',
      `w() { until nc -z "$1" 80; do sleep 1; done; }; for h in a b; do w $h; done`,
      'with an argument',
    ),
    denied('unbounded-loop', `w() { ${P} && return; sleep 1; w; }; w`, 'calls itself'),
    denied('unbounded-loop', `a() { b; }; b() { sleep 1; a; }; a`, 'call each other'),
    denied('unbounded-loop', 'f() { f | f & }; f', 'multiplies'),
    denied('unbounded-loop', `w() { until ${P}; do sleep 1; done; }; w &`, 'in the background'),
    denied('unbounded-loop', `w() { until ${P}; do sleep 1; done; }; x=$(w)`, 'in a substitution'),
    denied('long-sleep', 'nap() { sleep $1; }; nap 400', 'the length is an argument'),
    denied('long-sleep', 'nap() { sleep ${10}; }; nap 1 2 3 4 5 6 7 8 9 400', 'the tenth argument'),
    allowed('nap() { sleep $10; }; nap 1', 'the first argument and a nought'),
    denied('long-sleep', 'nap() { local s=${1:-300}; sleep "$s"; }; nap', 'the length is a default'),
    denied('long-sleep', 'T=300; nap() { sleep $T; }; nap', 'the length is global'),
    denied('endless-command', 'logs() { tail -f "$1"; }; logs a.log', 'a follow'),
    allowed(`w() { until ${P}; do sleep 1; done; }`, 'not called'),
    allowed('nap() { sleep 400; }; echo nap', 'only printed'),
    allowed(`w() { until ${P}; do sleep 1; done; }; timeout 5 w`, 'timeout finds no function'),
    allowed(`w() { until ${P}; do sleep 1; done; }; export -f w; timeout 5 bash -c w`, 'exported under a limit'),
    allowed(`w() { until ${P}; do sleep 1; done; }; bash -c w`, 'not exported'),
    allowed(`w() { until ${P}; do sleep 1; done; }; unset -f w; w`, 'taken back'),
    allowed('sleep() { :; }; sleep 900', 'takes the place of sleep'),
    allowed('tail() { command tail "$@" -n 1; }; tail a.log', 'takes the place of tail'),
    allowed('n() { [ $1 -gt 0 ] || return; sleep 1; n $(($1 - 1)); }; n 10', 'counts down in its argument'),
    allowed(
      `f() { while true; do ${P} && return; i=$((i+1)); [ $i -gt 5 ] && return 1; sleep 1; done; }; i=0; f`,
      'return leaves its loop',
    ),
    denied('long-sleep', 'sleep() { command sleep "$@"; }; sleep 900', 'calls the real one'),
    denied('long-sleep', 'sleep() { :; }; command sleep 900', 'command finds no function'),
  ])('$why: $text', check);
});

describe('other shells and scripts', () => {
  it.each([
    denied('unbounded-loop', `bash -c 'until ${P}; do sleep 1; done'`, 'bash -c'),
    denied('unbounded-loop', `sh -ec "until ${P}; do sleep 1; done"`, 'glued options'),
    denied('unbounded-loop', `bash -lc 'while :; do date; sleep 9; done'`, 'a login shell'),
    denied('unbounded-loop', `bash -c 'sh -c "while :; do sleep 1; done"'`, 'twice'),
    denied(
      'unbounded-loop',
      `bash -c "bash -c 'bash -c \\"bash -c \\\\\\"while :; do :; done\\\\\\"\\"'"`,
      'four times',
    ),
    denied('unbounded-loop', `bash <<'E'\nwhile :; do sleep 1; done\nE`, 'a here-document'),
    denied('unbounded-loop', `bash -s <<E\nwhile :; do sleep 1; done\nE`, 'with -s'),
    denied('unbounded-loop', `sh <<< 'while :; do sleep 1; done'`, 'a here-string'),
    denied('unbounded-loop', `echo 'while :; do sleep 1; done' | bash`, 'a pipe'),
    denied('unbounded-loop', `printf '%s\\n' 'while :; do' 'sleep 1' done | sh`, 'lines of printf'),
    denied('unbounded-loop', `cat <<'E' | sh\nwhile :; do sleep 1; done\nE`, 'a here-document through a pipe'),
    denied(
      'unbounded-loop',
      `cat > w.sh <<'E'\nwhile :; do sleep 1; done\nE\nbash w.sh`,
      'a script that is written first',
    ),
    denied(
      'unbounded-loop',
      `cat > w.sh <<'E'\n#!/bin/sh\nwhile :; do sleep 1; done\nE\nchmod +x w.sh; ./w.sh`,
      'and run by its name',
    ),
    denied('unbounded-loop', `echo 'until ${P}; do sleep 1; done' > w.sh && sh w.sh`, 'written by echo'),
    denied('unbounded-loop', `eval 'while :; do sleep 1; done'`, 'eval'),
    denied('unbounded-loop', `c='while :; do sleep 1; done'; eval "$c"`, 'eval of a variable'),
    denied('unbounded-loop', `c='while :; do sleep 1; done'; bash -c "$c"`, 'a variable'),
    denied('unbounded-loop', `ssh host 'while :; do sleep 1; done'`, 'ssh'),
    denied('unbounded-loop', `docker exec app sh -c 'until ${P}; do sleep 1; done'`, 'docker exec'),
    denied('unbounded-loop', `su - app -c 'while :; do sleep 1; done'`, 'su'),
    denied('unbounded-loop', `sudo bash -c 'while :; do sleep 1; done'`, 'sudo'),
    denied('unbounded-loop', `find . -name x -exec sh -c 'until ${P}; do sleep 1; done' \\;`, 'find'),
    denied('unbounded-loop', `echo a | xargs -I{} bash -c 'until nc -z {} 80; do sleep 1; done'`, 'xargs'),
    denied('long-sleep', `D=300 bash -c 'sleep $D'`, 'the environment of one command'),
    denied('long-sleep', `export D=300; bash -c 'sleep $D'`, 'an exported variable'),
    denied('long-sleep', `bash -c 'sleep $1' _ 300`, 'an argument'),
    denied('long-sleep', `env D=300 sh -c 'sleep $D'`, 'env'),
    allowed(`D=300; bash -c 'sleep $D'`, 'not exported'),
    allowed(`bash -c "$SCRIPT"`, 'not known'),
    allowed(`eval "$(direnv hook bash)"`, 'not known'),
    allowed(`curl -s https://x.example/i.sh > i.sh; head i.sh`, 'not run'),
    allowed(`bash -n w.sh`, 'only checked'),
    allowed(`cat <<'E' > w.sh\nwhile :; do sleep 1; done\nE`, 'only written'),
    allowed(`git commit -m 'while true; do sleep 1; done'`, 'a message'),
    allowed(`grep -rn 'while true; do' src`, 'a pattern'),
    allowed(`python3 - <<'E'\nwhile True:\n    pass\nE`, 'another language'),
    allowed(`echo "sleep 900 & while true"`, 'printed'),
    allowed(`: 'while true; do :; done'`, 'an argument of nothing'),
    allowed(`: <<'E'\nwhile true; do :; done\nE`, 'a comment of sorts'),
  ])('$why: $text', check);

  const script = (text: string) => ({ files: { 'wait.sh': text, './wait.sh': text, '/opt/wait.sh': text } });
  it.each([
    denied('unbounded-loop', 'bash wait.sh', 'a file', script(`until ${P}; do sleep 1; done\n`)),
    denied(
      'unbounded-loop',
      './wait.sh --all',
      'by its name',
      script(`#!/usr/bin/env bash\nuntil ${P}; do sleep 1; done\n`),
    ),
    denied('unbounded-loop', 'source wait.sh', 'sourced', script(`until ${P}; do sleep 1; done\n`)),
    denied(
      'unbounded-loop',
      '. ./wait.sh && wait_up',
      'a function of the file',
      script(`wait_up() { until ${P}; do sleep 1; done; }\n`),
    ),
    denied('long-sleep', 'sh /opt/wait.sh 300', 'an argument', script('sleep "$1"\n')),
    nudged('unbounded-background', 'nohup ./wait.sh &', 'a script that ends', script('#!/bin/sh\nmake\n')),
    allowed('timeout 60 ./wait.sh', 'under a limit', script(`#!/bin/bash\nuntil ${P}; do sleep 1; done\n`)),
    allowed('bash wait.sh', 'ends', script('make\n')),
    allowed('bash other.sh', 'cannot be read', script('')),
    allowed('./wait.sh', 'another language', script('#!/usr/bin/env python3\nwhile True: pass\n')),
  ])('script files, $why: $text', check);
});

describe('dialects', () => {
  it.each([
    denied('unbounded-loop', 'until [[ -f x ]] { sleep 1 }', 'short until', zsh),
    denied('unbounded-loop', 'while true; do sleep 1; done &!', 'disowned', zsh),
    denied('unbounded-loop', `repeat 3; do until ${P}; do sleep 1; done; done`, 'repeat', zsh),
    denied('long-sleep', 'repeat 2 sleep 300', 'repeat of one command', zsh),
    nudged('long-poll', 'repeat 20 sleep 60', 'repeat', zsh),
    allowed('repeat 3 { sleep 1 }', 'repeat', zsh),
    allowed('for i ({1..5}) sleep 1', 'short for', zsh),
    allowed('for f (*.txt) { cat $f }', 'globs', zsh),
    allowed('x=(a b c); for i in $x; do echo $i; done', 'an array', zsh),
    allowed('n=3; while (( n-- > 0 )) { sleep 1 }', 'short while', zsh),
    denied('unbounded-loop', 'while ((1)) { sleep 1 }', 'short while', zsh),
    denied('unbounded-loop', `for i in {1..9}; do until ${P}; do sleep 1; done; done`, 'one word in dash', sh),
    allowed('for i in {1..90}; do sleep 100; done', 'one pass in dash', sh),
    nudged('long-poll', 'for i in {1..90}; do sleep 100; done', 'ninety in bash'),
    allowed('alias w="while :; do :; done"; w', 'an alias in bash'),
    denied('unbounded-loop', 'alias w="while :; do sleep 1; done"\nw', 'an alias in dash', sh),
    denied(
      'unbounded-loop',
      'shopt -s expand_aliases\nalias w="while :; do sleep 1; done"\nw',
      'an alias that is switched on',
    ),
  ])('$why: $text', check);
});
