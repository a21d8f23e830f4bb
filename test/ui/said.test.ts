import { describe, expect, it } from 'vitest';
import { type Said, sayTogether } from '../../src/ui/said.ts';

const done = (pid: number): Said => ({ pid, tone: 'good', text: 'paused' });
const failed = (pid: number): Said => ({ pid, tone: 'alarm', text: 'EPERM' });

describe('the message about requests that were made together', () => {
  it.each<readonly [string, readonly Said[], string | undefined]>([
    ['nothing', [], undefined],
    ['one', [done(1)], '1 paused'],
    ['all of a group', [done(1), done(2), done(3)], '1, 2, 3 paused'],
    ['many', [1, 2, 3, 4, 5, 6, 7].map(done), '1, 2, 3, 4 and 3 more paused'],
    ['what stood in the way before what was done', [done(1), failed(2), done(3)], '2: EPERM; 1, 3 paused'],
    ['what is about no process', [{ pid: null, tone: 'alarm', text: 'no' }], 'no'],
  ])('names %s', (_what, said, text) => {
    expect(sayTogether(said)?.text).toBe(text);
  });

  it('is an alarm when anything failed', () => {
    expect(sayTogether([done(1), failed(2)])?.tone).toBe('alarm');
    expect(sayTogether([done(1)])?.tone).toBe('good');
  });
});
