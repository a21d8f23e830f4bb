/** Programs that follow files, watch folders or repeat a look: they go on until something stops them. */
import { ENDLESS_DEVICE, TERMINAL } from '../devices.ts';

import type { Case, Outcome, ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, limited, quick, words } from '../program-row.ts';

const OF_DEVICES: readonly Case[] = [
  { some: ENDLESS_DEVICE, is: { ...endless('that device has no end', 'head -c <bytes>'), endsWithReader: true } },
  { some: TERMINAL, is: conditional('it waits for somebody to type') },
];
const TO_THE_END: Outcome = { bound: 'finite', role: 'quick', input: 'all', reason: 'it reads files to their end' };
const ENOUGH_BYTES: Outcome = { ...counted('it stops after so many bytes'), input: 'some' };

export const followers: readonly ProgramRow[] = [
  {
    names: ['tail', 'gtail'],
    files: 0,
    options:
      'c: n: s: b: lines= bytes= follow? pid= sleep-interval= max-unchanged-stats= retry? quiet? silent? verbose? zero-terminated?',
    cases: [
      { has: 'help|version', is: quick('it prints its help') },
      { has: 'pid', and: 'f|F|follow', is: counted('it ends with the process given to --pid') },
      {
        has: 'f|F|follow',
        is: { ...endless('it follows a file, which has no end', 'tail --pid=<pid>'), noticesReader: true },
      },
    ],
    otherwise: { bound: 'finite', role: 'quick', input: 'all', reason: 'it prints the end of a file' },
    catches: [
      'tail -f a.log',
      'tail -Fn0 a.log',
      'tail --follow=name a.log',
      'tail -n 100 a.log -f',
      'tail -100f a.log',
      '/usr/bin/tail -f x',
    ],
    spares: ['tail -n 5 a.log', 'tail -c 100 f', 'tail -n 5 -- -f', 'tail -f --pid=812 a.log', 'tail -n +3 f.log'],
  },
  {
    names: ['less'],
    files: 0,
    cases: [{ some: /^\+F/, is: endless('less +F follows a file') }],
    otherwise: { bound: 'finite', input: 'all', reason: 'a pager prints and ends when nobody sits at a terminal' },
    catches: ['less +F a.log'],
    spares: ['less a.log'],
  },
  {
    names: ['multitail', 'lnav', 'stern', 'kubetail', 'kail', 'xtail', 'swatchdog', 'frontail'],
    options: 's: n: l: c: since= tail= container= selector= namespace= context= output= timeout=',
    cases: [
      { has: 'no-follow|help|version|h|V', is: finite('it prints what is there') },
      { has: 'n', value: ['n', ['']], is: finite('it prints what is there') },
    ],
    otherwise: endless('it follows logs'),
    catches: ['stern web', 'multitail a.log b.log', 'stern -n prod web --tail 5'],
    spares: ['stern web --no-follow', 'stern --version'],
  },
  {
    names: ['journalctl'],
    options:
      'n? u: p: S: U: o: t: g: b? D: M: lines? unit= since= until= priority= output= boot? grep= identifier= user-unit= cursor= after-cursor= file= machine= directory= vacuum-size= vacuum-time= vacuum-files=',
    cases: [{ has: 'f|follow', is: endless('it follows the journal') }],
    catches: ['journalctl -f', 'journalctl -fu web', 'journalctl -u web --follow -n 20'],
    spares: ['journalctl -u web -n 50 --no-pager', 'journalctl -u f'],
  },
  {
    names: ['crictl'],
    options: 'r: i: t: runtime-endpoint= image-endpoint= timeout= tail= since=',
    subs: { logs: { options: 'tail= since=', cases: [{ has: 'f|follow', is: endless('it follows logs') }] } },
    catches: ['crictl logs -f x'],
    spares: ['crictl logs x', 'crictl ps'],
  },
  {
    names: ['mysqlbinlog'],
    options: 'h: u: p? P: host= user= stop-datetime= stop-position=',
    cases: [{ has: 'stop-never', is: endless('it waits for further events') }],
    catches: ['mysqlbinlog --read-from-remote-server --stop-never x'],
    spares: ['mysqlbinlog x'],
  },
  {
    names: ['conntrack'],
    cases: [{ has: 'E|event', is: endless('it reports events without end') }],
    catches: ['conntrack -E'],
    spares: ['conntrack -L'],
  },
  {
    names: ['wl-paste'],
    cases: [{ has: 'w|watch', is: endless('it runs its command on each change') }],
    catches: ['wl-paste --watch cat'],
    spares: ['wl-paste'],
  },
  {
    names: ['rtl_433', 'dump1090'],
    options: 'T: n: d: f: F: R: s: r:',
    cases: [
      { has: 'T', is: limited('T', 'sleep') },
      { has: 'n|r|h', is: counted('it ends by itself') },
    ],
    otherwise: endless('it receives without end'),
    catches: ['rtl_433'],
    spares: ['rtl_433 -T 30', 'rtl_433 -r x'],
  },
  {
    names: ['dns-sd'],
    cases: [{ has: 'B|R|L|P|Z|Q|C|X|E|F', is: endless('it goes on listening until it is stopped') }],
    catches: ['dns-sd -B _http._tcp'],
    spares: ['dns-sd -V'],
  },
  {
    names: ['jstat'],
    options: 'h: J?',
    cases: [
      {
        second: /^\d+m?s?$/,
        words: [2, 2],
        is: endless('it samples again after each wait', 'jstat <option> <pid> <interval> <count>'),
      },
    ],
    catches: ['jstat -gc 4711 1000'],
    spares: ['jstat -gc 4711', 'jstat -gc 4711 1000 5'],
  },
  {
    names: ['dmesg'],
    options: 'l: f: n: s: F: level= facility= since= until= time-format=',
    cases: [{ has: 'w|W|follow|follow-new', is: endless('it waits for kernel messages') }],
    catches: ['dmesg -w', 'dmesg --follow', 'dmesg -Hw'],
    spares: ['dmesg', 'dmesg -l err -T'],
  },
  {
    names: ['log'],
    options: 'timeout= level= predicate= process= style= source= type= user= last= start= end=',
    cases: [
      { first: ['stream'], has: 'timeout', is: limited('timeout', 'sleep') },
      { first: ['stream'], is: endless('log stream follows the unified log', 'log stream --timeout <seconds>') },
    ],
    catches: ['log stream', 'log stream --level debug'],
    spares: ['log show --last 5m', 'log stream --timeout 30', 'log stream --timeout 2m'],
  },
  {
    names: ['inotifywait', 'inotifywatch'],
    options: 't: e: o: timeout= event= outfile= exclude= excludei= include= includei= format= timefmt= fromfile=',
    cases: [
      { has: 'help|h', is: quick('it prints its help') },
      { has: 't|timeout', lacks: 'm|monitor|d|daemon', is: limited('t|timeout') },
      {
        has: 'm|monitor|d|daemon',
        // measured with 3.22: after each event the time of -t runs anew
        is: endless('it reports events without end', 'inotifywait -t <seconds>, without -m'),
      },
    ],
    otherwise: conditional('it waits for an event that may never come', 'inotifywait -t <seconds>'),
    catches: [
      'inotifywait -m src',
      'inotifywait -q -m -e close_write /tmp/src',
      'inotifywait src',
      'inotifywait -t 0 src',
      'inotifywait -m -t 5 src',
    ],
    spares: ['inotifywait -t 20 -e close_write /tmp/in', 'inotifywait --timeout 5 x'],
  },
  {
    names: ['fswatch'],
    options: 'l: m: e: i: f: event= latency= monitor= exclude= include= format= format-time= event-flag-separator=',
    cases: [
      { has: '1|one-event', is: conditional('it waits for one event that may never come') },
      { has: 'h|help|version|list-monitors|M|list-event-flags|L', is: quick('it prints its help') },
    ],
    otherwise: endless('it reports changes without end'),
    catches: ['fswatch src', 'fswatch -1 src', 'fswatch -o src'],
    spares: ['fswatch --version', 'fswatch -h'],
  },
  {
    names: ['wait-on', 'wait-port'],
    options: 't: i: d: w: c: timeout= interval= delay= window= config= output=',
    cases: [
      { has: 'help|h|version', is: quick('it prints its help') },
      { has: 't|timeout', is: counted('-t limits it') },
    ],
    otherwise: conditional('it waits for something that may never come', 'wait-on -t <milliseconds>'),
    catches: ['wait-on http://localhost:3000', 'wait-port 3000'],
    spares: ['wait-on -t 30000 tcp:3000', 'wait-port -t 5000 3000'],
  },
  {
    names: ['watchman-wait'],
    options: 't: m: p: timeout= max-events= pattern= root= fields=',
    cases: [{ has: 't|timeout', is: limited('t|timeout') }],
    otherwise: conditional('it waits for changes', 'watchman-wait -t <seconds>'),
    catches: ['watchman-wait .', 'watchman-wait -m 1 . -p "*.js"'],
    spares: ['watchman-wait -t 10 .'],
  },
  {
    files: 0,
    names: words(`
      cat tac sum cksum md5sum sha1sum sha256sum sha512sum shasum b2sum wc gzip xz bzip2 zstd
    `),
    cases: OF_DEVICES,
    otherwise: TO_THE_END,
    catches: ['cat /dev/zero', 'cat /dev/urandom', 'cat /dev/tty', 'wc -l /dev/zero', 'cat -n /dev/zero'],
    spares: ['cat a.txt', 'cat -n a.txt', 'wc -l x'],
  },
  {
    files: 0,
    names: ['base64', 'base32'],
    options: 'w: b: i: o: wrap= break= input= output=',
    cases: OF_DEVICES,
    otherwise: TO_THE_END,
    catches: ['base64 /dev/urandom', 'base64 -w 0 /dev/urandom'],
    spares: ['base64 a.bin', 'base64 -w 0'],
  },
  {
    files: 0,
    names: ['nl', 'strings'],
    options: 'b: d: e: f: h: i: l: n: s: t: T: v: w: bytes= radix= encoding= target=',
    cases: OF_DEVICES,
    otherwise: TO_THE_END,
    catches: ['strings /dev/urandom', 'strings -n 8 /dev/urandom'],
    spares: ['strings -n 8', 'nl -w 3 a.txt'],
  },
  {
    files: 0,
    names: ['od', 'xxd', 'hexdump', 'hd'],
    options: 'A: c: e: f: g: j: l: n: N: o: s: S? t: w? address-radix= format= len= length= read-bytes= skip-bytes=',
    cases: [{ has: 'N|l|n|len|length|read-bytes', is: ENOUGH_BYTES }, ...OF_DEVICES],
    otherwise: TO_THE_END,
    catches: ['xxd /dev/zero', 'od -A x /dev/random'],
    spares: ['xxd -l 16 /dev/urandom', 'od -N 8 /dev/random', 'xxd a.bin'],
  },
  {
    names: ['dd'],
    cases: [
      { some: /^count=/, is: counted('count= limits it') },
      {
        some: /^if=\/dev\/(?:zero|u?random|full)$/,
        is: { ...endless('that device has no end', 'dd count=<blocks>'), endsWithReader: true },
      },
    ],
    otherwise: { bound: 'finite', input: 'all', reason: 'it copies its input to the end' },
    catches: ['dd if=/dev/zero of=big.bin bs=1M', 'dd if=/dev/urandom bs=1k'],
    spares: ['dd if=/dev/zero of=big.bin bs=1M count=10', 'dd if=a of=b'],
  },
  {
    names: ['yes'],
    cases: [{ has: 'help|version', is: quick('it prints its help') }],
    otherwise: { ...endless('it prints for ever'), endsWithReader: true },
    catches: ['yes', 'yes ok', '/usr/bin/yes'],
    spares: ['yes --help', 'yes --version'],
  },
  {
    names: ['seq', 'gseq', 'jot'],
    options: 'f: s: w: format= separator=',
    cases: [{ some: /^inf(?:inity)?$/i, is: { ...endless('it counts for ever'), endsWithReader: true } }],
    otherwise: { bound: 'finite', role: 'quick', input: 'none', reason: 'it prints a list' },
    catches: ['seq inf', 'seq 1 infinity'],
    spares: ['seq 5', 'seq 1 2 9'],
  },
  {
    names: ['mdfind'],
    options: 'onlyin= name= interpret?',
    singleDash: true,
    cases: [{ has: 'live', is: endless('it reports new matches until it is stopped') }],
    otherwise: quick('it prints what it finds'),
    catches: ['mdfind -live x', 'mdfind -onlyin . -live x'],
    spares: ['mdfind -name x', 'mdfind x'],
  },
  {
    names: ['xctrace', 'instruments'],
    options: 'template= attach= output= time-limit= device= t: D: l: w: launch?',
    subs: {
      record: {
        options: 'template= attach= output= time-limit= device= launch?',
        cases: [{ has: 'time-limit', is: counted('--time-limit ends it') }],
        otherwise: conditional('it records until it is stopped', 'xctrace record --time-limit <seconds>s'),
      },
    },
    catches: ['xctrace record --template Time --attach 1'],
    spares: ['xctrace record --template Time --time-limit 5s', 'xctrace list templates'],
  },
  {
    names: ['open'],
    options: 'a: b: u: o: i: s: env= arch= stdin= stdout= stderr=',
    cases: [{ has: 'W|wait-apps', is: conditional('it waits until the application is closed') }],
    otherwise: quick('it opens something and ends'),
    catches: ['open -W -a Preview x.pdf'],
    spares: ['open .', 'open https://x'],
  },
  {
    names: ['pv'],
    options:
      'i: w: H: N: F: l: L: B: s: R: P: d: size= name= interval= width= height= rate-limit= buffer-size= watchfd= remote= pidfile=',
    cases: [{ has: 'd|watchfd', is: conditional('it ends with the process that it watches') }],
    otherwise: { bound: 'finite', input: 'all', reason: 'it passes its input on to the end' },
    catches: ['pv -d 4711'],
    spares: ['pv a.iso'],
  },
];
