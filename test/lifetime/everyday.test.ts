/** Commands as agents write them, by the kind of mistake or of care in them. */
import { describe, it } from 'vitest';
import { allowed, type Case, check, denied, nudged } from './analyzing.ts';

const zsh = { shell: 'zsh' } as const;
const sh = { shell: 'sh' } as const;
const bg = { background: true } as const;

describe('load generators', () => {
  it.each<Case>([
    denied(
      'unbounded-loop',
      'for i in $(seq $(nproc)); do while :; do :; done & done; sleep 30; kill $(jobs -p)',
      'load generators',
    ),
    denied('unbounded-background', 'yes > /dev/null & sleep 10; kill $!', 'load generators'),
    denied(
      'unbounded-background',
      'for i in 1 2 3 4; do yes > /dev/null & done; sleep 60; killall yes',
      'load generators',
    ),
    allowed("for i in 1 2 3 4; do timeout 30 sh -c 'while :; do :; done' & done; wait", 'load generators'),
    denied('unbounded-background', 'dd if=/dev/zero of=/dev/null & sleep 5; kill %1', 'load generators'),
    allowed('stress-ng --cpu 4 --timeout 30s', 'load generators'),
    denied('endless-command', 'cat /dev/zero > /dev/null', 'load generators'),
    denied('unbounded-loop', 'while :; do openssl speed; done', 'load generators'),
    denied('unbounded-loop', '( while true; do true; done ) & ( while true; do true; done ) & wait', 'load generators'),
    denied('unbounded-loop', 'repeat 4 { while :; do :; done & }; sleep 5; kill $(jobs -p)', 'load generators', zsh),
  ])('$text', check);
});

describe('waits for a process', () => {
  it.each<Case>([
    denied('unbounded-loop', 'while pgrep -f "cargo build" >/dev/null; do sleep 5; done', 'waits for a process'),
    denied(
      'unbounded-loop',
      'until [ -z "$(pgrep -f \'npm run build\')" ]; do sleep 2; done; echo done',
      'waits for a process',
    ),
    denied(
      'unbounded-loop',
      "while ps aux | grep -v grep | grep -q 'train.py'; do sleep 10; done",
      'waits for a process',
    ),
    denied('unbounded-loop', "while ps aux | grep '[t]rain.py' >/dev/null; do sleep 10; done", 'waits for a process'),
    denied('unbounded-loop', 'while [ $(pgrep -fc train.py) -gt 0 ]; do sleep 3; done', 'waits for a process'),
    denied('unbounded-loop', 'while kill -0 $PID 2>/dev/null; do sleep 1; done', 'waits for a process'),
    denied('unbounded-loop', 'while [ -d /proc/$PID ]; do sleep 1; done', 'waits for a process'),
    denied('unbounded-loop', 'until ! pidof make; do sleep 1; done', 'waits for a process'),
    allowed('timeout 300 tail --pid=$PID -f /dev/null', 'waits for a process'),
    allowed(
      'n=0; while pgrep -f "cargo build" >/dev/null; do sleep 5; n=$((n+1)); [ $n -gt 60 ] && break; done',
      'waits for a process',
    ),
    allowed('wait $PID', 'waits for a process'),
  ])('$text', check);
});

describe('remote', () => {
  it.each<Case>([
    denied(
      'unbounded-loop',
      'until gh run view 123 --json status -q .status | grep -q completed; do sleep 30; done',
      'remote',
    ),
    denied('unbounded-loop', 'while [ "$(gh pr checks 12 | grep -c pending)" -gt 0 ]; do sleep 20; done', 'remote', bg),
    denied(
      'unbounded-loop',
      'while true; do s=$(gh run view 1 --json status -q .status); echo $s; if [ "$s" = completed ]; then break; fi; sleep 15; done',
      'remote',
    ),
    allowed(
      'for i in $(seq 1 20); do s=$(gh run view 1 --json status -q .status); [ "$s" = completed ] && break; sleep 15; done',
      'remote',
    ),
    allowed('timeout 600 gh run watch 123 --exit-status', 'remote'),
    denied(
      'unbounded-loop',
      "until aws ecs describe-services --cluster x --services y --query 'services[0].runningCount' --output text | grep -q 2; do sleep 10; done",
      'remote',
    ),
    denied(
      'unbounded-loop',
      'while [[ $(kubectl get pods -l app=x -o \'jsonpath={..status.conditions[?(@.type=="Ready")].status}\') != "True" ]]; do sleep 1; done',
      'remote',
    ),
    allowed('kubectl wait --for=condition=ready pod -l app=x --timeout=60s', 'remote'),
    allowed('kubectl rollout status deploy/web --timeout=90s', 'remote'),
    denied('unbounded-loop', 'until terraform output -raw ip 2>/dev/null; do sleep 5; done', 'remote'),
  ])('$text', check);
});

