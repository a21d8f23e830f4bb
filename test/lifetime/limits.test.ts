/** Limits that bind, limits that do not, and fixed waits under them. */
import { describe, expect, it } from 'vitest';
import { allowed, analyze, check, denied, nudged } from './analyzing.ts';

const LOOP = 'until nc -z 127.0.0.1 80; do sleep 2; done';

describe('limits that bind', () => {
  it.each([
    allowed(`timeout 60 bash -c '${LOOP}'`, 'timeout'),
    allowed(`timeout --signal=KILL 60 sh -c '${LOOP}'`, 'with a signal'),
    allowed(`gtimeout 60 bash -c '${LOOP}'`, 'on macOS'),
    allowed(`sudo timeout 60 bash -c '${LOOP}'`, 'behind sudo'),
    allowed(`timeout 60 sudo bash -c '${LOOP}'`, 'in front of sudo'),
    allowed(`timeout 60 env A=1 bash -c '${LOOP}'`, 'in front of env'),
    allowed(`timeout 60 nice bash -c 'bash -c "${LOOP}"'`, 'around two shells'),
    allowed(`timeout 60 bash -c 'eval "${LOOP}"'`, 'around eval'),
    allowed(`timeout 60 bash <<'E'\n${LOOP}\nE`, 'around a here-document'),
    allowed(`timeout 60 ssh host '${LOOP}'`, 'around ssh'),
    allowed(`ssh host "timeout 60 bash -c '${LOOP}'"`, 'on the other side of ssh'),
    allowed(`bash -c "timeout 60 bash -c '${LOOP}'"`, 'inside another shell'),
    allowed(`timeout "$LIMIT" bash -c '${LOOP}'`, 'a limit that is known at run time'),
    allowed(`timeout 60 bash -c 'trap "exit 1" TERM; ${LOOP}'`, 'a trap that leaves'),
    allowed(`timeout 60 bash -c 'trap "rm -f x" EXIT; ${LOOP}'`, 'a trap of the end'),
    allowed(`timeout -s KILL 60 bash -c 'trap "" TERM; ${LOOP}'`, 'KILL cannot be ignored'),
    allowed(`timeout -k 1 60 bash -c 'trap "" TERM; ${LOOP}'`, 'KILL follows'),
    allowed(`timeout 60 bash -c 'trap "" INT; ${LOOP}'`, 'another signal is ignored'),
    allowed('timeout 60 tail -f a.log | grep x', 'of the first stage'),
    allowed(`x=$(timeout 60 bash -c '${LOOP}')`, 'in a substitution'),
    allowed(`timeout 60 npm install`, 'a slow program'),
    allowed(`timeout 5 until true; do :; done`.replace('until true; do :; done', 'true'), 'a quick program'),
  ])('$why: $text', check);
});

describe('limits that do not bind', () => {
  it.each([
    denied('ineffective-bound', `timeout 0 bash -c '${LOOP}'`, 'zero'),
    denied('ineffective-bound', 'timeout 0 tail -f a.log', 'zero around a follow'),
    denied('ineffective-bound', `timeout 60 bash -c "trap '' TERM; ${LOOP}"`, 'the signal is ignored'),
    denied('ineffective-bound', `timeout 60 bash -c 'trap "echo no" TERM; ${LOOP}'`, 'the signal is answered'),
    denied('ineffective-bound', `timeout 60 bash -c 'trap : TERM; ${LOOP}'`, 'the signal is answered by nothing'),
    denied('ineffective-bound', `timeout -s INT 60 bash -c 'trap "" INT; ${LOOP}'`, 'the chosen signal is ignored'),
    denied(
      'ineffective-bound',
      `timeout 60 bash -c 'stop() { echo no; }; trap stop TERM; ${LOOP}'`,
      'answered by a function',
    ),
    denied('ineffective-bound', `timeout -s CONT 60 tail -f a.log`, 'CONT ends nothing'),
    denied('unbounded-loop', `timeout 60 true; ${LOOP}`, 'it ended before'),
    denied('unbounded-loop', `timeout 60 bash -c 'exit 1' || ${LOOP}`, 'a fallback'),
    denied('unbounded-loop', `timeout=60; ${LOOP}`, 'a name'),
    denied('unbounded-loop', `# timeout 60\n${LOOP}`, 'a comment'),
    denied('unbounded-loop', 'until timeout 2 nc -z 127.0.0.1 80; do sleep 2; done', 'inside the loop'),
    denied('unbounded-loop', `ulimit -t 60; ${LOOP}`, 'CPU time'),
    denied('unbounded-loop', `echo timeout 60 && ${LOOP}`, 'printed'),
    denied('endless-command', 'watch timeout 5 date', 'inside watch'),
    denied('endless-command', 'timeout 5 date; tail -f a.log', 'before a follow'),
    allowed(
      `timeout 60 while true; do :; done`.replace('while true; do :; done', 'eval "while true; do :; done"'),
      'eval is no program',
    ),
    allowed('w() { while :; do :; done; }; timeout 60 w', 'a function is no program'),
    allowed('timeout 60 . wait.sh', 'a builtin is no program', { files: { 'wait.sh': LOOP } }),
  ])('$why: $text', check);
});

