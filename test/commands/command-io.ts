import { Readable } from 'node:stream';
import type { CommandIo } from '../../src/commands/command.ts';

export type Captured = { readonly io: CommandIo; out(): string; err(): string };

/** A command's world that remembers what was printed. */
export function captureIo(more: Partial<CommandIo> = {}): Captured {
  const printed = { out: '', err: '' };
  const io: CommandIo = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    whenReaderLeaves: () => undefined,
    env: {},
    cwd: '/',
    stdin: Readable.from([]),
    stdoutIsTerminal: false,
    columns: 80,
    ...more,
  };
  return { io, out: () => printed.out, err: () => printed.err };
}
