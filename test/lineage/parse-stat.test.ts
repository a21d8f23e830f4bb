/** Proves that every shape of a stat line becomes numbers or an honest null, never a 0 that was not there. */
import { describe, expect, it } from 'vitest';
import { parseStat } from '../../src/lineage/parse-stat.ts';
import { statLine } from './table.ts';

describe('parseStat', () => {
  it.each([
    ['a plain name', 'bash'],
    ['a closing parenthesis', 'a) S 1 2'],
    ['blanks', 'tmux: server'],
    ['a newline', 'x\ny'],
    ['nothing', ''],
    ['only parentheses', '()()'],
  ])('takes the name from the first to the last parenthesis: %s', (_, comm) => {
    expect(parseStat(statLine({ pid: 42, comm, ppid: 7, start: 900 }))).toMatchObject({
      pid: 42,
      comm,
      ppid: 7,
      startTicks: 900,
    });
  });

  it('sums user and system time, its own and that of reaped children', () => {
    const row = parseStat(statLine({ pid: 1, utime: 3, stime: 4, cutime: 50, cstime: 60 }));
    expect(row).toMatchObject({ cpuTicks: 7, childCpuTicks: 110 });
  });

  it.each([
    ['ppid', { ppid: 'x' }, 'ppid'],
    ['start time', { start: '' }, 'startTicks'],
    ['a start beyond what a number holds', { start: '99999999999999999999' }, 'startTicks'],
    ['a negative parent', { ppid: '-1' }, 'ppid'],
    ['children time', { cutime: '?' }, 'childCpuTicks'],
  ] as const)('says null, never 0, for a broken %s', (_, fields, member) => {
    expect(parseStat(statLine({ pid: 9, ...fields }))).toMatchObject({ pid: 9, [member]: null });
  });

  it('knows kernel threads by their flag, not by their name', () => {
    expect(parseStat(statLine({ pid: 2, comm: 'kthreadd', flags: 0x00200040 }))).toMatchObject({ kernelThread: true });
    expect(parseStat(statLine({ pid: 3, comm: 'kworker/0:0' }))).toMatchObject({ kernelThread: false });
  });

  it.each(['', '42', '42 (x', '(x) S 1', 'x (y) S 1', '0 (x) S 1', '5 (x)', '5 (x) '])(
    'names what is wrong with %j',
    (text) => {
      expect(parseStat(text)).toHaveProperty('problem');
    },
  );

  it('tells another program in the same process by its addresses', () => {
    const before = parseStat(statLine({ pid: 5, stack: '140', argStart: '900' }));
    const after = parseStat(statLine({ pid: 5, stack: '141', argStart: '901' }));
    expect('image' in before && 'image' in after && before.image !== after.image).toBe(true);
  });
});