describe('long bounds', () => {
  it.each([
    nudged('long-bound', 'timeout 2h make', 'hours'),
    nudged('long-bound', `timeout 7200 bash -c '${LOOP}'`, 'seconds'),
    nudged('long-bound', 'timeout 1d make &', 'in the background'),
    nudged('long-bound', 'x=90m; timeout $x make', 'a variable'),
    allowed('timeout 60m make', 'one hour'),
    allowed('timeout 60 timeout 2h make', 'cut by another'),
  ])('$why: $text', check);
});

describe('fixed waits', () => {
  it.each([
    denied('long-sleep', 'sleep 121', 'over the limit'),
    denied('long-sleep', 'sleep 120.5', 'by a half'),
    denied('long-sleep', 'sleep 3m', 'minutes'),
    denied('long-sleep', 'sleep 1h', 'hours'),
    denied('long-sleep', 'sleep 60 61', 'a sum'),
    denied('long-sleep', '/bin/sleep 500', 'by path'),
    denied('long-sleep', 'D=300; sleep $D', 'a variable'),
    denied('long-sleep', 'D=5; sleep $((D * 60))', 'a product'),
    denied('long-sleep', 'M=3; sleep ${M}m', 'a unit behind a variable'),
    denied('long-sleep', 'D=5; D=$((D * 60)); sleep "$D"', 'a variable that changed'),
    denied('long-sleep', 'sleep ${WAIT:-300}', 'a default'),
    denied('long-sleep', ': ${WAIT:=300}; sleep $WAIT', 'a default that is assigned'),
    denied('long-sleep', 'read -r D <<< 300; sleep $D', 'a value that is read'),
    denied('long-sleep', 'D=$(echo 300); sleep $D', 'a value that is printed'),
    denied('long-sleep', 'if test -f x; then D=10; else D=400; fi; sleep $D', 'one of two values'),
    denied('long-sleep', 'a=(10 200); sleep ${a[1]}', 'an element'),
    denied('long-sleep', 'declare -A w=([x]=300); D=300; sleep $D', 'beside other declarations'),
    denied('long-sleep', 'set -- 300; sleep $1', 'a parameter'),
    denied('long-sleep', 'S=sleep; $S 300', 'the name is a variable'),
    denied('long-sleep', 'sl""eep 300', 'quotes in the name'),
    denied('long-sleep', "'sleep' 300", 'a quoted name'),
    denied('long-sleep', '\\sleep 300', 'an escaped name'),
    denied('long-sleep', 'timeout 200 sleep 500', 'cut above the limit'),
    denied('long-sleep', 'timeout 10 true; sleep 300', 'not under the limit'),
    denied('long-sleep', 'echo a; sleep 300; echo b', 'in the middle'),
    denied('long-sleep', 'ls && sleep 300 &', 'in the background'),
    allowed('sleep 120', 'at the limit'),
    allowed('sleep 2m', 'at the limit'),
    allowed('sleep 120.0', 'at the limit'),
    allowed('timeout 100 sleep 500', 'cut'),
    allowed('timeout 2m bash -c "sleep 500; sleep 600"', 'cut'),
    allowed('sleep $DELAY', 'not known'),
    allowed('sleep "$(cat delay)"', 'not known'),
    allowed('sleep 1h2m', 'not valid'),
    allowed('sleep --help', 'not a wait'),
    allowed('D=300; sleep 5; echo $D', 'not slept'),
    allowed('D=300; unset D; sleep ${D:-5}', 'taken back'),
    allowed('D=300; (D=5; sleep $D)', 'changed in a subshell'),
    allowed('(D=300); sleep ${D:-5}', 'lost with the subshell'),
  ])('$why: $text', check);

  it('reports what is really waited', () => {
    const [found] = analyze('timeout 200 sleep 500').findings.filter((one) => one.kind === 'long-sleep');
    expect(found?.bound).toEqual({ kind: 'within', seconds: 200 });
  });
});

