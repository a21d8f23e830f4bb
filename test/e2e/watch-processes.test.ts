/**
 * Proves with the built program, real processes and a real terminal: what an agent leaves running is listed within two
 * periods with the age and CPU time that /proc has, the keys end, pause and grant exactly what they name, and the demo
 * cleans up however it ends. Every process here was started here, and is dead afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from './bundle.ts';
import { isAlive, type StandIn, startStandIn, stateOf, usageOf } from './stand-in.ts';
import { hasTmux, startTerminal, type Terminal, until } from './terminal.ts';

const CLI = join(root, 'dist', 'cli.js');
const PERIOD_MS = 500;
const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-e2e-'));
const terminals: Terminal[] = [];
let agent: StandIn;
let state = '';
let count = 0;

beforeAll(() => expect(existsSync(CLI), `${CLI} is built`).toBe(true));
beforeEach(async () => {
  count += 1;
  state = join(folder, `state-${count}`);
  mkdirSync(state);
  agent = await startStandIn();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
  await agent.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A loop that waits for what never comes; the number makes it one of its kind. */
const loop = (name: string, pause = 'sleep 0.1') =>
  `until grep -q ${name} ${join(folder, 'run.log')}; do ${pause}; done`;

async function showWatch(flags = '', size = { columns: 140, rows: 40 }, env = {}): Promise<Terminal> {
  writeFileSync(join(folder, 'run.log'), '');
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const command = `exec env ${variables.join(' ')} node ${CLI} watch --pid ${agent.pid} --interval ${PERIOD_MS / 1000}s ${flags}`;
  const terminal = await startTerminal({ ...size, command, env: { LIFETIME_WATCH_STATE_DIR: state } });
  terminals.push(terminal);
  await terminal.until(
    'the first scan is shown',
    (text) => text.includes(String(agent.pid)) || text.includes('1 session'),
  );
  return terminal;
}

/** The row of a process in the list; empty: there is none. */
const rowOf = (text: string, pid: number): string =>
  text.split('\n').find((line) => new RegExp(`^[│ ]? +${pid} `).test(line)) ?? '';
const selectRow = async (terminal: Terminal, word: string): Promise<void> => {
  await terminal.keys('/');
  await terminal.type(word);
  await terminal.keys('Enter');
  await terminal.until('the filter is on', (text) => text.includes(`filter: ${word}`));
};

/** Seconds of `21h25m`, `12m03s`, `7.1s`. */
function secondsOf(text: string): number {
  const units: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };
  return [...text.matchAll(/([\d.]+)([dhms])/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (units[unit ?? 's'] ?? 1),
    0,
  );
}