describe('marker', () => {
  it.each<Case>([
    denied('unbounded-loop', 'until [ -f /tmp/done ]; do sleep 1; done && cat /tmp/done', 'marker'),
    denied('unbounded-loop', 'while [ ! -s out.log ]; do :; done', 'marker'),
    denied('unbounded-loop', "until grep -q 'Listening' server.log; do sleep 0.5; done", 'marker'),
    denied('unbounded-loop', 'while ! tail -n 1 log | grep -q END; do sleep 1; done', 'marker'),
    denied('unbounded-loop', 'until test -n "$(cat result.txt 2>/dev/null)"; do sleep 2; done', 'marker'),
    denied('endless-command', "tail -f server.log | grep -q 'Listening'", 'marker'),
    denied('unbounded-background', '( tail -f server.log & ) | grep -m1 Listening', 'marker'),
    denied('endless-command', 'grep -m1 Listening <(tail -f server.log)', 'marker'),
    denied('endless-command', "sed '/Listening/q' <(tail -f server.log)", 'marker'),
    denied('endless-command', 'timeout 30 grep -m1 Listening <(tail -f server.log)', 'marker'),
    allowed("timeout 60 bash -c 'until [ -f /tmp/done ]; do sleep 1; done' && cat /tmp/done", 'marker'),
    allowed('i=0; until [ -f /tmp/done ] || (( i++ > 30 )); do sleep 1; done', 'marker'),
    allowed('for _ in {1..60}; do [ -f /tmp/done ] && break; sleep 1; done; [ -f /tmp/done ]', 'marker'),
    allowed('[ -f /tmp/done ] || sleep 10; [ -f /tmp/done ]', 'marker'),
  ])('$text', check);
});

describe('service', () => {
  it.each<Case>([
    denied(
      'unbounded-loop',
      "until curl -s -o /dev/null -w '%{http_code}' localhost:3000 | grep -q 200; do sleep 1; done",
      'service',
    ),
    denied('unbounded-loop', "until pg_isready -h localhost; do sleep 1; done; psql -c 'select 1'", 'service'),
    denied('unbounded-loop', "while ! timeout 1 bash -c 'echo > /dev/tcp/localhost/5432'; do sleep 1; done", 'service'),
    denied(
      'unbounded-loop',
      "until docker inspect -f '{{.State.Health.Status}}' db | grep -q healthy; do sleep 2; done",
      'service',
    ),
    denied('unbounded-loop', 'until (echo > /dev/tcp/127.0.0.1/80) 2>/dev/null; do sleep 1; done', 'service'),
    allowed('npx wait-on -t 30000 http://localhost:3000', 'service'),
    allowed('./wait-for-it.sh localhost:5432 -t 30 -- echo up', 'service'),
    allowed('curl --retry 10 --retry-delay 2 --retry-connrefused http://localhost:3000', 'service'),
    nudged('unbounded-background', 'docker compose up -d --wait', 'service'),
    allowed('for i in 1 2 3 4 5; do curl -sf localhost:3000 && break || sleep 2; done', 'service'),
    allowed(
      'for i in {1..30}; do if curl -sf localhost:3000; then echo up; exit 0; fi; sleep 1; done; echo down; exit 1',
      'service',
    ),
    allowed(
      'attempt=0\nmax=30\nwhile ! curl -sf localhost; do\n  attempt=$((attempt + 1))\n  if [ "$attempt" -ge "$max" ]; then\n    echo "failed after $max"\n    exit 1\n  fi\n  sleep 2\ndone',
      'service',
    ),
    allowed(
      'MAX_TRIES=10; COUNT=0; until curl -sf localhost; do ((COUNT++)); if ((COUNT >= MAX_TRIES)); then break; fi; sleep 3; done',
      'service',
    ),
    denied(
      'unbounded-loop',
      'MAX_TRIES=10; COUNT=0; until curl -sf localhost; do ((COUNT++)); echo "try $COUNT/$MAX_TRIES"; sleep 3; done',
      'service',
    ),
    allowed(
      'retry() { local n=1 max=5; until "$@"; do if [[ $n -ge $max ]]; then return 1; fi; ((n++)); sleep 2; done; }; retry curl -sf localhost',
      'service',
    ),
    denied('unbounded-loop', 'retry() { until "$@"; do sleep 2; done; }; retry curl -sf localhost', 'service'),
    allowed(
      'retry() { local n=0; while [ $n -lt "${2:-5}" ]; do $1 && return 0; n=$((n+1)); sleep 1; done; return 1; }; retry true',
      'service',
    ),
    allowed(
      'wait_for() { local deadline=$((SECONDS + $1)); shift; until "$@"; do (( SECONDS >= deadline )) && return 1; sleep 1; done; }; wait_for 30 curl -sf localhost',
      'service',
    ),
    denied(
      'unbounded-loop',
      'wait_for() { shift; until "$@"; do sleep 1; done; }; wait_for 30 curl -sf localhost',
      'service',
    ),
  ])('$text', check);
});

