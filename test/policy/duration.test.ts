import { expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/policy/duration.ts';

it.each([
  ['90', 90],
  ['90s', 90],
  ['15m', 900],
  ['1.5h', 5400],
  ['1h30m', 5400],
  ['2d', 172_800],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1x', undefined],
  ['36525d', 3_155_760_000],
  ['36526d', undefined],
  ['9'.repeat(400), undefined],
])('parseDuration(%j) is %j', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

it.each([
  [0, '0s'],
  [2.5, '2.5s'],
  [59.9, '59s'],
  [60, '1m'],
  [77_100, '21h 25m'],
  [86_400, '1d'],
  [-90, '-1m 30s'],
  [Number.POSITIVE_INFINITY, 'for ever'],
])('formatDuration(%j) is %j', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
