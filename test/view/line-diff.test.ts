import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLineDiff } from '../../src/view/line-diff.ts';

it('shows a change with three lines around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  expect(formatLineDiff('f', before, before.replace('e', 'E'))).toBe('--- f\n+++ f\n b\n c\n d\n-e\n+E\n f\n g\n h\n');
});

it('marks where lines between two changes are left out', () => {
  const middle = Array.from({ length: 9 }, (_, at) => `m${at}`).join('\n');
  expect(formatLineDiff('f', `a\n${middle}\nz\n`, `A\n${middle}\nZ\n`)).toBe(
    '--- f\n+++ f\n-a\n+A\n m0\n m1\n m2\n@@\n m6\n m7\n m8\n-z\n+Z\n',
  );
});

it.each([
  [null, 'a\n', '--- /dev/null\n+++ f\n+a\n'],
  ['a\n', null, '--- f\n+++ /dev/null\n-a\n'],
  ['a\n', 'a\n', ''],
])('%j to %j', (before, after, diff) => {
  expect(formatLineDiff('f', before, after)).toBe(diff);
});

it('loses and invents no line', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = formatLineDiff('f', before, after).split('\n').slice(2, -1);
      const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
      const size = (whole: string) => (whole === '' ? 0 : whole.split('\n').length);
      expect(count('+') - count('-')).toBe(size(after) - size(before));
    }),
  );
});
