import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type FileReading, failure } from './procfs-files.ts';

/** One line of `stat`, or why there is none. */
export type LineReading = { readonly kind: 'line'; readonly text: string } | Exclude<FileReading, { kind: 'bytes' }>;

/** Reads `stat` of processes again and again. */
export type StatReader = {
  /** `hold` keeps the file open for the next time: it names the process for good, so a new one of the same pid is not it. */
  read(pid: number, hold: boolean): LineReading;
  release(pid: number): void;
  close(): void;
};

/** Longer than any line: the name has 15 bytes and there are 52 numbers. */
const LONGEST_LINE = 4096;
const MOST_HELD = 4096;

/**
 * A reader that keeps files open between scans, since opening and closing cost more than reading does. At most a quarter of
 * the descriptors that this process may have are used for that.
 */
export function createStatReader(root: string): StatReader {
  const held = new Map<number, number>();
  const most = Math.min(MOST_HELD, Math.floor(descriptorLimit() / 4));
  const buffer = Buffer.allocUnsafe(LONGEST_LINE);
  const release = (pid: number): void => {
    const descriptor = held.get(pid);
    if (descriptor === undefined) return;
    held.delete(pid);
    closeSync(descriptor);
  };
  const readLine = (descriptor: number): LineReading => ({
    kind: 'line',
    text: buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, LONGEST_LINE, 0)),
  });
  const readHeld = (pid: number): LineReading | undefined => {
    const descriptor = held.get(pid);
    if (descriptor === undefined) return undefined;
    try {
      return readLine(descriptor);
    } catch {
      // That process has ended; the number may be another's by now.
      release(pid);
      return undefined;
    }
  };
  return {
    read(pid, hold) {
      const known = readHeld(pid);
      if (known !== undefined) return known;
      let descriptor: number | undefined;
      try {
        descriptor = openSync(`${root}/${pid}/stat`, 'r');
        const line = readLine(descriptor);
        if (hold && held.size < most) {
          held.set(pid, descriptor);
          descriptor = undefined;
        }
        return line;
      } catch (error) {
        return failure(error);
      } finally {
        if (descriptor !== undefined) closeSync(descriptor);
      }
    },
    release,
    close() {
      for (const pid of [...held.keys()]) release(pid);
    },
  };
}

/** The soft limit of open files; a small one where it cannot be read. */
function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === undefined ? 256 : Number(limit);
  } catch {
    return 256;
  }
}