describe('names etc', () => {
  it.each<Case>([
    denied('long-sleep', 'command -- sleep 500', 'names etc'),
    denied('long-sleep', 'builtin command sleep 500', 'names etc'),
    denied('long-sleep', 'env -u X sleep 500', 'names etc'),
    denied('long-sleep', 'nice -n 10 ionice -c3 sleep 500', 'names etc'),
    denied('long-sleep', 'time -p sleep 500', 'names etc'),
    denied('long-sleep', '/usr/bin/time -v sleep 500', 'names etc'),
    denied('long-sleep', 'busybox sleep 500', 'names etc'),
    denied('long-sleep', 'gsleep 500', 'names etc'),
    denied('long-sleep', 'A=b sleep 500', 'names etc'),
    denied('long-sleep', '! sleep 500', 'names etc'),
    denied('long-sleep', '$(echo sleep) 500', 'names etc'),
    denied('long-sleep', '"$(which sleep)" 500; sleep 500', 'names etc'),
    denied('long-sleep', '{ sleep 500; }', 'names etc'),
    denied('long-sleep', 's\\leep 500', 'names etc'),
    allowed('which sleep; man sleep; type tail', 'names etc'),
    allowed('sleep() { echo no; }; sleep 500', 'names etc'),
    allowed('git add sleep.c; ./sleep.sh 500; cat sleep', 'names etc'),
    allowed('echo sleep 500 | cat', 'names etc'),
    denied('long-sleep', 'echo sleep 500 | sh', 'names etc'),
    denied('endless-command', '\\tail -f x', 'names etc'),
    denied('endless-command', '"tail" "-f" x', 'names etc'),
    denied('endless-command', 't=tail; $t -f x', 'names etc'),
    denied('endless-command', 'opts=-f; tail $opts x', 'names etc'),
    denied('endless-command', 'args=(-f x); tail "${args[@]}"', 'names etc'),
    allowed('tail -100 x; tail -n100 -- -f', 'names etc'),
  ])('$text', check);
});

