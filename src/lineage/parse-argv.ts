const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/**
 * Splits the bytes of `/proc/<pid>/cmdline` into arguments. They are separated and ended by NUL; a program that rewrote
 * its own title leaves one text, padded with NULs or without any. Bytes that are no UTF-8 become U+FFFD.
 * @returns the arguments; empty for a zombie, a kernel thread or a wiped command line.
 */
export function parseArgv(bytes: Uint8Array): readonly string[] {
  let end = bytes.length;
  // The padding of a rewritten title; a last argument that is really empty is lost with it, which changes no program.
  while (end > 0 && bytes[end - 1] === 0) end--;
  if (end === 0) return [];
  return decoder.decode(bytes.subarray(0, end)).split('\0');
}

/**
 * Picks named variables out of the bytes of `/proc/<pid>/environ`. Only the named values are ever turned into text: the
 * rest may hold secrets. The first of two equal names counts, as for getenv(3).
 */
export function pickMarkers(bytes: Uint8Array, names: ReadonlySet<string>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let start = 0;
  while (start < bytes.length) {
    const end = indexOr(bytes, 0, start, bytes.length);
    const equals = bytes.indexOf(EQUALS, start);
    if (equals > start && equals < end && equals - start <= LONGEST_NAME) {
      const name = decoder.decode(bytes.subarray(start, equals));
      if (names.has(name) && found[name] === undefined) found[name] = decoder.decode(bytes.subarray(equals + 1, end));
    }
    start = end + 1;
  }
  return found;
}

const EQUALS = 0x3d;
const LONGEST_NAME = 64;

function indexOr(bytes: Uint8Array, value: number, from: number, otherwise: number): number {
  const index = bytes.indexOf(value, from);
  return index === -1 ? otherwise : index;
}
