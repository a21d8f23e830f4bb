/** What a text reaches beyond itself: files that it writes and runs, files and hosts that it cannot reach, a terminal. */
import { describe, it } from 'vitest';
import { allowed, check, denied, nudged } from './analyzing.ts';

const LOOP = "<<'EOF'\nwhile :; do date; sleep 1; done\nEOF\n";
const SCRIPT = "<<'EOF'\n#!/bin/bash\nwhile :; do date; sleep 1; done\nEOF\n";
const background = { background: true } as const;
const zsh = { shell: 'zsh' } as const;

describe('a file that the text writes and runs', () => {
  it.each([
    denied('unbounded-loop', `cat > poll.sh ${LOOP}bash poll.sh`, 'given to a shell'),
    denied(
      'unbounded-loop',
      `cat > poll.sh ${LOOP}chmod +x poll.sh && ./poll.sh`,
      'by its relative path, without a first line',
    ),
    denied('unbounded-loop', `cat > /tmp/poll.sh ${SCRIPT}chmod +x /tmp/poll.sh\n/tmp/poll.sh`, 'by its absolute path'),
    denied('unbounded-loop', `cat > /tmp/poll.sh ${SCRIPT}nohup /tmp/poll.sh > /dev/null 2>&1 &`, 'behind a wrapper'),
    denied(
      'unbounded-loop',
      `cat > "$DIR/poll.sh" ${LOOP}bash "$DIR/poll.sh"`,
      'in a folder that is known at run time',
    ),
    denied('unbounded-loop', `d=$(mktemp -d); cat > $d/poll.sh ${LOOP}bash $d/poll.sh`, 'in a temporary folder'),
    denied('unbounded-loop', `tee poll.sh > /dev/null ${LOOP}sh poll.sh`, 'written by tee'),
    denied('unbounded-loop', "echo 'while :; do :; done' | tee poll.sh; sh poll.sh", 'written by tee behind a pipe'),
    allowed(`cat > /tmp/poll.sh ${SCRIPT}bash -n /tmp/poll.sh`, 'only checked'),
    allowed(`cat > /tmp/poll.sh ${SCRIPT}timeout 60 /tmp/poll.sh`, 'under a limit'),
    allowed(`cat > poll.py <<'EOF'\n#!/usr/bin/env python3\nwhile True: pass\nEOF\n./poll.py`, 'of another language'),
    allowed(`cat > "$A/poll.sh" ${LOOP}bash "$B/poll.sh"`, 'another folder'),
  ])('%s', check);
});

describe('a file that cannot be opened', () => {
  it.each([
    denied('unbounded-loop', 'until (echo > /dev/tcp/127.0.0.1/5432) 2>/dev/null; do sleep 1; done', 'a port'),
    denied(
      'unbounded-loop',
      'while ! (exec 3<>/dev/tcp/db/5432) 2>/dev/null; do sleep 1; done',
      'a port that is opened for good',
    ),
    denied('unbounded-loop', 'until { echo > /dev/tcp/db/5432; } 2>/dev/null; do sleep 1; done', 'in a group'),
    denied('unbounded-loop', 'until < /dev/tcp/db/5432; do sleep 1; done', 'without a command'),
    denied('unbounded-loop', 'while :; do (echo > /dev/tcp/db/5432) && break; sleep 1; done', 'guarding a break'),
    denied(
      'unbounded-loop',
      'while :; do if (: < /tmp/ready); then break; fi; sleep 1; done',
      'a file that may be missing',
    ),
    denied('unbounded-loop', 'until (set -C; echo $$ > /tmp/lock) 2>/dev/null; do sleep 1; done', 'a lock'),
    denied(
      'unbounded-loop',
      'while :; do echo > /dev/tcp/db/5432; [ $? -eq 0 ] && break; sleep 1; done',
      'by its status',
    ),
    allowed('for i in {1..30}; do (echo > /dev/tcp/db/5432) 2>/dev/null && break; sleep 1; done', 'counted'),
    allowed('i=0; until (echo > /dev/tcp/db/1) || [ $((i++)) -ge 9 ]; do sleep 1; done', 'counted beside it'),
    allowed('i=0; while [ $i -lt 9 ]; do i=$((i+1)); echo $i >> log.txt; done', 'a log in the body'),
    allowed('until : > /dev/null; do sleep 1; done', 'a device that is always there'),
    allowed('until echo up >&2; do sleep 1; done', 'a descriptor'),
  ])('%s', check);
});

