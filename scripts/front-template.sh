#!/bin/sh
# lifetime-watch: the front of the hook. The build fills in the rule tables; an installed copy is not to be edited.
#
# Reads a payload on standard input and looks at it without starting another program: when nothing in it can lead to an
# answer or an entry it is silent, else it hands the payload over. It only ever errs towards handing over, and ends with 0.
#
# A shell reads a script as it goes: what can be decided without the tables is decided before they are read.
#
# The payload stays JSON text. Letters are never escaped in it except as \u...., so that words show as they are; a word after
# an escaped newline has the n of \n glued to it and is looked at a second time without its first letter.

# 0: hand over. 1: nothing to say. 2: the words must tell. `shell_call` is set for what a running watcher may answer, too.
glance() {
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
  [ "${#p}" -gt 8000 ] && return 0
  case $p in
    *run_in_background* | *is_background* | *'"async"'* | *'"detach"'* | *'"background"'* | *block_until_ms*) return 0 ;;
  esac
  command_of_payload
  structure && return 0
  # As words these are enough; most commands that must be judged have one.
  case $c in
    while\ * | until\ * | *[\ \;\(\"]while\ * | *[\ \;\(\"]until\ * | *\\nwhile\ * | *\\nuntil\ *) return 0 ;;
  esac
  return 2
}

# Puts into `c` at least the text of the command: of what is behind "tool_input" the text of "command", which ends with an
# unescaped quote, comma, quote. Split at braces, because most shells cut a long text at a pattern in quadratic time.
command_of_payload() {
  c=$p
  IFS='{'
  set -- $p
  for part; do
    shift
    case $part in
      *'"tool_input":' | *'"tool_input": ')
        c="{$*"
        break
        ;;
    esac
  done
  IFS=$blanks
  case $c in
    '{"command":"'*) c=${c#'{"command":"'} ;;
    *'"command":"'*) c=${c#*'"command":"'} ;;
    *) return ;;
  esac
  c=${c%%'","'*}
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

say() {
  [ -n "$LIFETIME_WATCH_TRACE" ] && printf 'lifetime-watch: front: %s\n' "$1" >&2
}

# A running watcher answers faster than a program that must be started first. Its environment is not ours: what counts of
# ours goes with the question, and whoever holds the hatch is answered by a hook of their own.
hand_over() {
  IFS=$blanks
  state=${LIFETIME_WATCH_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/lifetime-watch}
  if [ -n "$shell_call" ] && [ -S "$state/hook.sock" ] && [ -z "$LIFETIME_WATCH_ACK$AI_HATS_LIFETIME_ACK" ]; then
    set -- "$state/hook.sock" "/hook/$host" "X-Lifetime-Watch-Pid: $$" "X-Lifetime-Watch-Shell: $SHELL" \
      "X-Lifetime-Watch-Home: $HOME" "X-Lifetime-Watch-Config: $XDG_CONFIG_HOME" \
      "X-Lifetime-Watch-Agents: $LIFETIME_WATCH_AGENTS"
    if command -v perl >/dev/null 2>&1; then ask_by_perl "$@"; else ask_by_curl "$@"; fi && {
      say 'answered by the watcher'
      exit 0
    }
    say 'no answer from the watcher'
  fi
  command -v node >/dev/null 2>&1 || {
    say 'no node on the PATH'
    exit 0
  }
  say 'handed over to node'
  printf '%s' "$p" | node "${0%/*}/hook.cjs" "$host"
  exit 0
}

# perl starts in a quarter of the time of curl, as long as it loads no module. Prints an answer only when it has it whole.
ask_by_perl() {
  PERL5OPT='' perl -e '
    my ($socket, $path, @head) = @ARGV;
    binmode $_ for STDIN, STDOUT;
    local $/;
    my $body = <STDIN>;
    s/[\r\n]/ /g for @head;
    $SIG{PIPE} = "IGNORE";
    $SIG{ALRM} = sub { exit 1 };
    alarm 1;
    # sockaddr_un: the systems that come from BSD have a byte for its length
    my $address = $^O =~ /darwin|bsd/ ? pack("CCa*x", length($socket) + 3, 1, $socket) : pack("Sa*x", 1, $socket);
    socket(my $s, 1, 1, 0) or exit 1;
    binmode $s;
    connect($s, $address) or exit 1;
    my @lines = ("POST $path HTTP/1.0", "Host: localhost", "Content-Length: " . length $body, @head, "", $body);
    my $question = join "\r\n", @lines;
    while (length $question) {
      my $sent = syswrite($s, $question) or exit 1;
      substr($question, 0, $sent, "");
    }
    my ($answer, $wait) = ("", "");
    vec($wait, fileno($s), 1) = 1;
    for (;;) {
      select(my $ready = $wait, undef, undef, 0.5) > 0 or exit 1;
      my $got = sysread($s, $answer, 65536, length $answer);
      defined $got or exit 1;
      last unless $got;
    }
    my ($status, $rest) = $answer =~ /^HTTP\/1\.\d 200 (.*?\r\n)\r\n(.*)$/s or exit 1;
    $status =~ /^Content-Length: *(\d+)\r$/im && $1 == length $rest or exit 1;
    print $rest;
    # A reader that has gone away is nobody to tell.
    close STDOUT;
    exit 0;
  ' "$@" 2>/dev/null <<END
$p
END
}

ask_by_curl() {
  command -v curl >/dev/null 2>&1 || return 1
  answer=$(
    printf '%s' "$p" | curl -qsf --max-time 0.5 --noproxy '*' --unix-socket "$1" -H 'Expect:' -H "$3" -H "$4" -H "$5" \
      -H "$6" -H "$7" --data-binary @- "http://localhost$2" 2>/dev/null
  ) || return 1
  [ -n "$answer" ] && printf '%s\n' "$answer"
  return 0
}