describe('cleanup', () => {
  it.each<Case>([
    allowed(
      'set -e; npm run dev & pid=$!; trap "kill $pid" EXIT; npx wait-on http://localhost:3000 -t 10000; npm test',
      'cleanup',
    ),
    allowed(
      "npm run dev >/tmp/dev.log 2>&1 & DEV=$!; trap 'kill $DEV 2>/dev/null; wait $DEV 2>/dev/null' EXIT; sleep 5; curl -s localhost:3000",
      'cleanup',
    ),
    allowed(
      "tmp=$(mktemp); trap 'rm -f $tmp; kill 0' EXIT; uvicorn app:app & sleep 2; curl -s localhost:8000",
      'cleanup',
    ),
    allowed(
      'cleanup() { local pids; pids=$(jobs -p); [ -n "$pids" ] && kill $pids; }; trap cleanup EXIT; uvicorn app:app & sleep 2; curl -s localhost:8000',
      'cleanup',
    ),
    allowed(
      'cleanup() { kill -TERM "$SRV"; }; trap cleanup EXIT INT; python3 -m http.server & SRV=$!; curl -s localhost:8000',
      'cleanup',
    ),
    denied(
      'unbounded-background',
      'cleanup() { kill -TERM "$SRV"; }; python3 -m http.server & SRV=$!; curl -s localhost:8000',
      'cleanup',
    ),
    denied('unbounded-background', 'python3 -m http.server & SRV=$!; curl -s localhost:8000; kill $SRV', 'cleanup'),
    denied('unbounded-background', 'python3 -m http.server & SRV=$!; (sleep 5; kill $SRV) & wait $SRV', 'cleanup'),
    allowed(
      'pids=(); trap \'kill "${pids[@]}"\' EXIT; for p in 1 2; do python3 -m http.server 800$p & pids+=($!); done; sleep 1; curl -s localhost:8001',
      'cleanup',
    ),
    allowed('bash -c \'trap "kill 0" EXIT; npm run dev & npm test\'', 'cleanup'),
    denied('unbounded-background', "trap 'echo done' EXIT; trap 'kill $!' INT; npm run dev & sleep 3", 'cleanup'),
    allowed("python3 -m http.server & p=$!; trap 'kill $p' EXIT; curl -s localhost:8000", 'cleanup', sh),
    allowed('python3 -m http.server & p=$!; trap "kill $p" EXIT; curl -s localhost:8000', 'cleanup', zsh),
    allowed("{ python3 -m http.server & p=$!; trap 'kill $p' EXIT; curl -s localhost:8000; }", 'cleanup'),
    denied(
      'unbounded-background',
      "f() { python3 -m http.server & p=$!; trap 'kill $p' RETURN; curl -s localhost:8000; }; f",
      'cleanup',
    ),
  ])('$text', check);
});

describe('background wait', () => {
  it.each<Case>([
    allowed('cmd1 & cmd2 & wait', 'background wait'),
    allowed('npm test & npm run lint & wait', 'background wait'),
    allowed('(npm test) & (npm run lint) & wait', 'background wait'),
    nudged('unbounded-background', 'npm test & P1=$!; npm run lint & P2=$!; wait $P1 && wait $P2', 'background wait'),
    allowed(
      'npm test & P1=$!; npm run lint & P2=$!; wait $P1; R1=$?; wait $P2; R2=$?; exit $((R1 + R2))',
      'background wait',
    ),
    nudged('unbounded-background', 'npm test & P1=$!; npm run lint & P2=$!; wait $P1', 'background wait'),
    nudged('unbounded-background', './long.sh & echo $! > pid', 'background wait'),
    allowed('./long.sh & echo $! > pid; wait', 'background wait'),
    allowed(
      'jobs=0; for f in *.png; do optipng $f & jobs=$((jobs+1)); [ $jobs -ge 4 ] && { wait; jobs=0; }; done; wait',
      'background wait',
    ),
    allowed(
      'for f in *.png; do while [ $(jobs -r | wc -l) -ge 4 ]; do wait -n; done; optipng $f & done; wait',
      'background wait',
    ),
    allowed('a & b & wait -n; wait', 'background wait'),
    allowed('make -j4 & wait; echo $?', 'background wait'),
    allowed('(sleep 2; echo x) & sleep 3', 'background wait'),
    denied('endless-command', 'npm run dev & npm run watch & wait', 'background wait'),
    denied('endless-command', 'tail -f a & tail -f b & wait $!', 'background wait'),
  ])('$text', check);
});

describe('ampersand', () => {
  it.each<Case>([
    nudged('unbounded-background', 'curl http://x/?a=1&b=2', 'ampersand'),
    allowed('curl "http://x/?a=1&b=2"', 'ampersand'),
    allowed("echo a\\&b; echo 'x & y'; grep -E 'a&b' f", 'ampersand'),
    allowed('make &> log; make >& log; make 2>&1 | tee log; make &>> log', 'ampersand'),
    allowed('cat <<E\na & b\nE', 'ampersand'),
    nudged('unbounded-background', 'make 2>&1 & ', 'ampersand'),
    nudged('unbounded-background', 'make & make test', 'ampersand'),
    nudged('unbounded-background', 'make clean && make & echo hi', 'ampersand'),
    allowed('a=$((5&3)); [[ a && b ]]; ((a&=1))', 'ampersand'),
    allowed('exec 3>&1; echo x >&3; exec 3>&-', 'ampersand'),
  ])('$text', check);
});

