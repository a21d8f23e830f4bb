/** A file as an input: it ends, or it is a device or a pipe that does not. */
import { ENDLESS_DEVICE } from '../programs/devices.ts';
import type { State, Stream } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';

/** Beside those that print without end. */
const NEVER_ENDING = /^\/dev\/(tty|console|pts\/|stdin|tcp\/|udp\/|input\/|ttyUSB|ttyACM|kmsg)|^\/proc\/kmsg/;

type File = { readonly text: string; readonly label: string; readonly id: number; readonly writes: boolean };

/** What a redirect reads; `writes`: it opens both ends. */
export function fileStream(file: File, state: State): Stream {
  const { text, label, id } = file;
  const path = isKnown(text) ? text : undefined;
  const supply = supplyOfFile(file, state);
  const content = supply === 'finite' && path !== undefined ? contentOf(path, state) : undefined;
  // many write to a file that was empty, also what nobody looks into
  const known = content === '' && path !== NOTHING ? undefined : content;
  return { id, supply, text: known, label, path, found: [] };
}

/** What has been written there, where that is known. */
export function contentOf(path: string, state: State): string | undefined {
  return path === NOTHING ? '' : state.io.files.get(path);
}

const NOTHING = '/dev/null';

function supplyOfFile({ text, writes }: File, state: State): Stream['supply'] {
  if (isKnown(text) && ENDLESS_DEVICE.test(text)) return 'chatty';
  if (isKnown(text) && (NEVER_ENDING.test(text) || state.io.fifos.has(text))) return 'quiet';
  return writes ? 'unknown' : 'finite';
}
