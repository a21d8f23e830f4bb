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
        c="$*"
        break
        ;;
    esac
  done
  IFS=$blanks
  case $c in
    '"command":"'*) c=${c#'"command":"'} ;;
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

# Flags, empty when not: d an expansion, g a command substitution, e double parentheses, h a slash, l a backslash, j more
# JSON behind the command. s: tokens of the names seen so far. b: a name that is enough when nothing follows.
exit 0
words() {
  s='' b='' d='' g='' e='' h='' j='' l=''
  case $c in *[!\\]\"*) j=1 ;; esac
  case $c in *'$'*) d=1 ;; esac
  case $c in *'$('*) g=1 ;; esac
  case $c in *'(('*) e=1 ;; esac
  case $c in */*) h=1 ;; esac
  case $c in *\\*) l=1 ;; esac
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
      IFS=' '
      [ -n "$word" ] || continue
      look "$word" && return 0
      case $l$word in 1[nrtbf]?*) look "${word#?}" && return 0 ;; esac
    done
    [ -n "$b" ] && return 0
  done
  return 1
}

rule_0=' =serve '
globs_1=' *wait-for-* '
rule_1=' =logcat =track-devices /2=shell '
rule_3=' =api-server =auto =dev =gateway =scheduler =serve =server =standalone =start =triggerer =ui =up =webserver 4=celery '
rule_4=' =flower =worker '
rule_5=' =add =clone =emulator =emulators =install =log =log-tail =logs =port-forward =proxy =start-iap-tunnel =stream-logs =tail =update '
rule_6=' =dev =offline =sandbox =watch 7=local 8=sync 9=logs '
rule_7=' =start-api =start-lambda '
globs_8=' [-+]*w* '
globs_9=' [-+]*[ft]* '
rule_10=' =consume =debug-log =reply =respond =sub =subscribe '
rule_11=' =add =autoupdate =bootstrap =deps =download =fetch =init =install =install-hooks =pull =restore =self-update =sync =update =upgrade /2=exec '
rule_12=' =add =fetch =fix =update =upgrade '
rule_13=' =build-dep =dist-upgrade =download =full-upgrade =install =reinstall =safe-upgrade =source =update =upgrade '
globs_14=' [-+]*[fis]* '
rule_15=' =build =dashboard =events =get =hubble =logs =monitor =observe =tap =up =update =viz =wait '
globs_16=' [-+]*[mr]* '
rule_17=' =horizon =messenger:consume =octane:start =pail =queue:listen =queue:work =reverb:start =schedule:work =serve =server:run =server:start '
rule_18=' =add =i =install =self-update =sync =up =update =upgrade =use =w =watch /2=exec /2=x /19=run /19=r 20=toolchain 20=component 20=target 20=plugin 20=plugins '
globs_19=' *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
rule_20=' =add =install =update '
globs_21=' [-+]*[sw]* '
rule_21=' =dev =develop =host =log-android =log-ios =node =preview =serve =server =start =storybook =watch '
rule_22=' =start-live-tail =start-session =tail '
globs_23=' *dev* '
globs_24=' [-+]*w* '
rule_24=' =watch '
globs_25=' [-+]*[sw]* '
globs_26=' [-+]*w* *livehtml* *run-dev* *serve* *start-dev* *storybook* *watch* '
rule_27=' =agent =dev =monitor =proxy =server =watch 28=alloc 29=logs '
rule_28=' 29=logs 29=fs '
globs_29=' [-+]*f* '
globs_30=' [-+]*r* '
rule_31=' =bundle =fetch =install =reinstall =tap =up =update =upgrade '
rule_32=' =mon =monitor '
rule_33=' =b =build =dev =jobs:work =preview =s =serve =server =solid_queue:start =start =up '
globs_34=' [-+]*[hw]* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
rule_34=' =a =add =c =create =i =install =update =upgrade 35=run 36=test 36=build /2=x '
globs_35=' [-+]*[hw]* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
globs_36=' [-+]*[hw]* '
rule_37=' =add =cache =install =package =update /2=exec /2=e '
globs_38=' [-+]*[Ffm]* '
rule_38=' =debug-events =m =mon =monitor =subscribe '
rule_39=' =checkout =clone =co =serve =sync '
rule_40=' =file-server =php-server =respond =reverse-proxy =run =start '
rule_41=' =bacon =binstall =fetch =install =update =upgrade =vendor =watch 42=leptos 42=shuttle 42=tauri 42=dx 42=lambda '
rule_42=' =dev =run =serve =watch '
rule_43=' =bootstrap =fetch =i =install =update '
rule_44=' =agent =daemon =demo =dev =run =serve =server =sql-server =start =start-single-node =web '
rule_45=' =logs =proxy =wireguard 46=ssh '
rule_46=' /2=console '
rule_47=' =dev =edit =run =tutorial '
globs_48=' [-+]*[Aiu]* '
rule_48=' =add =create =install =pull =refresh =reinstall =selfupdate =sync =update =upgrade 49=env /2=run '
rule_49=' =create =update '
rule_50=' =local =log =logs =logs:tail =proxy =ps:exec /2=run /2=run:inside '
globs_51=' [-+]*S* *test.watch* *~* '
rule_51=' =archive.install =deps =deps.get =deps.update =figwheel =local.hex =local.rebar =phoenix.server =phx.server =ring '
rule_52=' =add =ci =cit =clean-install =ddp =dedupe =i =ic =in =ins =install =install-clean =install-test =it =rebuild =start =up =update =upgrade 53=run 53=run-script 53=rum 53=urn 54=test 54=t 54=tst /2=exec /2=x '
globs_53=' [-+]*w* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
globs_54=' [-+]*w* *--watch* '
globs_55=' [-+]*[sw]* '
rule_55=' =dev =dev:exec =logs:deploy =logs:function =mock =preview =preview-docs =s =serve =server =start =watch 56=app 56=theme 56=hydrogen '
rule_56=' =dev =log =logs =preview '
rule_57=' =agent =dashboard =mount =server =tunnel 29=logs /2=ssh /2=exec /2=shell '
rule_58=' =create-project =global =i =install =r =req =require =u =update =upgrade /2=exec '
globs_59=' [-+]*[Ee]* '
rule_60=' =dev =logs 0=functions '
globs_61=' *http* '
rule_61=' =clone =competitions =copy =cp =datasets =download =fetch =mount =nfsmount =pull =rcd =serve =sql-server =sync '
rule_62=' 29=logs '
globs_63=' [-+]*[Hhm]* *[eE][vV][eE][nN][tT]* *[fF][iI][rR][eE][hH][oO][sS][eE]* *[fF][oO][lL][lL][oO][wW]* *[sS][sS][eE]* *[sS][tT][rR][eE][aA][mM]* *[sS][uU][bB][sS][cC][rR][iI][bB][eE]* *[tT][aA][iI][lL]* *[wW][aA][tT][cC][hH]* '
rule_64=' =browsers =codegen =install =install-deps =open =run-server =show-report =show-trace 65=test '
globs_65=' [-+]*[du]* '
rule_66=' =console =dashboard =start 67=server '
rule_67=' =start =start-dev '
rule_68=' =attach =logs =run 69=pub '
rule_69=' =add =downgrade =get =upgrade '
globs_70=' [-+]*w* '
rule_70=' =add =cache =i =install =jupyter =lsp =serve =upgrade 71=task '
globs_71=' *dev* *preview* *serve* *start* *watch* '
rule_72=' =install =pull =update =upgrade /2=shell /2=environment /2=activate /2=time-machine '
rule_73=' =db_worker =livereload =process_tasks =qcluster =rqworker =run =run_huey =runserver =runserver_plus =serve =testserver '
globs_74=' [-+]*[Wfw]* '
rule_75=' =builddep =dist-upgrade =distro-sync =download =dup =groupinstall =in =install =localinstall =makecache =ref =refresh =reinstall =up =update =upgrade '
globs_76=' [-+]*[BCEFLPQRXZ]* '
globs_77=' [-+]*s* '
rule_78=' =attach =events =pull =stats =wait /79=run /80=exec 29=logs 81=start 82=compose 83=container 84=image 85=system 62=service 84=model '
globs_79=' [-+]*[dt]* *adminer* *caddy* *clickhouse-server* *consul* *eclipse-mosquitto* *elasticsearch* *etcd* *gitea* *grafana* *haproxy* *httpd* *influxdb* *jenkins* *kafka* *keycloak* *kibana* *localstack* *mailhog* *mailpit* *mariadb* *memcached* *minio* *mongo* *mysql* *n8n* *nats* *neo4j* *nginx* *ollama* *opensearch* *pgadmin4* *portainer* *postgis* *postgres* *prometheus* *rabbitmq* *redis* *redpanda* *registry* *sonarqube* *traefik* *valkey* *vault* *verdaccio* *wordpress* *zookeeper* '
globs_80=' [-+]*d* '
globs_81=' [-+]*[ai]* '
rule_82=' =attach =events =pull =stats =up =wait =watch 29=logs /80=exec /80=run '
rule_83=' =attach =stats =wait /79=run /80=exec 29=logs 81=start '
rule_84=' =pull '
rule_85=' =events '
rule_86=' =log =logs '
rule_87=' =add =restore =watch 88=tool '
rule_88=' =install =restore =update '
globs_89=' [-+]*w* '
rule_89=' =dev =studio '
rule_90=' =local:server:start =rs =runserver =serve =server =server:log =server:start =share =up '
rule_91=' =reactor '
rule_92=' =apphosting:emulator =emulators:start =serve '
rule_93=' =add =clone =emulator =emulators =install =log =log-tail =logs =port-forward =proxy =start-iap-tunnel =stream-logs =tail =update 94=beta 94=alpha 94=preview 95=compute '
rule_94=' =add =clone =emulator =emulators =install =log =log-tail =logs =port-forward =proxy =start-iap-tunnel =stream-logs =tail =update 95=compute '
rule_95=' =add =clone =emulator =emulators =install =log =log-tail =logs =port-forward =proxy =start-iap-tunnel =stream-logs =tail =update /2=ssh '
rule_96=' 97=run 62=codespace 62=cs 98=webhook 99=repo 97=release 100=extension '
rule_97=' =download '
rule_98=' =forward '
rule_99=' =clone '
rule_100=' =install =upgrade '
globs_101=' [-+]*[uw]* '
rule_101=' =dev =preview =serve =watch 8=run '
rule_102=' =clone =daemon =instaweb =web--browse 103=submodule 104=lfs 105=fsmonitor--daemon '
rule_103=' =add =update '
rule_104=' =checkout =clone =fetch =pull '
rule_105=' =run '
rule_106=' 107=ci 107=pipe 107=pipeline 99=repo 99=project '
rule_107=' =view '
rule_108=' =get =install 109=mod '
rule_109=' =download =tidy =vendor '
globs_110=' [-+]*[il]* '
rule_110=' =daemon =dmon =pmon '
globs_111=' [-+]*[ct]* *appRun* *asciidoctorServe* *bootRun* *dependency:* *jetty:run* *jettyRun* *liberty:dev* *mn:run* *payara-micro:start* *quarkus:dev* *quarkusDev* *run-app* *runServer* *spring-boot:run* *tomcat7:run* *tomcatRun* '
rule_111=' =dev '
globs_112=' *[iI][nN][fF]* '
globs_113=' [-+]*[Ff]* '
rule_114=' =add =install =lock =self =sync =update =upgrade /19=run 115=env '
rule_115=' /2=run '
rule_116=' =activity =listen =log =logs =run =tail =watch '
globs_117=' [-+]*t* *[eE][vV][eE][nN][tT]* *[fF][iI][rR][eE][hH][oO][sS][eE]* *[fF][oO][lL][lL][oO][wW]* *[sS][sS][eE]* *[sS][tT][rR][eE][aA][mM]* *[sS][uU][bB][sS][cC][rR][iI][bB][eE]* *[tT][aA][iI][lL]* *[wW][aA][tT][cC][hH]* '
rule_118=' =console =monitor /2=exec '
rule_119=' =record '
rule_120=' =s =serve =server =watch '
rule_121=' =attach =port-forward =proxy 29=logs 29=log 8=get 8=events /2=exec /122=run /2=debug 123=wait 124=rollout '
globs_122=' [-+]*[airst]* '
globs_123=' [-+]*t* '
rule_124=' =status '
globs_125=' [-+]*[lrs]* *[mM][oO][nN][iI][tT][oO][rR]* *[pP][sS][uU][bB][sS][cC][rR][iI][bB][eE]* *[sS][sS][uU][bB][sS][cC][rR][iI][bB][eE]* *[sS][uU][bB][sS][cC][rR][iI][bB][eE]* '
globs_126=' [-+]*w* '
rule_126=' =dev =dev-server =graph =preview =serve =start =storybook =watch 127=run 127=r 127=run-many 127=exec '
globs_127=' [-+]*[tw]* *dev* *preview* *serve* *start* *storybook* *watch* '
globs_128=' [-+]*p* '
globs_129=' *+F* '
rule_130=' =stream '
globs_131=' [-+]*[ap]* '
globs_132=' [-+]*l* '
rule_133=' =add =create =debug =npm =run =test =test-packages =update '
globs_134=' [-+]*[Ecew]* '
rule_135=' =i =install /2=exec /2=run '
rule_136=' =logs =up '
rule_137=' =create =pull =serve =start '
globs_138=' [-+]*[Ww]* '
rule_139=' =ocsp =s_server '
globs_140=' [-+]*[SUsu]* '
rule_141=' =record =stat =top =trace '
globs_142=' *alarm* '
rule_143=' =restart =start '
globs_144=' [-+]*c* '
globs_145=' [-+]*[Ss]* '
rule_145=' =horizon =messenger:consume =octane:start =pail =queue:listen =queue:work =reverb:start =schedule:work =serve =server:run =server:start '
rule_146=' =download =inject =install =reinstall =upgrade =wheel /2=run '
rule_147=' =attach =dash =dashboard =log =logs =monit =reload =restart =resurrect =serve =start '
globs_148=' [-+]*w* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
rule_148=' =add =deploy =fetch =i =import =install =rebuild =up =update =upgrade 53=run 53=run-script 54=test 54=t 54=tst /2=exec /2=dlx '
rule_149=' 150=server 150=worker 150=agent '
rule_150=' =start '
globs_151=' [-+]*[dw]* '
globs_152=' [-+]*[flw]* '
rule_153=' =jobs:work =preview =resque:work =serve =server =sneakers:run =solid_queue:start '
rule_154=' 155=topic '
rule_155=' =consume '
rule_156=' =launch =recordVideo =stream '
globs_157=' *-[rR][eE][cC][vV]:* *[lL][iI][sS][tT][eE][nN]* *[pP][tT][mM][xX]* *[pP][tT][yY]* *[rR][eE][cC][vV][fF][rR][oO][mM]* *[tT][uU][nN]* '
globs_158=' [-+]*f* '
rule_158=' =setup =update =upgrade /2=exec /2=runghc '
globs_159=' [-+]*[Tbcils]* '
rule_160=' 161=package '
rule_161=' =resolve =update '
rule_162=' =funnel =serve '
rule_163=' =add =lock =sync /164=run 165=pip 166=tool 100=python '
globs_164=' [-+]*m* '
rule_165=' =download =install =sync '
rule_166=' =install =upgrade /2=run '
rule_167=' =dev 29=logs 29=log '
rule_168=' =dev =tail 169=pages '
rule_169=' =dev 170=deployment '
rule_170=' =tail '
globs_171=' [-+]*w* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
rule_171=' =add =global =import =install =link =up =upgrade =upgrade-interactive 53=run 54=test /2=exec /2=dlx /172=workspace 173=workspaces '
globs_172=' [-+]*w* *dev* *livereload* *preview* *serve* *start* *storybook* *watch* '
rule_172=' =add =global =import =install =link =up =upgrade =upgrade-interactive 53=run 54=test /2=exec /2=dlx '
rule_173=' =focus 174=foreach 53=run '
rule_174=' 53=run /2=exec '
rule_175=' /2=exec /2=run /2=enter '
rule_176=' /2=run /2=exec '
rule_177=' =-exec =-execdir =-ok =-okdir =-x =-X =--exec =--exec-batch '
globs_178=' --w* '
names_C=' =CompileDaemon '
names_M=' =MailHog '
names_S=' =SimpleHTTPServer '
names_X=' =Xephyr =Xvfb =Xvnc '
names_a=' 0=ace 0=adonis 1=adb 3=aim 3=airflow 5=aliyun 5=az 6=amplify 10=amqp-consume 11=ansible-galaxy 12=apk 13=apt 13=apt-fast 13=apt-get 13=aptitude 14=arecord 14=asciinema 15=argo 15=argocd 16=aria2c 16=axel 17=artisan 18=asdf 21=astro 8=ava 22=aws 175=apptainer 176=aws-vault =alias =acpi_listen =aiosmtpd =air =airodump-ng =alertmanager =angie =anvil =apache2 =apache2ctl =apachectl =appium =arping =arq =ash =at =atop =autossh =avahi-daemon '
names_b=' 3=bokeh 17=bin/console 21=blitz 8=babel 8=basedpyright 23=b2sum 23=base32 23=base64 23=bzip2 24=babel-node 25=bazel 25=buck2 25=buf 26=bmake 27=boundary 30=brave-browser 31=brew 32=bridge 33=bridgetown 34=bun 37.=bundle 37.=bundler 38=busctl 39=bzr =bacon =bandwhich =bash =bashtop =batch =bin/dev =biosnoop =bitcoind =blktrace =bmon =bore =bpftrace =bpytop =browser-sync =btm =btop =buildkitd =bwrap '
names_c=' 6=cdk 6=cdklocal 11=cabal 11=conan 11=cpan 11=cpanm 14=cvlc 15=cilium 21=craco 8=coffee 23=cat 23=cksum 27=consul 30=chrome 30=chrome-headless-shell 30=chromium 30=chromium-browser 39=cvs 40=caddy 41=cargo 43=carthage 44=centrifugo 44=chroma 44=cockroach 45=cf 47=chainlit 48=choco 48=conda 50=clever 51=clj 51=clojure 52=cnpm 55=cobalt 57=colima 58=composer 59=conntrack 60=convex 61=crane 62=crictl 63=curl 64=cypress 115=cross-env 176=chamber =chroot /=chrt =coproc =caffeinate =candump =celery =chisel =chokidar =chromedriver =cifsiostat =cli =clickhouse-server =cloud-sql-proxy =cloud_sql_proxy =cloudflared =cmd =code-server =conc =concurrently =containerd =coredns =cron =crond =csh =ctop =cu =cupsd '
names_d=' 3=dagster 11=dub 18=devbox 21=devspace 21=directus 21=docsify 21=docusaurus 21=dx 23=dd 25=dune 26=doit 44=dolt 50=dokku 61=dvc 66=dapr 68=dart 70=deno 72=devenv 73=django-admin 74=dmesg 75=dnf 75=dnf5 76=dns-sd 77=doas 78=docker 78=docker.io 82=docker-compose 86=doctl 87=dotnet 89=drizzle-kit 90=drush 175=distrobox 115=dotenv 115=dotenvx 115=dotenv-cli 176=doppler =daemon =daemonize =daphne =darkhttpd =dash =dask-scheduler =datasette =dbus-monitor =devd =devtunnel =direnv =django =dnsmasq =dockerd =dool =dramatiq =dstat =dtrace =dtruss =dufs =dump1090 =dumpcap '
names_e=' 21=electron-forge 21=electron-vite 21=ember 21=encore 25=elm-test 25=esbuild 48=emerge 50=eb 55=eleventy 55=expo 75=eopkg 91=elm 91=elm-reactor 115=env-cmd /=envdir =elasticsearch =electron =electronmon =elm-live =elvish =emulator =entr =envoy =etcd =eval =evtest =execsnoop =execsnoop-bpfcc '
names_f=' 14=ffmpeg 14=ffplay 15=flux 18=fnm 21=farm 21=func 33=foreman 39=fossil 40=frankenphp 44=forgejo 45=fly 45=flyctl 47=fastapi 48=flatpak 68=flutter 72=flox 73=flask 77=free 78=finch 92=firebase 175=flatpak-spawn 175=firejail 176=fnox 177=find 177=fd 177=fdfind /=faketime /=flock =foreach =falcon =filebeat =fish =flower =fluent-bit =fluentd =forever =fping =frontail =frpc =frps =fs_usage =fswatch =functions-framework '
names_g=' 14=gst-launch-1.0 18=ghcup 18=goenv 21=garden 21=gatsby 8=graphql-codegen 23=gzip 25=gotestsum 26=gmake 30=google-chrome 30=google-chrome-stable 33=goreman 38=gdbus 39=gclient 43=gem 44=gitea 50=gigalixir 55=genkit 61=gdown 61=gsutil 72=guix 93=gcloud 96=gh 101=ginkgo 101=grunt 101=gulp 102=git 106=glab 108=go 110=gpustat 111=gradle 111=gradlew 111=grails 112=gseq 113=gtail 177=gfind /=gosu =ganache =geckodriver =geth =ghcid =glances =gotop =gotty =gow =gping =gradio =grafana-server =granian =gsleep =gtimeout =guard =gunicorn =gwatch '
names_h=' 15=helm 15=hubble 21=hardhat 21=histoire 23=hd 23=hexdump 33=hanami 33=hivemind 33=honcho 39=hg 50=heroku 55=hexo 55=hugo 61=hf 61=huggingface-cli 114=hatch 116=hookdeck 117=http 117=httpie 117=https =haproxy =hping3 =htop =http-server =http.server =httpd =huey_consumer =huey_consumer.py =hupper =hwatch =hypercorn '
names_i=' 5=ibmcloud 15=istioctl 26=inv 32=ip 44=inngest 44=inngest-cli 44=ipfs 51=iex 77=iperf 77=iperf3 118=incus 119=instruments 120=ionic 176=infisical =ibazel =idevicesyslog =iftop =influxd =inotifywait =inotifywatch =intel_gpu_top =iosnoop =iostat =iotop =iotop-c =iptraf-ng '
names_j=' 10=juju 18=jenv 18=juliaup 25=jest 26=just 33=jekyll 39=jj 112=jot 29=journalctl =json-server =jstat =jupyter =jupyter-lab =jupyter-notebook =jupyter-server =jupyterlab =jurigged '
names_k=' 11=krew 15=kubeadm 15=kustomize 25=karma 25=knip 44=kong 57=k3d 57=k3s 57=kind 61=kaggle 86=koyeb 121=k 121=kubecolor 121=kubectl 125=keydb-cli =k9s =kafka-avro-console-consumer =kafka-console-consumer =kafka-console-consumer.sh =kafka-server-start =kafka-server-start.sh =kafkacat =kail =kcat =keydb-server =killall =killall5 =ksh =ksh93 =kubelet =kubetail '
names_l=' 3=label-studio 3=langgraph 3=lektor 11=luarocks 15=linkerd 21=ladle 25=lake 30=lsof 38=libinput 47=litestar 51=lein 57=lima 57=limactl 66=localstack 118=lxc 126=lage 126=lerna 128=latexmk 129=less 80=lftp 130=log 131=ltrace =lazydocker =lighttpd =lite-server =litellm =live-server =livekit-server =lksh =llama-server =llama_cpp.server =lnav =localtunnel =loclx =locust =logcat =logstash =loki =lt =luigid '
names_m=' 3=mkdocs 3=mlflow 10=mqtt 14=mpv 18=mise 21=mastra 21=medusa 21=mockoon-cli 8=mocha 23=md5sum 25=mypy 26=make 30=msedge 33=middleman 44=minio 47=marimo 48=mamba 48=mas 48=micromamba 51=mix 55=mdbook 57=microk8s 57=minikube 57=multipass 61=modelscope 73=manage.py 75=microdnf 77=mysqlbinlog 111=mn 111=mvn 111=mvnd 111=mvnw 121=microk8s.kubectl 126=moon 132=mdfind 133.=meteor =mosh =mkfifo =mknod =maildev =mailhog =mailpit =mariadbd =mariadbd-safe =mediamtx =meilisearch =memcached =minicom =miniserve =mitmdump =mitmproxy =mitmweb =mksh =mockserver =modd =mongod =mongos =mosquitto =mosquitto_sub =moto_server =mpstat =mtr =multitail =mysqld =mysqld_safe '
names_n=' 3=nikola 10=nats 11=nimble 11=nuget 18=nodenv 21=next 21=nuxi 21=nuxt 23=nl 27=nomad 38=nmcli 48=nix-channel 48=nix-env 52=npm 55=nest 55=netlify 55=ng 55=ntl 66=neo4j 78=nerdctl 86=northflank 110=nvidia-smi 126=nx 132=nc 132=nc.openbsd 132=nc.traditional 132=ncat 132=netcat 134=netstat 19=npm-run-all 19=npm-run-all2 19=nr 135=nvm 178=node 178=nodejs =n8n =nats-server =nethogs =nettop =next-server =nfsiostat =nginx =ngrep =ngrok =nix =nix-shell =nload =nmon =node-dev =node_exporter =nodemon =notebook =nping =npm-watch =nsenter =nsq_tail =nu =nvtop '
names_o=' 3=open-webui 5=oci 11=opam 23=od 33=overmind 48=opkg 57=orb 61=oras 121=oc 136=okteto 137=ollama 138=open 139=openssl 176=op =oksh =onchange =openresty =opensearch =opensnoop =opensnoop-bpfcc =openvpn =openvscode-server =otelcol '
names_p=' 3=panel 10=pulsar-client 11=packer 11=pre-commit 14=parec 18=pkgx 18=pyenv 21=partykit 21=plasmo 8=panda 8=postcss 8=pyright 33=process-compose 38=pactl 38=playerctl 39=p4 43=pod 44=pocketbase 48=pkg 48=pkg_add 48=port 50=platform 55=prism 64=playwright 64=puppeteer 78=podman 82=podman-compose 89=prisma 101=phpunit-watcher 114=pdm 114=pipenv 114=pixi 114=poe 114=poetry 116=pulumi 140=pacman 140=pamac 140=paru 141=perf 142=perl 143=pg_ctl 143=pg_ctlcluster 144=pgcli 144=psql 145=php 146=pip 146=pip3 146=pip3.11 146=pip3.12 146=pip3.13 146=pipx 147=pm2 148=pnpm 149=prefect 151=pv 152=py.test 152=pytest 175=proot =parallel =parcel =php-fpm =picocom =pidstat =ping =ping4 =ping6 =pkill =pm2-dev =pm2-docker =pm2-runtime =posh =postgres =powermetrics =powershell =powertop =prettyping =privoxy =prometheus =promtail =ptw =pulseaudio =puma =pwsh =pyftpdlib =pytest-watch '
names_q=' 21=quasar 73=quart 86=qovery 101=quarto 111=quarkus =qdrant =qemu-system-aarch64 =qemu-system-x86_64 '
names_r=' 14=rec 18=rbenv 18=rtx 18=rustup 21=react-native 21=react-router 21=react-scripts 21=redwood 21=remix 21=rsbuild 21=rspack 21=rspress 21=rw 8=rescript 8=rolldown 8=rollup 8=rslib 25=relay-compiler 25=ruff 33=rails 39=repo 45=railway 47=reflex 50=render 51=rebar3 55=redocly 61=rclone 110=rocm-smi 114=rye 125=redis-cli 126=rush 80=rsync 19=run-p 19=run-s 153=rake 150=ray 154=rpk =repeat =read =rabbitmq-server =rackup =radeontop =rbash =redis-server =rerun =rethinkdb =rq =rqlited =rsyslogd =rtl_433 =runsvdir =runuser =rzsh '
names_s=' 6=sam 6=serverless 6=sls 6=sst 11=shards 11=spack 14=screencapture 14=sox 18=sdk 18=swiftly 21=sanity 21=sb 21=skaffold 21=slidev 21=storybook 21=strapi 8=sass 8=spago 8=stylus 8=swc 23=sha1sum 23=sha256sum 23=sha512sum 23=shasum 23=strings 23=sum 25=stencil 25=svelte-check 39=sl 39=svn 44=surreal 47=sanic 47=shiny 47=solara 47=streamlit 47=superset 48=scoop 48=snap 48=softwareupdate 50=scalingo 51=sbt 55=shopify 60=supabase 61=s5cmd 61=skopeo 75=slackpkg 75=swupd 90=sail 90=symfony 112=seq 116=stripe 120=shadow-cljs 80=scp 80=sftp 131=strace 134=ss 156=simctl 157=socat 158=stack 159=sudo 160=swift 175=schroot 175=systemd-nspawn 175=singularity 176=secretspec /=setlock /=setuidgid /=su-exec =select =s6-svscan =sar =screen =script =selenium-server =selenium-standalone =serve =servor =setsid =sg =sglang.launch_server =sh =shotgun =sidekiq =simple-http-server =sirv =skill =slabtop =slapd =sleep =slogin =smbd =smee =snowpack =solana-test-validator =source =sphinx-autobuild =ssh =sshd =sshuttle =start-stop-daemon =start-storybook =stern =stress =stress-ng =stunnel =su =supervisor =supervisord =swatchdog =syncthing =sysdig =systemd-run '
names_t=' 11=terraform 11=terragrunt 11=tofu 15=tkn 21=tauri 21=trunk 8=tailwind 8=tailwindcss 8=tsc 8=tsdown 8=tsgo 8=tsup 23=tac 24=ts-node 24=ts-node-esm 24=tsx 25=templ 25=typedoc 26=task 44=turso 48=tlmgr 52=tnpm 55=tinacms 66=temporal 75=tdnf 101=typst 113=tail 116=twilio 126=turbo 136=telepresence 136=tilt 162=tailscale 175=toolbox 176=teller /=taskset =trap =taskiq =taskkill =tcpconnect =tcpdump =tcping =tcptop =tcsh =telegraf =tensorboard =thin =thttpd =timelimit =timeout =tinyproxy =tio =tmole =tmux =top =toxiproxy-server =trace-cmd =traefik =ts-node-dev =tshark =tsnd =tsserver =ttyd =tunnelmole =turnserver =twistd =typescript =typesense-server '
names_u=' 21=umi 8=unocss 25=unbuild 38=udevadm 38=upower 75=urpmi 163=uv =until =unbound =unicorn =unshare =usleep =uvicorn =uwsgi '
names_v=' 3=vllm 11=vcpkg 14=vlc 15=velero 18=volta 21=vike 21=vinxi 21=vitepress 21=vue-cli-service 21=vuepress 8=vue-tsc 27=vault 101=vitest 125=valkey-cli 167=vc 167=vercel 176=varlock =vagrant =valkey-server =verdaccio =viddy =vite =vllm.entrypoints.openai.api_server =vm_stat =vmstat =voila =vsftpd '
names_w=' 14=wf-recorder 16=wget 16=wget2 21=wails 21=wds 21=web-dev-server 21=webpack 21=webpack-cli 21=wxt 8=wl-paste 23=wc 25=web-test-runner 25=wtr 44=weed 48=winget 55=web-ext 90=wp 19=wireit 168=wrangler =while =wait =wait-on =wait-port =waitress-serve =watch =watchexec =watchfiles =watchman-make =watchman-wait =watchmedo =wavemon =weaviate =webfsd =webpack-dev-server =websocat =weston =wetty =wev =wgo =when-changed =wiremock =wireshark =wmr =wscat =wsl '
names_x=' 23=xxd 23=xz 75=xbps-install 117=xh 117=xhs 119=xctrace 156=xcrun =x11vnc =xev =xmlrpc.server =xonsh =xtail '
names_y=' 61=youtube-dl 61=yt-dlp 75=yum 140=yay 171.=yarn 171.=yarnpkg =yash =yes '
names_z=' 23=zstd 55=zola 75=zypper =zenith =zookeeper-server-start =zookeeper-server-start.sh =zrok =zsh '
wrappers=' ! - apptainer arch builtin bun bunx busybox caffeinate catatonit catchsegv chpst chronic command corepack cross-env dbus-run-session distrobox do doas docker-init dotenv dotenv-cli dotenvx dumb-init eatmydata elif else entr env env-cmd exec fakeroot firejail flatpak-spawn gamemoderun genv gnice gnome-session-inhibit gstdbuf gtime gxargs heaptrack if ionice linux32 linux64 ltrace nice nocorrect noglob nohup npx nsenter numactl pkexec pnpm pnpx prlimit proot proxychains proxychains4 rlwrap run0 schroot setarch setpriv setsid singularity softlimit ssh-agent sshpass stdbuf strace sudo systemd-inhibit systemd-nspawn then time tini toolbox torify torsocks toybox unbuffer unshare uvx valgrind watchexec with-contenv xargs xvfb-run yarn yarnpkg { '

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
  case $wrappers in *" $1 "*) after=1 ;; esac
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
    *.[eE][xX][eE] | *.[cC][mM][dD] | *.[bB][aA][tT] | *.[cC][oO][mM]) return 0 ;;
    for) [ -n "$d$e" ] && return 0 ;;
    function) case $c in *'{'* | *'('*) return 0 ;; esac ;;
    set | printf | local | declare | typeset | export | readonly | let | shift | getopts | mapfile | readarray)
      [ -n "$d" ] && return 0
      ;;
  esac
  case $1 in
    echo | print | printf | cat | tee | date | expr | bc) [ -n "$g" ] && return 0 ;;
  esac
  b=''
  case $1 in [A-Za-z0-9_]*) ;; *) return 1 ;; esac
  eval "names=\$names_${1%"${1#?}"}"
  case $names in *"=$1 "*) means "$1" "$names" ;; *) return 1 ;; esac
}

# One word after one name: enough, a subcommand, or an option, after which any subcommand is enough.
follow() {
  eval "globs=\$globs_${token%_} rule=\$rule_${token%_}"
  case $token in
    *_)
      case $rule in *[!\ ]"=$1 "*) return 0 ;; esac
      return 1
      ;;
  esac
  case $rule in
    *"=$1 "*) means "$1" "$rule" && return 0 ;;
    *[!\ ]=*) case $1 in [-+]*) remember "${token}_" ;; esac ;;
  esac
  for pattern in $globs; do
    case $1 in $pattern) return 0 ;; esac
  done
  return 1
}

# What stands before a name: nothing when it is enough, else the token to remember. Before that `/`: a path in the command is
# enough; behind it `.`: so is nothing. Cut from the end, because most shells cut from the front in quadratic time.
means() {
  meaning=${2%%"=$1 "*}
  meaning=${meaning##* }
  case $meaning in
    '') return 0 ;;
    /*) [ -n "$h" ] && return 0 ;;
  esac
  case $meaning in
    *.)
      b=1
      bare && return 0
      ;;
  esac
  token=${meaning#/}
  token=${token%.}
  [ -n "$token" ] && remember "$token"
  return 1
}

remember() {
  case "$s " in *" $1 "*) ;; *) s="$s $1" ;; esac
}

words && hand_over
say 'nothing to judge'
exit 0
