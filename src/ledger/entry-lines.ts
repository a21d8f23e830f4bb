/**
 * Entries as lines and back. A line is ASCII JSON without line breaks that begins with `{"v":` and ends with a checksum
 * of what stands before it:
 *
 *     {"v":1,"id":"...","at":"...","session":"...","host":"...","kind":"...",...,"sum":"0a1b2c3d"}
 *
 * `{"v":` can stand nowhere else (in a string its quotes are escaped), so records that got glued together can be told
 * apart; a piece without its end was torn by a crash, and whatever else does not check out is damage.
 */
import type { Entry } from './entry.ts';
import { decodeEntry, ENTRY_VERSION } from './entry-shapes.ts';

const BEGIN = '{"v":';
const SUM = ',"sum":"';
/** `,"sum":"0a1b2c3d"}` */
const TAIL_LENGTH = SUM.length + 8 + 2;
/** what a torn write leaves of the beginning of a record, any number of times */
const TORN_BEGINNING = /^(?:\{(?:"(?:v"?)?)?)*$/;
const WHOLE_TAIL = /,"sum":"[0-9a-f]{8}"\}/;

/** One line, its line break included: `line.length` is its length in bytes. */
export function encodeEntry(entry: Entry): string {
  const { v: _, id, at, session, host, ...body } = entry;
  const head = { v: ENTRY_VERSION, id, at, session, host };
  const text = toAscii(JSON.stringify({ ...head, ...body })).slice(0, -1);
  return `${text}${SUM}${checksum(text)}"}\n`;
}

/** The checksum of lines and of caches: eight hexadecimal digits. */
export function checksum(text: string | Uint8Array): string {
  const sum = text.length <= SHORT ? crcOf(text) : process.getBuiltinModule('node:zlib').crc32(text);
  return sum.toString(16).padStart(8, '0');
}

/** Up to here our own loop is done before `node:zlib` would be loaded. */
const SHORT = 8192;

/** CRC-32 as zlib, gzip and PNG have it, of ASCII text or of bytes. */
function crcOf(text: string | Uint8Array): number {
  table ??= crcTable();
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    const byte = typeof text === 'string' ? text.charCodeAt(at) : (text[at] ?? 0);
    // What is not ASCII counts as UTF-8.
    if (byte > 0x7f && typeof text === 'string') return process.getBuiltinModule('node:zlib').crc32(text);
    crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

let table: Int32Array | undefined;

/** For whole bytes, from the one for bits: each entry follows from that of half its index. */
function crcTable(): Int32Array {
  const made = new Int32Array(256);
  for (let bit = 128, of = 1; bit > 0; bit >>= 1) {
    of = (of >>> 1) ^ (of & 1 ? 0xedb88320 : 0);
    for (let at = 0; at < 256; at += 2 * bit) made[at + bit] = of ^ (made[at] ?? 0);
  }
  return made;
}

export type ReadLine = {
  readonly entries: readonly Entry[];
  /** pieces that a crash tore; they belonged to nobody who got an answer */
  readonly torn: number;
  /** what could not be read, null when all could */
  readonly damage: string | null;
};

/** Reads one line (without its line break; bytes as Latin-1 characters). */
export function readLine(line: string): ReadLine {
  const entries: Entry[] = [];
  let torn = 0;
  const pieces = splitRecords(line);
  for (const [index, piece] of pieces.entries()) {
    const record = readRecord(piece);
    if (typeof record !== 'string') {
      entries.push(record);
    } else if (index < pieces.length - 1 && isTorn(piece)) {
      torn += piece === '' ? 0 : 1;
    } else {
      return { entries, torn, damage: record };
    }
  }
  return { entries, torn, damage: null };
}

/** Whether text at the end of the file, without a line break, may be a write that is going on or was torn. */
export function isTornTail(tail: string): boolean {
  return splitRecords(tail).every((piece) => isTorn(piece) || typeof readRecord(piece) !== 'string');
}

/** The text before the first beginning of a record (usually nothing), then one piece for each beginning. */
function splitRecords(line: string): readonly string[] {
  const first = line.indexOf(BEGIN);
  if (first < 0) return [line];
  const pieces = first === 0 ? [] : [line.slice(0, first)];
  for (let at = first; at >= 0; ) {
    const next = line.indexOf(BEGIN, at + 1);
    pieces.push(next < 0 ? line.slice(at) : line.slice(at, next));
    at = next;
  }
  return pieces;
}

function readRecord(piece: string): Entry | string {
  const text = piece.slice(0, -TAIL_LENGTH);
  const tail = piece.slice(-TAIL_LENGTH);
  if (!piece.startsWith(BEGIN) || !tail.startsWith(SUM) || !tail.endsWith('"}')) return 'not an entry';
  if (tail.slice(SUM.length, -2) !== checksum(text)) return 'the checksum does not fit';
  try {
    return decodeEntry(JSON.parse(`${text}}`));
  } catch {
    return 'not JSON';
  }
}

function isTorn(piece: string): boolean {
  if (TORN_BEGINNING.test(piece)) return true;
  return piece.startsWith(BEGIN) && !WHOLE_TAIL.test(piece) && /^[\x20-\x7e]*$/.test(piece);
}

function toAscii(json: string): string {
  return json.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
