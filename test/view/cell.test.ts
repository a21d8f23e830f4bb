import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cell, cutLine, fitLine, lineText, lineWidth, neutralize, spreadLine } from '../../src/view/cell.ts';

describe('neutralize', () => {
  it.each([
    ['plain text stays', 'until [ -f x ]; do :; done', 'until [ -f x ]; do :; done'],
    ['an OSC title', '\u001b]0;PWNED\u0007', '␛]0;PWNED␇'],
    ['a CSI clear', '\u001b[2J', '␛[2J'],
    ['a C1 CSI', '\u009b31m', '�31m'],
    ['line ends and tabs', 'a\nb\r\nc\td\re', 'a↵b↵c d␍e'],
    ['DEL', 'a\u007fb', 'a␡b'],
    ['a bidi override', 'a\u202egnp.exe', 'a�gnp.exe'],
    ['a zero-width space', 'rm\u200b-rf', 'rm�-rf'],
    ['a lone surrogate', 'a\ud800b', 'a�b'],
    ['a private character', 'a\ue0b0b', 'a�b'],
    ['wide letters stay', '完了 한글', '完了 한글'],
    ['joined emoji become their first', '👩‍💻👍🏽', '👩👍'],
    ['flags become letters', '🇩🇪', 'DE'],
    ['a keycap becomes its digit', '1\ufe0f\u20e3', '1'],
    ['an accent stays', 'e\u0301', 'e\u0301'],
    ['a stack of accents is cut', `e${'\u0301'.repeat(40)}`, 'e\u0301\u0301'],
    ['an accent without a letter gets one', '\u0301x', '◌\u0301x'],
  ])('%s', (_name, text, expected) => {
    expect(neutralize(text)).toBe(expected);
  });

  it('leaves no control, format or lone surrogate character, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(neutralize(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });

  it('is settled after once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(neutralize(neutralize(text))).toBe(neutralize(text));
      }),
    );
  });
});

describe('lines', () => {
  const anyLine = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => cell(text)),
    { maxLength: 6 },
  );

  it('are cut to at most, and fitted to exactly, the width', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 1, max: 60 }), (line, width) => {
        expect(lineWidth(cutLine(line, width))).toBeLessThanOrEqual(width);
        expect(lineWidth(fitLine(line, width))).toBe(width);
        expect(stringWidth(lineText(fitLine(line, width)))).toBe(width);
      }),
    );
  });

  it.each([
    ['what fits', 20, 'one two'],
    ['what is too long', 6, 'one t…'],
    ['a cut at the seam', 3, 'on…'],
  ])('say with an ellipsis that something is missing: %s', (_name, width, expected) => {
    expect(lineText(cutLine([cell('one'), cell(' two')], width))).toBe(expected);
  });

  it('put two sides at the two ends', () => {
    expect(lineText(spreadLine([cell('left')], [cell('right')], 12))).toBe('left   right');
    expect(lineText(spreadLine([cell('a long left side')], [cell('right')], 12))).toBe('a long…right');
  });
});
