// Makes the README's picture from a real run: real runaways under a stand-in for an agent, watched in a real terminal
// (tmux), its cells captured and drawn as SVG.
// usage: node scripts/picture.mjs [--out assets/watch.svg] [--columns 120] [--rows 34]
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import stringWidth from 'string-width';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'assets', 'watch.svg') },
    columns: { type: 'string', default: '120' },
    rows: { type: 'string', default: '34' },
  },
});
const columns = Number(values.columns);
const rows = Number(values.rows);
const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-picture-'));
const DEADLINE_MS = 60_000;
const CLI = join(root, 'dist', 'cli.js');
const environment = {
  ...process.env,
  TMUX: '',
  TMUX_TMPDIR: folder,
  LC_ALL: 'C.UTF-8',
  TERM: 'xterm-256color',
  LIFETIME_WATCH_STATE_DIR: join(folder, 'state'),
  LIFETIME_WATCH_AGENTS: '4',
};

/** One colour set for both grounds of GitHub: the picture brings its own ground. */
const GROUND = '#10151c';
const TEXT = '#d5dbe3';
const COLORS = ['#10151c', '#ff6b6b', '#5bd18b', '#e5c07b', '#6cb6ff', '#e08cf0', '#4fc9d6', '#d5dbe3'];
const CELL = { width: 8.4, height: 18 };

/** What the agent of the picture leaves running; it ends all of it with itself. */
const LEFT_BEHIND = [
  'until grep -q done build.log; do :; done',
  ...Array(12).fill('while :; do sleep 1; done'),
  'kubectl logs -f deploy/api | tail -f build.log',
  'timeout 180 tail -f build.log',
  'sleep 240',
];
const SESSION = '3f2a9c11-5b7e-4f0a-9c1d-2b8e6a7d4c3f';

const agent = await startAgent();
try {
  const flags = `--pid ${agent.pid} --after 20s --interval 1s`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), `exec node ${CLI} watch ${flags}`);
  tmux('set-option', '-g', 'status', 'off');
  await until(() => /flag \(reap\)/.test(capture()) && /[▁▂▃▄▅▆▇█]{6}/.test(capture()));
  for (const prompt of ['review', 'test']) askHook('Agent', { prompt, subagent_type: 'general-purpose' });
  for (const command of ['sleep 600; cat result.txt', 'while ! curl -fs localhost:8080; do :; done']) {
    askHook('Bash', { command });
  }
  await until(() => (capture().match(/deny/g) ?? []).length === 2);
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, drawSvg(parseCells(capture('-e', '-N'))));
  process.stdout.write(`${values.out}\n`);
  tmux('send-keys', 'q');
  await until(() => !isRunning());
} finally {
  if (isRunning()) tmux('kill-server');
  agent.stdin.end();
  await agent.ended;
  rmSync(folder, { recursive: true, force: true });
}

/** A process that is taken for an agent by its name, with shells below it as an agent starts them; ends with its input. */
async function startAgent() {
  const program = `
    const { spawn } = require('node:child_process');
    const env = { ...process.env, CLAUDE_CODE_SESSION_ID: ${JSON.stringify(SESSION)} };
    const start = (text) => spawn('bash', ['-c', text], { env, stdio: 'ignore', detached: true });
    const children = ${JSON.stringify(LEFT_BEHIND)}.map(start);
    const end = () => {
      for (const { pid } of children) try { process.kill(-pid, 'SIGKILL'); } catch {}
      process.exit();
    };
    process.stdin.on('end', end).resume();
    setTimeout(end, 120000);
    process.stdout.write('ready');`;
  writeFileSync(join(folder, 'build.log'), 'compiling\n');
  const stdio = ['pipe', 'pipe', 'inherit'];
  const child = spawn(process.execPath, ['-e', program], { argv0: 'claude', cwd: folder, stdio });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { pid: child.pid, stdin: child.stdin, ended };
}

/** What the agent's host would ask before a tool call. */
function askHook(tool, input) {
  const payload = {
    session_id: SESSION,
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${Math.abs(hash(JSON.stringify(input))).toString(36)}`,
  };
  execFileSync(process.execPath, [CLI, 'hook', 'claude-code'], { input: JSON.stringify(payload), env: environment });
}

function hash(text) {
  return [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) | 0, 7);
}

function tmux(...args) {
  return execFileSync('tmux', ['-u', '-f', '/dev/null', '-L', 'picture', ...args], {
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function capture(...flags) {
  return tmux('capture-pane', '-p', ...flags);
}

function isRunning() {
  try {
    tmux('has-session');
    return true;
  } catch {
    return false;
  }
}

async function until(holds) {
  const end = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`the picture was not ready within ${DEADLINE_MS / 1000} s:\n${capture()}`);
    await delay(200);
  }
}

/** Lines of runs of the same look: `{ text, color, bold, dim, underline, reverse }`. */
function parseCells(text) {
  const plain = { color: null, bold: false, dim: false, underline: false, reverse: false };
  let look = plain;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const runs = [];
      for (const [, codes, part] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
        if (part !== undefined) runs.push({ ...look, text: part });
        else for (const code of (codes || '0').split(';').map(Number)) look = withCode(look, code, plain);
      }
      return runs;
    });
}

function withCode(look, code, plain) {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 7) return { ...look, reverse: true };
  if (code >= 30 && code <= 37) return { ...look, color: code - 30 };
  if (code === 39) return { ...look, color: null };
  return look;
}

function drawSvg(lines) {
  const width = columns * CELL.width + 24;
  const height = rows * CELL.height + 24;
  const body = lines.map((runs, row) => drawLine(runs, row)).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The watch screen of lifetime-watch over the demo">
<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
${body}
</g>
</svg>
`;
}

function drawLine(runs, row) {
  let column = 0;
  const parts = [];
  for (const run of runs) {
    const cells = stringWidth(run.text);
    parts.push(drawRun(run, column, row, cells));
    column += cells;
  }
  return parts.join('');
}

function drawRun({ text, color, bold, dim, underline, reverse }, column, row, cells) {
  const x = 12 + column * CELL.width;
  const y = 12 + row * CELL.height;
  const ink = color === null ? TEXT : COLORS[color];
  const ground = reverse
    ? `<rect x="${x}" y="${y}" width="${cells * CELL.width}" height="${CELL.height}" fill="${ink}"/>`
    : '';
  if (text.trim() === '') return ground;
  const attributes = [
    `x="${x}"`,
    `y="${y + 13.5}"`,
    `fill="${reverse ? GROUND : ink}"`,
    // Each run ends where its cells end, whatever font is there.
    `textLength="${cells * CELL.width}"`,
    'lengthAdjust="spacingAndGlyphs"',
    bold ? 'font-weight="bold"' : '',
    dim ? 'opacity="0.6"' : '',
    underline ? 'text-decoration="underline"' : '',
  ].filter((attribute) => attribute !== '');
  return `${ground}<text ${attributes.join(' ')}>${escapeXml(text)}</text>`;
}

function escapeXml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
