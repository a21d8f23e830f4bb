/** Proves that the hours in which the machine slept make nobody old, as far as anybody watched. */
import { describe, expect, it } from 'vitest';
import { discountSleep, noteSleep } from '../../src/lineage/awake-age.ts';
import { emptyMemory, type LineageMemory, type Slept } from '../../src/lineage/lineage-memory.ts';
import type { Snapshot } from '../../src/lineage/process-record.ts';
import { BOOT, running } from './table.ts';

const at = (takenAt: number, awakeAt: number | null, ages: readonly (number | null)[] = []): Snapshot => ({
  source: 'procfs',
  bootId: BOOT,
  takenAt,
  awakeAt,
  records: ages.map((ageSeconds, index) => running(10 + index, { ageSeconds })),
  problems: [],
  complete: true,
});
const remembering = (
  scannedAt: number | null,
  awakeAt: number | null,
  slept: readonly Slept[] = [],
): LineageMemory => ({
  ...emptyMemory(BOOT),
  scannedAt,
  awakeAt,
  slept,
});
const agesAt = (now: number, ages: readonly (number | null)[], slept: readonly Slept[]) =>
  discountSleep(at(now, now, ages), slept).records.map(({ ageSeconds }) => ageSeconds);

describe('noteSleep', () => {
  it('sees how much longer it was than the machine was awake', () => {
    expect(noteSleep(remembering(1000, 900), at(1300, 1200))).toEqual([]);
    expect(noteSleep(remembering(1000, 900), at(9000, 930))).toEqual([{ until: 9000, seconds: 7970 }]);
    expect(noteSleep(remembering(1000, 900, [{ until: 5, seconds: 6 }]), at(9000, 930))).toHaveLength(2);
  });

  it('claims nothing without both clocks at both times, nor for a drift', () => {
    expect(noteSleep(remembering(null, null), at(9000, 930))).toEqual([]);
    expect(noteSleep(remembering(1000, null), at(9000, 930))).toEqual([]);
    expect(noteSleep(remembering(1000, 900), at(9000, null))).toEqual([]);
    expect(noteSleep(remembering(1000, 900), at(1103, 1000))).toEqual([]);
  });
});

describe('discountSleep', () => {
  const night = [{ until: 9000, seconds: 8000 }];

  it('takes the night from whoever lived through it, and nothing from whoever came later', () => {
    expect(agesAt(9100, [8200, 8100, 60, null], night)).toEqual([200, 100, 60, null]);
  });

  it('makes nobody younger than new, who began while the machine may have slept', () => {
    expect(agesAt(9000, [300, 7999], night)).toEqual([0, 0]);
    expect(agesAt(9500, [800], night)).toEqual([500]);
  });

  it('adds nights up, and leaves the snapshot as it is without any', () => {
    expect(agesAt(20_000, [19_500], [...night, { until: 19_000, seconds: 500 }])).toEqual([11_000]);
    const snapshot = at(1, 1, [5]);
    expect(discountSleep(snapshot, [])).toBe(snapshot);
  });
});
