import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import type { PolicySource } from '../policy/load-policy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A policy file larger than this is a mistake. */
const MOST_BYTES = 256 * 1024;

/** `$XDG_CONFIG_HOME/lifetime-watch/policy.json`, `~/.config/...` without it; null when neither variable is set. */
export function userPolicyPath(env: Environment): string | null {
  const config = env.XDG_CONFIG_HOME?.startsWith('/')
    ? env.XDG_CONFIG_HOME
    : env.HOME
      ? join(env.HOME, '.config')
      : null;
  return config === null ? null : join(config, 'lifetime-watch', 'policy.json');
}

/**
 * The supervisor's policy file; no file at the usual place is fine.
 * @param named the file of `--policy`, which must be there
 * @throws KnownError (exit 2) naming the file and why it cannot be read
 */
export function readUserPolicy(env: Environment, named: string | undefined): PolicySource {
  if (named !== undefined) return { name: named, text: readText(named, true) };
  const path = userPolicyPath(env);
  return path === null ? { name: 'policy.json', text: null } : { name: path, text: readText(path, false) };
}

/** The project's file in the working folder. One that cannot be read is as good as none: it could only tighten. */
export function readProjectPolicy(cwd: string): PolicySource {
  const path = join(cwd, '.lifetime-watch.json');
  try {
    return { name: path, text: readText(path, false) };
  } catch {
    return { name: path, text: null };
  }
}

function readText(path: string, required: boolean): string | null {
  let text: string | null;
  try {
    // Whoever names a file by hand may name a pipe.
    text = required ? readFileSync(path, 'utf8') : readPlainFile(path);
  } catch (error) {
    if (error instanceof KnownError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (!required && (code === 'ENOENT' || code === 'ENOTDIR')) return null;
    throw new KnownError(`policy file ${path}: cannot be read (${code ?? String(error)})`, { cause: error });
  }
  if (text !== null) requireSize(path, text.length);
  return text;
}

/** What lies in a working folder is anybody's: a FIFO or a device there would hang every hook, and the watcher for all. */
function readPlainFile(path: string): string | null {
  // An exception for the usual case, that there is none, would cost a hook more than this question.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  // O_NONBLOCK: opening a FIFO waits for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new KnownError(`policy file ${path}: expected a regular file`);
    requireSize(path, stats.size);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function requireSize(path: string, size: number): void {
  if (size > MOST_BYTES) throw new KnownError(`policy file ${path}: expected at most ${MOST_BYTES} bytes, got ${size}`);
}