describe('leftover', () => {
  it.each<Case>([
    denied('unbounded-background', 'nohup npm start > out.log 2>&1 &', 'leftover'),
    denied('unbounded-background', '(cd web && npm run dev > /tmp/web.log 2>&1 &)', 'leftover'),
    denied('unbounded-background', 'cd web && npm run dev > /tmp/web.log 2>&1 &', 'leftover'),
    denied('unbounded-background', 'screen -dmS web npm run dev', 'leftover'),
    denied('unbounded-background', "tmux new-session -d 'tail -f x'", 'leftover'),
    denied('unbounded-background', 'setsid nohup tail -f x > y 2>&1 < /dev/null &', 'leftover'),
    denied('unbounded-background', 'python -m http.server & disown', 'leftover'),
    denied('unbounded-background', 'daemonize /usr/bin/python3 -m http.server', 'leftover'),
    denied('unbounded-background', "echo 'npm run dev' | at now", 'leftover'),
    denied('unbounded-background', 'ssh -fN -L 5432:db:5432 bastion', 'leftover'),
    denied('unbounded-background', 'kubectl port-forward svc/x 80:80 &', 'leftover'),
    denied(
      'unbounded-background',
      'kubectl port-forward svc/x 80:80 >/dev/null 2>&1 & sleep 2; curl localhost',
      'leftover',
    ),
    allowed('timeout 30 kubectl port-forward svc/x 80:80 >/dev/null 2>&1 & sleep 2; curl localhost', 'leftover'),
    denied('unbounded-background', 'systemd-run --user npm run dev', 'leftover'),
    nudged('unbounded-background', 'nohup python train.py > log &', 'leftover'),
    allowed('setsid ./run.sh', 'leftover'),
    allowed('nohup make', 'leftover'),
    allowed('setsid -w make', 'leftover'),
    denied('unbounded-background', "nohup bash -c 'npm run dev' &", 'leftover'),
    denied('unbounded-loop', "nohup bash -c 'while true; do curl x; sleep 60; done' > /dev/null 2>&1 &", 'leftover'),
    denied('unbounded-loop', "nohup sh -c 'until curl -sf x; do sleep 5; done; ./deploy.sh' &", 'leftover'),
  ])('$text', check);
});

describe('xargs find', () => {
  it.each<Case>([
    denied('endless-command', "find . -name '*.log' -exec tail -f {} +", 'xargs find'),
    denied('endless-command', 'ls *.log | xargs -P4 -n1 tail -f', 'xargs find'),
    denied('long-sleep', 'echo 300 | xargs sleep', 'xargs find'),
    denied('long-sleep', 'xargs -n1 sleep <<< 300', 'xargs find'),
    denied('long-sleep', "printf '300\\n' | xargs -I{} sleep {}", 'xargs find'),
    denied('long-sleep', 'find . -maxdepth 0 -exec sleep 300 \\;', 'xargs find'),
    denied('unbounded-loop', "seq 3 | xargs -P3 -I{} bash -c 'while :; do curl x/{}; done'", 'xargs find'),
    denied('unbounded-loop', "parallel 'until nc -z {} 80; do sleep 1; done' ::: a b", 'xargs find'),
    allowed("find . -name '*.sh' | xargs grep -n 'while true'", 'xargs find'),
    allowed('find . -type f | xargs -n 10 wc -l', 'xargs find'),
    allowed('ls | xargs -I{} timeout 5 tail -f {}', 'xargs find'),
    allowed('seq 3 | xargs -n1 sleep', 'xargs find'),
  ])('$text', check);
});

