// Facts about options, values and signals that the tables rely on; where it says "measured", a real program was asked.
import { describe, expect, it } from 'vitest';
import type { CommandDescription } from '../../../src/lifetime/programs/describe.ts';
import { describeCommand } from '../../../src/lifetime/programs/describe-command.ts';
import { operandsOf } from './words.ts';

const look = (example: string): CommandDescription => describeCommand(operandsOf(example), { dialect: 'bash' });

/** `within 5`, `endless server, returns`, `sleep 3`, `wraps tail -f x {within:5}`, `sh text: tail -f x`, `bash file: x.sh` ... */
function say(example: string): string {
  const words = operandsOf(example).map((operand) => operand.value ?? '$?');
  const found = look(example);
  switch (found.kind) {
    case 'program': {
      const bound = found.bound.kind === 'within' ? `within ${found.bound.seconds}` : found.bound.kind;
      const marks = [
        found.stated && 'stated',
        found.returnsAtOnce === true && 'returns',
        found.waitsForCi === true && 'ci',
        found.maybeScript === true && 'script?',
      ];
      return [`${bound} ${found.role}`, ...marks.filter((mark) => mark !== false)].join(', ');
    }
    case 'sleep':
      return found.valid ? `sleep ${found.seconds ?? '?'}` : 'no sleep';
    case 'wrapper':
      return `wraps ${words.slice(found.from, found.to).join(' ')}${effects(found.effect)}`;
    case 'script': {
      const { source } = found;
      const text =
        source.kind === 'text'
          ? source.text
          : source.kind === 'stdin'
            ? ''
            : words
                .slice(source.index, source.kind === 'operand' && source.joined ? source.end : source.index + 1)
                .join(' ');
      const kind = source.kind === 'operand' ? 'text' : source.kind;
      return `${found.dialect} ${kind}: ${text}${effects(found.effect)}${found.inCaller ? ' here' : ''}`;
    }
  }
}

function effects(effect: object): string {
  const kept = Object.entries(effect).filter(([key]) => key !== 'externalOnly');
  return kept.length === 0
    ? ''
    : ` {${kept.map(([key, value]) => (value === true ? key : `${key}:${value}`)).join(' ')}}`;
}

