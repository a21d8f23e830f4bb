/** What runs once for each item, and what is too much to be followed: no bound may be claimed of the whole. */
import { expect, it } from 'vitest';
import { analyze } from './analyzing.ts';

const waits = (count: number): string => Array.from({ length: count }, (_, index) => 10 + (index % 2)).join(' ');

it.each([
  ['find . -exec sleep 10 \\;', { kind: 'finite' }],
  ['xargs -n1 sleep 5 < list', { kind: 'finite' }],
  ['find . -exec timeout 60 make {} \\;', { kind: 'finite' }],
  [`echo ${waits(10)} | xargs -n1 sleep`, { kind: 'within', seconds: 105 }],
  [`echo ${waits(41)} | xargs -n1 sleep`, { kind: 'finite' }],
  [`printf '%s\\n' ${waits(41)} | xargs -I{} sleep {}`, { kind: 'finite' }],
  ['sleep 5; find . -exec sleep 10 \\;', { kind: 'finite' }],
])('%s', (text, call) => {
  expect(analyze(text)).toMatchObject({ status: 'complete', call });
});

it('does not claim to know all of more children than it follows', () => {
  const text = Array.from({ length: 600 }, () => 'sleep 1 &').join('\n');
  expect(analyze(text)).toMatchObject({ status: 'partial', call: { kind: 'finite' } });
});
