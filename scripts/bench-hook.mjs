// What the hook costs, side by side in one run: every round runs each contender once, in an order of its own, so that
// whatever else the machine does hits all of them. Medians of the times, and of the ratios to the `node -e 0` of the same
// round. Cold: a new process; files are in the memory of the system, and compiled code was kept by an earlier hook, but for
// `nothing kept yet`, the first hook after an installation. The session's ledger grows by an entry a hook, as in real life.
// Usage: node scripts/bench-hook.mjs [--rounds N] [--json]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const front = join(dist, 'lifetime-watch-hook.sh');
const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
const rounds = process.argv.includes('--rounds') ? Number(option('rounds')) : 25;

const folder = mkdtempSync(join(tmpdir(), 'lw-bench-'));
const [cold, watched] = [join(folder, 'cold'), join(folder, 'watched')];
const env = (state) => ({ PATH: process.env.PATH, HOME: folder, LIFETIME_WATCH_STATE_DIR: state });
const payload = (command) =>
  JSON.stringify({
    session_id: '30209444-0000-4000-8000-000000000000',
    transcript_path: '/home/ada/.claude/projects/-home-ada-app/30209444.jsonl',
    cwd: folder,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Runs it once' },
    tool_use_id: 'toolu_01',
  });
const harmless = payload('cd packages/app && npm run build 2>&1 | tail -20');
const judged = payload('until grep -q done /tmp/run.log; do :; done');

/** A guard as people write it today: take the payload apart with jq, look at the text with awk and sed. For this bench only. */
const guard = join(folder, 'guard.sh');
writeFileSync(
  guard,
  `#!/bin/bash
input=$(cat)
tool=$(printf '%s' "$input" | jq -r '.tool_name // empty')
[ "$tool" = Bash ] || exit 0
text=$(printf '%s' "$input" | jq -r '.tool_input.command // empty')
plain=$(printf '%s' "$text" | sed -e 's/#.*//' -e "s/'[^']*'//g")
seconds=$(printf '%s' "$plain" | awk '{ for (i = 1; i < NF; i++) if ($i == "sleep") t += $(i + 1) } END { print t + 0 }')
case $plain in *while*do*|*until*do*) jq -n '{decision: "block"}';; esac
[ "$seconds" -gt 120 ] && jq -n '{decision: "block"}'
exit 0
`,
);

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const CONTENDERS = [
  { name: 'node -e 0', argv: [process.execPath, '-e', '0'] },
  { name: 'true', argv: ['true'] },
  { name: 'hook, nothing to judge', argv: ['sh', front, 'claude-code'], input: harmless, state: cold, bar: 0.12 },
  { name: 'the same, bash as sh', argv: ['bash', front, 'claude-code'], input: harmless, state: cold, needs: 'bash' },
  {
    name: 'the same, busybox sh',
    argv: ['busybox', 'sh', front, 'claude-code'],
    input: harmless,
    state: cold,
    needs: 'busybox',
  },
  { name: 'hook, judged, cold', argv: ['sh', front, 'claude-code'], input: judged, state: cold, bar: 1.8 },
  {
    name: 'the same without the front',
    argv: [process.execPath, join(dist, 'hook.cjs'), 'claude-code'],
    input: judged,
    state: cold,
  },
  {
    name: 'hook, judged, nothing kept yet',
    argv: ['sh', front, 'claude-code'],
    input: judged,
    state: null,
  },
  {
    name: 'hook, judged, watcher running',
    argv: ['sh', front, 'claude-code'],
    input: judged,
    state: watched,
    bar: 0.4,
    needs: 'perl',
  },
  { name: 'bash + jq + awk + sed guard', argv: ['bash', guard], input: judged, state: cold, needs: 'jq' },
].filter(({ needs }) => needs === undefined || has(needs));

const watcher = spawn(
  process.execPath,
  [join(dist, 'cli.js'), 'watch', '--plain', '--interval', '1h', '--listen', '127.0.0.1:0'],
  {
    env: env(watched),
    stdio: ['ignore', 'ignore', 'pipe'],
  },
);
try {
  const address = await listening();
  const times = new Map([...CONTENDERS.map(({ name }) => [name, []]), ['HTTP hook, judged', []]]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of shuffled(CONTENDERS)) keep(times.get(contender.name), round, timeOf(contender));
    keep(times.get('HTTP hook, judged'), round, await timeOfPost(address));
  }
  report(times);
} finally {
  watcher.kill('SIGTERM');
  await new Promise((resolve) => (watcher.exitCode === null ? watcher.once('exit', resolve) : resolve()));
  rmSync(folder, { recursive: true, force: true });
}

/** The first round only warms caches. */
function keep(list, round, milliseconds) {
  if (round > 0) list.push(milliseconds);
}

function shuffled(list) {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** `state: null`: a folder that no hook has seen. */
function timeOf({ name, argv, input = '', state: given = cold }) {
  const state = given ?? mkdtempSync(join(folder, 'first-'));
  const start = process.hrtime.bigint();
  const { status, stdout } = spawnSync(argv[0], argv.slice(1), { input, env: env(state) });
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${name}: exit ${status}`);
  const answered = stdout.length > 0;
  if (name.includes('judged') && !answered) throw new Error(`${name}: no answer`);
  if (name.includes('nothing to judge') && answered) throw new Error(`${name}: an answer`);
  return took;
}

function timeOfPost({ url, token }) {
  const start = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/hook/claude-code`,
      { method: 'POST', agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(Number(process.hrtime.bigint() - start) / 1e6));
      },
    );
    asked.on('error', reject);
    asked.end(judged);
  });
}

function listening() {
  return new Promise((resolve, reject) => {
    let text = '';
    watcher.on('exit', () => reject(new Error(`the watcher ended: ${text}`)));
    watcher.stderr.on('data', (chunk) => {
      text += chunk;
      const match = /answered at (http:\S+), with the token in (\S+)/.exec(text);
      if (match !== null) resolve({ url: match[1], token: readFileSync(match[2], 'utf8').trim() });
    });
  });
}

/** On a busy machine every start of a process waits for its turn: the fastest run of each says what it costs by itself. */
function report(times) {
  const bases = times.get('node -e 0');
  const fastestBase = Math.min(...bases);
  const rows = [...times].map(([name, list]) => {
    const bar = CONTENDERS.find((contender) => contender.name === name)?.bar;
    const [milliseconds, fastest] = [median(list), Math.min(...list)];
    const ratio = median(list.map((value, round) => value / bases[round]));
    const ratios = { ratio, fastestRatio: fastest / fastestBase };
    return { name, milliseconds, fastest, ...ratios, ...(bar === undefined ? {} : { bar }) };
  });
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ rounds, rows })}\n`);
  } else {
    process.stdout.write(`${''.padEnd(32)}       median   ratio     fastest   ratio   to node -e 0\n`);
    for (const { name, milliseconds, ratio, fastest, fastestRatio, bar } of rows) {
      const verdict = bar === undefined ? '' : `   bar ${bar}: ${ratio <= bar ? 'met' : 'MISSED'}`;
      const numbers = [milliseconds, fastest].map((value) => value.toFixed(1).padStart(9));
      process.stdout.write(
        `${name.padEnd(32)} ${numbers[0]} ms ${ratio.toFixed(3).padStart(7)} ${numbers[1]} ms ${fastestRatio.toFixed(3).padStart(7)}${verdict}\n`,
      );
    }
  }
  if (rows.some(({ ratio, bar }) => bar !== undefined && ratio > bar)) process.exitCode = 1;
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
