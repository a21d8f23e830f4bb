/** Standard input and output of a one-shot process, by plain descriptors: streams would cost time and can lose bytes at exit. */
import { fstatSync, readSync, writeSync } from 'node:fs';

/**
 * Everything on standard input, at most `limit + 1` bytes (so that too much can be told from just enough). The rest is
 * read and dropped, because a host that cannot write all of it would fail. Empty when there is no input, when it is a
 * terminal, or when nothing came for `patience` milliseconds.
 */
export function readStandardInput(limit: number, patience = 10_000): Uint8Array {
  if (isTerminal()) return new Uint8Array();
  const chunks: Buffer[] = [];
  let kept = 0;
  for (;;) {
    const chunk = readChunk(patience);
    if (chunk === null) break;
    if (kept <= limit) chunks.push(chunk.subarray(0, limit + 1 - kept));
    kept += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** Only a character device can be one; asking `node:tty` before that would cost every hook its loading. */
function isTerminal(): boolean {
  try {
    return fstatSync(0).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(0);
  } catch {
    return false;
  }
}

function readChunk(patience: number): Buffer | null {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const count = retryWhileBusy(() => readSync(0, buffer, 0, chunkBytes, null), patience);
  return count === null || count === 0 ? null : buffer.subarray(0, count);
}

const chunkBytes = 64 * 1024;

/** Writes to standard output; a reader that has gone away is nobody to tell. */
export function writeStandardOutput(text: string): void {
  writeAll(1, text);
}

/** The same for standard error. */
export function writeStandardError(text: string): void {
  writeAll(2, text);
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) {
    const count = retryWhileBusy(() => writeSync(descriptor, bytes, at), 1_000);
    if (count === null) return;
    at += count;
  }
}

/** The result; null on any error (closed, gone, EOF on Windows) or when a non-blocking descriptor stays busy too long. */
function retryWhileBusy(act: () => number, patience: number): number | null {
  for (let waited = 0; waited <= patience; waited += pause) {
    try {
      return act();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return null;
      Atomics.wait(idle, 0, 0, pause);
    }
  }
  return null;
}

const pause = 5;
const idle = new Int32Array(new SharedArrayBuffer(4));
