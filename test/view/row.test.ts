import { describe, expect, it } from 'vitest';
import { lineText, lineWidth } from '../../src/view/cell.ts';
import { chooseColumns, formatRow, titleRow } from '../../src/view/row.ts';
import { actionCell, groupActionCell } from '../../src/view/row-action.ts';
import { clockTime, cpuDuration, cpuPercent, limitDuration, shortDuration } from '../../src/view/row-duration.ts';
import { addSample, type Sample, sparkline, sumSamples } from '../../src/view/row-trend.ts';
import type { BoardRow } from '../../src/view/watch-board.ts';
import type { ActionStep } from '../../src/view/watch-model.ts';
import { finding } from '../policy/findings.ts';
import { NOW, near, suspect, track } from './suspects.ts';

const processRow = (of = suspect(4711)): Exclude<BoardRow, { kind: 'session' }> => ({
  kind: 'process',
  key: 'k',
  unit: 'u',
  track: track(of),
  member: false,
});

describe('durations', () => {
  it.each([
    [0, '0s'],
    [59.9, '59s'],
    [723, '12m03s'],
    [77_103, '21h25m'],
    [273_600, '3d04h'],
    [-154, '-2m34s'],
    [Number.POSITIVE_INFINITY, 'ever'],
  ])('%d s as %s', (seconds, expected) => {
    expect(shortDuration(seconds)).toBe(expected);
  });

  it.each([
    [0.3, '0.3s'],
    [65, '65s'],
    [900, '15m'],
    [3600, '1h'],
    [5400, '1h30m'],
    [86_400, '1d'],
  ])('a limit of %d s as %s', (seconds, expected) => {
    expect(limitDuration(seconds)).toBe(expected);
  });

  it('of CPU with the digits that matter', () => {
    expect([null, 0.421, 12.34, 4992, 77_103].map(cpuDuration)).toEqual(['-', '0.42s', '12.3s', '83m12s', '21h25m']);
    expect([null, 0.0041, 0.982, 3.98].map(cpuPercent)).toEqual(['-', '0.4', '98.2', '398']);
  });

  it('of the day in the local zone', () => {
    expect(clockTime(NOW, 0)).toBe('10:42:07');
    expect(clockTime(NOW, -60)).toBe('11:42:07');
  });
});

describe('the trend', () => {
  const samples = (...shares: readonly (number | null)[]): readonly Sample[] =>
    shares.map((share, index) => ({ atMs: NOW + index * 10_000, share }));

  it('draws one full core as a full bar and keeps the newest on the right', () => {
    expect(sparkline(samples(0, 0.5, 1), 12, NOW + 20_000)).toBe(`${' '.repeat(9)}▁▅█`);
  });

  it('scales to the highest when that is more than a core', () => {
    expect(sparkline(samples(1, 4), 12, NOW + 10_000).trim()).toBe('▃█');
  });

  it('carries a value over scans that are rarer than its columns', () => {
    expect(
      sparkline(
        [
          { atMs: NOW, share: 1 },
          { atMs: NOW + 30_000, share: 0 },
        ],
        12,
        NOW + 30_000,
      ).trim(),
    ).toBe('███▁');
  });

  it('keeps two samples of what stays as it is, and draws the whole of it', () => {
    const add = (kept: readonly Sample[], sample: Sample): readonly Sample[] => addSample(kept, sample);
    const resting = samples(...Array<number>(30).fill(0.5)).reduce(add, []);
    expect(resting).toHaveLength(2);
    expect(sparkline(resting, 12, NOW + 290_000)).toBe('▅'.repeat(12));
    const [busy] = [samples(0.5, 0.5, 0.5, 1, 1, 1, 0.5).reduce<readonly Sample[]>(add, [])];
    expect(sparkline(busy ?? [], 7, NOW + 60_000)).toBe(
      sparkline(samples(0.5, 0.5, 0.5, 1, 1, 1, 0.5), 7, NOW + 60_000),
    );
  });

  it('of several is their sum at each time, also where one of them just went on', () => {
    const kept = (...shares: readonly (number | null)[]) => samples(...shares).reduce<readonly Sample[]>(addSample, []);
    const sums = sumSamples([kept(0.5, 0.5, 0.5, 0.5), kept(0, 1, 0, 1), kept(null, null, 0.25, 0.25)]);
    expect(sums.map(({ share }) => share)).toEqual([0.5, 1.5, 0.75, 1.75]);
    expect(sumSamples([samples(null)])).toEqual([{ atMs: NOW, share: null }]);
  });

  it('keeps two minutes and no more than 64 samples, however fast the scans', () => {
    let kept: readonly Sample[] = [];
    for (let index = 0; index < 5000; index += 1) kept = addSample(kept, { atMs: NOW + index * 100, share: 0.5 });
    expect(kept.length).toBeLessThanOrEqual(64);
    expect((kept.at(-1)?.atMs ?? 0) - (kept[0]?.atMs ?? 0)).toBeLessThanOrEqual(120_000);
  });
});