describe.runIf(hasTmux())('the watch of real processes', () => {
  it('lists a runaway within two periods, with the age and the CPU time of /proc', async () => {
    const terminal = await showWatch('--after 2s');
    const pid = await agent.start('bash', '-c', loop('busy', ':'));
    const began = Date.now();
    await terminal.until('the row is there', (text) => rowOf(text, pid) !== '');
    // Two periods, and what the machine needs to draw and to be asked.
    expect(Date.now() - began).toBeLessThan(2 * PERIOD_MS + 1500);
    const text = await terminal.until('it is flagged', (now) => /unbounded-loop +flag \(reap\)/.test(rowOf(now, pid)));
    const usage = usageOf(pid);
    const [, shownPid, age = '', cpu = ''] =
      rowOf(text, pid)
        .trim()
        .match(/^(\d+) +(\S+) +(\S+)/) ?? [];
    expect(Number(shownPid)).toBe(pid);
    expect(Math.abs(secondsOf(age) - usage.age)).toBeLessThan(PERIOD_MS / 1000 + 2);
    expect(Math.abs(secondsOf(cpu) - usage.cpu)).toBeLessThan(PERIOD_MS / 1000 + 1.5);
  });

  it('ends by key what the dialog names, and leaves its neighbours', async () => {
    const victim = await agent.start('bash', '-c', loop('victim'));
    const neighbours = [await agent.start('bash', '-c', loop('other')), await agent.start('sleep', '60')];
    const terminal = await showWatch('--after 1s');
    await terminal.until('both are flagged', (text) => (text.match(/flag \(reap\)/g)?.length ?? 0) >= 2);
    await selectRow(terminal, 'victim');
    await terminal.keys('k');
    const asked = await terminal.until('the dialog is open', (text) => text.includes('End this process?'));
    expect(asked).toContain(`${victim}@`);
    expect(asked).toContain('grep -q victim');
    expect(isAlive(victim)).toBe(true);
    await pressUntil(terminal, 'y', (text) => !text.includes('End this process?'));
    await terminal.until('the row says so', (text) => rowOf(text, victim).includes('gone'));
    await until(
      'the process is gone',
      () => isAlive(victim),
      (alive) => !alive,
    );
    expect([...neighbours, agent.pid].map(isAlive)).toEqual([true, true, true]);
    expect(readLedger()).toMatch(/"kind":"reap-intent".*"kind":"reap-outcome".*"outcome":"gone"/s);
  });

  it('shows identical ones as one row with a count, and ends them with one word', async () => {
    const clones: number[] = [];
    for (let index = 0; index < 4; index += 1) clones.push(await agent.start('bash', '-c', loop('clone')));
    const neighbour = await agent.start('bash', '-c', loop('neighbour'));
    const terminal = await showWatch('--after 1s');
    const grouped = await terminal.until('they are one row', (text) => /▸ +×4 .*flag \(reap\)/.test(text));
    for (const pid of clones) expect(rowOf(grouped, pid)).toBe('');
    await selectRow(terminal, 'clone');
    await terminal.keys('Right');
    await terminal.until('they are unfolded', (text) => clones.every((pid) => rowOf(text, pid) !== ''));
    await terminal.keys('Left', 'k');
    await terminal.until('the dialog names all', (text) => clones.every((pid) => text.includes(`${pid}@`)));
    await pressUntil(terminal, 'y', (text) => !text.includes('End these 4 processes?'));
    await until(
      'all are gone',
      () => clones.filter(isAlive),
      (left) => left.length === 0,
    );
    expect(isAlive(neighbour)).toBe(true);
    await terminal.until('the row says so', (text) => text.includes('all gone'));
  });

  it('pauses and resumes', async () => {
    const pid = await agent.start('bash', '-c', loop('pause'));
    const terminal = await showWatch('--after 1s');
    await terminal.until('it is flagged', (text) => rowOf(text, pid).includes('flag'));
    await selectRow(terminal, 'pause');
    await terminal.keys('p');
    await terminal.until('the row says so', (text) => rowOf(text, pid).includes('paused'));
    expect(stateOf(pid)).toBe('T');
    await terminal.keys('p');
    await terminal.until('it goes on', (text) => rowOf(text, pid).includes('flag'));
    expect(stateOf(pid)).not.toBe('T');
  });

  it('grants more time with a reason, on record', async () => {
    const pid = await agent.start('bash', '-c', loop('grant'));
    const terminal = await showWatch('--after 1s');
    await terminal.until('it is flagged', (text) => rowOf(text, pid).includes('flag'));
    await selectRow(terminal, 'grant');
    await terminal.keys('g');
    await terminal.until('it asks', (text) => text.includes('Grant more time'));
    await terminal.keys('Tab');
    await terminal.type('a long build');
    await terminal.until('the reason is there', (text) => text.includes('a long build'));
    await terminal.keys('Enter');
    await terminal.until('the row says so', (text) => rowOf(text, pid).includes('granted 29m'));
    expect(readLedger()).toMatch(/"kind":"grant".*"why":"a long build"/);
    expect(isAlive(pid)).toBe(true);
  });

  it('explains what it lists', async () => {
    const pid = await agent.start('bash', '-c', loop('explain'));
    const terminal = await showWatch('--after 1s', { columns: 80, rows: 40 });
    await terminal.until('it is flagged', (text) => rowOf(text, pid).includes('flag'));
    await selectRow(terminal, 'explain');
    await terminal.keys('e');
    const text = await terminal.until('the explanation is there', (now) => now.includes('a reap'));
    expect(text).toContain(`process    ${pid}@`);
    expect(text).toContain('unbounded-loop');
    expect(text.replaceAll('\n', ' ')).toMatch(/would end +\d+@\d+/);
  });

  it('finishes what is under way when it is left in the middle, and leaves nothing frozen', async () => {
    const pid = await agent.start('bash', '-c', `trap '' TERM; ${loop('stubborn')}`);
    const policy = join(folder, 'patient.json');
    writeFileSync(policy, '{"killGrace":"10s"}');
    const terminal = await showWatch(`--after 1s --policy ${policy}`);
    await terminal.until('it is flagged', (text) => rowOf(text, pid).includes('flag'));
    await selectRow(terminal, 'stubborn');
    await terminal.keys('k');
    await terminal.until('the dialog is open', (text) => text.includes(`${pid}@`));
    await pressUntil(terminal, 'y', (text) => !text.includes('End this process?'));
    await terminal.until('TERM is shown, and when KILL follows', (text) => /TERM, KILL \d+s/.test(rowOf(text, pid)));
    await terminal.keys('q');
    await terminal.until('it says whom it waits for', (text) => text.includes(`waiting for ${pid} to end`));
    expect(await terminal.ask('#{alternate_on}')).toBe('0');
    await until(
      'the watch has ended',
      () => terminal.ask('#{pane_dead} #{pane_dead_status}'),
      (dead) => dead === '1 0' || dead.trim() === '1', // tmux may lose the status of a program that ends as its terminal closes
    );
    expect(isAlive(pid)).toBe(false);
    expect(readLedger()).toMatch(/"kind":"reap-outcome".*"outcome":"gone"/);
  });

  it('prints plain lines on a dumb terminal', async () => {
    const pid = await agent.start('bash', '-c', loop('dumb'));
    const terminal = await showWatch('--after 1s', { columns: 140, rows: 40 }, { TERM: 'dumb' });
    const text = await terminal.until('it is flagged', (now) => now.includes(`offender  ${pid}@`));
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z agent /m);
    expect(await terminal.ask('#{alternate_on}')).toBe('0');
    await terminal.keys('C-c');
    await until(
      'it has ended',
      () => terminal.ask('#{pane_dead} #{pane_dead_status}'),
      // tmux may lose the status of a program that ends as its terminal closes.
      (dead) => dead === '1 130' || dead.trim() === '1',
    );
  });

  it('reads out in words for a screen reader', async () => {
    const pid = await agent.start('bash', '-c', loop('reader'));
    const terminal = await showWatch('--after 1s', { columns: 140, rows: 40 }, { INK_SCREEN_READER: 'true' });
    const text = await terminal.until(
      'it is flagged',
      (now) => now.includes('1 past policy') && now.includes('flag (reap)'),
    );
    expect(text).toContain(`process ${pid}, unbounded-loop`);
    expect(text).not.toMatch(/[─│▁█]/);
    expect(await terminal.ask('#{alternate_on}')).toBe('0');
    await terminal.keys('q');
    await until(
      'it has ended',
      () => terminal.ask('#{pane_dead} #{pane_dead_status}'),
      (dead) => dead === '1 0' || dead.trim() === '1', // tmux may lose the status of a program that ends as its terminal closes
    );
  });

  it('arms one watcher at a time, and that one ends what the policy says, and nothing else', async () => {
    const first = await showWatch('--enforce --after 60s');
    await first.until('it is armed', (text) => text.includes('ARMED'));
    const second = await showWatch('--enforce --after 1s');
    await second.until('the second is not', (text) => text.includes('not armed'));
    const pid = await agent.start('bash', '-c', loop('armed'));
    const sleeper = await agent.start('sleep', '60');
    await second.until('it only flags', (text) => rowOf(text, pid).includes('flag (reap)'));
    await first.keys('q');
    await until(
      'the first has left',
      () => first.ask('#{pane_dead}'),
      (dead) => dead === '1',
    );
    await second.keys('q');
    const third = await showWatch('--enforce --after 1s');
    await third.until('it is armed', (text) => text.includes('ARMED'));
    await until(
      'it was ended',
      () => isAlive(pid),
      (alive) => !alive,
    );
    await third.until('the row says so', (text) => /gone|ended/.test(rowOf(text, pid)));
    expect([sleeper, agent.pid].map(isAlive)).toEqual([true, true]);
  });
});