describe('in the background of the host', () => {
  const bg = { background: true } as const;
  it.each([
    denied('unbounded-background', 'npm run build', 'no bound', bg),
    denied('unbounded-background', 'make test; echo done', 'no bound', bg),
    denied('unbounded-background', 'timeout 60 make; make check', 'a bound of a part', bg),
    denied('unbounded-background', 'make check | tee log', 'no bound of the pipe', bg),
    denied('unbounded-background', 'tail -f a.log', 'a follow', bg),
    denied('unbounded-background', 'python3 -m http.server', 'a server', bg),
    denied('unbounded-background', 'make &', 'left behind', bg),
    denied('unbounded-background', 'nohup ./run.sh > log 2>&1 &', 'left behind', bg),
    denied('unbounded-background', 'npm install', 'a slow program', bg),
    denied('unbounded-background', 'x=$(make)', 'in a substitution', bg),
    denied('unbounded-background', '"$CMD" --all', 'nobody knows', bg),
    denied('unbounded-background', 'sleep 60; make', 'behind a pause', bg),
    denied('unbounded-background', 'for d in a b; do make -C $d; done', 'in a list', bg),
    denied('unbounded-background', 'sleep infinity', 'for ever', bg),
    denied('unbounded-loop', LOOP, 'a loop', bg),
    denied('unbounded-loop', `${LOOP}; make`, 'a loop and a program', bg),
    denied('long-sleep', 'sleep 300; cat result', 'a timer', bg),
    denied('long-sleep', 'sleep 300 && git status', 'a timer', bg),
    denied('ineffective-bound', 'timeout 0 make; timeout 0 tail -f a.log', 'no bound', bg),
    allowed('timeout 300 make', 'a bound', bg),
    allowed('cd app && timeout 300 make', 'a bound', bg),
    allowed('timeout 300 make && timeout 100 make check', 'two bounds', bg),
    allowed(`timeout 300 bash -c '${LOOP}; make'`, 'a bound', bg),
    allowed('sleep 60; cat result', 'a pause', bg),
    allowed('echo done', 'quick', bg),
    allowed('for i in $(seq 20); do nc -z 127.0.0.1 80 && break; sleep 3; done', 'a counted poll', bg),
    allowed('timeout 100 sleep 500', 'cut', bg),
    allowed('timeout 60 make > log 2>&1; tail -n 5 log', 'a bound and a look', bg),
    allowed('timeout 60 make &', 'bounded, and left behind', bg),
    nudged('long-bound', 'timeout 3h make', 'a long bound', bg),
  ])('$why: $text', check);
});

