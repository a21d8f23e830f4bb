/** Proves what a snapshot makes of a /proc tree: a made one, with every accident that can be made. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Need, ProcessSource } from '../../src/system/processes.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { statLine } from '../lineage/table.ts';

let root: string;
const own = process.geteuid?.() ?? 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proc-'));
  mkdirSync(join(root, 'sys/kernel/random'), { recursive: true });
  writeFileSync(join(root, 'sys/kernel/random/boot_id'), 'b00t\n');
  writeFileSync(join(root, 'uptime'), '1000.50 2000.00\n');
  mkdirSync(join(root, 'self'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Files = { readonly stat?: string; readonly cmdline?: string | Uint8Array; readonly environ?: string };

function put(pid: number, { stat = statLine({ pid, start: 5000 }), cmdline = 'sh\0', environ = '' }: Files = {}): void {
  mkdirSync(join(root, String(pid)), { recursive: true });
  writeFileSync(join(root, String(pid), 'stat'), stat);
  writeFileSync(join(root, String(pid), 'cmdline'), cmdline);
  writeFileSync(join(root, String(pid), 'environ'), environ);
}

describe('a snapshot', () => {
  it('has identity, ancestry, times and command line of each process', async () => {
    put(42, {
      stat: statLine({ pid: 42, ppid: 7, utime: 150, stime: 50, cutime: 1000, start: 5000 }),
      cmdline: 'sh\0-c\0x\0',
    });
    const { records, bootId, takenAt, complete } = await openProcfs(root, own).snapshot();
    expect({ bootId, takenAt, complete }).toEqual({ bootId: 'b00t', takenAt: 1000.5, complete: true });
    expect(records).toMatchObject([
      {
        identity: { pid: 42, startTicks: 5000, bootId: 'b00t' },
        ppid: 7,
        uid: own,
        argv: ['sh', '-c', 'x'],
        cpuSeconds: 2,
        childCpuSeconds: 10,
        ageSeconds: 950.5,
      },
    ]);
  });

  it('counts ticks as the kernel says, and takes 100 a second when it says nothing', async () => {
    put(42, { stat: statLine({ pid: 42, start: 5000 }) });
    const auxv = Buffer.alloc(32);
    auxv.writeBigUInt64LE(17n, 0);
    auxv.writeBigUInt64LE(250n, 8);
    writeFileSync(join(root, 'self/auxv'), auxv);
    expect((await openProcfs(root, own).snapshot()).records[0]?.ageSeconds).toBe(980.5);
  });

  it('reads a command line once for a process and the program that it runs', async () => {
    const source = openProcfs(root, own);
    const line = async () => (await source.snapshot()).records[0]?.argv;
    put(42, { cmdline: 'first\0' });
    expect(await line()).toEqual(['first']);
    put(42, { cmdline: 'second\0' });
    expect(await line()).toEqual(['first']);
    put(42, { cmdline: 'second\0', stat: statLine({ pid: 42, start: 5000, stack: '9', argStart: '9' }) });
    expect(await line()).toEqual(['second']);
    put(42, { cmdline: 'third\0', stat: statLine({ pid: 42, start: 6000, stack: '9', argStart: '9' }) });
    expect(await line()).toEqual(['third']);
  });

  it('passes over what vanishes between two reads', async () => {
    put(42);
    mkdirSync(join(root, '43'));
    put(44);
    rmSync(join(root, '44', 'cmdline'));
    const { records, problems, complete } = await openProcfs(root, own).snapshot();
    expect(records.map(({ identity }) => identity.pid)).toEqual([42]);
    expect({ problems, complete }).toEqual({ problems: [], complete: true });
  });

  it.each([
    ['a broken line', '43 (x'],
    ['nothing', ''],
    ['the line of another process', statLine({ pid: 44 })],
  ])('names a row that is %s, and is not complete', async (_, stat) => {
    put(42);
    put(43, { stat });
    const { records, problems, complete } = await openProcfs(root, own).snapshot();
    expect(records).toHaveLength(1);
    expect(problems).toMatchObject([{ pid: 43 }]);
    expect(complete).toBe(false);
  });

  it('reads anew what is new, what must be fresh, and everything else now and then', async () => {
    const source = openProcfs(root, own);
    const cpuOf = async (fresh: boolean) => {
      const { records } = await source.snapshot(() => (fresh ? 'now' : 'any'));
      return records.map(({ cpuSeconds }) => cpuSeconds);
    };
    const spend = (utime: number): void => put(42, { stat: statLine({ pid: 42, start: 5000, utime }) });
    spend(100);
    for (let reading = 0; reading < 3; reading++) expect(await cpuOf(false)).toEqual([1]);
    spend(200);
    expect(await cpuOf(false)).toEqual([1]);
    expect(await cpuOf(true)).toEqual([2]);
    spend(300);
    const seen: unknown[] = [];
    for (let scan = 0; scan < 8; scan++) seen.push((await cpuOf(false))[0]);
    expect(seen).toContain(3);
    rmSync(join(root, '42'), { recursive: true });
    put(44);
    expect(await cpuOf(false)).toEqual([0]);
  });

  describe('of somebody who needs it as it was lately', () => {
    const SETTLING = 4;
    let source: ProcessSource;
    let now: number;
    beforeEach(() => {
      source = openProcfs(root, own);
      now = 1000;
    });
    const later = (seconds: number): void => {
      now += seconds;
      writeFileSync(join(root, 'uptime'), `${now}.00 1.00\n`);
    };
    const row = async (need: Need = 'recent') => (await source.snapshot(() => need)).records[0];
    const rows = async (scans: number) => {
      const seen: (ProcessRecord | undefined)[] = [];
      for (let scan = 0; scan < scans; scan++) seen.push(await row());
      return seen;
    };
    const stat = (fields: object): void =>
      put(42, { stat: statLine({ pid: 42, start: 5000, ...fields }), cmdline: 'b\0' });

    it('reads one that does nothing at every fourth scan, and knows its age at each', async () => {
      put(42);
      await rows(SETTLING);
      stat({ utime: 100 });
      later(1);
      const seen = await rows(4);
      expect(seen.filter((each) => each?.cpuSeconds === 0)).not.toHaveLength(0);
      expect(seen.filter((each) => each?.cpuSeconds === 1)).not.toHaveLength(0);
      expect(new Set(seen.map((each) => each?.ageSeconds))).toEqual(new Set([951]));
    });

    it('reads one that does something at every scan', async () => {
      for (let utime = 100; utime <= 1000; utime += 100) {
        stat({ utime });
        expect((await row())?.cpuSeconds).toBe(utime / 100);
      }
    });

    it.each([
      ['when scans are far apart', () => later(9)],
      ['when it was looked at by its pid', () => source.read(42)],
    ])('reads it %s', async (_, step) => {
      put(42);
      await rows(SETTLING + 1);
      stat({ state: 'T' });
      await step();
      expect((await row())?.state).toBe('T');
    });

    it.each([
      ['another program by its addresses', { stack: '9', argStart: '9' }, 0],
      ['another program by its name', { comm: 'b' }, 0],
      ['another process by its start', { start: 6000 }, 0],
      ['another program that has the addresses and the name of the last, after a minute', {}, 61],
    ])('sees %s', async (_, fields, seconds) => {
      put(42);
      await rows(SETTLING);
      stat(fields);
      later(seconds);
      expect((await rows(4)).at(-1)?.argv).toEqual(['b']);
    });

    it('gives the same objects for the same facts', async () => {
      put(42);
      const before = await row();
      later(100);
      const after = await row('now');
      expect(after?.ageSeconds).not.toBe(before?.ageSeconds);
      expect(after?.identity).toBe(before?.identity);
      expect(after?.argv).toBe(before?.argv);
    });
  });

  it('has no age for a start that lies after now', async () => {
    put(42, { stat: statLine({ pid: 42, start: 200_000 }) });
    expect((await openProcfs(root, own).snapshot()).records[0]?.ageSeconds).toBeNull();
  });

  it('has no ages without an uptime, and says so', async () => {
    put(42);
    rmSync(join(root, 'uptime'));
    const { records, complete, problems } = await openProcfs(root, own).snapshot();
    expect(records[0]?.ageSeconds).toBeNull();
    expect(complete).toBe(false);
    expect(problems[0]?.what).toContain('uptime');
  });

  it('counts rows that may not be read: ours make it incomplete, those of others are only named', async () => {
    put(42);
    put(43);
    chmodSync(join(root, '43', 'stat'), 0);
    chmodSync(root, 0o755);
    const user = own === 0 ? NOBODY : own;
    const look = () => as(user, () => openProcfs(root, user).snapshot());
    if (own === 0) {
      const { problems, complete } = await look();
      expect({ problems, complete }).toEqual({
        problems: [{ pid: 43, what: 'permission denied (user 0)' }],
        complete: true,
      });
      chownSync(join(root, '43'), NOBODY, NOBODY);
    }
    const { problems, complete } = await look();
    expect({ problems, complete }).toEqual({ problems: [{ pid: 43, what: 'permission denied' }], complete: false });
  });

  it('refuses a root that cannot be listed, and one that lists nothing', async () => {
    const failing = openProcfs(join(root, 'none'), own).snapshot();
    await expect(failing).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('none: cannot list processes'),
    });
    await expect(openProcfs(root, own).snapshot()).rejects.toMatchObject({ exitCode: 3 });
  });

  it('of another root leads to no signal', () => {
    expect(openProcfs(root, own).signalable).toBe(false);
    expect(openProcfs('/proc', own).signalable).toBe(true);
  });
});

describe('one process', () => {
  it('is found, gone, or unknown, and never from what was read before', async () => {
    const source = openProcfs(root, own);
    put(42, { cmdline: 'first\0' });
    await source.snapshot();
    put(42, { cmdline: 'second\0' });
    expect(await source.read(42)).toMatchObject({ kind: 'found', record: { argv: ['second'] } });
    expect(await source.read(43)).toEqual({ kind: 'gone' });
    put(44, { stat: 'x' });
    expect(await source.read(44)).toMatchObject({ kind: 'unknown' });
  });

  it('shows only the variables that are asked for', async () => {
    const source = openProcfs(root, own);
    put(42, { environ: 'A=1\0CLAUDE_PID=7\0TOKEN=s\0' });
    const [record] = (await source.snapshot()).records;
    if (record === undefined) throw new Error('no record');
    expect(await source.markers(record, new Set(['CLAUDE_PID']))).toEqual({ CLAUDE_PID: '7' });
    rmSync(join(root, '42'), { recursive: true });
    expect(await source.markers(record, new Set(['CLAUDE_PID']))).toBeNull();
  });
});

const NOBODY = 65_534;

/** Runs a step that reads as another user, where this one may do everything. */
function as<T>(user: number, step: () => T): T {
  if (user === own) return step();
  process.seteuid?.(user);
  try {
    return step();
  } finally {
    process.seteuid?.(own);
  }
}
