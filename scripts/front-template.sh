#!/bin/sh
# lifetime-watch: the front of the hook. The build fills in the rule tables; an installed copy is not to be edited.
#
# Reads a payload on standard input and looks at it without starting anything but `cat`: when nothing in it can lead to an
# answer or an entry it is silent, else it hands the payload over. It only ever errs towards handing over, and ends with 0.
#
# The payload stays JSON text. Letters are never escaped in it except as \u...., so that words show as they are; a word after
# an escaped newline has the n of \n glued to it and is looked at a second time without its first letter.

# 0: hand over. 1: nothing to say. `shell_call` is set for what a running watcher may answer, too.
decide() {
  shell_call=''
  case $p in
    *'"hook_event_name":"UserPromptSubmit"'*)
      case $p in *'<task-notification>'* | *'\u'*) return 0 ;; esac
      return 1
      ;;
    *'"hook_event_name":"PreToolUse"'* | *'"hook_event_name":"BeforeTool"'* | *'"hook_event_name":"tool_call"'*) ;;
    *'"hook_event_name":"tool.execute.before"'* | *'"hook_event_name":"pre_tool_call"'*) ;;
    *'"hook_event_name":"preToolUse"'* | *'"hook_event_name":"postToolUse"'*) ;;
    *'"hook_event_name": "PreToolUse"'* | *'"hook_event_name": "pre_tool_call"'*) ;;
    *) return 0 ;;
  esac
  case $p in
    *Agent'"'* | *'"Task"'* | *SendMessage'"'* | *Workflow'"'* | *'"Monitor"'* | *'"task"'* | *'"subagent"'*) return 0 ;;
    *spawn_agent'"'* | *send_input'"'* | *followup_task'"'* | *invoke_agent'"'* | *delegate_task'"'* | *'"bg_'*) return 0 ;;
  esac
  shell_call=1
  case $p in
    *run_in_background* | *is_background* | *'"async"'* | *'"detach"'* | *'"background"'* | *block_until_ms*) return 0 ;;
    *'"tool_input"'*) c=${p#*'"tool_input"'} ;;
    *) c=$p ;;
  esac
  # An unescaped quote, comma, quote ends the text of the command.
  case $c in
    *'"command":"'*)
      c=${c#*'"command":"'}
      c=${c%%'","'*}
      ;;
  esac
  [ "${#c}" -gt 6000 ] && return 0
  structure && return 0
  words
}

# Forms that are no words: background, splices of quotes, expansions that make words, functions, devices.
structure() {
  case $c in
    *'\u'* | *'\/'* | *'()'* | *'`'* | *'${'* | *'!('* | */dev/[!n]*) return 0 ;;
    *'$'\'* | *'$\"'*) return 0 ;;
    *[!\&\>\|]\&[!\&\>]* | *[!\&\>\|]\& | *\&[\|!]*) return 0 ;;
    *[A-Za-z0-9_.-]\'[A-Za-z0-9_\'\$.-]* | *[A-Za-z0-9_.-]\'\\[\"\\]*) return 0 ;;
    *[A-Za-z0-9_.-]\\\"[A-Za-z0-9_\'\$.-]* | *[A-Za-z0-9_.-]\\\"\\[\"\\]*) return 0 ;;
    *[A-Za-z0-9_.-]\\\\[A-Za-z0-9_\\\'.-]*) return 0 ;;
    *[A-Za-z0-9_.-]\{* | *\}[A-Za-z0-9_.-]*) return 0 ;;
  esac
  return 1
}