describe('the watch without a screen', () => {
  it('prints a line of JSON for each change, and runs the command of the policy', async () => {
    const notice = join(folder, `notice-${count}`);
    const policy = join(folder, `policy-${count}.json`);
    const write = `require('node:fs').writeFileSync(${JSON.stringify(notice)}, process.env.LIFETIME_WATCH_COMMAND)`;
    writeFileSync(policy, JSON.stringify({ onOffender: [process.execPath, '-e', write] }));
    const command = loop('json');
    const pid = await agent.start('bash', '-c', command);
    const flags = [
      'watch',
      '--json',
      '--pid',
      String(agent.pid),
      '--after',
      '1s',
      '--interval',
      '0.3s',
      '--policy',
      policy,
    ];
    const { lines, end } = await runCli(flags);
    const offender = await until(
      'the offender is told',
      () => lines().find(({ change }) => change === 'offender'),
      (line) => line !== undefined,
    );
    expect(offender).toMatchObject({ schema: 1, process: { pid, command, finding: 'unbounded-loop', action: 'flag' } });
    await until(
      'the command has run',
      () => (existsSync(notice) ? readFileSync(notice, 'utf8') : ''),
      (text) => text === command,
    );
    process.kill(pid, 'SIGKILL');
    await until(
      'its end is told',
      () => lines().map(({ change }) => change),
      (changes) => changes.includes('ended'),
    );
    expect(await end('SIGTERM')).toBe(143);
  });

  it.each([
    ['an agent that does not exist', ['--pid', '4194304'], 2, '--pid: no process has pid 4194304'],
    [
      'an interval that is none',
      ['--interval', 'soon'],
      2,
      "--interval: expected a duration such as 90s, 15m or 1h30m, got 'soon'",
    ],
    ['an unknown flag', ['--fast'], 2, "Unknown option '--fast'"],
    ['a policy that is not there', ['--policy', '/no/such/policy.json'], 2, '/no/such/policy.json'],
  ])('says in one line what is wrong with %s', async (_name, flags, code, expected) => {
    const { end, errors } = await runCli(['watch', '--plain', ...flags]);
    expect(await end()).toBe(code);
    expect(errors()).toContain(expected);
    expect(errors().trim().split('\n')).toHaveLength(1);
  });

  it('shows a flag in the demo within seconds, and leaves nothing behind', async () => {
    const { end, text } = await runCli(['demo', '--plain', '--after', '1s', '--interval', '0.3s']);
    expect(await end()).toBe(0);
    expect(text()).toMatch(/ offender +\d+@\d+ +unbounded-loop/);
    await expectDemoGone(text());
  });

  it('leaves nothing of the demo behind when it is killed', async () => {
    const { end, text } = await runCli(['demo', '--plain', '--after', '60s', '--interval', '0.3s']);
    await until('the stand-in is seen', text, (now) => / near +\d+@/.test(now));
    expect(await end('SIGKILL')).toBeNull();
    await expectDemoGone(text());
  });
});

