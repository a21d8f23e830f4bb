/** Clients that follow something remote: messages, events, connections, devices. */

import type { ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, limited, quick, server, slow, words } from '../program-row.ts';
import { HELP, HELP_SHORT } from './outcomes.ts';

const STREAM_URL =
  /\/(?:events?|stream|sse|subscribe|watch|tail|firehose)(?:[/?#]|$)|[?&](?:follow|watch|stream)=(?:1|true)/i;

export const streams: readonly ProgramRow[] = [
  {
    names: ['mosquitto_sub'],
    options: 't: h: p: u: P: C: W: i: I: q: L: F: T: k: topic= cafile= cert= key=',
    cases: [
      { has: 'help|version', is: quick('it prints its help') },
      { has: 'C|E', is: counted('-C counts its messages') },
      { has: 'W', is: limited('W') },
    ],
    otherwise: conditional('it receives messages until it is stopped', 'mosquitto_sub -W <seconds>'),
    catches: ['mosquitto_sub -t x', 'mosquitto_sub -h h -t x -v'],
    spares: ['mosquitto_sub -t x -C 1', 'mosquitto_sub -t x -W 5'],
  },
  {
    names: ['websocat', 'wscat'],
    options: 'c: x: w: H: s: n? connect= execute= wait= header= subprotocol=',
    cases: [HELP, { has: '1|one-message|w|wait', is: counted('it ends after one message or a time') }],
    otherwise: conditional('it stays connected until it is stopped'),
    catches: ['websocat ws://x', 'wscat -c ws://x'],
    spares: ['websocat -1 ws://x', 'wscat --version'],
  },
  {
    names: ['nats', 'juju', 'amqp-consume', 'pulsar-client', 'mqtt'],
    options: 's: count= server= context= n: t: T: topic= h: p: u: timeout=',
    subs: {
      'sub|subscribe|reply|consume|debug-log|respond': {
        options: 'n: c: t: topic= limit= wait= timeout=',
        cases: [{ has: 'count|limit|n|no-tail', is: counted('a count limits it') }],
        otherwise: conditional('it receives messages until it is stopped'),
      },
    },
    catches: ['nats sub x', 'juju debug-log'],
    spares: ['nats pub x y', 'nats sub x --count=1', 'juju status'],
  },
  {
    names: ['kafka-console-consumer', 'kafka-console-consumer.sh', 'kafka-avro-console-consumer'],
    options: 'topic= bootstrap-server= max-messages= timeout-ms= group= offset= partition= property=',
    cases: [HELP, { has: 'max-messages', is: counted('a count limits it') }],
    otherwise: conditional(
      'it receives messages until it is stopped',
      'kafka-console-consumer --timeout-ms <milliseconds>',
    ),
    catches: ['kafka-console-consumer --topic x'],
    // --timeout-ms ends it when no message came for so long
    spares: ['kafka-console-consumer --topic x --max-messages 3'],
  },
  {
    names: ['kcat', 'kafkacat'],
    options: 'b: t: p: o: c: f: X: G: K: D: s: r: F:',
    cases: [
      { has: 'h|V|L|Q|P', is: finite('it asks or sends') },
      { has: 'c|e', is: counted('it ends after a count or at the end of the topic') },
    ],
    otherwise: conditional('it receives messages until it is stopped', 'kcat -e'),
    catches: ['kcat -b x -t y', 'kcat -C -b x -t y'],
    spares: ['kcat -L -b x', 'kcat -C -b x -t y -e', 'kcat -P -b x -t y'],
  },
  {
    names: ['rpk'],
    subs: {
      topic: {
        subs: {
          consume: {
            options: 'n: num= o: offset= f:',
            cases: [{ has: 'n|num', is: counted('a count limits it') }],
            otherwise: conditional('it receives messages until it is stopped', 'rpk topic consume -n <count>'),
          },
        },
      },
    },
    catches: ['rpk topic consume x'],
    spares: ['rpk topic consume x -n 3', 'rpk cluster info'],
  },
  {
    names: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    options: 'h: p: a: n: u: r: i: s: x? user= pass=',
    cases: [
      { has: 'h', words: [0, 0], lacks: 'latency|stat', is: finite('it reads commands from standard input') },
      { has: 'r', value: ['r', ['-1']], is: endless('-r -1 repeats for ever', 'redis-cli -r <count>') },
      {
        first: /^(?:monitor|subscribe|psubscribe|ssubscribe)$/i,
        is: conditional('it receives messages until it is stopped'),
      },
      { has: 'latency|latency-history|latency-dist|stat|replica|slave', is: endless('it samples without end') },
      {
        first: /^(?:blpop|brpop|blmove|bzpopmin|bzpopmax|brpoplpush|xread|wait)$/i,
        is: finite('a blocking read has its own timeout'),
      },
    ],
    catches: [
      'redis-cli monitor',
      'redis-cli SUBSCRIBE x',
      'redis-cli -p 7 --latency',
      'redis-cli -r -1 -i 1 ping',
      'redis-cli --stat',
    ],
    spares: ['redis-cli ping', 'redis-cli -p 7000 get x', 'redis-cli -r 5 ping', 'redis-cli -h x'],
  },
  {
    names: ['psql', 'pgcli'],
    options: 'c: f: d: h: p: U: v: o: F: P: R: T: command= file= dbname= host= port= username=',
    cases: [
      {
        value: ['c|command', /\\watch\b(?!\s+.*\bcount=)/],
        is: endless('\\watch repeats for ever', '\\watch count=<count>'),
      },
      { value: ['c|command', /\bpg_sleep\b/], is: finite('the server decides') },
    ],
    catches: ['psql -c "select 1 \\\\watch 2"'],
    spares: ['psql -c "select 1"', 'psql -f x.sql', 'psql'],
  },
  {
    names: ['nc', 'ncat', 'netcat', 'nc.openbsd', 'nc.traditional'],
    options:
      'w: p: s: i: q: X: x: e: c? g: G: I: O: T: V: M: m: P: W: C? D? idle-timeout= wait= source= exec= sh-exec= max-conns= delay= proxy= quit=',
    cases: [
      { has: 'h|help|version', is: quick('it prints its help') },
      { has: 'z', is: finite('it only tries the port') },
      { has: 'l|listen', and: 'k|keep-open', is: server('it listens until it is stopped') },
      { has: 'W', is: counted('-W counts its packets') },
      { has: 'l|listen', is: conditional('it waits for a client who may never come') },
    ],
    catches: ['nc -lk 9000', 'nc -l 9000', 'nc -kl -p 9000', 'ncat -l 9000 --keep-open', 'nc -w 5 -l 9000'],
    spares: ['nc -z 127.0.0.1 80', 'nc -z -w 1 127.0.0.1 80', 'nc app.example 80', 'nc -zv x 443'],
  },
  {
    names: ['socat'],
    options: 'b: t: T: s: L: W: lf: lp: r: R:',
    cases: [
      { has: 'V|h|?', is: quick('it prints its help') },
      { some: /listen\b.*\bfork\b|recvfrom.*\bfork\b/i, is: server('it serves each client until it is stopped') },
      { some: /^udp[46]?-recv:/i, is: endless('it takes what comes and never ends', 'socat -T <seconds>') },
      { some: /listen|^(?:pty|tun|ptmx)\b|recvfrom/i, is: conditional('it waits for a client who may never come') },
    ],
    catches: [
      'socat -u UDP-RECV:514 STDOUT',
      'socat TCP-LISTEN:1,fork TCP:x:2',
      'socat UNIX-LISTEN:/tmp/s -',
      'socat -d PTY,link=x PTY',
    ],
    spares: ['socat - TCP:x:80', 'socat -V'],
  },
  {
    names: ['openssl'],
    options: 'connect= accept= port= cert= key=',
    singleDash: true,
    cases: [
      { first: ['s_server'], is: server('it serves until it is stopped') },
      { first: ['ocsp'], has: 'port', is: server('it serves until it is stopped') },
    ],
    catches: ['openssl s_server -accept 4433 -cert x'],
    spares: ['openssl s_client -connect x:443', 'openssl rand -hex 8', 'openssl req -x509 -newkey rsa:2048'],
  },
  {
    names: ['curl'],
    options:
      'A: b: c: C: d: D: e: E: F: H: K: m: o: P: Q: r: t: T: u: U: w: x: X: y: Y: z: abstract-unix-socket= cacert= cert= ciphers= connect-timeout= connect-to= cookie= cookie-jar= continue-at= data= data-ascii= data-binary= data-raw= data-urlencode= dump-header= form= form-string= header= interface= json= keepalive-time= key= limit-rate= max-filesize= max-redirs= max-time= noproxy= oauth2-bearer= output= output-dir= parallel-max= proxy= proxy-user= range= rate= referer= request= request-target= resolve= retry= retry-delay= retry-max-time= speed-limit= speed-time= stderr= time-cond= tls-max= trace= trace-ascii= unix-socket= upload-file= url= url-query= user= user-agent= write-out=',
    cases: [
      { has: 'help|version|V|h', is: quick('it prints its help') },
      { has: 'retry', and: 'm|max-time', is: counted('--max-time limits each try, --retry counts them') },
      { has: 'm|max-time', words: [2, 99], is: counted('--max-time limits each transfer') },
      { has: 'm|max-time', is: limited('m|max-time') },
      { has: 'data|d|json|data-raw|data-binary|form|F|T|upload-file', is: finite('the server answers and ends') },
      {
        value: ['H|header', /text\/event-stream/i],
        is: conditional('an event stream goes on as long as the server likes', 'curl --max-time <seconds>'),
      },
      {
        has: 'N|no-buffer',
        some: STREAM_URL,
        is: conditional('an event stream goes on as long as the server likes', 'curl --max-time <seconds>'),
      },
    ],
    otherwise: { bound: 'finite', input: 'none', reason: 'one transfer, which the server ends' },
    catches: [
      'curl -N http://x/events',
      'curl -sN http://x/api/logs?follow=true',
      'curl -H "Accept: text/event-stream" http://x',
    ],
    spares: [
      'curl -s http://x',
      'curl -m 5 -N http://x/events',
      'curl --max-time 5 http://x',
      'curl --retry 3 -m 5 http://x',
      'curl -N -d "{}" http://x/stream',
      'curl --connect-timeout 3 http://x',
    ],
  },
  {
    names: ['http', 'https', 'xh', 'xhs', 'httpie'],
    options: 'a: A: o: p: s: timeout= session= auth= output= print= style=',
    cases: [
      { has: 'timeout', lacks: 'S|stream', is: limited('timeout') },
      { has: 'S|stream', some: STREAM_URL, is: conditional('an event stream goes on as long as the server likes') },
    ],
    catches: ['http --stream GET x/events'],
    spares: ['http GET x', 'http --timeout 5 x'],
  },
  {
    names: ['adb'],
    options: 's: t: H: P: L:',
    subs: {
      shell: {
        options: 'e: n? T? t? x?',
        runs: { as: 'shell', effect: { elsewhere: true }, nothing: finite('a shell ends with its input') },
      },
    },
    cases: [
      { first: ['logcat'], has: 'd|c|g|G|S|p|m|t', is: finite('it prints what is there') },
      { first: ['logcat'], is: endless('it follows the device log', 'adb logcat -d') },
      { first: /^wait-for-/, is: conditional('it waits for a device that may never come') },
      { first: ['track-devices'], is: endless('it reports devices without end') },
    ],
    catches: [
      'adb logcat',
      'adb -s x logcat -v time',
      'adb wait-for-device',
      'adb shell logcat',
      'adb shell "tail -f x"',
    ],
    spares: ['adb logcat -d', 'adb devices', 'adb logcat -c', 'adb install a.apk'],
  },
  {
    names: ['logcat'],
    options: 'b: v: e: f: n: r: t: T: m: pid= format= buffer=',
    cases: [{ has: 'd|c|g|G|S|p|P|m|t|help', is: finite('it prints what is there') }],
    otherwise: endless('it follows the device log', 'logcat -d'),
    catches: ['logcat', 'logcat -v time'],
    spares: ['logcat -d', 'logcat -t 100'],
  },
  {
    names: ['xcrun', 'simctl'],
    options: 'sdk= toolchain= u: b:',
    cases: [
      { some: ['stream'], is: endless('it follows the device log') },
      { some: ['launch'], has: 'console|console-pty', is: conditional('it stays attached until the application ends') },
      { some: ['recordVideo'], is: endless('it records until it is stopped') },
    ],
    catches: [
      'xcrun simctl spawn booted log stream',
      'xcrun simctl io booted recordVideo a.mov',
      'xcrun simctl launch --console x y',
    ],
    spares: ['xcrun simctl list', 'xcrun --find clang'],
  },
  {
    names: ['idevicesyslog', 'nsq_tail'],
    cases: [HELP_SHORT],
    otherwise: endless('it follows a log'),
    catches: ['idevicesyslog'],
    spares: ['idevicesyslog --help'],
  },
  {
    names: ['ollama'],
    cases: [
      { first: ['serve', 'start'], is: server('it serves until it is stopped') },
      { first: ['pull', 'create'], is: slow('it fetches a model') },
    ],
    catches: ['ollama serve', 'ollama pull x'],
    spares: ['ollama list', 'ollama run x "hello"', 'ollama ps'],
  },
  {
    names: words(`
      ffmpeg ffplay gst-launch-1.0 vlc cvlc mpv arecord parec rec sox asciinema wf-recorder screencapture
    `),
    options: 't: to= i: f: d: duration= stream_loop= frames:v= c: r: s: vf= af= ss= map= o:',
    singleDash: true,
    cases: [
      { has: 't|to|frames:v|vframes|frames|shortest|d|duration', is: counted('a duration is given') },
      { value: ['stream_loop', ['-1']], is: endless('-stream_loop -1 repeats for ever', 'ffmpeg -t <seconds>') },
      {
        value: ['f', ['avfoundation', 'x11grab', 'v4l2', 'alsa', 'pulse', 'gdigrab', 'dshow', 'kmsgrab']],
        is: endless('it records a device until it is stopped', 'ffmpeg -t <seconds>'),
      },
      {
        value: ['i', /^(?:rtsp|rtmp|srt|udp):/],
        is: conditional('a live stream ends when its sender likes', 'ffmpeg -t <seconds>'),
      },
    ],
    catches: ['ffmpeg -stream_loop -1 -i a.mp4 b.mp4', 'ffmpeg -f x11grab -i :0 a.mp4', 'ffmpeg -i rtsp://x a.mp4'],
    spares: ['ffmpeg -i a.mp4 b.mp4', 'ffmpeg -f lavfi -i color=d=1 a.mp4', 'ffmpeg -f x11grab -t 5 -i :0 a.mp4'],
  },
  {
    names: ['systemctl'],
    options: 'n: o: p: t: s: H: M: lines= output= property= type= state= signal= host= machine=',
    cases: [{ first: ['start', 'restart', 'reload'], is: finite('it asks the service manager') }],
    otherwise: quick('it asks the service manager'),
    catches: [],
    spares: ['systemctl status x', 'systemctl start x', 'systemctl --user list-units'],
  },
];
