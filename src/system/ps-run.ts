import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a user's language and time zone must not change in the output. */
const PINNED = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' } as const;
const MOST_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Runs ps and returns its lines. Exit code 1 with nothing printed means that no process was selected.
 * @throws the error of the child when ps is missing, hangs, or fails otherwise
 */
export async function runPs(args: readonly string[]): Promise<readonly string[]> {
  const options = { env: { ...process.env, ...PINNED }, maxBuffer: MOST_BYTES, timeout: TIMEOUT_MS };
  try {
    const { stdout } = await run('ps', [...args], options);
    return stdout.split('\n').filter((line) => line.trim() !== '');
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 1 && (stdout ?? '').trim() === '' && (stderr ?? '').trim() === '') return [];
    throw error;
  }
}

/**
 * Runs a step that starts a child without saying with which environment, and which starts it before it returns.
 * The environment of this process is as before afterwards.
 */
export function withPinnedLocale<T>(start: () => T): T {
  const before = Object.keys(PINNED).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, PINNED);
  try {
    return start();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
