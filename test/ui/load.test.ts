/** Proves the bars for load: a frame over 2,000 suspects within 50 ms on the largest screen, and a day that does not grow. */
import { describe, expect, it } from 'vitest';
import { composeFrame } from '../../src/ui/panels/frame.ts';
import { difference } from '../../src/ui/screen.ts';
import type { State } from '../../src/ui/state.ts';
import { paintLine } from '../../src/ui/theme.ts';
import { NOW, near, report, suspect } from '../view/suspects.ts';
import { blank, press, scanned } from './states.ts';

const THEME = { colors: true, unicode: true };

function paint(state: State) {
  const { columns } = state.size;
  return composeFrame(state).map(({ cells, highlighted }) => paintLine(cells, THEME, columns, highlighted ?? false));
}

/** The median of some runs, in milliseconds. */
function median(runs: number, act: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.POSITIVE_INFINITY;
}

const crowd = (count: number, scan: number) =>
  report(
    Array.from({ length: count }, (_, index) =>
      suspect(1000 + index, {
        command: `until grep -q ${index} 完了.log; do sleep ${index % 7}; done`,
        ageSeconds: 1000 + 2 * scan + index,
        pastSeconds: 100 + 2 * scan + index,
        cpuShare: (index % 10) / 10,
      }),
    ),
  );

describe('load', () => {
  it('draws a frame over 2,000 different suspects within 50 ms on 250x80', () => {
    let state = scanned(blank(250, 80), crowd(2000, 0));
    for (let scan = 1; scan < 30; scan += 1) state = scanned(state, crowd(2000, scan));
    expect(state.rows).toHaveLength(2001);
    expect(paint(state)).toHaveLength(80);
    expect(median(31, () => paint(state))).toBeLessThan(50);
    expect(median(31, () => paint(press(state, 'down')))).toBeLessThan(50);
  });

  it('takes in a scan of 2,000 suspects within 100 ms', () => {
    let state = scanned(blank(250, 80), crowd(2000, 0));
    let scan = 0;
    const next = report(crowd(2000, 1).suspects);
    expect(
      median(15, () => {
        scan += 1;
        state = scanned(state, next, NOW + 2000 * scan);
      }),
    ).toBeLessThan(100);
  });

  it('does not grow over a day of scans with processes that come and go', () => {
    let state = blank(120, 40);
    const sizes: number[] = [];
    const perDay = 43_200;
    for (let scan = 0; scan < perDay; scan += 1) {
      // A lasting one, one that lives for a minute, and every now and then a newcomer that is gone at the next scan.
      const lasting = suspect(7, { command: 'lasting', ageSeconds: 2 * scan });
      const minute = suspect(100 + Math.floor(scan / 30), { command: `minute ${Math.floor(scan / 30)}` });
      const brief = scan % 5 === 0 ? [near(50_000 + scan, 9, { command: `brief ${scan}` })] : [];
      state = scanned(state, report([lasting, minute, ...brief]), NOW + 2000 * scan);
      if (scan % 1000 === 0) state = press(state, 'down', 'right', 'up');
      if (scan % 4320 === 4319) sizes.push(sizeOf(state));
    }
    expect(sizes).toHaveLength(10);
    expect(Math.max(...sizes)).toBeLessThan(1.5 * (sizes[0] ?? 0));
    expect(state.tracks.size).toBeLessThan(12);
    expect([...state.tracks.values()].every(({ samples }) => samples.length <= 64)).toBe(true);
    expect(state.outbox).toEqual([]);
  });
});

/** Everything that a state holds, counted as the length of its text. */
function sizeOf(state: State): number {
  return JSON.stringify({ ...state, tracks: [...state.tracks], unfolded: [...state.unfolded] }).length;
}

describe('an idle screen', () => {
  it('writes nothing but the clock', () => {
    const idle = report([near(7, 100, { cpuShare: 0 })]);
    const first = scanned(blank(80, 24), idle, NOW);
    const second = scanned(first, idle, NOW + 2000);
    const written = difference(
      paint(first).map(({ text }) => text),
      { lines: paint(second), columns: 80 },
    );
    expect(written.match(/\u001b\[\d+;1H/g)).toEqual(['\u001b[1;1H']);
    expect(written.length).toBeLessThan(200);
    expect(
      difference(
        paint(second).map(({ text }) => text),
        { lines: paint(second), columns: 80 },
      ),
    ).toBe('');
  });
});
