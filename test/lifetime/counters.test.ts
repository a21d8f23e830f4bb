/** Loops with counters: those that end, and those that only look as if they did. */
import { describe, it } from 'vitest';
import { allowed, check, denied, nudged } from './analyzing.ts';

const PROBE = 'nc -z 127.0.0.1 5432';
const zsh = { shell: 'zsh' } as const;
const sh = { shell: 'sh' } as const;

describe('counters that end a loop', () => {
  it.each([
    allowed(`i=1; while [ $i -le 10 ]; do ${PROBE} && break; i=$((i + 1)); sleep 2; done`, 'counts up to a limit'),
    allowed(
      `i=10; until [ "$i" -eq 0 ]; do ${PROBE} && break; i=$((i - 1)); sleep 1; done`,
      'counts down to the value',
    ),
    allowed(`i=0; while [ "$i" != 5 ]; do i=$((i + 1)); sleep 1; done`, 'the text of the number is met exactly'),
    allowed(`i=0; until [[ $i == 12 ]]; do ((i += 3)); sleep 1; done`, 'steps of three meet twelve'),
    allowed(`i=0; until ${PROBE}; do sleep 1; ((i++)); if ((i >= 20)); then exit 1; fi; done`, 'exit in an if'),
    allowed(
      `i=0; until ${PROBE}; do sleep 1; if [ $((i += 1)) -lt 20 ]; then continue; fi; break; done`,
      'continue below the limit',
    ),
    allowed(`i=0; until ${PROBE}; do i=$(expr $i + 1); [ "$i" -gt 9 ] && break; sleep 1; done`, 'expr'),
    allowed(`i=0; until ${PROBE}; do i=$(echo "$i + 1" | bc); [ "$i" -gt 9 ] && break; sleep 1; done`, 'bc'),
    allowed(`i=0; until ${PROBE}; do let i=i+1; let "i > 9" && break; sleep 1; done`, 'let counts and compares'),
    allowed(`declare -i i=0; until ${PROBE}; do i+=1; (( i > 9 )) && break; sleep 1; done`, 'an integer adds'),
    allowed(
      `i=0; until ${PROBE}; do case $i in 8) break ;; esac; i=$((i + 1)); sleep 1; done`,
      'a case that the counter reaches',
    ),
    allowed(
      `i=0; while true; do ((i++)); [ $i -lt 9 ] || break; ${PROBE} && break; sleep 1; done`,
      'leaves unless below',
    ),
    allowed('. ./up.sh', 'return in a sourced text', {
      files: { './up.sh': `i=0; while true; do ${PROBE} && break; ((++i >= 9)) && return 1; sleep 1; done` },
    }),
    allowed(
      `wait_up() { local i; for ((i = 0; i < 9; i++)); do ${PROBE} && return; sleep 1; done; }; wait_up`,
      'for in a function',
    ),
    allowed(`for ((i = 10; i; i--)); do ${PROBE} && break; sleep 1; done`, 'the counter is the condition'),
    allowed(`for ((i = 0, j = 9; i < j; i++, j--)); do ${PROBE} && break; sleep 1; done`, 'two counters meet'),
    allowed(`for ((i = 1; i < 100; i *= 2)); do ${PROBE} && break; sleep 1; done`, 'doubling from one'),
    allowed(`t=0; until ${PROBE} || [ $t -ge 60 ]; do sleep 5; t=$((t + 5)); done`, 'the pauses are added up'),
    allowed(
      `max=\${MAX:-15} i=0; until ${PROBE}; do i=$((i + 1)); [ $i -ge $max ] && break; sleep 1; done`,
      'a limit with a default',
    ),
    allowed(
      `max=$(nproc) i=0; until [ $i -ge $max ]; do i=$((i + 1)); sleep 1; done`,
      'a limit that is certainly a number',
    ),
    allowed(`i=0; while [ $i -lt $MAX ]; do i=$((i + 1)); sleep 1; done`, 'an unset limit ends a while at once'),
    allowed(`i=0; until (( i >= MAX )); do i=$((i + 1)); sleep 1; done`, 'an unset name is 0 in arithmetic'),
    allowed(`i=$1; while [ $i -gt 0 ]; do i=$((i - 1)); sleep 1; done`, 'without a start the test fails at once'),
    allowed(
      `i=0; while :; do ${PROBE} && break || i=$((i + 1)); [ $i -gt 9 ] && break; sleep 1; done`,
      'every way but the break counts',
    ),
    allowed(
      `i=0; while :; do if ${PROBE}; then echo up; break; else i=$((i + 1)); fi; (( i == 9 )) && break; sleep 1; done`,
      'equality met by ones',
    ),
    allowed(
      `a=0 b=0; while [ $a -lt 3 ] && [ $b -lt 9 ]; do if ${PROBE}; then a=$((a + 1)); else b=$((b + 1)); fi; sleep 1; done`,
      'one of two counters moves on each way',
    ),
    allowed(
      `n=0; while [ $n -lt 20 ]; do for k in a b c; do n=$((n + 1)); done; sleep 1; done`,
      'an inner list counts for the outer loop',
    ),
    allowed(`list="a b c"; set -- $list; while [ $# -gt 0 ]; do echo "$1"; shift; done`, 'words are used up'),
    allowed(`while [ $# -gt 0 ]; do case "$1" in -x) shift 2 ;; *) shift ;; esac; done`, 'every arm shifts', {
      shell: 'bash',
    }),
    allowed(`f() { while [ -n "\${1-}" ]; do echo "$1"; shift; done; }; f "$@"`, 'a list of unknown length is used up'),
    allowed(`s=$(hostname); while [ -n "$s" ]; do s=\${s#?}; done`, 'a text loses a character on each pass'),
    allowed(`while getopts ab: o; do case $o in a) x=1 ;; *) y=1 ;; esac; done`, 'options are used up'),
    allowed(`a=(1 2 3); while [ \${#a[@]} -gt 0 ]; do a=("\${a[@]:1}"); done`, 'an array loses its first element'),
    allowed(`first=1; while [ $first = 1 ]; do first=0; ${PROBE}; done`, 'a flag that the first pass clears'),
    allowed(`n=0; until [ $n -ge 5 ]; do n=$((n + 1)); n=$((n)); done`, 'copied onto itself'),
    allowed(`n=0; until (( n >= 5 )); do : $((n++)); done`, 'counts in an argument'),
    allowed(`n=0; while ((n < 5)); do n=$((RANDOM % 3 + n + 1)); sleep 1; done`, 'steps of one to three'),
    allowed(`n=100; while ((n > 1)); do n=$((n / 3)); sleep 1; done`, 'division reaches the limit'),
    allowed(`n=0; until [ $n = xxxxx ]; do n=\${n#0}x; sleep 1; done`, 'a text grows to the text that is awaited'),
    allowed(`i=0; while [ $i -lt 5 ]; do i=$((i + 1)); sleep 1; done`, 'plain', sh),
    allowed(`i=5; while [ $i -gt 0 ]; do i=$((i - 1)); done`, 'plain', zsh),
    allowed(
      `n=0; until ${PROBE}; do n=$((n + 1)); echo x | { [ $n -gt 9 ] && exit 1; true; } || break; sleep 1; done`,
      'the status of the pipe leaves',
    ),
    allowed(
      `printf 'a\\nb\\n' | while read -r l; do n=0; until [ $n -gt 3 ]; do n=$((n + 1)); done; done`,
      'nested in a reader',
    ),
    allowed(
      `n=0; until [ $n -ge 6 ]; do date | { read -r d; n=$((n + 1)); }; sleep 2; done`,
      'and so its assignments stay',
      zsh,
    ),
    allowed(
      `stop() { break; }; n=0; until ${PROBE}; do n=$((n + 1)); [ $n -gt 9 ] && stop; sleep 2; done`,
      'in zsh a function can leave the loop',
      zsh,
    ),
  ])('ends: $text', check);
});

