/** A real terminal for end-to-end tests: a tmux server of our own on a private socket, ended with the test. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEADLINE_MS = 45_000;
const STEP_MS = 40;

export type Terminal = {
  /** key names as tmux knows them: `Enter`, `Down`, `C-c`, `k` */
  keys(...keys: readonly string[]): Promise<void>;
  /** text as it is */
  type(text: string): Promise<void>;
  /** the visible text, trailing blanks removed */
  text(): Promise<string>;
  /** the same with its colours as escape sequences */
  styled(): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  /** asks tmux, e.g. `#{alternate_on} #{cursor_flag}` */
  ask(format: string): Promise<string>;
  /** writes everything that the program prints from now on to the file, byte for byte */
  record(file: string): Promise<void>;
  /** waits until the text passes; fails with the last screen */
  until(what: string, passes: (text: string) => boolean, deadlineMs?: number): Promise<string>;
  /** ends the server and what runs in it */
  close(): Promise<void>;
};

export type TerminalOptions = {
  readonly columns: number;
  readonly rows: number;
  /** a shell command line; absent: an interactive shell */
  readonly command?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Whether a terminal can be had on this machine. */
export function hasTmux(): boolean {
  return spawnSync('tmux', ['-V']).status === 0;
}

/** Starts a terminal of the given size. */
export async function startTerminal({ columns, rows, command, env = {} }: TerminalOptions): Promise<Terminal> {
  const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-tmux-'));
  // Ink shows nothing but the last frame where it takes the terminal for a build server's.
  const { CI: _, CONTINUOUS_INTEGRATION: __, ...withoutCi } = process.env;
  const tmux = async (...args: readonly string[]): Promise<string> => {
    // -u: UTF-8 whatever the locale; -f: none of the user's settings
    const { stdout } = await run('tmux', ['-u', '-f', '/dev/null', '-L', 'test', ...args], {
      env: { ...withoutCi, TMUX: '', TMUX_TMPDIR: folder, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' },
    });
    return stdout;
  };
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const shell = command ?? `exec env 'PS1=ready$ ' bash --norc --noprofile`;
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), ...variables, shell);
  await tmux('set-option', '-g', 'status', 'off');
  await tmux('set-option', '-g', 'remain-on-exit', 'on');
  await tmux('set-option', '-g', 'window-size', 'manual');
  const text = async () => (await tmux('capture-pane', '-p')).replace(/[ \n]+$/, '');
  return {
    text,
    keys: async (...keys) => void (await tmux('send-keys', '--', ...keys)),
    type: async (typed) => void (await tmux('send-keys', '-l', '--', typed)),
    styled: () => tmux('capture-pane', '-p', '-e'),
    resize: async (width, height) => void (await tmux('resize-window', '-x', String(width), '-y', String(height))),
    record: async (file) => void (await tmux('pipe-pane', `exec cat > '${file}'`)),
    ask: async (format) => (await tmux('display-message', '-p', format)).trimEnd(),
    until: (what, passes, deadlineMs = DEADLINE_MS) => until(what, text, passes, deadlineMs),
    close: async () => {
      await tmux('kill-server').catch(() => '');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks again and again until the answer passes. */
export async function until<T>(
  what: string,
  read: () => Promise<T> | T,
  passes: (value: T) => boolean,
  deadlineMs: number = DEADLINE_MS,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (passes(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${deadlineMs} ms; last seen:\n${String(value)}`);
    await delay(STEP_MS);
  }
}