describe('remote, once more', () => {
  it.each<Case>([
    denied('unbounded-loop', 'ssh host "while ! systemctl is-active app; do sleep 2; done"', 'remote'),
    denied('unbounded-loop', "ssh host << 'E'\nwhile true; do uptime; sleep 5; done\nE", 'remote'),
    denied('unbounded-loop', "ssh host bash -s << 'E'\nuntil [ -f x ]; do sleep 5; done\nE", 'remote'),
    denied('unbounded-loop', 'docker exec -it c bash -c "until nc -z db 5432; do sleep 1; done"', 'remote'),
    denied('unbounded-loop', "docker run --rm alpine sh -c 'while true; do sleep 1; done'", 'remote'),
    denied('unbounded-loop', "kubectl exec pod -- bash -c 'while true; do date; sleep 1; done'", 'remote'),
    denied('unbounded-loop', "docker run -d alpine sh -c 'while true; do sleep 1; done'", 'remote'),
    denied('long-sleep', 'ssh host sleep 600', 'remote'),
    denied('long-sleep', 'docker exec c sleep 600', 'remote'),
    denied('endless-command', 'ssh host tail -f /var/log/syslog', 'remote'),
    denied('endless-command', "ssh host 'journalctl -fu app'", 'remote'),
    denied('endless-command', 'docker exec c tail -f /log', 'remote'),
    denied('endless-command', 'kubectl exec p -- tail -f /log', 'remote'),
    denied('endless-command', "vagrant ssh -c 'tail -f /log'", 'remote'),
    allowed("ssh host 'timeout 30 tail -f /log'", 'remote'),
    allowed("timeout 30 ssh host 'tail -f /log'", 'remote'),
    allowed("ssh host 'for i in 1 2 3; do date; sleep 1; done'", 'remote'),
    allowed("ssh host 'n=0; until nc -z db 1; do n=$((n+1)); [ $n -gt 9 ] && exit 1; sleep 1; done'", 'remote'),
    denied('unbounded-background', "ssh host 'nohup ./server.sh & tail -f x > y &'", 'remote'),
    nudged('unbounded-background', "ssh host 'nohup ./job.sh > log 2>&1 &'", 'remote'),
  ])('$text', check);
});

describe('limiters and dealt items', () => {
  it.each<Case>([
    allowed(
      'for f in *.png; do while [ "$(jobs -r | wc -l)" -ge 4 ]; do sleep 1; done; optipng $f & done; wait',
      'limiters and dealt items',
    ),
    nudged('unbounded-background', 'make & while [ -n "$(jobs -r)" ]; do sleep 1; done', 'limiters and dealt items'),
    denied('unbounded-loop', 'tail -f x & while [ -n "$(jobs -r)" ]; do sleep 1; done', 'limiters and dealt items'),
    allowed('while [ -n "$(jobs -r)" ]; do make & sleep 1; done', 'limiters and dealt items'),
    denied('unbounded-loop', 'make & while jobs; do sleep 1; done', 'limiters and dealt items'),
    denied('unbounded-loop', 'while true; do jobs; wait -n; done', 'limiters and dealt items'),
    denied('long-sleep', "printf '3\\n400\\n' | xargs -I{} sleep {}", 'limiters and dealt items'),
    allowed("printf '3\\n4\\n' | xargs -n1 sleep", 'limiters and dealt items'),
    denied('long-sleep', "printf '100\\n40\\n' | xargs sleep", 'limiters and dealt items'),
    denied(
      'unbounded-loop',
      "echo 80 81 | xargs -n1 -I% sh -c 'until nc -z h %; do sleep 1; done'",
      'limiters and dealt items',
    ),
  ])('$text', check);
});