describe('counters that do not end a loop', () => {
  it.each(
    [
      ['printed only', `n=0; until ${PROBE}; do n=$((n + 1)); echo "try $n of 30"; sleep 2; done`],
      [
        'tested in a message',
        `n=0; until ${PROBE}; do n=$((n + 1)); [ $((n % 10)) -eq 0 ] && echo "still"; sleep 2; done`,
      ],
      ['changed on one branch', `n=0; while [ $n -lt 5 ]; do if ${PROBE}; then n=$((n + 1)); fi; sleep 2; done`],
      ['changed after a continue', `n=0; while [ $n -lt 5 ]; do ${PROBE} || continue; n=$((n + 1)); done`],
      ['changed in a subshell', `n=0; while [ $n -lt 5 ]; do (n=$((n + 1))); sleep 1; done`],
      ['changed in a pipe', `n=0; while [ $n -lt 5 ]; do echo | n=$((n + 1)); sleep 1; done`],
      ['changed in a substitution', `n=0; while [ $n -lt 5 ]; do x=$(n=$((n + 1)); echo $n); sleep 1; done`],
      ['changed in the background', `n=0; while [ $n -lt 5 ]; do { n=$((n + 1)); sleep 1; } & wait; done`],
      ['reset in the body', `while :; do n=0; ${PROBE} && break; n=$((n + 1)); [ $n -gt 5 ] && break; sleep 2; done`],
      ['reset on one branch', `n=0; while [ $n -lt 5 ]; do n=$((n + 1)); ${PROBE} && n=0; sleep 1; done`],
      [
        'moved both ways',
        `n=0; while [ $n -lt 5 ]; do if ${PROBE}; then n=$((n + 1)); else n=$((n - 1)); fi; sleep 1; done`,
      ],
      ['text that grows', `n=0; until [ "$n" -ge 5 ]; do n="$n"1x; sleep 1; done`],
      ['wrong direction', `n=0; until [ $n -ge 5 ]; do n=$((n - 1)); sleep 1; done`],
      ['step of zero', `n=0; until [ $n -ge 5 ]; do n=$((n + 0)); sleep 1; done`],
      ['multiplied zero', `n=0; until [ $n -ge 5 ]; do n=$((n * 2)); sleep 1; done`],
      ['multiplied by one', `n=1; until [ $n -ge 5 ]; do n=$((n * 1)); sleep 1; done`],
      ['jumped over', `n=0; until [ $n -eq 5 ]; do n=$((n + 2)); sleep 1; done`],
      ['jumped over as text', `n=1; until [ "$n" = 10 ]; do n=$((n + 2)); sleep 1; done`],
      ['equality behind the start', `n=10; until [ $n -eq 5 ]; do n=$((n + 1)); sleep 1; done`],
      [
        'equality with steps of one or two',
        `n=0; until [ $n -eq 5 ]; do if ${PROBE}; then n=$((n + 2)); else n=$((n + 1)); fi; sleep 1; done`,
      ],
      ['another name', `n=0; until [ $m -ge 5 ]; do n=$((n + 1)); sleep 1; done`],
      ['a limit that moves along', `n=0 m=5; while [ $n -lt $m ]; do n=$((n + 1)); m=$((m + 1)); sleep 1; done`],
      [
        'a limit that may be missing',
        `n=0; until ${PROBE}; do n=$((n + 1)); [ $n -gt $LIMIT ] && break; sleep 1; done`,
      ],
      ['a limit that a program prints', `n=0 max=$(cat limit); until [ $n -ge $max ]; do n=$((n + 1)); sleep 1; done`],
      [
        'a command named like the number',
        `n=0; until ${PROBE}; do n=$($n + 1); [ "$n" -gt 5 ] && break; sleep 1; done`,
      ],
      ['no dollar in single brackets', `n=0; until [ n -ge 5 ]; do n=$((n + 1)); sleep 1; done`],
      ['a pass that only prints', `n=0; while ${PROBE}; [ $n -lt 5 ] || true; do n=$((n + 1)); sleep 1; done`],
      ['an exit of a subshell', `n=0; until ${PROBE}; do n=$((n + 1)); ( [ $n -gt 5 ] && exit 1 ); sleep 1; done`],
      ['an exit in a pipe', `n=0; until ${PROBE}; do n=$((n + 1)); [ $n -gt 5 ] && exit 1 | cat; sleep 1; done`],
      ['an exit of a substitution', `n=0; until ${PROBE}; do n=$((n + 1)); x=$([ $n -gt 5 ] && exit 1); sleep 1; done`],
      [
        'a break in a function',
        `leave() { break; }; n=0; until ${PROBE}; do n=$((n + 1)); [ $n -gt 5 ] && leave; sleep 1; done`,
      ],
      [
        'a break bound to a probe',
        `n=0; until ${PROBE}; do n=$((n + 1)); [ $n -gt 5 ] && ${PROBE} && break; sleep 1; done`,
      ],
      ['shift on one arm', `while [ $# -gt 0 ]; do case $1 in -v) shift ;; esac; done`, 'unknown'],
      ['or that keeps going', `n=0; while [ $n -lt 5 ] || ! ${PROBE}; do n=$((n + 1)); sleep 1; done`],
      ['a counter of an inner list', `while true; do for i in 1 2 3; do ${PROBE} && break; sleep 1; done; done`],
      [
        'a return outside of functions',
        `i=0; while true; do ${PROBE} && break; ((++i >= 9)) && return 1; sleep 1; done`,
      ],
      ['a local counter', `tick() { local n=$n; n=$((n + 1)); }; n=0; until [ $n -ge 5 ]; do tick; sleep 1; done`],
      ['an assignment in front of a command', `n=0; until [ $n -ge 5 ]; do n=$((n + 1)) true; sleep 1; done`],
      [
        'an inner loop that may not run',
        `n=0; while [ $n -lt 5 ]; do while ${PROBE}; do n=$((n + 1)); done; sleep 1; done`,
      ],
      ['a list that may be empty', `n=0; while [ $n -lt 5 ]; do for f in $(ls); do n=$((n + 1)); done; sleep 1; done`],
      ['braces in dash', `for i in {1..5}; do until ${PROBE}; do sleep 1; done; done`],
    ]
      .filter((row) => row[2] !== 'unknown')
      .map(([why = '', text = '']) => denied('unbounded-loop', text, why)),
  )('goes on, $why: $text', check);

  it('knows what dash does not do', () => {
    check(
      denied(
        'unbounded-loop',
        `n=0; until ${PROBE}; do n=$((n + 1)); [[ $n -gt 5 ]] && break; sleep 1; done`,
        'no [[ in dash',
        sh,
      ),
    );
    check(denied('unbounded-loop', `n=0; until [ $n -ge 5 ]; do ((n++)); sleep 1; done`, 'no (( in dash', sh));
    check(denied('unbounded-loop', `n=0; until [ $n -ge 5 ]; do let n++; sleep 1; done`, 'no let in dash', sh));
  });
});