describe('expected long-lived commands', () => {
  const expected = { longLived: ['npm run dev', 'docker compose logs -f'] } as const;
  it.each([
    allowed('npm run dev', 'as it is', expected),
    allowed('npm run dev -- --port 3000', 'with more words', expected),
    allowed('cd app && npm run dev &', 'left behind', expected),
    allowed('PORT=1 npm run "dev"', 'by its words', expected),
    allowed('bash -c "docker compose logs -f api"', 'in another shell', expected),
    allowed('npm run dev', 'in the background of the host', { ...expected, background: true }),
    denied('endless-command', 'npm run devtools:watch; docker compose logs --follow', 'other words', expected),
    denied('endless-command', 'echo npm run dev; tail -f a.log', 'only printed', expected),
    denied('unbounded-loop', 'while true; do npm run dev; done', 'a loop around it', expected),
  ])('$why: $text', check);
});

describe('what a limit can signal', () => {
  const FOLLOW = 'tail -f a.log';
  it.each([
    denied(
      'ineffective-bound',
      `timeout 100 bash -c 'setsid bash -c "while :; do sleep 1; done" & wait'`,
      'waited for',
    ),
    denied('ineffective-bound', `timeout 100 bash -c 'setsid ${FOLLOW}; :'`, 'below a shell that stays'),
    denied('ineffective-bound', `timeout 100 sh -c 'setsid -w ${FOLLOW}'`, 'below dash, which stays'),
    denied('ineffective-bound', `timeout 100 bash -c '(setsid ${FOLLOW})'`, 'below a subshell'),
    denied('ineffective-bound', `timeout 100 bash -c 'setsid ${FOLLOW} | cat'`, 'a stage of a pipeline'),
    denied('ineffective-bound', `timeout 100 bash -c 'x=$(setsid ${FOLLOW})'`, 'in a substitution'),
    denied('ineffective-bound', `timeout 100 bash -c 'eval "setsid ${FOLLOW}"'`, 'in text that the shell runs itself'),
    denied('ineffective-bound', `timeout 100 bash <<< 'setsid ${FOLLOW}'`, 'a shell that reads its text stays'),
    denied('ineffective-bound', `timeout 100 flock l setsid ${FOLLOW}`, 'below a program that stays'),
    denied('ineffective-bound', `timeout 100 xargs setsid ${FOLLOW} < names.txt`, 'once for each item'),
    denied('ineffective-bound', `timeout -s KILL 100 bash -c 'setsid ${FOLLOW}; :'`, 'KILL reaches no further'),
    denied('ineffective-bound', `timeout 100 setsid -f ${FOLLOW}`, 'setsid forks'),
    denied('ineffective-bound', `timeout 100 systemd-run --wait ${FOLLOW}`, 'systemd runs it'),
    denied('ineffective-bound', `timeout 100 bash -c '${FOLLOW} & disown; wait'`, 'nobody waits for it'),
    denied('ineffective-bound', `timeout 100 tmux new -d '${FOLLOW}'`, 'tmux runs it'),
    denied('long-sleep', `timeout 100 bash -c 'setsid sleep 300; :'`, 'a wait that goes on'),
    denied('long-sleep', `timeout 100 setsid bash -c 'sleep 300; :'`, 'the shell ends, what it waits for goes on'),
    denied('long-sleep', `timeout 100 bash -c 'sleep 300 & echo started'`, 'a wait that is left behind'),
    denied('long-sleep', `timeout 100 daemonize /bin/sleep 300`, 'a wait of a daemon'),
    nudged('long-bound', `timeout 100 bash -c 'timeout 7200 ${FOLLOW}; :'`, 'a limit inside has a group of its own'),
    allowed(`timeout 100 setsid ${FOLLOW}`, 'the process of the limit itself'),
    allowed(`timeout 100 env A=1 nice setsid ${FOLLOW}`, 'programs that become what they run'),
    allowed(`timeout 100 bash -c 'setsid ${FOLLOW}'`, 'bash becomes its only command'),
    allowed(`timeout 100 setsid bash -c 'while :; do sleep 1; done'`, 'the shell itself gets the signal'),
    allowed(`timeout 100 bash -c 'nohup ${FOLLOW} & wait'`, 'nohup stays in the group'),
    allowed(`timeout 100 bash -c 'nohup ${FOLLOW}; :'`, 'nohup in the foreground'),
    allowed(`timeout 100 systemd-run --scope ${FOLLOW}`, 'a scope is run by the caller'),
    allowed(`timeout 100 timeout 7200 ${FOLLOW}`, 'the outer limit runs the inner one itself'),
    allowed(`timeout 100 bash -c 'sleep 300 & disown; sleep 110; :'`, 'all of the group'),
    allowed(`timeout 100 bash -c 'exec > >(while :; do sleep 1; done); sleep 110'`, 'a process beside it as well'),
    allowed(`timeout 100 bash -c 'sleep 300 & wait'`, 'it is waited for'),
    allowed(`timeout 100 bash -c 'sleep 300 & p=$!; make; kill $p'`, 'it is ended'),
  ])('$why: $text', check);

  it('leaves what was running before alone', () => {
    expect(analyze('sleep 100 & timeout 9 sleep 30').leftovers).toHaveLength(1);
  });
});

