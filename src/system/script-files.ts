import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** A script longer than this is not followed. */
const MOST_BYTES = 128 * 1024;

/**
 * Reads script files for the analysis. Only plain files of a bounded size that look like text; anything else is
 * undefined, as is a relative path when the folder that the command runs in is not known.
 */
export function scriptReader(cwd: string | null): (path: string) => string | undefined {
  return (path) => {
    if (path === '' || (!isAbsolute(path) && cwd === null)) return undefined;
    return readText(isAbsolute(path) ? path : join(cwd ?? '', path));
  };
}

function readText(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO that nobody writes to must not hang a hook.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    const buffer = Buffer.alloc(stat.size);
    const length = readSync(descriptor, buffer, 0, stat.size, 0);
    const bytes = buffer.subarray(0, length);
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
