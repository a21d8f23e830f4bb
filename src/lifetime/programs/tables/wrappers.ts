/** Programs that run another program with something changed: its user, priority, environment, limits, terminal. */

import type { ProgramRow } from '../program-row.ts';
import { conditional, counted, finite, limited, quick, words } from '../program-row.ts';
import { HELP, HELP_SHORT, SUBCOMMAND } from './outcomes.ts';

const PLAIN = { externalOnly: true } as const;
const ELSEWHERE = { elsewhere: true, externalOnly: true } as const;
const CHANGES_RUNNING = quick('it changes a running process');

export const wrappers: readonly ProgramRow[] = [
  {
    names: ['nice', 'gnice'],
    options: 'n: adjustment=',
    cases: [HELP],
    runs: { effect: PLAIN, nothing: quick('it prints the niceness') },
    catches: ['nice tail -f x', 'nice -n 5 tail -f x', 'nice -5 tail -f x', 'nice --adjustment=3 tail -f x'],
    spares: ['nice --help', 'nice'],
  },
  {
    names: ['ionice'],
    options: 'c: n: p: P: u: class= classdata= pid= pgid= uid=',
    cases: [HELP_SHORT, { has: 'p|P|u|pid|pgid|uid', is: CHANGES_RUNNING }],
    runs: { effect: PLAIN },
    catches: ['ionice -c 3 tail -f x', 'ionice -c3 -n 7 make', 'ionice -t make'],
    spares: ['ionice -c 3 -p 42', 'ionice'],
  },
  {
    names: ['chrt'],
    options: 'T: P: D: sched-runtime= sched-period= sched-deadline=',
    cases: [HELP_SHORT, { has: 'p|pid|m|max', is: CHANGES_RUNNING }],
    runs: { skip: 1, effect: PLAIN },
    catches: ['chrt -f 10 tail -f x', 'chrt --batch 0 make'],
    spares: ['chrt -p 42', 'chrt -m'],
  },
  {
    names: ['taskset'],
    cases: [HELP_SHORT, { has: 'p|pid', is: CHANGES_RUNNING }],
    runs: { skip: 1, effect: PLAIN },
    catches: ['taskset 0x3 tail -f x', 'taskset -c 0,1 make'],
    spares: ['taskset -p 42', 'taskset -cp 0 42'],
  },
  {
    names: ['numactl'],
    options: 'i: N: m: C: p: interleave= cpunodebind= membind= physcpubind= preferred= weighted-interleave=',
    cases: [HELP, { has: 'H|s|hardware|show', is: quick('it prints and ends') }],
    runs: { effect: PLAIN },
    catches: ['numactl --cpunodebind=0 make', 'numactl -N 0 -m 0 tail -f x'],
    spares: ['numactl -H'],
  },
  {
    names: ['prlimit'],
    options: 'p: o: pid= output=',
    cases: [HELP_SHORT, { has: 'p|pid', is: CHANGES_RUNNING }],
    runs: { effect: PLAIN },
    catches: ['prlimit --cpu=10 tail -f x', 'prlimit --nofile=64 make'],
    spares: ['prlimit --pid 42'],
  },
  {
    names: ['nohup'],
    cases: [HELP],
    runs: { effect: { ignoresHangup: true, externalOnly: true } },
    catches: ['nohup tail -f x', 'nohup bash ./x.sh'],
    spares: ['nohup --help'],
  },
  {
    names: ['stdbuf', 'gstdbuf'],
    options: 'i: o: e: input= output= error=',
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['stdbuf -oL tail -f x', 'stdbuf -o L -e 0 tail -f x', 'stdbuf --output=L make'],
    spares: ['stdbuf --help'],
  },
  {
    names: ['setsid'],
    cases: [HELP_SHORT],
    runs: {
      effect: { detaches: true, externalOnly: true },
      when: [
        { has: 'f|fork', effect: { returnsAtOnce: true } },
        { has: 'w|wait', effect: { returnsAtOnce: false } },
      ],
    },
    catches: ['setsid tail -f x', 'setsid -f python3 -m http.server', 'setsid --fork make', 'setsid -w make'],
    spares: ['setsid --help'],
  },
  {
    names: words(`
      chronic unbuffer eatmydata fakeroot torsocks torify proxychains proxychains4 rlwrap dumb-init tini catatonit
      docker-init linux32 linux64 gamemoderun dbus-run-session
    `),
    options: 'l: b: f: i: s: u: config= lib= config-file=',
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['chronic tail -f x', 'unbuffer tail -f x', 'tini -- npm start', 'rlwrap nc -lk 1', 'linux32 make'],
    spares: ['unbuffer', 'tini --version'],
  },
  {
    names: ['xvfb-run'],
    options: 'e: f: n: p: s: w: error-file= auth-file= server-num= xauth-protocol= server-args= wait=',
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['xvfb-run -a npm run dev', 'xvfb-run -s "-screen 0 1x1x24" npm test'],
    spares: ['xvfb-run --help'],
  },
  {
    names: ['command'],
    cases: [{ has: 'v|V', is: quick('it only describes its operands') }],
    runs: { effect: {} },
    catches: ['command tail -f x', 'command -p sleep 400'],
    spares: ['command -v tail', 'command -pv tail', 'command -V watch'],
  },
  {
    names: ['exec'],
    options: 'a:',
    runs: { effect: { replaces: true, externalOnly: true } },
    catches: ['exec sleep 600', 'exec -a name tail -f x', 'exec -l bash'],
    spares: ['exec'],
  },
  {
    // zsh: precommand modifiers
    names: ['builtin', 'nocorrect', 'noglob', '-'],
    runs: { effect: {} },
    catches: ['nocorrect noglob tail -f x', 'builtin eval x', 'noglob make'],
    spares: ['builtin'],
  },
  {
    names: ['sudo'],
    options:
      'C: D: g: h: p: R: r: t: T: U: u: close-from= chdir= group= host= prompt= chroot= role= type= command-timeout= other-user= user=',
    cases: [
      { has: 'l|list|v|validate|V|version|K|remove-timestamp|help|e|edit', is: quick('it does not run a command') },
    ],
    runs: {
      assignments: true,
      effect: PLAIN,
      limit: { option: 'T|command-timeout', unit: 'go' },
      when: [{ has: 'b|background', effect: { returnsAtOnce: true } }],
      shell: { has: 's|i|shell|login' },
    },
    catches: [
      'sudo tail -f x',
      'sudo -u svc -n tail -f x',
      'sudo -E -u svc A=1 make',
      'sudo --user=svc -- tail -f x',
      'sudo -nu svc make',
      'sudo -b make',
      'sudo -s',
    ],
    spares: ['sudo -l', 'sudo -v', 'sudo -V', 'sudo -K'],
  },
  {
    names: ['doas'],
    options: 'C: u:',
    cases: [{ has: 'C|L', is: quick('it does not run a command') }],
    runs: { effect: PLAIN, shell: { has: 's' } },
    catches: ['doas tail -f x', 'doas -u svc env A=1 make', 'doas -n make', 'doas -s'],
    spares: ['doas -L'],
  },
  {
    names: ['pkexec', 'setpriv', 'run0'],
    options:
      'user= reuid= regid= groups= ruid= euid= rgid= egid= inh-caps= ambient-caps= bounding-set= securebits= pdeathsig= selinux-label= apparmor-profile= u: D: unit= property= chdir= setenv=',
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['pkexec tail -f x', 'run0 make', 'setpriv --reuid=1000 make'],
    spares: ['pkexec --help'],
  },
  {
    names: ['chpst', 'softlimit'],
    options: 'u: U: e: m: d: o: p: f: c: l: L: /: a: r: s: t:',
    runs: { effect: PLAIN },
    catches: ['chpst -u app tail -f x'],
    spares: ['chpst'],
  },
  {
    names: ['gosu', 'su-exec', 'setuidgid', 'envdir', 'setlock', 'faketime'],
    options: 'f:',
    runs: { skip: 1, effect: PLAIN },
    catches: ['gosu app tail -f x', 'envdir env tail -f x', 'faketime 2020-01-01 make'],
    spares: ['gosu'],
  },
  {
    names: ['chroot'],
    options: 'userspec= groups=',
    cases: [HELP],
    runs: { skip: 1, effect: ELSEWHERE, shell: 'always' },
    catches: ['chroot /mnt tail -f x', 'chroot --userspec=1:1 /mnt make', 'chroot /mnt bash -c "make"', 'chroot /mnt'],
    spares: ['chroot --help'],
  },
  {
    names: ['unshare', 'nsenter'],
    options:
      'S: G: R: w: t: m? u? i? n? p? C? U? T? l: map-user= map-group= map-users= map-groups= root= wd= target= kill-child? mount? uts? ipc? net? pid? user? cgroup? time? setuid= setgid= propagation= setgroups= boottime= monotonic= load-interp=',
    cases: [HELP],
    runs: { effect: ELSEWHERE, shell: 'always' },
    catches: [
      'unshare -r tail -f x',
      'nsenter -t 42 -n tail -f x',
      'nsenter --target 42 --pid make',
      'nsenter -t1 -m -u make',
    ],
    spares: ['unshare --help'],
  },
  {
    names: words(`
      proot flatpak-spawn schroot firejail systemd-nspawn apptainer singularity toolbox distrobox
    `),
    options:
      'r: b: w: c: n: q: R: S: D: M: u: E: B: H: rootfs= bind= cwd= chroot= user= directory= machine= env= container= name=',
    subs: {
      exec: { options: 'B: H: bind= home= env=', runs: { skip: 1, effect: ELSEWHERE } },
      run: { options: 'c: container=', runs: { effect: ELSEWHERE } },
      enter: { options: 'n: name=', runs: { dashes: 'only', effect: ELSEWHERE } },
      'list|create|rm|stop|build|pull|shell|inspect': { otherwise: finite('an ordinary program ends by itself') },
    },
    cases: [HELP],
    runs: { effect: ELSEWHERE },
    catches: [
      'proot -r /x tail -f y',
      'flatpak-spawn --host make',
      'schroot -c sid -- make',
      'apptainer exec a.sif tail -f x',
      'distrobox enter box -- tail -f x',
    ],
    spares: ['proot --help', 'distrobox list'],
  },
  {
    names: ['time', 'gtime'],
    options: 'f: o: format= output=',
    cases: [HELP],
    runs: { effect: {} },
    catches: ['time tail -f x', 'time -f %e -o t.txt make', 'time -p make', '/usr/bin/time -v make'],
    spares: ['time --version'],
  },
  {
    names: ['caffeinate'],
    options: 't: w:',
    cases: [
      { has: 't', words: [0, 0], is: limited('t') },
      { has: 'w', words: [0, 0], is: counted('it ends with the process given to -w') },
    ],
    runs: {
      effect: PLAIN,
      nothing: conditional(
        'without a command it keeps the machine awake until it is stopped',
        'caffeinate -t <seconds>',
      ),
    },
    catches: [
      'caffeinate -i sleep 600',
      'caffeinate',
      'caffeinate -dims make',
      'caffeinate -i',
      'caffeinate -t 60 make',
    ],
    spares: ['caffeinate -t 60', 'caffeinate -w 42'],
  },
  {
    names: ['systemd-inhibit', 'gnome-session-inhibit'],
    options: 'what= who= why= mode= app-id= reason= inhibit=',
    cases: [{ has: 'list|help|version|l', is: quick('it prints and ends') }],
    runs: { effect: PLAIN },
    catches: ['systemd-inhibit --what=sleep make', 'systemd-inhibit tail -f x'],
    spares: ['systemd-inhibit --list'],
  },
  {
    names: ['cross-env', 'env-cmd', 'dotenv', 'dotenvx', 'dotenv-cli'],
    options: 'e: f: c: o: v: p: env= file= environments= env-file= convention=',
    subs: {
      run: { options: 'f: env-file= e:', runs: { dashes: 'if-there', effect: PLAIN } },
      'list|get|set|encrypt|decrypt|keypair|unset': { otherwise: finite('it runs no program') },
    },
    cases: [HELP],
    runs: { dashes: 'if-there', assignments: true, effect: PLAIN },
    catches: [
      'dotenv -e .env -- npm run dev',
      'cross-env NODE_ENV=x vite',
      'dotenv run npm start',
      'dotenvx run -f .env -- vite',
      'env-cmd -f .env npm start',
    ],
    spares: ['dotenv list', 'cross-env --help'],
  },
  {
    names: words(`
      doppler infisical aws-vault chamber op teller varlock fnox secretspec
    `),
    options: 'p: c: project= config=',
    subs: {
      'run|exec': {
        options: 'command= p: c: project= config= env= env-file=',
        runs: { dashes: 'only', text: '--command', effect: PLAIN, nothing: finite('it runs no program') },
      },
    },
    catches: [
      'doppler run -- npm run dev',
      'op run --env-file=.env -- npm start',
      'aws-vault exec p -- tail -f x',
      'doppler run --command "vite"',
    ],
    spares: ['op item list', 'doppler secrets get X'],
  },
  {
    names: ['busybox', 'toybox'],
    cases: [{ has: 'list|help|list-full|install', is: quick('it prints and ends') }],
    runs: { effect: {} },
    catches: ['busybox tail -f x', 'toybox yes', 'busybox sh -c "yes"', 'busybox timeout 5 yes'],
    spares: ['busybox --list', 'busybox'],
  },
  {
    names: ['flock'],
    options: 'w: E: timeout= wait= conflict-exit-code=',
    cases: [HELP_SHORT],
    runs: { skip: 1, text: '-c|--command', effect: PLAIN },
    catches: [
      'flock /tmp/l tail -f x',
      'flock -n /tmp/l make',
      'flock -w 5 /tmp/l make',
      'flock /tmp/l -c "tail -f x"',
    ],
    spares: ['flock --help', 'flock 9'],
  },
  {
    names: ['sshpass'],
    options: 'f: d: p: P: e?',
    cases: [HELP_SHORT],
    runs: { effect: PLAIN },
    catches: ['sshpass -p x ssh h tail -f y', 'sshpass -e ssh h tail -f y'],
    spares: ['sshpass -V'],
  },
  {
    names: ['mosh'],
    options: 'p: port= client= server= predict= ssh= family= bind-server=',
    cases: [HELP],
    runs: { skip: 1, effect: ELSEWHERE, nothing: conditional('an interactive session ends with its terminal') },
    catches: ['mosh h -- tail -f x', 'mosh h tail -f x', 'mosh h'],
    spares: ['mosh --version'],
  },
  {
    names: ['valgrind', 'heaptrack', 'catchsegv'],
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['valgrind --leak-check=full ./a.out', 'valgrind sleep 300', 'heaptrack tail -f x'],
    spares: ['valgrind --help'],
  },
  {
    names: ['hyperfine', 'kcov', 'scalene', 'samply', 'rr'],
    options: 'o: output= tool= log-file=',
    otherwise: finite('it runs a program for a look at it'),
    catches: [],
    spares: ['hyperfine "sleep 1"', 'samply record ./a.out'],
  },
  {
    names: ['setarch', 'arch'],
    options: 'd: e:',
    cases: [HELP],
    runs: { skipWords: /^(?:x86_64|i[3-6]86|aarch64|arm64e?|arm\w*|ppc\w*|s390x?|riscv64|uname26)$/, effect: PLAIN },
    catches: ['setarch x86_64 -R tail -f x', 'setarch -R sleep 300', 'arch -x86_64 npm run dev'],
    spares: ['setarch --list', 'arch'],
  },
  {
    names: ['ssh-agent'],
    options: 'a: E: O: P: t:',
    cases: [HELP, { has: 'k|s|c|d|D', is: quick('it prints what to set and goes on as a service') }],
    runs: { effect: PLAIN, nothing: quick('it prints what to set and goes on as a service') },
    catches: ['ssh-agent tail -f x', 'ssh-agent bash -c "ssh-add k && git fetch"'],
    spares: ['ssh-agent', 'ssh-agent -s', 'ssh-agent -k'],
  },
  {
    names: ['corepack'],
    cases: [HELP, { first: ['enable', 'disable', 'prepare', 'use', 'up', 'install', 'pack', 'cache'], is: SUBCOMMAND }],
    runs: { effect: PLAIN },
    catches: ['corepack pnpm dev', 'corepack yarn install'],
    spares: ['corepack enable', 'corepack prepare pnpm@9 --activate'],
  },
  {
    names: ['with-contenv'],
    cases: [HELP],
    runs: { effect: PLAIN },
    catches: ['with-contenv tail -f x'],
    spares: ['with-contenv --help'],
  },
];
