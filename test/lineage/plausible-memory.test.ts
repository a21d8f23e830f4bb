/** Proves that what a memory says of times is believed only as far as the machine's own clocks allow it. */
import { describe, expect, it } from 'vitest';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import { checkMemory } from '../../src/lineage/plausible-memory.ts';
import type { Snapshot } from '../../src/lineage/process-record.ts';
import { BOOT, running } from './table.ts';

/** Up for 10,000 s, of which it slept 2,000 s; one process of 9,000 s and one of 10 s. */
const NOW = 10_000;
const SLEPT = 2000;
const old = running(20, { start: 100_000, ageSeconds: 9000 });
const young = running(30, { start: 999_000, ageSeconds: 10 });
const snapshot: Snapshot = {
  source: 'procfs',
  bootId: BOOT,
  takenAt: NOW,
  awakeAt: NOW - SLEPT,
  records: [old, young],
  problems: [],
  complete: true,
};

/** Of a scan 60 s ago, before which the machine slept twice. */
const sound: LineageMemory = {
  ...emptyMemory(BOOT),
  scannedAt: NOW - 60,
  awakeAt: NOW - 60 - SLEPT,
  slept: [
    { until: 3000, seconds: 1500 },
    { until: 5000, seconds: 500 },
  ],
  seen: new Map([['20@100000', 's']]),
  formerly: new Map([['20@100000', '40@4000']]),
  sids: [{ sid: 20, leaderStart: 100_000, until: 100_000, session: 's' }],
  past: new Map([['20@100000', 'unbounded-loop']]),
  sessions: [{ id: 's', host: 'claude-code', agent: null, cwd: null, overSince: 4000 }],
  waiting: new Map([['20@100000', { child: '21@100001', line: 'a.1' }]]),
  flagged: new Set(['20@100000 unbounded-loop']),
};

const check = (change: Partial<LineageMemory>, of: Snapshot = snapshot) => checkMemory({ ...sound, ...change }, of);
const sleeps = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, index) => ({ until: 100 * (index + 1), seconds }));

describe('a memory that can be', () => {
  it.each<[string, Partial<LineageMemory>]>([
    ['as it was written', {}],
    ['of clocks that were read a little apart', { scannedAt: NOW + 1, awakeAt: NOW + 1 - SLEPT }],
    ['of a machine that has slept since', { awakeAt: NOW - 60, slept: [] }],
    ['of a session that is not over', { sessions: sound.sessions.map((each) => ({ ...each, overSince: null })) }],
    ['that begins now', emptyMemory(BOOT)],
  ])('%s is believed whole', (_, change) => {
    const { memory, problem } = check(change);
    expect(problem).toBeNull();
    expect(memory).toEqual({ ...sound, ...change });
  });

  it('may have seen a kernel session beside a process that has ended since', () => {
    const { memory, problem } = check({ sids: until(993_000) });
    expect(problem).toBeNull();
    expect(memory.sids.map(({ sid }) => sid)).toEqual([20]);
    expect(check({ sids: until(993_000) }, { ...snapshot, records: [old] }).problem).toBeNull();
  });

  it('of another boot is left to whoever reads it', () => {
    const other = { ...sound, bootId: 'another', scannedAt: 1e15 };
    expect(checkMemory(other, snapshot)).toEqual({ memory: other, problem: null });
  });
});

describe('what cannot be', () => {
  it.each<[string, Partial<LineageMemory>, Partial<LineageMemory>]>([
    ['awake for longer than it was there', { awakeAt: 1e15 }, { awakeAt: null }],
    ['awake for longer than it was up', { awakeAt: NOW }, { awakeAt: null }],
    ['more sleep than its clocks are apart', { awakeAt: 0 }, { awakeAt: null }],
    ['one long sleep', { slept: [{ until: 5000, seconds: 1e9 }] }, { slept: [] }],
    ['a sleep in the future', { slept: [{ until: 1e15, seconds: 1000 }] }, { slept: [] }],
    ['a sleep of 1e15 s in the future', { slept: [{ until: 1e15, seconds: 1e15 }] }, { slept: [] }],
    ['a sleep before the start', { slept: [{ until: 500, seconds: 1000 }] }, { slept: [] }],
    ['a thousand sleeps', { slept: sleeps(1000, 100) }, { slept: [] }],
    ['a thousand sleeps that are none', { slept: sleeps(1000, 1) }, { slept: [] }],
    ['two sleeps at once', { slept: [...sound.slept, { until: 5100, seconds: 1500 }] }, { slept: [] }],
    ['twice the sleep', { slept: sleeps(60, 90) }, { slept: [] }],
    ['a session that will be over', { sessions: over(1e15) }, { sessions: over(0) }],
    ['a kernel session up to a time to come', { sids: until(9e12) }, {}],
    ['a kernel session that ended before it began', { sids: until(5) }, { sids: [] }],
  ])('%s is dropped, and said', (_, change, expected) => {
    const { memory, problem } = check(change);
    expect(memory).toEqual({ ...sound, ...expected });
    expect(problem).toMatch(/^the memory of earlier scans \(lineage\.json\) holds what cannot be[^\n]*$/);
  });

  it('a process that began after the scan was not seen by it', () => {
    const both = <T>(value: T) =>
      new Map([
        ['20@100000', value],
        ['30@999000', value],
      ]);
    const { memory, problem } = check({
      seen: both('s'),
      formerly: both('40@4000'),
      past: both('unbounded-loop'),
      waiting: both({ child: '21@100001', line: 'a.1' }),
      flagged: new Set(['20@100000 unbounded-loop', '30@999000 unbounded-loop']),
    });
    expect(memory).toEqual(sound);
    expect(problem).toContain('processes that began later');
  });

  it.each<[string, number | null]>([
    ['in the future', 1e15],
    ['that was none', null],
  ])('a scan %s has seen nothing', (_, scannedAt) => {
    const { memory, problem } = check({ scannedAt });
    expect(memory).toEqual(emptyMemory(BOOT));
    expect(problem).toContain('of no time of this boot');
  });

  it('no sleep is believed of a machine that cannot tell', () => {
    const { memory } = check({}, { ...snapshot, awakeAt: null });
    expect(memory).toMatchObject({ awakeAt: null, slept: [] });
  });
});

function over(overSince: number): LineageMemory['sessions'] {
  return [{ id: 's', host: 'claude-code', agent: null, cwd: null, overSince }];
}

function until(ticks: number): LineageMemory['sids'] {
  return [{ sid: 20, leaderStart: 100_000, until: ticks, session: 's' }];
}
