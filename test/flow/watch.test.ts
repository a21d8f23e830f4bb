import { describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import { type WatchPorts, type WatchUpdate, watch } from '../../src/flow/watch.ts';
import { NOW, report, suspect } from '../view/suspects.ts';

/** A clock that moves when the loop waits, and by `tookMs` with each scan. */
function fakeLoop(change: Partial<WatchPorts> & { readonly tookMs?: number } = {}) {
  let now = NOW;
  const waits: number[] = [];
  const ports: WatchPorts = {
    scan: () => report([suspect(7)]),
    liveness: async () => 'gone',
    now: () => now,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    ...change,
  };
  const scan: WatchPorts['scan'] = () => {
    now += change.tookMs ?? 0;
    return ports.scan();
  };
  return { ports: { ...ports, scan }, waits };
}

async function take(
  updates: AsyncIterable<WatchUpdate>,
  count: number,
  stop: () => void,
): Promise<readonly WatchUpdate[]> {
  const taken: WatchUpdate[] = [];
  for await (const update of updates) {
    taken.push(update);
    if (taken.length === count) stop();
  }
  return taken;
}

describe('the watch loop', () => {
  it('scans once a period, whatever the scan takes', async () => {
    const { ports, waits } = fakeLoop({ tookMs: 300 });
    const stop = new AbortController();
    const updates = await take(watch(ports, 2000, stop.signal), 3, () => stop.abort());
    expect(updates.map(({ atMs }) => atMs - NOW)).toEqual([0, 2000, 4000]);
    expect(waits.slice(0, 2)).toEqual([1700, 1700]);
  });

  it('leaves the machine half of the period when a scan is slow', async () => {
    const { ports, waits } = fakeLoop({ tookMs: 5000 });
    const stop = new AbortController();
    await take(watch(ports, 2000, stop.signal), 2, () => stop.abort());
    expect(waits[0]).toBe(1000);
  });

  it('goes on after a scan that throws, as a failed scan', async () => {
    let scans = 0;
    const scan = () => {
      scans += 1;
      if (scans === 2) throw new Error('no /proc');
      return report([suspect(7)]);
    };
    const stop = new AbortController();
    const updates = await take(watch(fakeLoop({ scan }).ports, 2000, stop.signal), 3, () => stop.abort());
    expect(updates.map(({ report: { status } }) => status)).toEqual(['offenders', 'failed', 'offenders']);
    expect(updates[1]?.changes).toEqual([{ kind: 'scan-failed', problem: 'no /proc' }]);
    expect(updates[2]?.changes).toEqual([{ kind: 'scan-recovered' }]);
  });

  it('ends with a mistake of the user', async () => {
    const scan = () => {
      throw new KnownError('--pid: no process has pid 7');
    };
    const { signal } = new AbortController();
    await expect(take(watch(fakeLoop({ scan }).ports, 2000, signal), 1, () => {})).rejects.toThrow('--pid');
  });

  it('goes on when what was there at first is not found for a while', async () => {
    let scans = 0;
    const scan = () => {
      scans += 1;
      if (scans === 2) throw new KnownError('--pid: no process has pid 7');
      return report([suspect(7)]);
    };
    const stop = new AbortController();
    const updates = await take(watch(fakeLoop({ scan }).ports, 2000, stop.signal), 3, () => stop.abort());
    expect(updates.map(({ report: { status } }) => status)).toEqual(['offenders', 'failed', 'offenders']);
  });

  it('asks for the liveness of what is missing only, and takes a failure for unknown', async () => {
    const asked: number[] = [];
    let scans = 0;
    const { ports } = fakeLoop({
      scan: () => {
        scans += 1;
        return report(scans === 1 ? [suspect(7), suspect(8)] : [suspect(8)]);
      },
      liveness: async ({ pid }) => {
        asked.push(pid);
        throw new Error('unreadable');
      },
    });
    const stop = new AbortController();
    const updates = await take(watch(ports, 2000, stop.signal), 2, () => stop.abort());
    expect(asked).toEqual([7]);
    expect(updates[1]?.changes).toMatchObject([{ kind: 'lost' }]);
  });

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await take(watch(fakeLoop().ports, 2000, stop.signal), 1, () => {})).toEqual([]);
  });
});