describe('what bounded loops sleep in all', () => {
  it.each([
    nudged('long-poll', `for i in $(seq 1 25); do ${PROBE} && break; sleep 25; done`, '625 s'),
    nudged('long-poll', `n=0; while ((n < 61)); do ${PROBE} && break; sleep 10; n=$((n + 1)); done`, '610 s'),
    nudged('long-poll', `for i in {1..11}; do for j in {1..11}; do ${PROBE} && break 2; sleep 5; done; done`, '605 s'),
    nudged('long-poll', `for i in a b c d e f g; do sleep 50; sleep 40; done`, '630 s'),
    nudged(
      'long-poll',
      `d=1; until ${PROBE}; do sleep $d; d=$((d + 4)); [ $d -gt 75 ] && break; done`,
      'growing pauses',
    ),
    nudged('long-poll', `for ((i = 0; i < 100; i++)); do ${PROBE} || sleep 7; done`, '700 s'),
    nudged('long-poll', `nap() { sleep 70; }; for i in 1 2 3 4 5 6 7 8 9; do nap; done`, '630 s'),
    nudged('long-poll', `T=45; for i in $(seq 14); do ${PROBE} && break; sleep $T; done`, '630 s'),
    allowed(`for i in $(seq 1 24); do ${PROBE} && break; sleep 25; done`, '600 s'),
    allowed(`for i in {1..10}; do sleep 5; done; for i in {1..10}; do sleep 50; done`, 'two loops apart'),
    allowed(`timeout 300 bash -c 'for i in $(seq 100); do ${PROBE} && break; sleep 30; done'`, 'cut at 300 s'),
    allowed(`for i in {1..1000}; do ${PROBE} && break; done`, 'no pauses'),
    allowed(`while read -r l; do sleep 30; done < list.txt`, 'a list of unknown length'),
    allowed(`for d in 1 2 4 8 16 32 64; do ${PROBE} && break; sleep $d; done`, '127 s'),
  ])('$why: $text', check);

  it('takes the greatest of a list for a single wait', () => {
    check(denied('long-sleep', `for d in 10 60 300; do sleep $d; done`, '300 s'));
    check(denied('long-sleep', `d=10; while [ $d -lt 400 ]; do sleep $d; d=$((d * 2)); done`, '160 s and more'));
    check(allowed(`for d in 10 60 120; do sleep $d; done`, '120 s'));
  });
});

describe('halving', () => {
  it.each([
    allowed('read -r n; while [ "$n" -gt 0 ]; do n=$((n / 2)); sleep 1; done', 'a number that nobody knows'),
    allowed('n=$(wc -l < a.txt); while ((n > 1)); do ((n /= 2)); done', 'in place'),
    allowed('n=$(nproc); while ((n >= 1)); do n=$((n / 3)); done', 'by more'),
    denied('unbounded-loop', 'n=$(nproc); while ((n >= 0)); do n=$((n / 2)); done', '0 stays 0'),
    denied('unbounded-loop', 'n=$(nproc); while ((n > 1)); do n=$((n / 1)); done', 'by 1 it stays'),
    denied('unbounded-loop', 'n=$(nproc); while ((n > 1)); do n=$((n / 2 + 1)); done', '2 stays 2'),
    denied('unbounded-loop', 'n=$(nproc); while ((n > 1)); do n=$((n / k)); done', 'by nobody knows what'),
  ])('$why: $text', check);
});
