import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from '../../src/view/printable.ts';

it.each([
  ['\x1b]0;title\x07', '\\x1b]0;title\\x07'],
  ['\u009b31m', '\\u009b31m'],
  ['a\r\nb\tc', 'a\\x0d\nb\tc'],
  ['\u202eabc', '\\u202eabc'],
  ['\ud83d\ude00 ok', '\ud83d\ude00 ok'],
  ['\ud83d!', '\\ud83d!'],
])('shows %j as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('lets no control character through but tab and newline', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});