describe('a child that ends the shell', () => {
  const dash = { shell: 'sh' } as const;
  const zsh = { shell: 'zsh' } as const;
  it.each([
    allowed('(sleep 60; kill $$) & while :; do date; sleep 5; done', 'after a while'),
    allowed('(sleep 60 && kill -9 $$) & until nc -z db 5432; do sleep 5; done', 'with a signal'),
    allowed('sleep 60 && kill $$ & while :; do date; sleep 5; done', 'as a list'),
    allowed('{ sleep 60; kill -TERM $$; } & while :; do date; sleep 5; done', 'as a group', dash),
    allowed('(sleep 60; kill $$) & while :; do date; sleep 5; done', 'in zsh', zsh),
    allowed(
      '(sleep 60; kill $$ 2>/dev/null || true) & w=$!; until nc -z db 5432; do sleep 5; done; kill $w',
      'it is called off when the loop has ended',
    ),
    denied('unbounded-loop', "trap '' TERM; (sleep 60; kill $$) & while :; do sleep 5; done", 'the signal is ignored'),
    denied('unbounded-loop', '(sleep 60; kill $$) & trap : TERM; while :; do sleep 5; done', 'ignored later'),
    denied('unbounded-loop', '(sleep 60; kill $$) & kill $!; while :; do sleep 5; done', 'it is called off'),
    denied('unbounded-loop', '(sleep 60; kill $$) & while :; do sleep 5; kill $!; done', 'called off in the loop'),
    denied(
      'unbounded-loop',
      '(sleep 60; kill -INT $$) & while :; do sleep 5; done',
      'a child of the job does not get it',
    ),
    denied('unbounded-loop', '(sleep 60; kill -0 $$) & while :; do sleep 5; done', 'it only asks'),
    denied('unbounded-loop', '(sleep 60; kill $PPID) & while :; do sleep 5; done', 'it ends somebody else'),
    denied('unbounded-loop', '(sleep 60; probe && kill $$) & while :; do sleep 5; done', 'perhaps'),
    denied('unbounded-loop', '(sleep 60; exit; kill $$) & while :; do sleep 5; done', 'never'),
    denied('unbounded-loop', '(sleep $N; kill $$) & while :; do sleep 5; done', 'nobody knows when'),
    denied('unbounded-loop', '(sleep 60; kill $$) & (while :; do sleep 5; done)', 'the loop has a shell of its own'),
    denied('unbounded-loop', '(sleep 60; kill $$) & while :; do sleep 5; done | cat', 'so it has in a pipeline'),
    denied('unbounded-loop', '(sleep 60; kill $$) & while :; do sleep 5; done & wait', 'and as a job'),
    denied('endless-command', '(sleep 60; kill $$) & tail -f a.log', 'the shell ends, the program goes on'),
    denied('endless-command', '(sleep 60; kill $$) & while :; do tail -f a.log; done', 'in a loop as well'),
    denied('long-sleep', '(sleep 600; kill $$) & while :; do sleep 5; done', 'a long time'),
  ])('$why: $text', check);
});
