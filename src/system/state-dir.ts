import { chmodSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { KnownError } from '../errors.ts';
import { type Environment, stateHome } from './env.ts';
import { makeFolders } from './make-folders.ts';
import { isSurelyLocal, type Mount, networkTypeOf, readMounts } from './mounts.ts';

const HINT = 'set LIFETIME_WATCH_STATE_DIR to a folder of yours on a local disk';

/**
 * Where the state lies: `$LIFETIME_WATCH_STATE_DIR`, else `$XDG_STATE_HOME/lifetime-watch`, else
 * `~/.local/state/lifetime-watch`. Touches nothing.
 * @throws KnownError when the variable is not an absolute path, or when no home folder is known
 */
export function stateFolder(env: Environment): string {
  const named = env.LIFETIME_WATCH_STATE_DIR;
  if (named !== undefined && named !== '') {
    if (!isAbsolute(named)) {
      throw new KnownError(`LIFETIME_WATCH_STATE_DIR: expected an absolute path, got '${named}'`);
    }
    return resolve(named);
  }
  const home = stateHome(env);
  if (home === null) throw new KnownError(`no folder for the state: HOME is not set; ${HINT}`);
  return join(home, 'lifetime-watch');
}

/**
 * Makes the state folder and its `sessions` (0700), or checks those that are there, and returns the path of `sessions`.
 * An existing state folder's mode is never changed, since the variable may name any folder; `sessions` is ours.
 * @throws KnownError when one of them is a symbolic link, not a folder, another user's, writable by others, lies on a
 * network file system, or cannot be made
 */
export function prepareSessionsFolder(env: Environment): string {
  const mounts = isSurelyLocal(resolveExisting(stateFolder(env))) ? [] : (readMounts() ?? []);
  return prepareSessionsFolderAmong(mounts, env);
}

/** The same with the mounts of the machine given. */
export function prepareSessionsFolderAmong(mounts: readonly Mount[], env: Environment): string {
  const folder = stateFolder(env);
  const network = networkTypeOf(resolveExisting(folder), mounts);
  if (network !== null) {
    throw new KnownError(`state folder ${folder} lies on a network file system (${network}); ${HINT}`);
  }
  makeFolder(folder);
  const { mode } = requireOwnFolder(folder);
  if ((mode & 0o022) !== 0) {
    throw new KnownError(`state folder ${folder}: expected that only you can write to it, got mode ${octal(mode)}`);
  }
  const sessions = join(folder, 'sessions');
  makeFolder(sessions);
  if ((requireOwnFolder(sessions).mode & 0o077) !== 0) chmodSync(sessions, 0o700);
  return sessions;
}

/** Like `prepareSessionsFolder` for those who only read: makes nothing; null when there is no state yet. */
export function findSessionsFolder(env: Environment): string | null {
  const folder = stateFolder(env);
  const sessions = join(folder, 'sessions');
  try {
    lstatSync(sessions);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new KnownError(`state folder ${sessions} cannot be read (${codeOf(error)})`, { cause: error });
  }
  requireOwnFolder(folder);
  requireOwnFolder(sessions);
  return sessions;
}

function makeFolder(path: string): void {
  try {
    makeFolders(path, 0o700);
  } catch (error) {
    throw new KnownError(`state folder ${path} cannot be made (${codeOf(error)}); ${HINT}`, { cause: error });
  }
}

function requireOwnFolder(path: string): Stats {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) throw new KnownError(`state folder ${path}: expected a folder, got a symbolic link`);
  if (!stats.isDirectory()) throw new KnownError(`state folder ${path}: expected a folder, got a file`);
  const uid = process.geteuid?.();
  if (uid !== undefined && stats.uid !== uid) {
    throw new KnownError(
      `state folder ${path}: expected that it is yours (uid ${uid}), it belongs to uid ${stats.uid}`,
    );
  }
  return stats;
}

/** The real path of the nearest ancestor that exists: where the folder would come to lie. */
function resolveExisting(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at);
    } catch {
      if (at === dirname(at)) return at;
    }
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
