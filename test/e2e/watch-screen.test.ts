/**
 * Proves on a real terminal (tmux): the terminal is restored on every way out, hostile command lines cannot act on it,
 * every size is drawn without tearing, resizing repaints, and an idle screen writes next to nothing.
 * It does not prove that real processes are found: see watch-processes.test.ts.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram } from './bundle.ts';
import { hasTmux, startTerminal, type Terminal, type TerminalOptions, until } from './terminal.ts';

let program = '';
let ruler = '';
const open: Terminal[] = [];

beforeAll(async () => {
  program = await bundleProgram('screen-program.ts');
  ruler = await bundleProgram('width-program.ts');
});
afterEach(async () => {
  for (const terminal of open.splice(0)) await terminal.close();
});
afterAll(() => {
  for (const file of [program, ruler]) rmSync(file, { force: true });
});

/** A shell with the screen running in it. */
async function showScreen(script: string, change: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const terminal = await startTerminal({ columns: 80, rows: 24, ...change });
  open.push(terminal);
  await terminal.until('the shell is ready', (text) => text.includes('ready$'));
  await terminal.keys(`node ${program} ${script}`, 'Enter');
  await terminal.until(
    'the screen is drawn',
    (text) => /\d\d:\d\d:\d\d/.test(text) && text.includes('COMMAND') && !text.includes('Looking'),
  );
  return terminal;
}

/** What a shell user has after a program: the main buffer with the old text, a cursor, line wrap, echo. */
async function expectRestored(terminal: Terminal): Promise<string> {
  const text = await terminal.until('the shell is back', (now) => /ready\$[^$]*ready\$\s*$/s.test(now));
  expect(await terminal.ask('#{alternate_on} #{cursor_flag} #{wrap_flag}')).toBe('0 1 1');
  await terminal.keys('stty -a', 'Enter');
  const modes = await terminal.until('the modes are printed', (now) => now.includes('icanon'));
  expect(modes).toMatch(/[^-]icanon/);
  expect(modes).toMatch(/[^-]echo /);
  return text;
}

const pidOfScreen = async (terminal: Terminal): Promise<number> => {
  const shell = Number(await terminal.ask('#{pane_pid}'));
  const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ').map(Number);
  expect(children).toHaveLength(1);
  return children[0] ?? 0;
};

