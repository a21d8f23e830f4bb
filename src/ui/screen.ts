/**
 * Owner of the terminal's alternate buffer. Ink's own painter is not used for the full screen: it takes 60 ms for
 * 250x80 and keeps every text that it ever measured, so a day of changing numbers would grow without end. Here a frame
 * is a list of painted lines, and only the lines that differ from the last frame are written.
 */
import type { Painted } from './theme.ts';

export type ScreenOutput = {
  write(text: string): boolean;
  /** false once the terminal is gone */
  readonly writable: boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/** The lines of a terminal `columns` wide. */
export type Frame = { readonly lines: readonly Painted[]; readonly columns: number };

export type Screen = {
  /** shows the frame; the first line is the top one */
  draw(frame: Frame): void;
  /** the next frame is written whole: after a resize */
  invalidate(): void;
  /** leaves the alternate buffer for a while (the shell's job control) */
  suspend(): void;
  /** comes back, and shows the last frame again */
  resume(): void;
  /** restores the terminal; may be called at any time and twice */
  close(): void;
};

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J';
const LEAVE = '\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l';
/** Synchronized update: terminals that know it show the frame at once, others ignore it. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

/** Takes the terminal over. */
export function openScreen(output: ScreenOutput): Screen {
  const send = patientWriter(output, () => last !== null && draw(last));
  let shown: readonly string[] | null = null;
  let last: Frame | null = null;
  let state: 'open' | 'suspended' | 'closed' = 'open';
  const draw = (frame: Frame): void => {
    last = frame;
    if (state !== 'open' || !send.ready()) return;
    const text = difference(shown, frame);
    shown = frame.lines.map((line) => line.text);
    if (text !== '') send.write(`${BEGIN}${text}${END}`);
  };
  send.write(ENTER);
  return {
    draw,
    invalidate: () => {
      shown = null;
    },
    suspend: () => {
      if (state !== 'open') return;
      state = 'suspended';
      send.write(LEAVE);
    },
    resume: () => {
      if (state === 'closed') return;
      if (state === 'suspended') send.write(ENTER);
      state = 'open';
      shown = null;
      if (last !== null) draw(last);
    },
    close: () => {
      if (state === 'open') send.write(LEAVE);
      state = 'closed';
    },
  };
}

/** A slow terminal gets the newest frame when it is ready again, not all that it missed. */
function patientWriter(output: ScreenOutput, drained: () => void) {
  let blocked = false;
  return {
    ready: () => !blocked,
    write(text: string): void {
      if (!output.writable || output.write(text) || blocked) return;
      blocked = true;
      output.once('drain', () => {
        blocked = false;
        drained();
      });
    },
  };
}

/** What to write to turn the lines that are shown into the frame. Null: nothing known is shown. */
export function difference(shown: readonly string[] | null, { lines, columns }: Frame): string {
  let text = shown === null ? '\u001b[2J' : '';
  for (const [index, line] of lines.entries()) {
    if (shown !== null && shown[index] === line.text) continue;
    // Erased behind the text: erasing first would flicker. Behind a full line the cursor still stands on its last column.
    text += `\u001b[${index + 1};1H${line.text}${line.width < columns ? '\u001b[K' : ''}`;
  }
  for (let index = lines.length; index < (shown?.length ?? 0); index += 1) text += `\u001b[${index + 1};1H\u001b[K`;
  return text;
}