describe('heredoc', () => {
  it.each<Case>([
    allowed("cat > run.sh <<'EOF'\n#!/bin/bash\nwhile true; do sleep 1; done\nEOF\nchmod +x run.sh", 'heredoc'),
    denied(
      'unbounded-loop',
      "cat > run.sh <<'EOF'\n#!/bin/bash\nwhile true; do sleep 1; done\nEOF\nchmod +x run.sh\n./run.sh",
      'heredoc',
    ),
    allowed(
      "cat > run.sh <<'EOF'\n#!/bin/bash\nwhile true; do sleep 1; done\nEOF\nchmod +x run.sh\ntimeout 20 ./run.sh",
      'heredoc',
    ),
    denied(
      'unbounded-loop',
      "tee w.sh <<'EOF' >/dev/null\nuntil nc -z h 1; do sleep 1; done\nEOF\nbash w.sh",
      'heredoc',
    ),
    denied('long-sleep', 'cat <<EOF\n$(sleep 300)\nEOF', 'heredoc'),
    denied('long-sleep', 'cat <<EOF\n`sleep 300`\nEOF', 'heredoc'),
    allowed("cat <<'EOF'\n$(sleep 300)\nEOF", 'heredoc'),
    allowed('cat <<"EOF"\n$(sleep 300)\nEOF', 'heredoc'),
    allowed('cat <<\\EOF\n$(sleep 300)\nEOF', 'heredoc'),
    allowed('cat <<EOF\n\\$(sleep 300)\nEOF', 'heredoc'),
    allowed('cat <<-EOF\n\tsleep 300\n\tEOF', 'heredoc'),
    denied('long-sleep', 'cat <<EOF\ntext\nEOF\nsleep 300', 'heredoc'),
    denied('long-sleep', "python3 <<'EOF'\nimport time\nEOF\nsleep 300", 'heredoc'),
    allowed("python3 <<'EOF'\nimport time\ntime.sleep(1)\nwhile True: break\nEOF", 'heredoc'),
    allowed("node <<'EOF'\nwhile (true) { break }\nEOF", 'heredoc'),
    allowed('psql <<SQL\nselect 1; -- sleep 300\nSQL', 'heredoc'),
    denied('long-sleep', "zsh <<'EOF'\nsleep 300\nEOF", 'heredoc'),
    denied('long-sleep', "bash -x <<'EOF'\nsleep 300\nEOF", 'heredoc'),
    denied('long-sleep', "sudo bash <<'EOF'\nsleep 300\nEOF", 'heredoc'),
    denied('long-sleep', "bash <(echo 'sleep 300')", 'heredoc'),
    denied('long-sleep', "source <(echo 'sleep 300')", 'heredoc'),
    denied('long-sleep', ". /dev/stdin <<< 'sleep 300'", 'heredoc'),
    denied('long-sleep', "bash /dev/stdin <<< 'sleep 300'", 'heredoc'),
    denied('long-sleep', 'bash -c "$(cat <<\'EOF\'\nsleep 300\nEOF\n)"', 'heredoc'),
    denied('long-sleep', 'eval "$(cat <<\'EOF\'\nsleep 300\nEOF\n)"', 'heredoc'),
    denied('long-sleep', "cat <<'EOF' | ssh host bash\nsleep 300\nEOF", 'heredoc'),
    denied('endless-command', "cat <<'A' >/dev/null; tail -f x\na\nA", 'heredoc'),
    allowed("git commit -F - <<'E'\nFix: while true; do sleep 300; done\ntail -f x\nE", 'heredoc'),
    allowed('gh pr create --body "$(cat <<\'E\'\nrun `sleep 900` then tail -f x\nE\n)"', 'heredoc'),
  ])('$text', check);
});

describe('eval', () => {
  it.each<Case>([
    denied('long-sleep', 'eval sleep 300', 'eval'),
    denied('long-sleep', 'eval "sleep" "300"', 'eval'),
    denied('long-sleep', "x='sleep 300'; eval $x", 'eval'),
    denied('long-sleep', "x='sleep 300'; $x", 'eval'),
    denied('long-sleep', 'x=300; eval "sleep $x"', 'eval'),
    denied('long-sleep', 'eval "eval \'sleep 300\'"', 'eval'),
    denied('unbounded-loop', "eval 'for ((;;)); do :; done'", 'eval'),
    denied('endless-command', 'bash -c \'eval "tail -f x"\'', 'eval'),
    allowed('eval "$(ssh-agent -s)"; eval "$X"', 'eval'),
    allowed('eval "echo sleep 300"', 'eval'),
    allowed("eval 'x=5'; sleep $x", 'eval'),
    denied('long-sleep', "eval 'x=500'; sleep $x", 'eval'),
    denied('long-sleep', "trap 'sleep 300' EXIT", 'eval'),
    denied('unbounded-loop', "trap 'while :; do :; done' EXIT; echo hi", 'eval'),
    allowed("trap 'sleep 300' INT; echo hi", 'eval'),
  ])('$text', check);
});

describe('comments', () => {
  it.each<Case>([
    allowed('echo hi # sleep 300', 'comments'),
    allowed('# while true; do :; done\nls', 'comments'),
    denied('long-sleep', 'echo "#"; sleep 300', 'comments'),
    denied('long-sleep', 'echo ${x#y} ; sleep 300', 'comments'),
    denied('long-sleep', 'echo ${#x} ; sleep 300', 'comments'),
    denied('long-sleep', 'echo $# ; sleep 300', 'comments'),
    denied('long-sleep', 'sleep \\\n300', 'comments'),
    denied('unbounded-loop', 'while true \\\n; do \\\nsleep 1; \\\ndone', 'comments'),
    denied('unbounded-loop', 'while true # forever\ndo\n  sleep 1 # nap\ndone', 'comments'),
    allowed('ls # comment \\\n#sleep 300', 'comments'),
    denied('long-sleep', 'ls # comment\n\n\nsleep 300', 'comments'),
  ])('$text', check);
});

