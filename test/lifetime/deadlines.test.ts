/** Loops with deadlines. */
import { describe, it } from 'vitest';
import { allowed, check, denied, nudged } from './analyzing.ts';

const PROBE = 'curl -sf http://127.0.0.1:8080/health';
const zsh = { shell: 'zsh' } as const;
const sh = { shell: 'sh' } as const;

describe('deadlines that end a loop', () => {
  it.each([
    allowed(`end=$((SECONDS + 60)); while (( SECONDS < end )); do ${PROBE} && break; sleep 2; done`, 'SECONDS'),
    allowed(
      `end=$((SECONDS + 60)); until ${PROBE}; do [ $SECONDS -ge $end ] && exit 1; sleep 2; done`,
      'a guard in the body',
    ),
    allowed(
      `end=$(($(date +%s) + 60)); until ${PROBE}; do if [ "$(date +%s)" -gt "$end" ]; then break; fi; sleep 2; done`,
      'date',
    ),
    allowed(
      `start=$(date +%s); while true; do ${PROBE} && break; now=$(date +%s); (( now - start > 60 )) && break; sleep 1; done`,
      'elapsed time',
    ),
    allowed(
      `now=$(date +%s); end=$((now + 60)); while [ $now -lt $end ]; do ${PROBE} && break; sleep 1; now=$(date +%s); done`,
      'the clock is read for the next pass',
    ),
    allowed(
      `end=$(date -d '+2 minutes' +%s); until ${PROBE} || [ $(date +%s) -ge $end ]; do sleep 3; done`,
      'a moment in two minutes',
    ),
    allowed(
      `end=$(date -v+90S +%s); until ${PROBE} || [ $(date +%s) -ge $end ]; do sleep 3; done`,
      'the same on macOS',
    ),
    allowed(
      `end=$((EPOCHSECONDS + 30)); until ${PROBE}; do ((EPOCHSECONDS > end)) && break; sleep 1; done`,
      'EPOCHSECONDS',
    ),
    allowed(
      `printf -v end '%(%s)T' -1; end=$((end + 30)); while printf -v now '%(%s)T' -1; ((now < end)); do ${PROBE} && break; sleep 1; done`,
      'printf',
    ),
    allowed(`SECONDS=0; until ${PROBE}; do (( SECONDS > 30 )) && break; sleep 1; done`, 'set to zero once'),
    allowed(`until ${PROBE} || [ $SECONDS -gt 45 ]; do sleep 1; done`, 'since the shell started'),
    allowed(
      `late() { [ $(date +%s) -gt $1 ]; }; end=$(( $(date +%s) + 20 )); until ${PROBE}; do late $end && break; sleep 1; done`,
      'the comparison is a function',
    ),
    allowed(
      `end=$((SECONDS+60)); while true; do ${PROBE} && break; ((SECONDS < end)) || break; sleep 1; done`,
      'leaves unless early',
    ),
    allowed(
      `end=$((SECONDS+60)); while ((SECONDS < end)); do for i in 1 2 3; do ${PROBE} && break 2; sleep 1; done; done`,
      'around a list',
    ),
    allowed(
      `t0=$SECONDS; until ${PROBE}; do [ $((SECONDS - t0)) -ge 60 ] && break; sleep 1; done`,
      'a difference of SECONDS',
    ),
    allowed(
      `end=$(( $(date +%s) + 60 )); while [ $(date +%s) -lt $end ]; do ${PROBE} && break; sleep 1; done`,
      'date in dash',
      sh,
    ),
    allowed(
      `end=$(( EPOCHSECONDS + 9 )); until ${PROBE}; do (( EPOCHSECONDS > end )) && break; sleep 1; done`,
      'zsh',
      zsh,
    ),
    allowed(
      `end=$((SECONDS + \${WAIT:-60})); while ((SECONDS < end)); do ${PROBE} && break; sleep 1; done`,
      'a time with a default',
    ),
    allowed(
      `end=$((SECONDS + WAIT)); while ((SECONDS < end)); do ${PROBE} && break; sleep 1; done`,
      'a time from the environment',
    ),
    allowed(
      `deadline=$(date -d '2031-01-01' +%s); while [ $(date +%s) -lt $deadline ]; do ${PROBE} && break; sleep 1; done`,
      'a day that is written out',
    ),
    allowed(
      `end=$(($(date +%s%3N) + 5000)); while [ $(date +%s%3N) -lt $end ]; do ${PROBE} && break; done`,
      'milliseconds',
    ),
  ])('ends, $why: $text', check);

  it('counts the time until a far deadline as sleeping when the loop sleeps', () => {
    check(
      nudged(
        'long-poll',
        `end=$((SECONDS + 1800)); until ${PROBE}; do ((SECONDS > end)) && break; sleep 10; done`,
        '30 min',
      ),
    );
    check(allowed(`end=$((SECONDS + 500)); until ${PROBE}; do ((SECONDS > end)) && break; sleep 10; done`, '500 s'));
  });
});