describe.runIf(hasTmux())('the screen on a real terminal', () => {
  it.each([
    ['q', 'exit code 0'],
    ['C-c', 'exit code 130'],
  ])('restores it after %s', async (key, said) => {
    const terminal = await showScreen('few');
    expect(await terminal.ask('#{alternate_on} #{cursor_flag} #{wrap_flag}')).toBe('1 0 0');
    await terminal.keys(key);
    expect(await expectRestored(terminal)).toContain(said);
  });

  it.each([
    ['SIGTERM', 'exit code 143'],
    ['SIGHUP', 'exit code 129'],
    ['SIGQUIT', 'exit code 131'],
  ] as const)('restores it after %s', async (signal, said) => {
    const terminal = await showScreen('few');
    process.kill(await pidOfScreen(terminal), signal);
    expect(await expectRestored(terminal)).toContain(said);
  });

  it.each([
    ['crash', 'planted failure'],
    ['reject', 'planted rejection'],
  ])('restores it after a %s and shows why', async (script, said) => {
    const terminal = await startTerminal({ columns: 80, rows: 24 });
    open.push(terminal);
    await terminal.until('the shell is ready', (text) => text.includes('ready$'));
    await terminal.keys(`node ${program} ${script}`, 'Enter');
    expect(await expectRestored(terminal)).toContain(said);
  });

  it('ends when its terminal is closed', async () => {
    const terminal = await showScreen('few');
    const pid = await pidOfScreen(terminal);
    await terminal.close();
    await until(
      'the process is gone',
      () => isAlive(pid),
      (alive) => !alive,
    );
  });

  it('gives the terminal to the shell on Ctrl-Z and takes it back with fg', async () => {
    const terminal = await showScreen('few');
    await terminal.keys('C-z');
    await terminal.until('the shell is back', (text) => text.includes('Stopped'));
    expect(await terminal.ask('#{alternate_on} #{cursor_flag}')).toBe('0 1');
    await terminal.keys('fg', 'Enter');
    await terminal.until('the screen is back', (text) => text.includes('COMMAND'));
    await terminal.keys('q');
    await expectRestored(terminal);
  });

  it('shows hostile text without obeying it', async () => {
    const terminal = await showScreen('hostile', { columns: 120, rows: 40 });
    const title = await terminal.ask('#{pane_title}');
    const text = await terminal.text();
    expect(title).not.toContain('PWNED');
    expect(text).toContain('␛]0;PWNED␇␛[2J');
    expect(text.split('\n')[0]).toMatch(/^ lifetime-watch /);
    expect(text).toContain('sleep infinity');
    expect(await terminal.styled()).not.toContain('\u001b[31mRED');
  });

  it.each([
    [60, 15],
    [80, 24],
    [120, 40],
    [250, 80],
  ])('fills %i x %i with whole lines', async (columns, rows) => {
    const terminal = await showScreen('hostile', { columns, rows });
    const lines = (await terminal.text()).split('\n');
    expect(lines).toHaveLength(rows);
    expect(lines[0]).toContain('2 over');
    expect(lines.at(-1)).toContain('q quit');
    expect(lines.filter((line) => line.includes('COMMAND'))).toHaveLength(1);
  });

  it('repaints after the terminal was resized, both ways', async () => {
    const terminal = await showScreen('few', { columns: 120, rows: 40 });
    for (const [columns, rows] of [
      [60, 15],
      [100, 30],
      [80, 24],
    ] as const) {
      await terminal.resize(columns, rows);
      const text = await terminal.until(`it fills ${columns}x${rows}`, (now) => {
        const lines = now.split('\n');
        return lines.length === rows && lines.at(-1)?.includes('q quit') === true;
      });
      expect(text.match(/COMMAND/g)).toHaveLength(1);
      expect(text.match(/lifetime-watch|1 session/g)?.length).toBeGreaterThan(0);
    }
  });

  it('writes nothing but the clock while nothing happens', async () => {
    const terminal = await showScreen('idle');
    const file = join(dirname(program), `recorded-${process.pid}`);
    await terminal.record(file);
    const written = await until(
      'ten seconds of the clock are written',
      () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
      (text) => new Set(text.match(/\d\d:\d\d:\d\d/g)).size >= 4,
    );
    rmSync(file, { force: true });
    // The clock counts seconds, the scans come three times as often: what did not change is not written.
    expect(new Set(written.match(/\u001b\[\d+;1H/g))).toEqual(new Set(['\u001b[1;1H']));
    expect(written.length).toBeLessThan(4 * 300);
  });

  it('says that no agent runs, and goes on', async () => {
    const terminal = await showScreen('none');
    const text = await terminal.text();
    expect(text).toContain('No coding agent is running.');
    expect(text).toContain('lifetime-watch demo');
    const clock = /\d\d:\d\d:\d\d/;
    await terminal.until('it still scans', (now) => clock.exec(now)?.[0] !== clock.exec(text)?.[0]);
  });

  it('counts columns as the terminal does, whatever letters a command has', async () => {
    const terminal = await startTerminal({ columns: 80, rows: 24, command: `exec node ${ruler}` });
    open.push(terminal);
    const text = await terminal.until('all is measured', (now) => now.includes('measured'));
    expect(text).toMatch(/measured [3-9]\d+, wrong: \[\]/);
  });

  it('keeps the list and says so when scans fail', async () => {
    const terminal = await showScreen('failing');
    const text = await terminal.until('the failure is said', (now) => now.includes('scan failed'));
    expect(text).toContain('/proc cannot be read');
    expect(text).toContain('4711');
  });

  it('uses no colour with NO_COLOR, and only attributes and sixteen colours without', async () => {
    const plain = await showScreen('few', { env: { NO_COLOR: '1' } });
    expect(await plain.styled()).not.toMatch(/\u001b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9\d|10\d)m/);
    const colored = await showScreen('few');
    expect(await colored.styled()).toMatch(/\u001b\[(?:\d+;)*31m/);
    expect(await colored.styled()).not.toMatch(/\u001b\[(?:\d+;)*[34]8[;:]/);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