type Row = readonly [example: string, expected: string];
const facts: Readonly<Record<string, readonly Row[]>> = {
  sleep: [
    ['sleep 5', 'sleep 5'],
    ['sleep 1.5', 'sleep 1.5'],
    ['sleep .5', 'sleep 0.5'],
    ['sleep 2m', 'sleep 120'],
    ['sleep 1h', 'sleep 3600'],
    ['sleep 1d', 'sleep 86400'],
    ['sleep 1e3', 'sleep 1000'],
    ['sleep 0x10', 'sleep 16'],
    ['sleep 100 30', 'sleep 130'],
    ['sleep 2m 1s', 'sleep 121'],
    ['sleep infinity', 'sleep Infinity'],
    ['sleep inf', 'sleep Infinity'],
    ['sleep -- 5', 'sleep 5'],
    ['sleep $N', 'sleep ?'],
    ['sleep $N 5', 'sleep ?'],
    ['/bin/sleep 5', 'sleep 5'],
    ['usleep 500000', 'sleep 0.5'],
    ['sleep 1h2m', 'no sleep'],
    ['sleep --help', 'no sleep'],
    ['sleep', 'no sleep'],
    ['sleep 5x', 'no sleep'],
    ['./sleep 300', 'finite ordinary, script?'],
    ['/c/Tools\\ 64/bin/sleep.exe 400', 'sleep 400'],
    ['sleepstat 900', 'finite ordinary'],
  ],
  'timeout (measured: 0 and 0s switch it off; CONT, 0, STOP end nothing; -k sends KILL)': [
    ['timeout 60 tail -f x', 'wraps tail -f x {within:60 signal:TERM}'],
    ['timeout 1.5h make', 'wraps make {within:5400 signal:TERM}'],
    ['timeout -k 5 25 cmd', 'wraps cmd {within:25 signal:TERM killAfter:5}'],
    ['timeout --kill-after=5 25 cmd', 'wraps cmd {within:25 signal:TERM killAfter:5}'],
    ['timeout -s INT 5 cmd', 'wraps cmd {within:5 signal:INT}'],
    ['timeout -sKILL 5 cmd', 'wraps cmd {within:5}'],
    ['timeout --signal=SIGKILL 5 cmd', 'wraps cmd {within:5}'],
    ['timeout -s 9 5 cmd', 'wraps cmd {within:5}'],
    ['timeout -s CONT 20 cmd', 'wraps cmd {ineffective:CONT does not end a program}'],
    ['timeout -s 0 20 cmd', 'wraps cmd {ineffective:0 does not end a program}'],
    ['timeout -s WINCH 20 cmd', 'wraps cmd {ineffective:WINCH does not end a program}'],
    ['timeout -s URG -k 5 20 cmd', 'wraps cmd {within:25}'],
    ['timeout --foreground 60 cmd', 'wraps cmd {childOnly within:60 signal:TERM}'],
    ['timeout --preserve-status 60 cmd', 'wraps cmd {within:60 signal:TERM}'],
    ['timeout 0 cmd', 'wraps cmd {ineffective:a duration of 0 switches the limit off}'],
    ['timeout 0s cmd', 'wraps cmd {ineffective:a duration of 0 switches the limit off}'],
    ['timeout inf cmd', 'wraps cmd {ineffective:an infinite duration is no limit}'],
    ['timeout $T cmd', 'wraps cmd {withinUnknown}'],
    ['timeout 30', 'finite quick'],
    ['timeout 5x cmd', 'finite quick'],
    ['gtimeout 5 cmd', 'wraps cmd {within:5 signal:TERM}'],
    ['busybox timeout 5 cmd', 'wraps cmd {within:5 signal:TERM}'],
    ['busybox timeout -t 5 cmd', 'wraps cmd {within:5 signal:TERM}'],
    ["perl -e 'alarm 5; exec @ARGV' cmd x", 'wraps cmd x {within:5 signal:ALRM childOnly}'],
    ["perl -e 'alarm shift; exec @ARGV' 5 cmd x", 'wraps cmd x {within:5 signal:ALRM childOnly}'],
    ["perl -e 'alarm shift @ARGV; exec @ARGV or die' 5 cmd x", 'finite ordinary'],
    ["perl -e 'alarm 0; exec @ARGV' cmd", 'wraps cmd {ineffective:alarm 0 switches the alarm off childOnly}'],
    ["perl -e 'print 1'", 'finite ordinary'],
    ['timelimit -t 9 -T 1 cmd', 'wraps cmd {within:9 signal:TERM killAfter:1 childOnly}'],
    ['timelimit cmd', 'wraps cmd {within:3600 signal:TERM killAfter:120 childOnly}'],
    [
      'systemd-run --user -p RuntimeMaxSec=15min cmd',
      'wraps cmd {detaches returnsAtOnce within:900 killAfter:90 signal:TERM}',
    ],
    ['systemd-run --scope -p RuntimeMaxSec=9 cmd', 'wraps cmd {within:9 killAfter:90 signal:TERM}'],
    ['systemd-run --wait cmd', 'wraps cmd {handedOver}'],
    ['systemd-run --scope cmd', 'wraps cmd'],
    [
      'systemd-run --property=RuntimeMaxSec=infinity cmd',
      'wraps cmd {detaches returnsAtOnce ineffective:RuntimeMaxSec=infinity is no limit}',
    ],
    ['ulimit -t 5', 'finite quick'],
    ['prlimit --cpu=5 cmd', 'wraps cmd'],
    ['docker run --stop-timeout 5 img tail -f x', 'wraps tail -f x {elsewhere}'],
    ['podman run --timeout 5 img tail -f x', 'wraps tail -f x {elsewhere within:5}'],
    ['sudo -T 5m cmd', 'wraps cmd {within:300}'],
    ['parallel --timeout 9 cmd ::: a b', 'bash text: (cmd a\n)\n(cmd b\n) {perItem within:9}'],
  ],
  wrappers: [
    ['sudo -u svc -n env A=1 tail -f x', 'wraps env A=1 tail -f x'],
    ['sudo --user svc --preserve-env=A tail', 'wraps tail'],
    ['sudo A=1 B=2 tail', 'wraps tail'],
    ['sudo -b cmd', 'wraps cmd {returnsAtOnce}'],
    ['sudo -i', 'bash stdin: '],
    ['env -i -u X -C /w A=1 tail -f x', 'wraps tail -f x'],
    ['env -S "A=1 tail -f x" y', 'sh text: env A=1 tail -f x y'],
    ['env --split-string="tail -f" x', 'sh text: env tail -f x'],
    ['env', 'finite quick'],
    ['env timeout=30 watch -n 5 date', 'wraps watch -n 5 date'],
    ['command -p tail', 'wraps tail'],
    ['command -v tail', 'finite quick'],
    ['type -a tail', 'finite quick'],
    ['which tail', 'finite quick'],
    ['exec -a x tail', 'wraps tail {replaces}'],
    ['taskset -c 0,1 tail', 'wraps tail'],
    ['setsid tail', 'wraps tail {detaches}'],
    ['setsid -f tail', 'wraps tail {detaches returnsAtOnce}'],
    ['nohup tail', 'wraps tail {ignoresHangup}'],
    ['flock -w 5 /l tail -f x', 'wraps tail -f x'],
    ['flock /l -c "tail -f x"', 'bash text: tail -f x'],
    ['script -qec "tail -f x" /dev/null', 'bash text: tail -f x'],
    ['script -q /dev/null tail -f x', 'wraps tail -f x'],
    ['stdbuf -o L tail', 'wraps tail'],
    ['nocorrect noglob tail', 'wraps noglob tail'],
    ['time -f %e tail', 'wraps tail'],
    ['npx -y -p a tsc -w', 'wraps tsc -w'],
    ['npx --call="tsc -w"', 'bash text: tsc -w'],
    ['pnpm exec vite', 'wraps vite'],
    ['yarn dlx vite', 'wraps vite'],
    ['uv run --with x --python 3.12 flask run', 'wraps flask run'],
    ['poetry run flask run', 'wraps flask run'],
    ['bundle exec rails s', 'wraps rails s'],
    ['conda run -n x flask run', 'wraps flask run'],
    ['mise exec node@20 -- vite', 'wraps vite'],
    ['direnv exec . vite', 'wraps vite'],
    ['nix shell nixpkgs#jq -c tail -f x', 'wraps tail -f x'],
    ['nix develop --command make', 'wraps make'],
    ['nix-shell -p jq --run "tail -f x"', 'bash text: tail -f x'],
    ['dotenv -e .env -- vite', 'wraps vite'],
    ['cross-env A=1 vite', 'wraps vite'],
    ['xargs -I{} -P 4 sh -c "x {}"', 'wraps sh -c x {} {perItem}'],
    ['xargs -a hosts -n1 tail -f', 'wraps tail -f {perItem}'],
    ['xargs', 'finite quick'],
    ["find . -name '*.x' -exec sleep 300 {} \\;", 'wraps sleep 300 {} {perItem}'],
    ['find . -exec tail -f {} +', 'wraps tail -f {} {perItem}'],
    ['find . -exec echo {} \\; -exec sleep 300 \\;', "sh text: echo '{}'; sleep 300 {perItem}"],
    ['npx vite@latest dev', 'wraps vite@latest dev'],
    ['fd x -x tail -f', 'wraps tail -f {perItem}'],
    ['parallel -j 4 tail -f {} ::: a b', 'bash text: (tail -f a\n)\n(tail -f b\n) {perItem}'],
    ["parallel ::: 'tail -f x' 'sleep 300'", 'bash text: tail -f x\nsleep 300 {perItem}'],
    ['parallel -j 4', 'bash stdin:  {perItem}'],
    ['yarn tsc -w', 'wraps tsc -w'],
    ['pnpm --filter web vite build', 'wraps vite build'],
    ['yarn stress', 'finite ordinary'],
    ['nvm exec 20 npm run dev', 'wraps npm run dev'],
    ['heroku run -a x tail -f y', 'bash text: tail -f y {elsewhere}'],
    ['strace -f -o log tail -f x', 'wraps tail -f x'],
    ['chroot --userspec=a:b /mnt tail', 'wraps tail {elsewhere}'],
    ['unshare -r --mount tail', 'wraps tail {elsewhere}'],
    ['nsenter -t 1 -m tail', 'wraps tail {elsewhere}'],
    ['bwrap --ro-bind / / --dev /dev -- tail -f x', 'wraps tail -f x {elsewhere}'],
    ['bwrap --bind a b --setenv A 1 --unshare-net tail', 'wraps tail {elsewhere}'],
    ['concurrently -n a,b "npm:dev" "tsc -w"', 'sh text: ( npm run dev\n); ( tsc -w\n)'],
    ['busybox tail -f x', 'wraps tail -f x'],
    ['watch -n 5 -d date', 'sh text: date {repeats interval:5}'],
    ['watch -x tail x', 'wraps tail x {repeats interval:2}'],
    ['watch -g date', 'sh text: date {repeats interval:2 repeatsUntil:watch -g ends when the output changes}'],
    ['watch', 'finite quick'],
    ['caffeinate -dims make', 'wraps make'],
    ['caffeinate -t 60', 'within 60 ordinary, stated'],
    ['caffeinate', 'conditional follow'],
  ],
  'shells and scripts': [
    ['bash -c "tail -f x" a b', 'bash text: tail -f x'],
    ['bash -lc "x"', 'bash text: x'],
    ['bash -c -l "x"', 'bash text: x'],
    ['bash -eo pipefail -c "x"', 'bash text: x'],
    ['bash -euxo pipefail -c "x"', 'bash text: x'],
    ['bash -O extglob --norc -c "x"', 'bash text: x'],
    ['bash +e -c "x"', 'bash text: x'],
    ['zsh -fc "x"', 'zsh text: x'],
    ['dash -c "x"', 'sh text: x'],
    ['busybox sh -c "x"', 'sh text: x'],
    ['ksh -c "x"', 'bash text: x'],
    ['fish -c "x"', 'other text: x'],
    ['pwsh -Command x', 'other file: x'],
    ['bash wait.sh 5', 'bash file: wait.sh'],
    ['bash -x wait.sh', 'bash file: wait.sh'],
    ['bash -s a', 'bash stdin: '],
    ['bash', 'bash stdin: '],
    ['bash -', 'bash stdin: '],
    ['bash --login', 'bash stdin: '],
    ['bash -n wait.sh', 'finite quick'],
    ['bash --version', 'finite quick'],
    ['source x.sh', 'bash file: x.sh here'],
    ['. ./x.sh a', 'bash file: ./x.sh here'],
    ['eval tail -f x', 'bash text: tail -f x here'],
    ['./wait.sh 5', 'finite ordinary, script?'],
    ['su svc -c "tail -f x"', 'bash text: tail -f x'],
    ['su - svc -c "x"', 'bash text: x'],
    ['su -lc "x" svc', 'bash text: x'],
    ['su --command="x" svc', 'bash text: x'],
    ['runuser -u svc -- tail -f x', 'wraps tail -f x'],
    ['runuser svc -c "x"', 'bash text: x'],
    ['sg grp "x"', 'bash text: x'],
    ['su svc', 'bash stdin: '],
    ['tmux new -d -s web "npm run dev"', 'bash text: npm run dev {detaches returnsAtOnce}'],
    ['tmux new-session -ds web npm run dev', 'wraps npm run dev {detaches returnsAtOnce}'],
    ['tmux new "npm run dev"', 'bash text: npm run dev'],
    ['tmux ls', 'finite ordinary'],
    ['screen -dmS x tail -f y', 'wraps tail -f y {detaches returnsAtOnce}'],
    ['screen -ls', 'finite quick'],
    ['at now', 'sh stdin:  {detaches returnsAtOnce}'],
    ['at -f job.sh now', 'sh file: job.sh {detaches returnsAtOnce}'],
    ['daemonize -p f tail -f x', 'wraps tail -f x {detaches returnsAtOnce}'],
    [
      'start-stop-daemon --start --background --exec /usr/bin/python3 -- -m http.server',
      'sh text: /usr/bin/python3 -m http.server {detaches returnsAtOnce}',
    ],
  ],
  elsewhere: [
    ['ssh h uptime', 'bash text: uptime {elsewhere}'],
    ['ssh -p 2222 -o ConnectTimeout=5 u@h tail -f x', 'bash text: tail -f x {elsewhere}'],
    ['ssh h -p 22 tail -f x', 'bash text: tail -f x {elsewhere}'],
    ['ssh h', 'bash stdin:  {elsewhere}'],
    ['ssh -f h tail -f x', 'bash text: tail -f x {elsewhere returnsAtOnce detaches}'],
    ['ssh -N -L 1:h:2 g', 'endless server'],
    ['ssh -fNL 1:h:2 g', 'endless server, returns'],
    ['ssh -O exit h', 'finite quick'],
    ['docker exec -it -u 1 web sh -c "x"', 'wraps sh -c x {elsewhere}'],
    ['docker exec -d web tail -f x', 'wraps tail -f x {elsewhere returnsAtOnce detaches}'],
    ['docker compose -f a.yml exec -T web tail -f x', 'wraps tail -f x {elsewhere}'],
    ['docker run --rm -v a:b img tail -f x', 'wraps tail -f x {elsewhere}'],
    ['docker run -d img', 'finite ordinary, returns'],
    ['docker run --rm --entrypoint sh img -c "x y"', "bash text: sh -c 'x y' {elsewhere}"],
    ['kubectl -n x exec -it web -c app -- sh -c "x"', 'wraps sh -c x {elsewhere}'],
    ['kubectl exec web ls', 'wraps ls {elsewhere}'],
    ['kubectl run t -i --rm --image=b -- sh -c "x"', 'wraps sh -c x {elsewhere returnsAtOnce:false detaches}'],
    ['kubectl run t --image=b -- sh -c "x"', 'wraps sh -c x {elsewhere returnsAtOnce detaches}'],
    ['lxc exec web -- tail -f x', 'wraps tail -f x {elsewhere}'],
    ['vagrant ssh web -c "x"', 'bash text: x {elsewhere}'],
    ['wsl -d U -e tail -f x', 'wraps tail -f x {elsewhere}'],
  ],
  'bounds of their own': [
    ['curl --max-time 5 http://h', 'within 5 ordinary, stated'],
    ['curl -sm5 http://h', 'within 5 ordinary, stated'],
    ['curl -m 0 http://h', 'finite ordinary'],
    ['curl -m 5 http://h http://i', 'finite ordinary, stated'],
    ['curl --connect-timeout 5 http://h', 'finite ordinary'],
    ['wget -T 5 http://h', 'finite ordinary'],
    ['ping -c 3 h', 'finite ordinary, stated'],
    ['ping -w 8 h', 'within 8 ordinary, stated'],
    ['ping -W 8 h', 'endless follow'],
    ['kubectl wait --for=x pod/y', 'finite ordinary'],
    ['kubectl wait --for=x pod/y --timeout=90s', 'within 90 ordinary, stated'],
    ['kubectl wait --for=x pod/y --timeout=-1s', 'conditional follow'],
    ['kubectl wait --for=x pod/y --timeout=0', 'finite quick'],
    ['kubectl rollout status deploy/x', 'finite ordinary'],
    ['kubectl rollout status sts/x', 'conditional follow'],
    ['kubectl rollout status sts/x --timeout=1m30s', 'within 90 ordinary, stated'],
    ['docker wait x', 'conditional follow'],
    ['tail --pid=42 -f x', 'finite ordinary, stated'],
    ['gh run watch 42 --exit-status', 'finite ordinary, ci'],
    ['gh pr checks 4 --watch', 'finite ordinary, ci'],
    ['glab ci trace 4', 'finite ordinary, ci'],
    ['nc -w 5 -l 9000', 'conditional follow'],
    ['nc -z -w 1 h 80', 'finite ordinary'],
    ['log stream --timeout 2m', 'within 120 ordinary, stated'],
    ['inotifywait -t 5 x', 'within 5 ordinary, stated'],
    ['inotifywait -m -t 5 x', 'endless follow'],
    ['stress -c 1 -t 2m', 'within 120 ordinary, stated'],
    ['npm test -- --watch=false', 'finite ordinary'],
    ['kubectl get pods -w=false', 'finite quick'],
  ],
  interpreters: [
    ['python3 -m http.server 8000', 'endless server'],
    ['python3 -um http.server', 'endless server'],
    ['python -X dev -m flask run', 'endless server'],
    ['python manage.py runserver', 'endless server'],
    ['python3.12 -m pip install x', 'finite slow'],
    ['python3 app.py', 'finite ordinary'],
    ['python3 -c "while True: pass"', 'finite ordinary'],
    ['node --watch x.js', 'endless follow'],
    ['node x.js --watch', 'finite ordinary'],
    ['node node_modules/.bin/vite', 'endless server'],
    ['node /w/node_modules/vite/bin/vite.js build', 'finite ordinary'],
    ['node /w/node_modules/typescript/bin/tsc.js -w', 'endless follow'],
    ['node -e "x"', 'finite ordinary'],
    ['ruby -run -e httpd . -p 8000', 'endless server'],
    ['ruby bin/rails s', 'endless server'],
    ['./node_modules/.bin/vite', 'endless server'],
    ['.venv/bin/uvicorn a:b', 'endless server'],
    ['./gradlew bootRun', 'endless server'],
    ['bin/rails s', 'endless server'],
    ['vite@latest dev', 'endless server'],
    ['@angular/cli@17 serve', 'endless server'],
    ['@tailwindcss/cli --watch', 'endless follow'],
    ['@scope/unknown serve', 'finite ordinary, script?'],
    ['$TOOL dev', 'finite ordinary'],
    ['npm $CMD', 'finite ordinary'],
  ],
};

