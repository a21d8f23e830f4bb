/**
 * The stand-ins that a script meets in a virtual run, as shell text that is read before the script.
 *
 * Modelled: `sleep` adds to a virtual clock and returns at once; `date +%s`, `SECONDS` and `EPOCHSECONDS` show that clock
 * (the shell's own variable is unset first, which takes its special meaning away; in zsh `EPOCHSECONDS` appears with
 * `zmodload zsh/datetime`, as it really does; dash has neither); the probing programs answer as the run's behaviour says, by
 * the number of their calls; the file `ready` comes and goes accordingly; `tail -f` and `sleep infinity` never return.
 * `kill -0` probes, every other `kill` fails. All else is the real shell. Sleeps and probes also exist as programs on the path,
 * for `command`, `env`, `xargs` and their like.
 *
 * "Does not end" is decided without waiting: the stand-ins count their calls in a file that all subshells share, bash and zsh
 * count commands in their DEBUG trap, and a limit on CPU time catches what calls nothing (dash has no DEBUG trap).
 * Every command and every call also moves the clock a little, so that a loop that only looks at it gets somewhere; what a run
 * is said to have taken is its sleeping alone. Time adds up over all processes of a run: two sleepers side by side count double.
 */
import type { Shell } from './shells.ts';

/** The programs that ask something outside, in groups that may answer differently in one world. */
export const PROBE_GROUPS = {
  net: ['curl', 'nc'],
  text: ['grep'],
  other: ['probe'],
  process: ['pgrep', 'kill', 'ready'],
} as const;

export type ProbeGroup = keyof typeof PROBE_GROUPS;

/** How the probes answer: each is one world that a script may find itself in. `third`: yes from the third call on. */
export type Behaviour =
  | 'never'
  | 'always'
  | 'third'
  | 'until-third'
  | 'alternate'
  | `only-${ProbeGroup}`
  | `not-${ProbeGroup}`;

/** The probing stand-ins that are programs; `kill -0` and the file `ready` are the other two. */
export const PROBES = ['probe', 'grep', 'curl', 'nc', 'pgrep'] as const;

export type Budget = {
  /** calls of stand-ins, over all processes */
  readonly calls: number;
  /** commands in each process */
  readonly steps: number;
  /** seconds of CPU time of each process */
  readonly cpu: number;
};

/**
 * The text to be read before a script, which expects in its environment `LW_V` (the run's folder), `LW_PRELUDE` (where the
 * preludes lie), `LW_MODE` (a behaviour) and `LW_SYNC` (not empty when the script reads a clock variable).
 */
export function preludeFor(shell: Shell, budget: Budget): string {
  const limits = `ulimit -t ${budget.cpu}\n_v_most=${budget.calls}\n_v_most_steps=${budget.steps}\n`;
  return `${limits}${SHARED}${PROBES.map((name) => `${name}() { _v_answer ${name} && _v_show "$@"; }\n`).join('')}${SPECIFIC[shell]}`;
}