describe('deadlines that do not end a loop', () => {
  it.each(
    [
      ['an exact second', `end=$((SECONDS + 60)); until [ $SECONDS -eq $end ]; do ${PROBE} && break; sleep 7; done`],
      ['not the exact second', `while [ $SECONDS -ne 60 ]; do ${PROBE} && break; sleep 7; done`],
      [
        'moved along in the body',
        `end=$((SECONDS + 60)); while ((SECONDS < end)); do end=$((SECONDS + 60)); sleep 2; done`,
      ],
      [
        'moved along on one branch',
        `end=$((SECONDS + 60)); while ((SECONDS < end)); do ${PROBE} || end=$((SECONDS + 60)); sleep 2; done`,
      ],
      ['SECONDS reset', `while [ $SECONDS -lt 60 ]; do ${PROBE} && break; SECONDS=0; sleep 2; done`],
      ['read once', `now=$(date +%s); end=$((now + 60)); until ${PROBE}; do [ $now -gt $end ] && break; sleep 2; done`],
      ['printed only', `end=$((SECONDS + 60)); until ${PROBE}; do echo "$SECONDS of $end"; sleep 2; done`],
      ['only a message', `end=$((SECONDS + 60)); until ${PROBE}; do ((SECONDS > end)) && echo late; sleep 2; done`],
      ['set in a subshell', `(end=$((SECONDS + 60))); until [ $SECONDS -ge $end ]; do sleep 2; done`],
      ['misspelt', `deadline=$((SECONDS + 60)); until [ $SECONDS -ge $dedline ]; do sleep 2; done`],
      ['compared as text', `end=$((SECONDS + 60)); until [[ $SECONDS = $end ]]; do sleep 5; done`],
      ['wrong direction', `end=$((SECONDS + 60)); until ((SECONDS < end - 120)); do sleep 2; done`],
      ['only when the probe says so', `end=$((SECONDS + 60)); until ${PROBE} && ((SECONDS > end)); do sleep 2; done`],
      [
        'the clock of a pass',
        `while :; do start=$(date +%s); ${PROBE} && break; [ $(( $(date +%s) - start )) -gt 60 ] && break; sleep 2; done`,
      ],
      ['the hour', `until [ "$(date +%H:%M)" = 18:00 ]; do sleep 30; done`],
      ['limit of the single request', `until curl -sf --max-time 5 http://127.0.0.1:8080/; do sleep 2; done`],
      ['limit of each try', `while ! timeout 5 ${PROBE}; do sleep 2; done`],
    ].map(([why = '', text = '']) => denied('unbounded-loop', text, why)),
  )('goes on, $why: $text', check);

  it('knows that dash has no SECONDS', () => {
    check(
      denied(
        'unbounded-loop',
        `end=60; until [ "$SECONDS" -ge $end ]; do ${PROBE} && break; sleep 2; done`,
        'dash',
        sh,
      ),
    );
  });
});
