/** The settings files of hosts: small texts that belong to the user, replaced in one step and never half written. */
import {
  chmodSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  /** Removes the file, and the folders that were made for it, when nothing else is in them by now. */
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
  remove: (path) => attempt(path, 'removed', () => removeWithFolders(path)),
};

/** Writing a file into folders made for it takes less than this; whoever made them before was another program. */
const MADE_WITHIN_MS = 50;

function removeWithFolders(path: string): void {
  const made = foldersMadeFor(path);
  rmSync(path, { force: true });
  for (const { folder, bornMs } of made) {
    // A file system that keeps no birth time shows the last change in its place, which this removal was.
    if (bornAt(folder) !== bornMs || !removeEmpty(folder)) return;
  }
}

type MadeFolder = { readonly folder: string; readonly bornMs: number };

/** The folders above the file, the nearest first, that are exactly as old as the file. */
function foldersMadeFor(path: string): readonly MadeFolder[] {
  const made: MadeFolder[] = [];
  const fileMs = bornAt(path);
  for (let folder = dirname(path); fileMs !== null && folder !== dirname(folder); folder = dirname(folder)) {
    const bornMs = bornAt(folder);
    if (bornMs === null || Math.abs(fileMs - bornMs) > MADE_WITHIN_MS) return made;
    made.push({ folder, bornMs });
  }
  return made;
}

function bornAt(path: string): number | null {
  return unlessMissing(() => lstatSync(path).birthtimeMs);
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

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
