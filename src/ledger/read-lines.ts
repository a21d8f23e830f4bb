import type { OpenFile } from '../system/files.ts';

export type RawLine = {
  /** the bytes as Latin-1 characters, without the line break */
  readonly text: string;
  readonly offset: number;
  /** false: the end of the file came before a line break */
  readonly ended: boolean;
};

const CHUNK = 1 << 20;

/** The lines of a file from `from` (the beginning of a line) up to where it ends now, in one pass and little memory. */
export function* readLines(file: OpenFile, from: number): Generator<RawLine> {
  const end = file.size();
  let offset = from;
  let rest = '';
  for (let at = from; at < end; ) {
    const bytes = file.read(at, Math.min(CHUNK, end - at));
    if (bytes.length === 0) break;
    at += bytes.length;
    const text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    let begin = 0;
    for (let stop = text.indexOf('\n'); stop >= 0; stop = text.indexOf('\n', begin)) {
      yield { text: text.slice(begin, stop), offset, ended: true };
      offset += stop + 1 - begin;
      begin = stop + 1;
    }
    rest = text.slice(begin);
  }
  if (rest !== '') yield { text: rest, offset, ended: false };
}