# Flags, empty when not: d an expansion, g a command substitution, e double parentheses, h a slash, j more JSON behind the
# command. s: tokens of the names seen so far. b: a name that is enough when nothing follows.
words() {
  s='' b='' d='' g='' e='' h='' j=''
  case $c in *[!\\]\"*) j=1 ;; esac
  case $c in *'$'*) d=1 ;; esac
  case $c in *'$('*) g=1 ;; esac
  case $c in *'(('*) e=1 ;; esac
  case $c in */*) h=1 ;; esac
  case $c in *=*) [ -n "$d" ] && return 0 ;; esac
  before='' after=''
  IFS=';&|()\'
  for segment in $c; do
    IFS=' '
    # The letter of an escaped newline, alone before the blanks of the next line.
    case $segment in [nrtbf]\ *) segment=${segment#?} ;; esac
    [ -n "$h" ] && paths && return 0
    first=${segment#"${segment%%[! ]*}"}
    first=${first%% *}
    # A path where a command stands may be a script. A quoted word stands there only when nothing is before it.
    case $first in
      \"*) [ -z "$before" ] && case $first in */* | \".*) return 0 ;; esac ;;
      */* | . | [nrtbf]. | \'.* | [nrtbf]\'.*) return 0 ;;
      [!A-Za-z0-9_\'~-]* | [0-9]*[\<\>]* | [nrtbf][!A-Za-z0-9_\'~-]* | *=*) [ -n "$h" ] && return 0 ;;
    esac
    case $first in '' | [nrtbf]) before='' ;; *) before=1 ;; esac
    b=''
    IFS=" \"'\\\`;&|()<>{}[],=/@%^*?#!\$"
    for word in $segment; do
      [ -n "$word" ] || continue
      look "$word" && return 0
      case $word in [nrtbf]?*) look "${word#?}" && return 0 ;; esac
    done
    [ -n "$b" ] && return 0
  done
  return 1
}

#:rules

# A script may stand by its path where a command stands, also behind programs that run the words after them.
paths() {
  for item in $segment; do
    if [ -n "$after" ]; then
      case $item in
        */* | [!A-Za-z_]* | *=*) return 0 ;;
      esac
      after=''
    fi
    wraps "$item"
    case $item in [nrtbf]?*) wraps "${item#?}" ;; esac
  done
  return 1
}

# Whether a name may stand without operands although words follow: redirects, comments, the rest of the payload.
bare() {
  [ -n "$j" ] && return 0
  case $segment in *[\<\>#]*) return 0 ;; esac
  return 1
}

wraps() {
  case $1 in
    #:wrappers
  esac
}

# What one word means after the names before it, and by itself.
look() {
  for token in $s; do "after_$token" "$1" && return 0; done
  case $1 in
    -* | +*) return 1 ;;
    *.[eE][xX][eE] | *.[cC][mM][dD] | *.[bB][aA][tT] | *.[cC][oO][mM]) return 0 ;;
    for) [ -n "$d$e" ] && return 0 ;;
    set | printf | local | declare | typeset | export | readonly | let | shift | getopts | mapfile | readarray)
      [ -n "$d" ] && return 0
      ;;
  esac
  case $1 in
    echo | print | printf | cat | tee | date | expr | bc) [ -n "$g" ] && return 0 ;;
  esac
  b=''
  case $1 in
    #:names
  esac
  return 1
}

#:main
say() {
  [ -n "$LIFETIME_WATCH_TRACE" ] && printf 'lifetime-watch: front: %s\n' "$1" >&2
}

[ -t 0 ] && exit 0
host=$1
# The dot keeps newlines at the end.
{ p=$(cat && printf .); } 2>/dev/null
p=${p%.}
blanks=$IFS
set -f
LC_ALL=C
decide || {
  say 'nothing to judge'
  exit 0
}
IFS=$blanks
here=${0%/*}

# A running watcher answers faster than a program that must be started first. Its environment is not ours: what counts of
# ours goes with the question, and whoever holds the hatch is answered by a hook of their own.
state=${LIFETIME_WATCH_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/lifetime-watch}
if [ -n "$shell_call" ] && [ -S "$state/hook.sock" ] && [ -z "$LIFETIME_WATCH_ACK$AI_HATS_LIFETIME_ACK" ] &&
  command -v curl >/dev/null 2>&1; then
  if answer=$(printf '%s' "$p" | curl -qsf --max-time 0.5 --noproxy '*' --unix-socket "$state/hook.sock" \
    -H 'Expect:' -H 'Content-Type: application/json' -H "X-Lifetime-Watch-Pid: $$" -H "X-Lifetime-Watch-Shell: $SHELL" \
    -H "X-Lifetime-Watch-Home: $HOME" -H "X-Lifetime-Watch-Config: $XDG_CONFIG_HOME" \
    -H "X-Lifetime-Watch-Agents: $LIFETIME_WATCH_AGENTS" --data-binary @- "http://localhost/hook/$host" 2>/dev/null); then
    say 'answered by the watcher'
    [ -n "$answer" ] && printf '%s\n' "$answer"
    exit 0
  fi
  say 'no answer from the watcher'
fi

command -v node >/dev/null 2>&1 || {
  say 'no node on the PATH'
  exit 0
}
say 'handed over to node'
printf '%s' "$p" | node "$here/hook.cjs" "$host"
exit 0