describe.each(Object.entries(facts))('%s', (_, rows) => {
  it.each(rows)('%s -> %s', (example, expected) => {
    expect(say(example)).toBe(expected);
  });
});

describe('kills by pattern', () => {
  const broad = [
    'pkill -f node',
    'pkill node',
    'killall -9 python3',
    'pkill -f "claude"',
    'pkill -9 -f "claude --resume"',
    'pkill -f bash',
    'pkill -f .',
    'pkill -f "^node$"',
    'pkill -f "[n]ode"',
    'pkill -f "node.*"',
    'pkill -f /usr/bin/python3',
    'pkill -f "vite|node"',
    'pkill -f ab',
    'pkill -u me',
    'killall -u me',
    'taskkill /F /IM node.exe',
    'pkill -TERM bun',
    'pkill -f opencode',
  ];
  const narrow = [
    'pkill -f zzqx-worker',
    'pkill -f "python3 sync.py"',
    'pkill -f guard.sh',
    'pkill -f "node server.js"',
    'pkill -f "npm run dev"',
    'pkill -P 42',
    'pkill -P $$ node',
    'killall myserver',
    'pkill -f $PATTERN',
    'pkill --pidfile x.pid',
    'taskkill /PID 42',
    'pkill -x my-tool',
  ];
  it.each(broad)('broad: %s', (example) => {
    expect(look(example)).toMatchObject({ kind: 'program', patternKill: { broad: true } });
  });
  it.each(narrow)('not broad: %s', (example) => {
    expect(look(example)).not.toMatchObject({ patternKill: { broad: true } });
  });
  it('tells the pattern', () => {
    expect(look('pkill -f guard.sh')).toMatchObject({ patternKill: { pattern: 'guard.sh', broad: false } });
  });
});

describe('how much of its input a program needs', () => {
  const rows: readonly (readonly [example: string, input: string | undefined])[] = [
    ['head -n 3', 'some'],
    ['head -n -3', 'all'],
    ['tail -n 5', 'all'],
    ['tail -n 5 x', 'none'],
    ['wc -l', 'all'],
    ['cat', 'all'],
    ['cat x', 'none'],
    ['cat x -', 'all'],
    ['grep x', 'all'],
    ['grep x file', 'none'],
    ['grep -e x file', 'none'],
    ['grep -q x', 'some'],
    ['grep -m1 x', 'some'],
    ['sed 5q', 'some'],
    ["sed -n '/x/{p;q}'", 'some'],
    ['sed s/a/q/', 'all'],
    ["awk 'NR==3{exit}'", 'some'],
    ["awk '{print}'", 'all'],
    ['sort', 'all'],
    ['tee x', 'all'],
    ['jq .', 'all'],
    ['curl http://h', 'none'],
    ['mytool', undefined],
  ];
  it.each(rows)('%s: %s', (example, input) => {
    const found = look(example);
    expect(found.kind === 'program' ? found.input : found.kind).toBe(input);
  });
});
