import { closeSync, openSync, readlinkSync, readSync, statSync } from 'node:fs';

/** What came of reading one file of /proc. `gone`: the process ended in between. */
export type FileReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'gone' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly code: string };

const FIRST_SIZE = 16 * 1024;

/**
 * Reads small files of /proc through one buffer that grows as needed and is used again: a scan reads thousands of them.
 * The bytes are valid until the next read. Longer ones than `limit` are cut there.
 */
export function createFileReader(limit: number): (path: string) => FileReading {
  let buffer: Buffer = Buffer.allocUnsafe(FIRST_SIZE);
  return (path) => {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, 'r');
      let length = 0;
      for (;;) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null);
        length += count;
        // A short read is the end: these files are produced whole for each read. A full buffer may hide more.
        if (count === 0 || length < buffer.length) break;
        if (length >= limit) break;
        buffer = grow(buffer, Math.min(limit, buffer.length * 2));
      }
      return { kind: 'bytes', bytes: buffer.subarray(0, length) };
    } catch (error) {
      return failure(error);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  };
}

/** The effective user of a process: the owner of its folder. Null when it cannot be told. */
export function readOwner(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid ?? null;
  } catch {
    return null;
  }
}

/** Where a link of /proc points; undefined when that cannot be told. */
export function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function grow(buffer: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  buffer.copy(larger);
  return larger;
}

/** What an error of reading a file of /proc says about its process. */
export function failure(error: unknown): Exclude<FileReading, { kind: 'bytes' }> {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  if (code === 'ENOENT' || code === 'ESRCH') return { kind: 'gone' };
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'denied' };
  return { kind: 'failed', code };
}
