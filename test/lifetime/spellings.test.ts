/** Counters, readers and climbing loops in many spellings, right and nearly right. */
import { describe, it } from 'vitest';
import { allowed, type Case, check, denied } from './analyzing.ts';

describe('spellings of counters and readers, right and nearly right', () => {
  it.each<Case>([
    allowed(
      'set -euo pipefail; cd /tmp; for i in $(seq 1 10); do curl -sf localhost && break; sleep 3; done; echo ok',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'n=0; while :; do ((n++ >= 10)) && break; nc -z h 1 && break; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'n=0; while (( n < 10 )) && ! nc -z h 1; do (( n += 1 )); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'tries=30; until nc -z h 1 || [ $((--tries)) -le 0 ]; do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'tries=30; until nc -z h 1; do ((tries--)) || break; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'tries=30; until nc -z h 1; do tries=$((tries-1)); [ "$tries" -eq 0 ] && exit 1; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'tries=30; until nc -z h 1; do tries=$((tries-1)); [ "$tries" -eq -1.5 ] && exit 1; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; while [ $i -lt 10 ]; do nc -z h 1 && { echo up; break; } || true; i=`expr $i + 1`; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; while test $i -lt 10; do nc -z h 1 && break; i=$(($i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; while [[ $i -lt 10 ]]; do nc -z h 1 && break; let "i+=1"; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; while ((i<10)); do nc -z h 1 && break; : $((i+=1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=1; while [ "$i" -le 10 ]; do nc -z h 1 && break; i="$((i + 1))"; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'typeset -i i=0; while ((i<10)); do nc -z h 1 && break; i=i+1; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [ "$i" = "10" ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [ "x$i" = "x10" ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [ $i == 10 ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [[ "$i" -gt "10" ]]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [[ "$i" > "9" ]]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [[ "$i" > "5" ]]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; while [ $i > 10 ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    // a file called 10 is not there, so that the condition fails at once
    allowed(
      'i=0; while [ $i < 10 ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; while [ "$i -lt 10" ]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; while [$i -lt 10]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done; until nc -z h 1; do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; while [$i -lt 10]; do nc -z h 1 && break; i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; while [ i -lt 10 ] || true; do nc -z h 1 && break; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; i= $((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; i =$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; $i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; I=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; echo $((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; expr $i + 1; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; (( i + 1 )); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; i++; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; i=i+1; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      "i=0; until [[ $i -ge 10 ]]; do nc -z h 1 && break; i=i+1; [[ $i == 'i+1' ]] && i=11; done",
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ $i -ge 10 ]; do nc -z h 1 && break; i="$i+1"; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'i=0; until [ ${i} -ge 10 ]; do nc -z h 1 && break; export j=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; until [ ${i} -ge 10 ]; do nc -z h 1 && break; export i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'readonly MAX=5; i=0; until [ $i -ge $MAX ]; do i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'i=0; for (( ; ; )); do (( ++i > 5 )) && break; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'for (( i=0; i<5; )); do (( i++ )); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'for (( i=0; i<5; )); do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'for (( i=0; ; i++ )); do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'for (( i=0; ; i++ )); do (( i > 5 )) && break; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'for (( i=0; i<5; j++ )); do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'for (( i=0; i<5; i++ )); do i=0; sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'for (( i=0; i<5; i++ )); do i=$((i+1)); sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'for (( i=5; i>=0; i++ )); do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'for i in "$@"; do sleep 1; done; for i; do sleep 1; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'while IFS= read -r -d \'\' f; do rm "$f"; done < <(find . -print0)',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'while read -r f; do (cd "$f" && make); done < dirs',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      "ps aux | awk '{print $2}' | while read p; do echo $p; done",
      'spellings of counters and readers, right and nearly right',
    ),
    allowed('while read -rn1 c; do echo $c; done <<< abc', 'spellings of counters and readers, right and nearly right'),
    allowed(
      'while read a; read b; do echo $a$b; done < f',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'while read a || true; do echo $a; done < f',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'while read a; do echo $a; done < /dev/zero',
      'spellings of counters and readers, right and nearly right',
    ),
    denied(
      'unbounded-loop',
      'while ! read -t 1 a; do :; done < /dev/null',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed('while read -t 5 a; do echo $a; done < f', 'spellings of counters and readers, right and nearly right'),
    denied(
      'unbounded-loop',
      'while :; do read -t 5 a; [ "$a" = q ] && break; done < f',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'while :; do read -t 5 a || exit; [ "$a" = q ] && break; done < f',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'd=$PWD; while [ "$d" != / ]; do [ -f "$d/.git" ] && break; d=$(dirname "$d"); done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'p=/a/b/c; while [ -n "$p" ]; do echo "$p"; p=${p%/*}; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      's="a,b,c"; while [ -n "$s" ]; do echo "${s%%,*}"; [ "$s" = "${s#*,}" ] && break; s=${s#*,}; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'x=$(wc -l < f); i=0; while [ $i -lt $x ]; do i=$((i+1)); done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      'for i in $(cat f); do until false; do break; done; done',
      'spellings of counters and readers, right and nearly right',
    ),
    allowed(
      '(( $(date +%s) > 5 )) && echo y; [ $(date +%H) -lt 9 ] && echo early',
      'spellings of counters and readers, right and nearly right',
    ),
  ])('$text', check);
});

describe('folders above', () => {
  it.each<Case>([
    allowed('d=$(pwd); while [ "$d" != / ] && [ ! -f "$d/package.json" ]; do d=$(dirname "$d"); done', 'folders above'),
    allowed('d=$(pwd); until [ "$d" = / ] || [ -f "$d/package.json" ]; do d=$(dirname "$d"); done', 'folders above'),
    allowed('d=$PWD/x/y; while [[ "$d" != "/" ]]; do echo $d; d="$(dirname "$d")"; done', 'folders above'),
    allowed('d=/a/b/c; while [ "$d" != / ]; do d=$(dirname $d); done', 'folders above'),
    allowed('d=$PWD; while [ -n "$d" ]; do [ -f "$d/x" ] && break; d=${d%/*}; done', 'folders above'),
    denied('unbounded-loop', 'd=$DIR; while [ "$d" != / ]; do d=$(dirname "$d"); done', 'folders above'),
    denied('unbounded-loop', 'd=a/b; while [ "$d" != / ]; do d=$(dirname "$d"); done', 'folders above'),
    denied('unbounded-loop', 'd=$PWD; while [ "$d" != / ]; do d=${d%/*}; done', 'folders above'),
    denied('unbounded-loop', 'd=$PWD; while [ -n "$d" ]; do d=$(dirname "$d"); done', 'folders above'),
    denied('unbounded-loop', 'd=$PWD; while [ "$d" != /srv ]; do d=$(dirname "$d"); done', 'folders above'),
    denied('unbounded-loop', 'i=0; until [$i -ge 10 ]; do i=$((i+1)); sleep 1; done', 'folders above'),
    allowed('i=0; while [$i -lt 10 ]; do i=$((i+1)); sleep 1; done', 'folders above'),
  ])('$text', check);
});