describe('quoted', () => {
  it.each<Case>([
    allowed("echo 'while true; do sleep 1; done' > notes.md", 'quoted'),
    allowed("sed -i 's/sleep 300/sleep 3/' x.sh", 'quoted'),
    allowed("rg 'until .* done' -n", 'quoted'),
    allowed("docker build -t x --build-arg CMD='sleep 300' .", 'quoted'),
    allowed("kubectl create job x --image=b -- echo 'sleep 300'", 'quoted'),
    allowed("jq '.a & .b' f", 'quoted'),
    allowed("awk 'BEGIN { while (1) { if (x++ > 3) exit } }'", 'quoted'),
    allowed('perl -e \'sleep 1; print "while true"\'', 'quoted'),
    allowed('python3 -c \'print("tail -f x")\'', 'quoted'),
    allowed('X="tail -f x" make', 'quoted'),
    allowed("alias t='tail -f x'", 'quoted'),
    allowed('printf \'%s\\n\' "sleep 300"', 'quoted'),
    allowed("curl -d 'cmd=sleep 300' x", 'quoted'),
    allowed('test "tail -f" = x', 'quoted'),
    allowed('[[ "sleep 300" == x ]]', 'quoted'),
    allowed('case "sleep 300" in x) ;; esac', 'quoted'),
    allowed('read -p "sleep 300" x <<< 1', 'quoted'),
    allowed('echo "$(echo \'sleep 300\')"', 'quoted'),
  ])('$text', check);
});

describe('zsh', () => {
  it.each<Case>([
    denied('unbounded-loop', 'while [[ ! -f x ]] { sleep 1 }', 'zsh', zsh),
    denied('unbounded-loop', 'until (( $(ls | wc -l) > 3 )) { sleep 1 }', 'zsh', zsh),
    allowed('repeat 10 { curl x && break; sleep 1 }', 'zsh', zsh),
    denied('long-sleep', 'repeat 2 { sleep 200 }', 'zsh', zsh),
    allowed('for i in {1..5}; { sleep 1 }', 'zsh', zsh),
    allowed('for f in *(.); do echo $f; done', 'zsh', zsh),
    denied('unbounded-loop', 'for x in a b; do while true; do sleep 1; done; done', 'zsh', zsh),
    allowed('arr=(a b); for x in $arr; print $x', 'zsh', zsh),
    allowed('arr=(a b c); while (( ${#arr} )); do shift arr; done', 'zsh', zsh),
    allowed('n=0; until (( ++n > 5 )) { sleep 1 }', 'zsh', zsh),
    denied('unbounded-background', 'npm run dev &!', 'zsh', zsh),
    denied('unbounded-background', 'npm run dev &|', 'zsh', zsh),
    nudged('unbounded-background', 'make &!', 'zsh', zsh),
    allowed('make & wait $!', 'zsh', zsh),
    allowed('if [[ -f x ]] { echo y } else { echo n }', 'zsh', zsh),
    denied('unbounded-loop', 'if [[ -f x ]] { while :; do sleep 1; done }', 'zsh', zsh),
    allowed('print -l *.txt(om[1,5])', 'zsh', zsh),
    allowed('typeset -i n=0; while (( n < 3 )); do (( n++ )); done', 'zsh', zsh),
    allowed('integer n=0; until nc -z h 1; do (( ++n > 5 )) && break; sleep 1; done', 'zsh', zsh),
    allowed('n=0; until nc -z h 1; do let n++; [[ n -gt 9 ]] && break; sleep 1; done', 'zsh', zsh),
    denied('unbounded-loop', 'n=0; until nc -z h 1; do let n++; [ n -gt 9 ] && break; sleep 1; done', 'zsh', zsh),
    denied('unbounded-loop', '() { while :; do sleep 1; done }', 'zsh', zsh),
    denied('unbounded-loop', 'f() { while :; do sleep 1; done }; f', 'zsh', zsh),
    denied('unbounded-loop', 'zmodload zsh/datetime; while (( EPOCHSECONDS % 60 )); do sleep 7; done', 'zsh', zsh),
    denied('long-sleep', "zsh -c 'sleep 300'", 'zsh', zsh),
    denied('endless-command', 'noglob tail -f x', 'zsh', zsh),
    denied('endless-command', 'tail -f x | while read -r l; do print $l; done && tail -f y', 'zsh', zsh),
  ])('$text', check);
});