const SHARED = `
_v_stop() {
  echo "$1" > "$LW_V/verdict"
  _v_kill -KILL 0
}
_v_state() {
  _v_c=
  while [ -z "$_v_c" ]; do IFS=' ' read -r _v_c _v_t < "$LW_V/state" || :; done
}
_v_tick() {
  _v_state
  _v_c=$((_v_c + 1))
  _v_t=$((_v_t + $1))
  [ "$_v_c" -le "$_v_most" ] || _v_stop calls
  echo "$_v_c $_v_t" > "$LW_V/state"
}
_v_group() {
  case $1 in
${Object.entries(PROBE_GROUPS)
  .map(([group, names]) => `    ${names.join(' | ')}) echo ${group} ;;`)
  .join('\n')}
  esac
}
_v_nth() {
  _v_n=0
  if [ -e "$LW_V/n.$1" ]; then IFS=' ' read -r _v_n < "$LW_V/n.$1" || :; fi
  _v_n=$((_v_n + 1))
  echo "$_v_n" > "$LW_V/n.$1"
}
_v_answer() {
  _v_tick 0
  : > "$LW_V/asked"
  case $LW_MODE in
    never) return 1 ;;
    always) return 0 ;;
    only-*) [ "\${LW_MODE#only-}" = "$(_v_group "$1")" ]; return ;;
    not-*) [ "\${LW_MODE#not-}" != "$(_v_group "$1")" ]; return ;;
  esac
  _v_nth "$1"
  case $LW_MODE in
    third) [ "$_v_n" -ge 3 ] ;;
    until-third) [ "$_v_n" -lt 3 ] ;;
    *) [ $((_v_n % 2)) -eq 0 ] ;;
  esac
}
_v_show() {
  case \${1-} in -*q* | -z | -sf) ;; *) echo 42 ;; esac
}
_v_millis() {
  _v_a=$1
  _v_f=000
  _v_u=1
  case $_v_a in
    *s) _v_a=\${_v_a%s} ;;
    *m) _v_a=\${_v_a%m}; _v_u=60 ;;
    *h) _v_a=\${_v_a%h}; _v_u=3600 ;;
    *d) _v_a=\${_v_a%d}; _v_u=86400 ;;
  esac
  case $_v_a in '' | . | *[!0-9.]* | *.*.*) return 1 ;; esac
  case $_v_a in *.*) _v_f=\${_v_a#*.}000; _v_f=\${_v_f%"\${_v_f#???}"}; _v_a=\${_v_a%%.*} ;; esac
  while :; do case $_v_a in 0*) _v_a=\${_v_a#0} ;; *) break ;; esac; done
  _v_ms=$((_v_ms + (\${_v_a:-0} * 1000 + 1$_v_f - 1000) * _v_u))
}
sleep() {
  [ $# -gt 0 ] || return 1
  _v_ms=0
  for _v_w in "$@"; do
    case $_v_w in
      inf | infinity) _v_stop forever ;;
      [0-9] | [1-9][0-9]) _v_ms=$((_v_ms + _v_w * 1000)) ;;
      *) _v_millis "$_v_w" || return 1 ;;
    esac
  done
  _v_tick "$_v_ms"
  case $LW_MODE in
    third | alternate) _v_nth ready; [ "$_v_n" -ne 3 ] || : > "$LW_V/ready" ;;
    until-third) _v_nth ready; [ "$_v_n" -ne 3 ] || command rm -f "$LW_V/ready" ;;
  esac
  return 0
}
date() {
  _v_tick 0
  case $* in
    *+%s) echo "$((1700000000 + (_v_t + _v_c * 20) / 1000))" ;;
    *) echo today ;;
  esac
}
tail() {
  case $* in
    -f* | -F*) _v_stop forever ;;
    *) command tail "$@" ;;
  esac
}
kill() {
  if [ "\${1-}" = -0 ]; then _v_answer kill; else return 1; fi
}
sh() {
  [ "\${1-}" = -c ] || return 2
  shift
  _v_text=". \\"\\$LW_PRELUDE/prelude.dash\\"
$1"
  shift
  command dash -c "$_v_text" "$@"
}
dash() { sh "$@"; }
`;

/** What only one shell can do: its own `kill`, the count of commands, the clock variables. */
const SPECIFIC: Record<Shell, string> = {
  bash: `
_v_kill() { builtin kill "$@"; }
_v_steps=0
unset SECONDS EPOCHSECONDS
SECONDS=0
_v_state
_v_seen=$(((_v_t + _v_c * 20) / 1000))
EPOCHSECONDS=$((1700000000 + _v_seen))
_v_step() {
  ((++_v_steps <= _v_most_steps)) || _v_stop steps
  if [[ -n $LW_SYNC ]]; then _v_sync; fi
}
_v_sync() {
  local c t
  IFS=' ' read -r c t < "$LW_V/state" || return 0
  [[ -n $t ]] && ((t = (t + c * 20 + _v_steps * 5) / 1000, t != _v_seen)) || return 0
  ((SECONDS += t - _v_seen, EPOCHSECONDS += t - _v_seen, _v_seen = t)) || return 0
}
set -T
trap _v_step DEBUG
`,
  dash: `
_v_kill() { command kill "$@"; }
`,
  zsh: `
_v_kill() { builtin kill "$@"; }
_v_steps=0
_v_epoch=
unset SECONDS
SECONDS=0
_v_state
_v_seen=$(((_v_t + _v_c * 20) / 1000))
zmodload() {
  case $* in
    *zsh/datetime*) _v_epoch=1; EPOCHSECONDS=$((1700000000 + _v_seen)) ;;
    *) builtin zmodload "$@" ;;
  esac
}
TRAPDEBUG() {
  ((++_v_steps <= _v_most_steps)) || _v_stop steps
  if [[ -n $LW_SYNC ]]; then _v_sync; fi
  return 0
}
_v_sync() {
  local c t
  IFS=' ' read -r c t < "$LW_V/state" || return 0
  [[ -n $t ]] && ((t = (t + c * 20 + _v_steps * 5) / 1000, t != _v_seen)) || return 0
  ((SECONDS += t - _v_seen))
  if [[ -n $_v_epoch ]]; then ((EPOCHSECONDS += t - _v_seen)); fi
  ((_v_seen = t))
  return 0
}
`,
};
