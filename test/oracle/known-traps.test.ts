/**
 * Traps that were seen in the wild, run in real shells: the analysis must not only be sound here but exact. What always ends is
 * called bounded, and nothing else is; endless is only what never ends. (What never ends may be called conditional.)
 */
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from '../find-program.ts';
import { loadAnalyzer } from './analyzer.ts';
import { realityOf } from './bound-claim.ts';
import { formatAnswer, openOracle } from './oracle.ts';
import { SHELLS, type Shell } from './shells.ts';

const analyze = await loadAnalyzer();
const oracle = openOracle(analyze);
afterAll(() => oracle.close());

const EVERYWHERE: readonly string[] = [
  // counters that count, and that do not
  'n=0; until grep -q done f; do n=$((n+1)); [ $n -ge 4 ] && break; sleep 2; done',
  'n=0; until grep -q done f; do n=$((n+1)); echo "try $n"; sleep 2; done',
  'n=0; until grep -q done f; do n=$($n + 1); [ "$n" -ge 4 ] && break; sleep 2; done',
  'n=0; until grep -q done f; do (n=$((n+1))); [ $n -ge 4 ] && break; sleep 2; done',
  'n=0; until grep -q done f; do n=0; n=$((n+1)); [ $n -ge 4 ] && break; sleep 2; done',
  'n=0; until grep -q done f; do if probe; then n=$((n+1)); fi; [ $n -ge 4 ] && break; sleep 2; done',
  'while true; do i=0; while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done; done',
  'n=5; while [ $n -gt 0 ]; do n=$((n-1)); sleep 1; done',
  'n=5; while [ $n -gt 0 ]; do n=$((n+1)); sleep 1; done',
  'n=5; until [ $n -eq 0 ]; do n=$((n-2)); sleep 1; done',
  'n=6; until [ $n -eq 0 ]; do n=$((n-2)); sleep 1; done',
  'n=0; while [ $n -lt ${MAX:-3} ]; do n=$(expr $n + 1); sleep 1; done',
  'i=0; while [ "$i" != 3 ]; do i=$((i+1)); sleep 1; done',
  'i=0; while [ "$i" != 3 ]; do i=$((i+2)); sleep 1; done',
  'i=9; while [ $i -ge 3 ]; do i=$((i/2)); sleep 1; done',
  'n=$(wc -l < list.txt); while [ $n -gt 0 ]; do n=$((n/2)); sleep 1; done',
  'n=$(wc -l < list.txt); while [ $n -ge 0 ]; do n=$((n/2)); sleep 1; done',
  'n=$(wc -l < list.txt); while [ $n -gt 0 ]; do n=$((n/2+1)); sleep 1; done',
  'd=1; until probe; do sleep $d; d=$((d*2)); [ $d -gt 16 ] && exit 1; done',
  // statuses that are kept
  'rc=1; while [ $rc -ne 0 ]; do probe; rc=$?; sleep 1; done',
  'while :; do out=$(probe); rc=$?; [ $rc -eq 0 ] && break; sleep 1; done',
  'i=0 rc=1 || true; while [ $rc -ne 0 ] && [ $i -lt 1 ]; do grep -q ready list.txt; rc=$?; sleep 1; done',
  'i=0; until [ $i -ge 3 ]; do probe; rc=$?; i=$((i+1)); [ $rc -eq 0 ] && break; sleep 1; done',
  'while :; do true; rc=$?; [ $rc -eq 0 ] && break; sleep 1; done',
  'until x=${y:-$(false)}; do sleep 1; done',
  'until $(false); do sleep 1; done',
  // leaving
  'while :; do grep -q a f || curl x && break; sleep 1; done',
  'while :; do sleep 1; break; done',
  'while :; do sleep 1; exit 3; done',
  'while :; do sleep 1; (exit 3); done',
  'while :; do sleep 1; (break); done',
  'while :; do sleep 1; continue; break; done',
  'for x in a b c; do while :; do sleep 1; break; done; done',
  'for x in a b c; do while :; do sleep 1; continue 2; done; done',
  'while :; do for x in a b; do break 2; done; sleep 1; done',
  'while :; do for x in a b; do break; done; sleep 1; done',
  'f() { while :; do sleep 1; return; done; }; f',
  'f() { return; }; while :; do f; sleep 1; done',
  'i=0; while :; do if [ $i -lt 3 ]; then i=$((i+1)); else break; fi; sleep 1; done',
  'set -e; while :; do sleep 1; false; done',
  'set -e; while :; do sleep 1; false || true; done',
  'set -e; if while :; do sleep 1; false; done; then :; fi',
  'set -e; until grep -q ready list.txt; do ( true && break; exit 1 ); done',
  'set -e; until grep -q ready list.txt; do echo x | { grep -q ready list.txt && break; }; done',
  'set -e; while :; do { false && true; }; sleep 1; done',
  'set -e; while :; do (false && true); sleep 1; done',
  'set -e; while :; do echo x | (false); sleep 1; done',
  'set -e; while :; do echo x | { false; }; sleep 1; done',
  'set -e; f() { false && true; }; while :; do f; sleep 1; done',
  // conditions that only look like probes
  's=xx; while [ -n $s ]; do s=${s#?}; sleep 1; done',
  's=xx; while [ -n "$s" ]; do s=${s#?}; sleep 1; done',
  's=xx; while [ $s ]; do s=${s#?}; sleep 1; done',
  'while sleep 5; do echo tick; done',
  'while echo waiting; do sleep 1; done',
  'while [ "x" ]; do sleep 1; done',
  'until [ "" ]; do sleep 1; done',
  'while ! false; do sleep 1; done',
  'until ! true; do sleep 1; done',
  'while [ 1 -eq 1 ]; do sleep 1; done',
  'while [ 0 ]; do sleep 1; done',
  'while false; do sleep 1; done',
  // lists
  'for i in {1..40}; do sleep 1; done',
  'for i in $(seq 1 6); do sleep 2; done',
  'for i in $(seq 6 1); do sleep 2; done',
  'for x in a "b c" d; do sleep 2; done',
  'for x in; do sleep 2; done',
  'set -- a b; for x; do sleep 2; done',
  'set -- a b c; while [ $# -gt 0 ]; do shift; sleep 1; done',
  // reading
  'while read -r l; do sleep 1; done < list.txt',
  'while read -r l < list.txt; do sleep 1; done',
  'cat list.txt | while read -r l; do sleep 1; done',
  'while read -r l; do sleep 1; done <<EOF\na\nb\nEOF',
  'yes | while read -r l; do sleep 1; done',
  'while read -r a; do exec < list.txt; sleep 1; done < list.txt',
  'while read -r a <&3; do sleep 1; done 3< list.txt',
  'while :; do echo x; sleep 1; done | head -n 3',
  "trap '' PIPE; while :; do echo x; sleep 1; done | head -n 3",
  "(trap '' PIPE; while :; do echo x; sleep 1; done) | head -n 3",
  'yes | head -n 3 | while read -r l; do sleep 1; done',
  'tail -f list.txt | while read -r l; do grep -q x && break; done',
  '( echo a ) | while read -r l; do sleep 1; done',
  '{ echo a & } | while read -r l; do sleep 1; done',
  'x=$( (echo 3) ); i=0; while [ $i -lt "$x" ]; do i=$((i+1)); sleep 1; done',
  '(echo a) > out.txt; while read -r l; do sleep 1; done < out.txt',
  '{ echo a >&2; } 2>&1 | while read -r l; do sleep 1; done',
  '{ echo a >&3; } 3>&1 | while read -r l; do sleep 1; done',
  'trap : EXIT; (trap "echo a" EXIT; :) | while read -r l; do sleep 1; done',
  'type ls | while read -r l; do sleep 1; done',
  'set | while read -r l; do sleep 1; done',
  'alias a=b; alias | while read -r l; do sleep 1; done',
  '{ printf "a\\nb\\nc\\n"; } > /dev/null | while read -r l; do sleep 1; done',
  // limits that do not bind
  "timeout 0.1 sh -c 'trap : TERM; sleep 4107; sleep 4107'",
  'timeout 0.1 bash -c "trap \'\' TERM; sleep 4107"',
  "timeout 3 sh -c 'trap exit TERM; sleep 2'",
  // functions and nested shells
  'f() { while :; do sleep 1; done; }; echo f',
  'f() { while :; do sleep 1; done; }; f',
  'sleep() { :; }; i=0; while [ $i -lt 3 ]; do sleep infinity; i=$((i+1)); done',
  'true() { false; }; while true; do sleep 1; done',
  'f() { sleep 1; f; }; f',
  'f() { [ $1 -gt 0 ] || return 0; sleep 1; f $(($1-1)); }; f 3',
  "bash -c 'while :; do sleep 1; done'",
  "sh -c 'i=0; while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done'",
  "i=0; eval 'while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done'",
  "bash <<'EOF'\nwhile :; do sleep 1; done\nEOF",
  "cat > out.txt <<'EOF'\nwhile :; do sleep 1; done\nEOF",
  "echo 'while :; do sleep 1; done'",
  ": 'while :; do sleep 1; done' # while :; do sleep 1; done",
];

