import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { KnownError } from '../errors.ts';

/** What the ledger needs of a file system. Every path is absolute; every file is made 0600. */
export type LedgerFiles = {
  /** Opens for appending, makes the file when it is not there. */
  openAppend(path: string): OpenFile;
  /** Opens for reading; null when there is no such file. */
  openRead(path: string): OpenFile | null;
  /** The size in bytes, null when there is no such file. */
  sizeOf(path: string): number | null;
  /** When it was last written, in milliseconds since the epoch; null when there is no such file. */
  modifiedAt(path: string): number | null;
  /** Puts `bytes` at `path` in one step (a new file, renamed over the old one). */
  replace(path: string, bytes: Uint8Array): void;
  /** Makes the file at least `size` bytes long; sparse, and never shorter, whoever else does the same. */
  extend(path: string, size: number): void;
  /** Gives the file a second name; it must not be taken. */
  link(path: string, name: string): void;
  list(folder: string): readonly string[];
  remove(path: string): void;
};

export type OpenFile = {
  size(): number;
  /** Up to `length` bytes from `position`; fewer at the end of the file. */
  read(position: number, length: number): Uint8Array;
  /** One write(2) at the end of the file; returns how many bytes it took. */
  write(bytes: Uint8Array): number;
  /** Whether the path still names this file. */
  isCurrent(): boolean;
  close(): void;
};

/** No exception for what is not there: making one takes longer than the question. */
const IF_THERE = { throwIfNoEntry: false } as const;

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/**
 * The real file system. Its functions throw a KnownError that names the path and the reason (a link, another owner, no
 * space, no permission).
 */
export const nodeFiles: LedgerFiles = {
  openAppend: (path) => attempt('open', path, () => openFile(path, O_RDWR | O_APPEND | O_CREAT)),
  openRead: (path) => attempt('open', path, () => unlessMissing(() => openFile(path, O_RDONLY))),
  sizeOf: (path) => attempt('read', path, () => statSync(path, IF_THERE)?.size ?? null),
  modifiedAt: (path) => attempt('read', path, () => statSync(path, IF_THERE)?.mtimeMs ?? null),
  replace: (path, bytes) => attempt('write', path, () => replaceFile(path, bytes)),
  extend: (path, size) => attempt('write', path, () => extendFile(path, size)),
  link: (path, name) => attempt('write', name, () => linkSync(path, name)),
  list: (folder) => attempt('read', folder, () => readdirSync(folder)),
  remove: (path) => attempt('remove', path, () => rmSync(path, { force: true })),
};

function openFile(path: string, flags: number): OpenFile {
  // O_NONBLOCK: a FIFO must be refused below, not waited for.
  const fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const opened = fstatSync(fd);
  try {
    requireOwnFile(path, opened);
    if ((opened.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let isOpen = true;
  return {
    size: () => attempt('read', path, () => fstatSync(fd).size),
    read: (position, length) => attempt('read', path, () => readFully(fd, position, length)),
    write: (bytes) => attempt('write', path, () => writeSync(fd, bytes)),
    isCurrent: () => attempt('read', path, () => isSameFile(path, opened)),
    close() {
      // The number may be another file's by the second time.
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}

function requireOwnFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new KnownError(`ledger file ${path}: expected a regular file`);
  const uid = process.geteuid?.();
  if (uid !== undefined && stats.uid !== uid) {
    throw new KnownError(`ledger file ${path}: expected that it is yours (uid ${uid}), it belongs to uid ${stats.uid}`);
  }
}

function readFully(fd: number, position: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const count = readSync(fd, bytes, got, length - got, position + got);
    if (count === 0) break;
    got += count;
  }
  return bytes.subarray(0, got);
}

function isSameFile(path: string, opened: Stats): boolean {
  const now = statSync(path, IF_THERE);
  return now !== undefined && now.ino === opened.ino && now.dev === opened.dev;
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const next = `${path}.${process.pid}.new`;
  rmSync(next, { force: true });
  const fd = openSync(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(next, path);
}

function extendFile(path: string, size: number): void {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (size > 0) writeSync(fd, ONE_BYTE, 0, 1, size - 1);
  } finally {
    closeSync(fd);
  }
}

const ONE_BYTE = new Uint8Array([0x2e]);

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ELOOP: 'it is a symbolic link',
  EMFILE: 'too many open files',
  EIO: 'the device reported an error',
};

function attempt<T>(what: 'open' | 'read' | 'write' | 'remove', path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof KnownError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const reason = REASONS[code];
    const text = reason === undefined ? code : `${reason} (${code})`;
    throw new KnownError(`cannot ${what} the ledger file ${path}: ${text}`, { cause: error });
  }
}