describe("under the host's background flag", () => {
  it.each([
    allowed('timeout 300 make 2>&1 | tee make.log | grep -E "error|warning"', 'filters behind a limit', background),
    allowed('timeout 300 make > make.log 2>&1; grep -c FAIL make.log', 'a look at the log', background),
    allowed('source .venv/bin/activate && timeout 300 pytest', 'an environment that is not seen', background),
    denied('unbounded-background', 'make | tee make.log', 'no limit at the head', background),
    denied('unbounded-background', 'timeout 60 make; grep -rn TODO /', 'a tree', background),
  ])('%s', check);
});

describe('typed into a terminal', () => {
  it.each([
    denied('unbounded-background', "tmux send-keys -t web 'npm run dev' Enter", 'a server'),
    denied('unbounded-background', 'tmux send-keys -t web "tail -f app.log" C-m', 'a follow'),
    denied(
      'unbounded-loop',
      "tmux new -d -s x \\; send-keys 'while :; do date; sleep 1; done' C-m",
      'behind another command',
    ),
    allowed("tmux send-keys -t web 'npm run dev'", 'never entered'),
    allowed('tmux send-keys -t web C-c', 'a key'),
    allowed("tmux send-keys -t web 'git status' Enter", 'an ordinary command'),
    allowed('tmux send-keys -t web q', 'a letter'),
    nudged('unbounded-background', "tmux new -d -s x 'make'", 'started in a terminal of its own'),
  ])('%s', check);
});

describe('zsh', () => {
  it.each([
    denied('endless-command', '=tail -f app.log', 'a name as a path', zsh),
    allowed('TRAPEXIT() { kill $p }; npm run dev & p=$!; sleep 3', 'a function as a trap', zsh),
    denied('unbounded-background', 'TRAPEXIT() { kill $p; }; npm run dev & p=$!; sleep 3', 'bash knows no such trap'),
  ])('%s', check);
});

describe('items and waits', () => {
  it.each([
    denied('long-sleep', 'echo 300 | xargs sleep', 'items as arguments'),
    denied('long-sleep', 'xargs sleep <<< 300', 'a here-string'),
    allowed('seq 50 | xargs -n1 sleep', 'one item at a time'),
    allowed('sleep $RANDOM', 'a wait of any length'),
    allowed('sleep $((RANDOM % 10))', 'a short one'),
  ])('%s', check);
});

describe('a host, a container, a lock that cannot be reached', () => {
  it.each([
    denied('unbounded-loop', 'until ssh host true; do sleep 5; done', 'a host'),
    denied('unbounded-loop', 'while ! ssh -o ConnectTimeout=5 host exit 2>/dev/null; do sleep 5; done', 'not up yet'),
    denied('unbounded-loop', 'until docker exec db true; do sleep 1; done', 'a container'),
    denied('unbounded-loop', 'until kubectl exec web-0 -- true; do sleep 1; done', 'a pod'),
    denied('unbounded-loop', 'until flock -n /tmp/l true; do sleep 1; done', 'a lock'),
    denied('unbounded-loop', 'until sudo -n true; do sleep 1; done', 'a password'),
    denied('unbounded-loop', 'while :; do ssh host true; [ $? -eq 0 ] && break; sleep 5; done', 'by its status'),
    allowed('for i in {1..30}; do ssh host true && break; sleep 5; done', 'counted'),
    allowed('until env true; do sleep 1; done', 'a wrapper that cannot fail'),
    allowed("until bash -c ':'; do sleep 1; done", 'a shell that cannot fail'),
  ])('%s', check);
});

describe('options whose values are left to run time', () => {
  it.each([
    denied('endless-command', 'tail -n$N -f app.log', 'a count before the follow'),
    denied('endless-command', 'docker logs --tail=$N -f web', 'a long option before the follow'),
    denied('endless-command', 'docker compose -f$F up', 'a file before the subcommand'),
    denied('endless-command', 'sudo -u$U tail -f app.log', 'a user before the command'),
    denied('endless-command', 'npm --prefix=$D run dev', 'a folder before the script'),
    allowed('ping -c$N app.example', 'a count'),
    allowed('curl -N --max-time=$T http://x/events', 'a limit'),
    allowed('make & tail --pid=$! -f make.log', 'a process of its own, which is waited for'),
    allowed('tail --pid="$PID" -f app.log', 'another process'),
    denied('endless-command', 'npm run dev & tail --pid=$! -f dev.log', 'a server that is waited for'),
  ])('%s', check);
});