const ONLY: Record<Shell, readonly string[]> = {
  bash: [
    'readonly i=0; while [ $i -lt 3 ]; do ((i++)); sleep 1; done',
    'declare -r i=0; while ((i < 3)); do ((i+=1)); sleep 1; done',
    'i=3; declare -n r=i; while [ $i -gt 0 ]; do r=5; i=$((i-1)); sleep 1; done',
    'i=0; v=i; while [ $i -lt 3 ]; do i=$((i+1)); declare $v=0; sleep 1; done',
    'i=0; v=i; while [ $i -lt 3 ]; do i=$((i+1)); export "$v=0"; sleep 1; done',
    "i=0; trap 'i=0' DEBUG; while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done",
    "i=0; trap 'i=0' ERR; while [ $i -lt 3 ]; do i=$((i+1)); false; sleep 1; done",
    "i=0; trap 'echo failed' ERR; while [ $i -lt 3 ]; do i=$((i+1)); false; sleep 1; done",
    'n=08; until [ $n -le 0 ]; do ((n -= 2)); sleep 1; done',
    'n=010; while [ $n -lt 12 ]; do n=$((n+1)); sleep 1; done',
    'n=0; while ((n < 010)); do n=$((n+1)); sleep 1; done',
    'i=0; while [ $i -lt 3 ]; do i=$((++i)); sleep 1; done',
    'set -- a; while [ -n $1 ]; do sleep 1; shift; done',
    'echo a >&2 |& while read -r l; do sleep 1; done',
    'declare -p PATH | while read -r l; do sleep 1; done',
    'n=0; while :; do n+=1; [ "$n" = 3 ] && break; sleep 1; done',
    'i=0; while ((i++ < 3)); do sleep 1; done',
    'i=3; while ((i--)); do sleep 1; done',
    'i=0; while ((i < 3)); do sleep 1; done',
    'for ((i=0; i<3; i++)); do sleep 1; done',
    'for ((i=0; i<3; )); do sleep 1; done',
    'for ((i=0; i<3; i--)); do sleep 1; done',
    'SECONDS=0; until probe; do [ $SECONDS -ge 6 ] && break; sleep 4; done',
    'SECONDS=0; until probe; do [ $SECONDS = 5 ] && break; sleep 2; done',
    'end=$((SECONDS+6)); while ((SECONDS < end)); do sleep 4; done',
    'end=$((SECONDS+6)); while ((SECONDS < end)); do end=$((SECONDS+6)); sleep 4; done',
    'end=$(( $(date +%s) + 5 )); while [ $(date +%s) -lt $end ]; do sleep 2; done',
    'for ((;;)); do sleep 1; let "n += 1"; [[ $n -gt 3 ]] && exit; done',
    'while IFS= read -r l; do sleep 1; done <<< "$(seq 3)"',
    'while read -r l; do sleep 1; done < <(seq 3)',
    'until [[ $(curl -s x) == ok ]]; do sleep 1; done',
  ],
  dash: [
    'i=0; while [ $i -lt 3 ]; do i=$((i+1)) :; sleep 1; done',
    'i=0; while [ $i -lt 3 ]; do i=$((i+1)) true; sleep 1; done',
    'i=0; while [ $i -lt 3 ]; do i=$((++i)); sleep 1; done',
    'end=$(( $(date +%s) + 5 )); while [ $(date +%s) -lt $end ]; do sleep 2; done',
    'until [ "$SECONDS" -ge 3 ]; do sleep 1; done',
  ],
  zsh: [
    'n=5; for i in {1..$n}; do sleep 1; done',
    'n=5; for i in x{$n..9}; do sleep 1; done',
    'for i in {$#..9..2}; do sleep 1; done',
    'float i=0; until [ $i -ge 3 ]; do (( i += 1 )); sleep 1; done',
    'typeset -F i=0; until [ $i -ge 3 ]; do (( i += 1 )); sleep 1; done',
    'n=08; until [ $n -le 0 ]; do n=$((n-1)); sleep 1; done',
    'n=0; while ((n < 010)); do n=$((n+1)); sleep 1; done',
    'n=1.5; until [ $n -le 0 ]; do n=$((n-2)); sleep 1; done',
    'n=0; until [ $n -ge 3 ]; do n=$((n+0.5)); sleep 1; done',
    'n=0; until [ $n -ge 3 ]; do ((n += 1.0)); sleep 1; done',
    'set -- a; while [ -n $1 ]; do sleep 1; shift; done',
    'sleep 3 & wait "$p"',
    'repeat 3; do sleep 1; done',
    'repeat 3 sleep 1',
    'for x (a b c) sleep 1',
    'i=0; while (( i < 3 )) { sleep 1; (( i++ )) }',
    'i=0; while (( i < 3 )) { sleep 1; (( i )) }',
    'while true; do sleep 1; done',
    'end=$((SECONDS+6)); while ((SECONDS < end)); do sleep 4; done',
    'zmodload zsh/datetime; end=$((EPOCHSECONDS+5)); while ((EPOCHSECONDS < end)); do sleep 2; done',
  ],
};

for (const shell of SHELLS) {
  describe.skipIf(findProgram(shell) === undefined)(`${shell} and the analysis`, () => {
    it.concurrent.each([...EVERYWHERE, ...ONLY[shell]])('agree on %j', async (text) => {
      const answer = await oracle.ask({ shell, template: 'trap', mutations: [], text });
      const { call, status } = answer.analysis;
      const bounded = call.kind === 'within' || call.kind === 'finite';
      const shown = formatAnswer(answer);
      expect({ shown, status, bounded, verdict: answer.verdict.kind }).toEqual({
        shown,
        status: 'complete',
        bounded: realityOf(answer.worlds) === 'always ends',
        verdict: 'agrees',
      });
    });
  });
}
