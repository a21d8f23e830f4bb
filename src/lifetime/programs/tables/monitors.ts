/** Monitors, tracers and probes: with a count or a limit they end, without one they go on. */

import type { Outcome, ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, limited, quick, words } from '../program-row.ts';

const HELP = { has: 'help|version', is: quick('it prints its help') } as const;

/** It prints again and again, so that a reader who leaves ends it (`top -b | head -20`). */
const printing = (reason: string, remedy = ''): Outcome => ({ ...endless(reason, remedy), endsWithReader: true });

export const monitors: readonly ProgramRow[] = [
  {
    names: words(`
      ping ping4 ping6 gping fping arping hping3 nping prettyping tcping
    `),
    options: 'c: w: W: i: I: s: t: p: Q: M: m: S: T: l: count= deadline= interval= timeout= size= ttl=',
    cases: [
      { has: 'h|V|help|version', is: quick('it prints its help') },
      { has: 'w|deadline', is: limited('w|deadline') },
      { has: 'c|count', is: counted('-c counts its packets') },
    ],
    otherwise: endless('without -c it never ends', 'ping -c <count>'),
    catches: ['ping 127.0.0.1', 'ping -W 2 app.example', 'ping -i 5 app.example', 'ping -w 0 app.example'],
    spares: ['ping -c 5 127.0.0.1', 'ping -w 8 app.example', 'ping -c5 x', 'ping -nqc 3 x'],
  },
  {
    names: ['mtr'],
    options:
      'c: i: m: f: s: B: Q: a: P: Z: o: G: F: report-cycles= interval= max-ttl= psize= port= timeout= order= address= filename=',
    cases: [
      {
        has: 'r|report|w|report-wide|c|report-cycles|h|help|v|version',
        is: counted('a report has a number of cycles'),
      },
    ],
    otherwise: endless('it probes without end', 'mtr --report -c <count>'),
    catches: ['mtr app.example', 'mtr -n app.example'],
    spares: ['mtr -r -c 5 app.example', 'mtr --report app.example'],
  },
  {
    names: ['top'],
    options: 'n: d: p: u: U: o: w? l: s: i: stats= iterations= delay= pid= user= sort-override=',
    cases: [
      { has: 'h|v|help|version', is: quick('it prints its help') },
      { value: ['l', ['0']], is: printing('top -l 0 samples for ever', 'top -l <count>') },
      { has: 'l', is: counted('-l counts its samples') },
      { has: 'n|iterations', is: counted('-n counts its samples') },
    ],
    otherwise: printing('it refreshes without end', 'top -b -n <count>'),
    catches: ['top', 'top -b', 'top -b -d 5', 'top -l 0 -s 5'],
    spares: ['top -b -n 1', 'top -bn1', 'top -l 1 -n 5', 'top -b -n1 -p 42'],
  },
  {
    names: words(`
      htop btop bashtop bpytop gotop glances nvtop iftop bmon nload bandwhich ctop k9s lazydocker nmon zenith btm
      wavemon
    `),
    options: 'd: s: u: p: i: I: c: stop-after= delay= sort-key=',
    cases: [
      { has: 'help|version|h|V', is: quick('it prints its help') },
      { has: 'stop-after', is: counted('--stop-after counts its samples') },
    ],
    otherwise: endless('it refreshes without end'),
    catches: ['htop', 'btop', 'glances', 'iftop -i eth0'],
    spares: ['htop --version', 'glances --stop-after 3'],
  },
  {
    names: ['iotop', 'iotop-c'],
    options: 'n: d: p: u: iter= delay= pid= user=',
    cases: [HELP, { has: 'n|iter', is: counted('-n counts its samples') }],
    otherwise: endless('it refreshes without end', 'iotop -b -n <count>'),
    catches: ['iotop', 'iotop -b'],
    spares: ['iotop -b -n 3'],
  },
  {
    names: words(`
      powertop atop nethogs iptraf-ng slabtop powermetrics fs_usage nettop tcptop intel_gpu_top radeontop
    `),
    options: 'c: d: i: n: t: l: L: s: time= iteration= delay= sample-count= timeout=',
    cases: [
      HELP,
      { has: 'c|n|l|L|time|iteration|sample-count|once|o', is: counted('a count limits it') },
      { has: 't|timeout', is: limited('t|timeout') },
    ],
    otherwise: endless('it refreshes without end'),
    catches: ['nethogs eth0', 'slabtop', 'powermetrics'],
    spares: ['nethogs -c 5', 'slabtop -o', 'powermetrics -n 1'],
  },
  {
    names: ['vmstat', 'iostat', 'mpstat', 'pidstat', 'nfsiostat', 'cifsiostat', 'vm_stat'],
    options: 'S: p: j: o: f: g: P: C: G: T: u? w: c: n:',
    cases: [
      { has: 'help|version|V|h', words: [0, 0], is: quick('it prints its help') },
      { has: 'c', numbers: [1, 1], is: counted('a count is given') },
      { numbers: [1, 1], is: printing('with an interval and no count it never ends', 'vmstat <interval> <count>') },
      { numbers: [2, 9], is: counted('a count is given') },
      { has: 'w', lacks: 'c', is: printing('with an interval and no count it never ends') },
    ],
    otherwise: finite('it prints one report'),
    catches: ['vmstat 5', 'iostat -x 2', 'iostat -x sda 2', 'vm_stat 5', 'mpstat -P ALL 1'],
    spares: ['vmstat', 'vmstat 1 5', 'iostat -x 2 3', 'mpstat 1 1'],
  },
  {
    names: ['sar'],
    options: 'f: s: e: i: o? P: n: q? r? I: m: dev= fs= iface= int=',
    cases: [
      { has: 'f', is: finite('it reads a record') },
      { numbers: [1, 1], is: printing('with an interval and no count it never ends', 'sar <interval> <count>') },
    ],
    catches: ['sar 5', 'sar -n DEV 1'],
    spares: ['sar 1 3', 'sar -f /var/log/sa/sa01', 'sar'],
  },
  {
    names: ['dstat', 'dool'],
    options: 'C: D: I: N: S: output=',
    cases: [HELP, { words: [2, 9], is: counted('a count is given') }],
    otherwise: printing('without a count it never ends', 'dstat <delay> <count>'),
    catches: ['dstat', 'dstat -cd 5'],
    spares: ['dstat 1 5', 'dstat --version'],
  },
  {
    names: ['free'],
    options: 's: c: seconds= count=',
    cases: [
      {
        has: 's|seconds',
        lacks: 'c|count',
        is: printing('free -s without -c repeats for ever', 'free -s <seconds> -c <count>'),
      },
    ],
    otherwise: quick('it prints one report'),
    catches: ['free -s 2', 'free -h --seconds 5'],
    spares: ['free -m', 'free -s 1 -c 3'],
  },
  {
    names: ['nvidia-smi', 'rocm-smi', 'gpustat'],
    options: 'i: l? lms? loop? loop-ms? q? id= query-gpu= format= interval? f: filename= c: count=',
    cases: [
      { has: 'c|count', is: counted('a count is given') },
      { first: ['dmon', 'pmon', 'daemon'], is: printing('it samples without end', 'nvidia-smi dmon -c <count>') },
      { has: 'l|lms|loop|loop-ms|interval', is: printing('it repeats for ever') },
    ],
    catches: ['nvidia-smi -l 5', 'nvidia-smi dmon', 'nvidia-smi --loop=2'],
    spares: ['nvidia-smi', 'nvidia-smi dmon -c 3', 'nvidia-smi --query-gpu=name --format=csv'],
  },
  {
    names: ['tcpdump'],
    options:
      'c: i: w: r: s: C: G: W: F: E: j: M: T: y: z: Z: V: B: D? count? interface= snapshot-length= relinquish-privileges=',
    cases: [
      { has: 'h|help|version|D|list-interfaces|L|d', is: quick('it prints and ends') },
      { has: 'r|V', is: finite('it reads a file') },
      { has: 'c', is: counted('-c counts its packets') },
      { has: 'G', and: 'W', is: counted('-G and -W together end it') },
    ],
    otherwise: endless('it captures without end', 'tcpdump -c <count>'),
    catches: ['tcpdump -i lo -n port 53', 'tcpdump -w x.pcap'],
    spares: ['tcpdump -i lo -n -c 10 port 53', 'tcpdump -r x.pcap', 'tcpdump -D', 'tcpdump -ni lo -c5'],
  },
  {
    names: ['tshark', 'dumpcap', 'wireshark'],
    options:
      'c: a: b: i: f: w: r: Y: R: T: e: E: F: d: o: O: z: s: B: N: j: J: autostop= read-file= interface= display-filter=',
    cases: [
      { has: 'h|v|D|help|version|list-interfaces|L|G', is: quick('it prints and ends') },
      { has: 'r|read-file', is: finite('it reads a file') },
      { has: 'c|a|autostop', is: counted('a count or stop condition is given') },
    ],
    otherwise: endless('it captures without end', 'tshark -a duration:<seconds>'),
    catches: ['tshark -i lo', 'tshark -i lo -w x.pcap'],
    spares: ['tshark -r x.pcap', 'tshark -i lo -c 10', 'tshark -a duration:20 -i lo'],
  },
  {
    names: ['perf'],
    subs: {
      top: { options: 'e: p: t: d: C: F:', otherwise: endless('perf top refreshes without end') },
      'record|stat|trace': {
        options:
          'e: p: t: C: F: c: o: g? G: D: I: u: timeout= pid= tid= output= event= delay= interval-print= duration= call-graph=',
        runs: {
          effect: { externalOnly: true },
          nothing: conditional('without a command it records until it is interrupted'),
        },
      },
    },
    catches: ['perf top', 'perf record -p 42', 'perf stat -a', 'perf stat sleep 5'],
    spares: ['perf report', 'perf list'],
  },
  {
    names: ['strace', 'ltrace'],
    options:
      'p: e: o: s: S: u: E: a: b: I: O: P: U: X: x: z? attach= trace= output= string-limit= user= env= detach-on= columns=',
    cases: [
      { has: 'h|V|help|version', is: quick('it prints its help') },
      { has: 'p|attach', is: conditional('it traces until the process that it is attached to ends') },
    ],
    runs: { effect: { externalOnly: true } },
    catches: ['strace -p 42', 'strace -f -e trace=file tail -f x', 'strace -o out ls'],
    spares: ['strace -V'],
  },
  {
    names: words(`
      bpftrace execsnoop opensnoop biosnoop tcpconnect dtrace dtruss opensnoop-bpfcc execsnoop-bpfcc blktrace
      trace-cmd iosnoop sysdig
    `),
    options: 'd: duration= timeout= e: n: p: w: c:',
    cases: [
      { has: 'h|V|l|help|version|list', is: quick('it prints and ends') },
      { has: 'duration|timeout', is: limited('duration|timeout') },
      { value: ['e', /\bexit\s*\(/], is: counted('its program leaves') },
      { has: 'c|n|r', is: counted('a command or a count limits it') },
    ],
    otherwise: endless('it traces without end'),
    catches: ['bpftrace x.bt', 'execsnoop'],
    spares: ['bpftrace -l', 'execsnoop --duration 5'],
  },
  {
    names: ['ngrep'],
    options: 'd: n: I: O: A: S: s: c: P: F: f:',
    cases: [
      { has: 'h|V|L', is: quick('it prints and ends') },
      { has: 'n|I', is: counted('a count or a file limits it') },
    ],
    otherwise: endless('it captures until it is stopped', 'ngrep -n <count>'),
    catches: ['ngrep -d any port 80'],
    spares: ['ngrep -n 5 x', 'ngrep -I x.pcap GET'],
  },
  {
    names: ['ip', 'bridge'],
    options: 'f: n: family= netns=',
    cases: [{ some: ['monitor', 'mon'], is: endless('it reports changes without end') }],
    catches: ['ip monitor', 'ip -4 monitor route'],
    spares: ['ip addr', 'ip route get 1.1.1.1'],
  },
  {
    names: ['udevadm', 'gdbus', 'busctl', 'libinput', 'nmcli', 'playerctl', 'pactl', 'upower'],
    options: 'n: t: timeout= player= format=',
    cases: [
      { has: 'help|version', is: quick('it prints its help') },
      { first: ['monitor', 'subscribe', 'debug-events', 'm', 'mon'], is: endless('it reports events without end') },
      { has: 'follow|F|monitor|m|monitor-detail', is: endless('it reports events without end') },
    ],
    catches: ['udevadm monitor', 'busctl monitor', 'pactl subscribe', 'nmcli monitor', 'upower --monitor'],
    spares: ['udevadm info x', 'nmcli dev status', 'pactl list', 'gdbus call x'],
  },
  {
    names: ['stress'],
    options: 't: c: i: m: d: timeout= cpu= io= vm= hdd= vm-bytes= vm-stride= vm-hang= hdd-bytes= backoff=',
    cases: [
      { has: 'help|version|?|n|dry-run', is: quick('it runs nothing') },
      { has: 't|timeout', is: limited('t|timeout', 'sleep') },
    ],
    otherwise: endless('without -t it goes on for ever', 'stress -t <seconds>'),
    catches: ['stress --cpu 4', 'stress -c 2 -m 1'],
    spares: ['stress -c 4 -t 10', 'stress --cpu 1 --timeout 10s', 'stress --help'],
  },
  {
    // stress-ng(1): the default timeout is one day
    names: ['stress-ng'],
    options: 't: timeout= cpu= c: vm= m: io= i: hdd= d:',
    cases: [
      { has: 'help|version|n|dry-run|stressors', is: quick('it runs nothing') },
      { has: 't|timeout', is: limited('t|timeout', 'sleep') },
    ],
    otherwise: endless('without -t it goes on for a day', 'stress-ng -t <seconds>'),
    catches: ['stress-ng --cpu 4'],
    spares: ['stress-ng --cpu 4 -t 10s', 'stress-ng --stressors'],
  },
  {
    names: words(`
      dbus-monitor xev wev evtest acpi_listen airodump-ng minicom picocom cu tio
    `),
    options: 'c: t: b: D: l:',
    cases: [{ has: 'help|version|h|V', is: quick('it prints its help') }],
    otherwise: conditional('it reports events until something stops it'),
    catches: ['dbus-monitor --system', 'minicom -D /dev/ttyUSB0', 'acpi_listen'],
    spares: ['minicom --help'],
  },
  {
    names: ['candump'],
    options: 'n: T: t: c: l? s:',
    cases: [
      { has: 'n', is: counted('-n counts its frames') },
      { has: 'T', is: limited('T', 'ms') },
    ],
    otherwise: endless('it dumps frames without end', 'candump -n <count>'),
    catches: ['candump can0'],
    spares: ['candump -n 5 can0', 'candump -T 2000 can0'],
  },
  {
    names: ['ss', 'netstat'],
    options: 'D: F: A: N: I: p? f: query= family=',
    cases: [
      { has: 'E|events|c|continuous', is: endless('it repeats for ever') },
      // on macOS and the BSDs `netstat -w 1` reports each second
      { has: 'w', numbers: [1, 1], is: endless('it reports again after each wait') },
    ],
    otherwise: quick('it prints one list'),
    catches: ['netstat -w 1', 'netstat -c', 'ss -E', 'netstat -tnc', 'ss --events'],
    spares: ['ss -tn', 'netstat -tlnp', 'ss -tlnp'],
  },
  {
    names: ['lsof'],
    options: 'a? c: d: D: F? g? i? k: m: p: s? S? T? u: r? +r?',
    cases: [{ has: 'r', is: endless('it repeats for ever') }],
    otherwise: quick('it prints one list'),
    catches: ['lsof -r 2 -i :80', 'lsof -r'],
    spares: ['lsof -i :3000', 'lsof -ti:8080', 'lsof -c rsync', 'lsof -nP -iTCP -sTCP:LISTEN'],
  },
];