async function expectDemoGone(text: string): Promise<void> {
  const pids = [...text.matchAll(/ (\d+)@\d+/g)].map(([, pid]) => Number(pid));
  expect(new Set(pids).size).toBeGreaterThan(3);
  await until(
    'the demo is gone',
    () => pids.filter(isAlive),
    (left) => left.length === 0,
  );
  await until(
    'its folder is gone',
    () => readdirSync(state),
    (left) => left.length === 0,
  );
}

/** Presses a key until the screen shows that it was taken: a dialog is deaf for its first moments. */
async function pressUntil(terminal: Terminal, key: string, taken: (text: string) => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!taken(await terminal.text())) {
    if (Date.now() > end) throw new Error(`the key ${key} was not taken:\n${await terminal.text()}`);
    await terminal.keys(key);
    await terminal.until('the key is taken', taken, 1000).catch(() => '');
  }
}

function readLedger(): string {
  const sessions = join(state, 'sessions');
  return readdirSync(sessions)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(sessions, name), 'utf8'))
    .join('');
}

type JsonLine = { readonly change: string; readonly schema: number; readonly process?: unknown };

async function runCli(argv: readonly string[]) {
  writeFileSync(join(folder, 'run.log'), '');
  const child = spawn(process.execPath, [CLI, ...argv], {
    env: { ...process.env, LIFETIME_WATCH_STATE_DIR: state, TMPDIR: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    text: () => out,
    errors: () => err,
    lines: (): readonly JsonLine[] =>
      out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    end: (signal?: NodeJS.Signals) => {
      if (signal !== undefined) child.kill(signal);
      return exit;
    },
  };
}

describe('the lines of an armed watch', () => {
  it('leave nothing frozen when their reader goes away', async () => {
    writeFileSync(join(folder, 'run.log'), '');
    const victim = await agent.start('bash', '-c', `trap "" TERM; ${loop('unread')}`);
    const flags = ['--plain', '--enforce', '--after', '1s', '--interval', '0.3s', '--pid', String(agent.pid)];
    const watch = spawn(process.execPath, [CLI, 'watch', ...flags], {
      env: { ...process.env, LIFETIME_WATCH_STATE_DIR: state },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<number | null>((resolve) => watch.once('exit', (code) => resolve(code)));
    let text = '';
    watch.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/ pending /.test(text)) watch.stdout.destroy();
    });
    expect(await ended).toBe(0);
    expect(stateOf(victim)).not.toBe('T');
  });
});

describe('stop', () => {
  it('brings to its end what it has begun when it is interrupted', async () => {
    writeFileSync(join(folder, 'run.log'), '');
    const victim = await agent.start('bash', '-c', `trap "" TERM; ${loop('interrupted')}`);
    const env = { ...process.env, LIFETIME_WATCH_STATE_DIR: state };
    const listed = spawnSync(process.execPath, [CLI, 'ps', '--json', '--pid', String(agent.pid)], { env });
    const id = new RegExp(`"(${victim}@\\d+)"`).exec(listed.stdout.toString())?.[1] ?? '';
    const stop = spawn(process.execPath, [CLI, 'stop', id], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    stop.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = new Promise<string | null>((resolve) => stop.once('close', (_code, signal) => resolve(signal)));
    await until('it is at it', readLedger, (entries) => entries.includes('"reap-intent"'));
    stop.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(text).toContain(`${id} gone`);
    expect(isAlive(victim)).toBe(false);
  });
});
