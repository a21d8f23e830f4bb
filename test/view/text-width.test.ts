import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { neutralize } from '../../src/view/cell.ts';
import { cutToWidth, fitToWidth, isPlain, widthOf, wrapToWidth } from '../../src/view/text-width.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 50 }).map(neutralize);
const width = fc.integer({ min: 2, max: 40 });

describe('widths', () => {
  it('agree with string-width', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(widthOf(value)).toBe(stringWidth(value));
      }),
    );
  });

  it('know every character that they take for plain', () => {
    const plain = Array.from({ length: 0x10000 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).filter(
      isPlain,
    );
    expect(plain.length).toBeGreaterThan(30_000);
    const wrong = plain.filter((character) => widthOf(character) !== stringWidth(character));
    expect(wrong).toEqual([]);
    expect(plain.filter((character) => neutralize(`a${character}b`) !== `a${character}b`)).toEqual([]);
  });

  it('are never exceeded by a cut and exactly met by a fit', () => {
    fc.assert(
      fc.property(text, width, (value, columns) => {
        expect(widthOf(cutToWidth(value, columns))).toBeLessThanOrEqual(columns);
        expect(widthOf(fitToWidth(value, columns))).toBe(columns);
        expect(widthOf(fitToWidth(value, columns, 'right'))).toBe(columns);
      }),
    );
  });

  it('never split a wide character', () => {
    expect(cutToWidth('完了完了', 4)).toBe('完…');
    expect(fitToWidth('完了完了', 4)).toBe('完… ');
  });

  it('lose no character in wrapping, as long as there are lines', () => {
    fc.assert(
      fc.property(text, width, (value, columns) => {
        const lines = wrapToWidth(value, columns, 1000);
        expect(lines.join('')).toBe(value);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('wrap at blanks and end with an ellipsis when the lines run out', () => {
    expect(wrapToWidth('the quick brown fox', 10, 9)).toEqual(['the quick ', 'brown fox']);
    expect(wrapToWidth('the quick brown fox', 10, 1)).toEqual(['the quick…']);
  });

  it('do not measure the whole of a huge text', () => {
    const began = performance.now();
    expect(fitToWidth('完'.repeat(1_000_000), 20)).toBe(`${'完'.repeat(9)}… `);
    // Measuring all of it takes several times this long; a busy machine must not fail the test.
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