describe('columns', () => {
  it.each([
    [60, '      PID    AGE    OVER FINDING COMMAND'],
    [80, '      PID    AGE  %CPU    OVER FINDING ACTION          COMMAND'],
    [120, '      PID    AGE     CPU  %CPU 2 MIN           OVER LIMIT         FINDING ACTION          COMMAND'],
    [
      200,
      '      PID    AGE     CPU  %CPU 2 MIN                             OVER LIMIT         FINDING              ACTION          COMMAND',
    ],
  ])('suit %i columns', (width, expected) => {
    expect(lineText(titleRow(chooseColumns(width))).trimEnd()).toBe(expected);
  });

  it.each([120, 200])('have room at %i columns for the longest of limits and actions', (width) => {
    const waits = finding('long-sleep', { bound: { kind: 'within', seconds: 800 } });
    const of = suspect(4711, { decisive: waits, limit: { kind: 'bound', seconds: 860 }, grantedSeconds: 1785 });
    const text = lineText(formatRow(processRow(of), chooseColumns(width), NOW));
    expect(text).toContain(' own 13m20s+1m ');
    expect(text).toContain(' granted 29m45s ');
  });

  it('fill every width exactly, titles and rows', () => {
    const rows = [processRow(), processRow(suspect(7, { command: '完了'.repeat(300) })), processRow(near(4194304, 30))];
    for (let width = 30; width <= 260; width += 1) {
      const columns = chooseColumns(width);
      expect(lineWidth(titleRow(columns))).toBe(width);
      for (const row of rows) expect(lineWidth(formatRow(row, columns, NOW))).toBe(width);
    }
  });

  it('put what happens before the command where there is no action column', () => {
    const row: BoardRow = {
      kind: 'process',
      key: 'k',
      unit: 'u',
      member: false,
      track: track(suspect(4711), { step: { kind: 'terminating', killAtMs: NOW + 2400 } }),
    };
    expect(lineText(formatRow(row, chooseColumns(60), NOW))).toContain('TERM, KILL 3s until');
  });
});

describe('the action', () => {
  const step = (of: ActionStep) => actionCell(track(suspect(1), { step: of }), NOW).text;

  it.each([
    ['an unarmed flag, with what arming would do', suspect(1), 'flag (reap)'],
    ['a flag that is all that is asked for', suspect(1, { armedAction: 'flag' }), 'flag'],
    ['an armed reap', suspect(1, { action: 'reap' }), 'reap'],
    ['past its limit in one scan', suspect(1, { state: 'pending' }), 'next scan'],
    ['still allowed', near(1, 154), 'due in 2m34s'],
    ['paused', suspect(1, { processState: 'T' }), 'paused'],
    ['granted', suspect(1, { grantedSeconds: 1500, action: 'leave' }), 'granted 25m00s'],
  ])('says: %s', (_name, of, expected) => {
    expect(actionCell(track(of), NOW).text).toBe(expected);
  });

  it.each<[string, ActionStep]>([
    ['freezing', { kind: 'freezing' }],
    ['TERM, KILL 3s', { kind: 'terminating', killAtMs: NOW + 2400 }],
    ['KILL sent', { kind: 'killing' }],
    ['gone', { kind: 'gone' }],
    ['SURVIVED', { kind: 'survived', detail: '4712@3 still runs' }],
    ['EPERM', { kind: 'refused', detail: 'kill: EPERM' }],
    ['refused', { kind: 'refused', detail: 'it belongs to another session' }],
    ['unknown', { kind: 'unknown', detail: '' }],
  ])('shows the step %s', (expected, of) => {
    expect(step(of)).toBe(expected);
  });

  it('says how a process left the list', () => {
    expect(actionCell(track(suspect(1), { left: { atMs: NOW, how: 'ended' } }), NOW).text).toBe('ended');
    expect(actionCell(track(suspect(1), { left: { atMs: NOW, how: 'cleared' } }), NOW).text).toBe('off the list');
  });

  it('counts the members of a group that are gone, and shows trouble first', () => {
    const gone = track(suspect(1), { step: { kind: 'gone' }, left: { atMs: NOW, how: 'ended' } });
    const left = track(suspect(2));
    expect(groupActionCell([left, left], NOW).text).toBe('flag (reap)');
    expect(groupActionCell([gone, left], NOW).text).toBe('1/2 gone');
    expect(groupActionCell([gone, gone], NOW).text).toBe('all gone');
    const survived = track(suspect(3), { step: { kind: 'survived', detail: '' } });
    expect(groupActionCell([gone, survived], NOW).text).toBe('SURVIVED');
  });
});
