/** Files that the text writes and then runs, files that cannot be opened, and what is typed into a terminal. */
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