#:main
[ -t 0 ] && exit 0
host=$1
blanks=$IFS
set -f
LC_ALL=C
# A payload is one line, with its end or without. Byte by byte: up to two kilobytes this costs less than starting `cat`,
# and a megabyte, which no command has, a third of a second.
newline='
'
{
  if IFS= read -r p; then
    p=$p$newline
    if IFS= read -r line; then
      rest=$(cat && printf .)
      line=$line$newline${rest%.}
    fi
    p=$p$line
  fi
} 2>/dev/null
glance
case $? in
  0) hand_over ;;
  1)
    say 'nothing to judge'
    exit 0
    ;;
esac
#:end

# Flags, empty when not: d an expansion, g a command substitution, e double parentheses, h a slash, l a backslash, j more
# JSON behind the command, x a program of Windows. s: tokens of the names seen so far. b: a name that is enough when nothing
# follows. Returns as `glance` does: 2 when one of the names has its rule in the tables that come later.
words() {
  s='' b='' d='' g='' e='' h='' j='' l='' x='' later=''
  case $c in *[!\\]\"*) j=1 ;; esac
  case $c in *'$'*) d=1 ;; esac
  case $c in *'$('*) g=1 ;; esac
  case $c in *'(('*) e=1 ;; esac
  case $c in */*) h=1 ;; esac
  case $c in *\\*) l=1 ;; esac
  case $c in *.[eE][xX][eE]* | *.[cC][mM][dD]* | *.[bB][aA][tT]* | *.[cC][oO][mM]*) x=1 ;; esac
  case $c in *=*) [ -n "$d" ] && return 0 ;; esac
  before='' previous=''
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
      IFS=' '
      [ -n "$word" ] || continue
      look "$word" && return 0
      case $l$word in 1[nrtbf]?*) look "${word#?}" && return 0 ;; esac
    done
    [ -n "$b" ] && return 0
  done
  [ -n "$later" ] && return 2
  return 1
}

# A script may stand by its path where a command stands, also behind programs that run the words after them.
paths() {
  for item in $segment; do
    case $item in
      */* | [!A-Za-z_]* | *=*)
        case $wrappers in *" $previous "* | *" ${previous#[nrtbf]} "*) return 0 ;; esac
        ;;
    esac
    previous=$item
  done
  return 1
}

# Whether a name may stand without operands although words follow: redirects, comments, the rest of the payload.
bare() {
  [ -n "$j" ] && return 0
  case $segment in *[\<\>#]*) return 0 ;; esac
  return 1
}

# What one word means after the names before it, and by itself.
look() {
  for token in $s; do follow "$1" && return 0; done
  case $1 in
    # Behind a name that is enough without a further word the next may be the value of the option.
    [-+]*)
      [ -n "$b" ]
      return
      ;;
  esac
  [ -n "$x" ] && case $1 in *.[eE][xX][eE] | *.[cC][mM][dD] | *.[bB][aA][tT] | *.[cC][oO][mM]) return 0 ;; esac
  b=''
  case $1 in [A-Za-z0-9_]*) ;; *) return 1 ;; esac
  eval "names=\$names_${1%"${1#?}"}"
  case $names in *",$1 "*) means "$1" "$names" ;; *) return 1 ;; esac
}

# One word after one name: enough, a subcommand, or an option, after which any subcommand is enough.
follow() {
  case $token in
    *_)
      eval "rule=\$rule_${token%_}"
      case $rule in *[!\ ]",$1 "*) return 0 ;; esac
      return 1
      ;;
  esac
  eval "globs=\$globs_$token rule=\$rule_$token"
  case $rule in
    *",$1 "*) means "$1" "$rule" && return 0 ;;
    *[!\ ],*) case $1 in [-+]*) remember "${token}_" ;; esac ;;
  esac
  for pattern in $globs; do
    case $1 in $pattern) return 0 ;; esac
  done
  return 1
}

# What stands before a name: nothing when it is enough, else the token to remember, and marks before it. Cut from the end,
# because most shells cut from the front in quadratic time.
means() {
  meaning=${2%%",$1 "*}
  meaning=${meaning##* }
  case $meaning in
    '') return 0 ;;
    *[!0-9]*) marked && return 0 ;;
  esac
  token=${meaning##*[!0-9]}
  [ -n "$token" ] && remember "$token"
  return 1
}

# Enough with: `/` a path in the command, `d` an expansion, `g` a command substitution, `e` arithmetic, `f` a body of a
# function, `.` no word behind it.
marked() {
  case $meaning in */*) [ -n "$h" ] && return 0 ;; esac
  case $meaning in *d*) [ -n "$d" ] && return 0 ;; esac
  case $meaning in *g*) [ -n "$g" ] && return 0 ;; esac
  case $meaning in *e*) [ -n "$e" ] && return 0 ;; esac
  case $meaning in *f*) case $c in *'{'* | *'('*) return 0 ;; esac ;; esac
  case $meaning in
    *.*)
      b=1
      bare && return 0
      ;;
  esac
  return 1
}

# `common` is the number of rules that have been read, nothing when all have.
remember() {
  [ -z "$common" ] || [ "${1%_}" -lt "$common" ] || later=1
  case "$s " in *" $1 "*) ;; *) s="$s $1" ;; esac
}

#:tables

#:main
words
case $? in
  0) hand_over ;;
  1)
    say 'nothing to judge'
    exit 0
    ;;
esac
#:end

#:later tables

#:main
words && hand_over
say 'nothing to judge'
exit 0
#:end
