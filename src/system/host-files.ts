/** The settings files of hosts: small texts that belong to the user, replaced in one step and never half written. */
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KnownError } from '../errors.ts';
import { makeFolders } from './make-folders.ts';

export type HostFiles = {
  /** Null when there is no such file; throws a KnownError when it cannot be read or is no valid UTF-8. */
  read(path: string): string | null;
  /**
   * Replaces the text in one step; a link is followed, the mode is kept, missing folders are made. `like`: a new file gets the
   * mode of that one, so that a copy of a private file is private.
   */
  write(path: string, text: string, like?: string): void;
  remove(path: string): void;
};

export const hostFiles: HostFiles = {
  read(path) {
    const bytes = attempt(path, 'read', () => unlessMissing(() => readFileSync(path)));
    if (bytes === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (error) {
      throw new KnownError(`${path}: is not valid UTF-8; nothing was changed`, { cause: error });
    }
  },
  write: (path, text, like) => attempt(path, 'written', () => replaceText(path, text, like ?? path)),
  remove: (path) => attempt(path, 'removed', () => rmSync(path, { force: true })),
};

function replaceText(path: string, text: string, like: string): void {
  makeFolders(dirname(path));
  // Settings are often links into a folder under version control: the link stays, its target changes.
  const target = unlessMissing(() => realpathSync(path)) ?? path;
  const mode = unlessMissing(() => statSync(target).mode) ?? unlessMissing(() => statSync(like).mode);
  const next = `${target}.${process.pid}.new`;
  try {
    writeFileSync(next, text, { flag: 'wx', ...(mode === null ? {} : { mode: mode & 0o777 }) });
    if (mode !== null) chmodSync(next, mode & 0o7777);
    renameSync(next, target);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function attempt<T>(path: string, what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof KnownError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new KnownError(`${path}: cannot be ${what} (${code})`, { cause: error });
  }
}
