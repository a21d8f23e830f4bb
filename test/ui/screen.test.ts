import { describe, expect, it } from 'vitest';
import { difference, openScreen } from '../../src/ui/screen.ts';
import type { Painted } from '../../src/ui/theme.ts';

const lines = (...texts: readonly string[]): readonly Painted[] => texts.map((text) => ({ text, width: text.length }));
const frame = (...texts: readonly string[]) => ({ lines: lines(...texts), columns: 10 });

/** A terminal that takes `room` writes before it is full. */
function fakeOutput(room = Number.POSITIVE_INFINITY) {
  const written: string[] = [];
  let drain = () => {};
  const output = {
    writable: true,
    left: room,
    write(text: string) {
      written.push(text);
      output.left -= 1;
      return output.left > 0;
    },
    once(_event: 'drain', listener: () => void) {
      drain = listener;
    },
  };
  return {
    output,
    written,
    drain: () => {
      output.left = Number.POSITIVE_INFINITY;
      drain();
    },
  };
}

describe('the difference of two frames', () => {
  it.each([
    [
      'nothing known: all, on a cleared screen',
      null,
      frame('a', 'b'),
      '\u001b[2J\u001b[1;1Ha\u001b[K\u001b[2;1Hb\u001b[K',
    ],
    ['the same: nothing', ['a', 'b'], frame('a', 'b'), ''],
    ['one line', ['a', 'b'], frame('a', 'c'), '\u001b[2;1Hc\u001b[K'],
    ['a full line is not erased behind', ['a'], frame('0123456789'), '\u001b[1;1H0123456789'],
    ['lines that are gone are erased', ['a', 'b'], frame('a'), '\u001b[2;1H\u001b[K'],
  ])('%s', (_name, shown, next, expected) => {
    expect(difference(shown, next)).toBe(expected);
  });
});

describe('the screen', () => {
  it('takes the alternate buffer and gives it back once', () => {
    const { output, written } = fakeOutput();
    const screen = openScreen(output);
    screen.draw(frame('a'));
    screen.close();
    screen.close();
    screen.draw(frame('b'));
    expect(written[0]).toContain('\u001b[?1049h');
    expect(written.filter((text) => text.includes('\u001b[?1049l'))).toHaveLength(1);
    expect(written.at(-1)).toContain('\u001b[?1049l');
  });

  it('shows the last frame again when it comes back from the shell', () => {
    const { output, written } = fakeOutput();
    const screen = openScreen(output);
    screen.draw(frame('a'));
    screen.suspend();
    screen.draw(frame('b'));
    expect(written.at(-1)).toContain('\u001b[?1049l');
    screen.resume();
    expect(written.at(-1)).toContain('\u001b[1;1Hb');
  });

  it('gives a slow terminal the newest frame, not all that it missed', () => {
    const { output, written, drain } = fakeOutput(2);
    const screen = openScreen(output);
    for (const text of ['a', 'b', 'c', 'd']) screen.draw(frame(text));
    expect(written).toHaveLength(2);
    drain();
    expect(written).toHaveLength(3);
    expect(written.at(-1)).toContain('d');
  });

  it('writes nothing to a terminal that is gone', () => {
    const { output, written } = fakeOutput();
    const screen = openScreen(output);
    output.writable = false;
    screen.draw(frame('a'));
    screen.close();
    expect(written).toHaveLength(1);
  });
});
