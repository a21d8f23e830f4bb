/** Proves that rows of ps become numbers or an honest null, in the forms of macOS and of procps. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCpuTime, parsePsRow, parseStart, pickPrintedMarkers } from '../../src/lineage/parse-ps.ts';

describe('parsePsRow', () => {
  const rows = readFileSync(new URL('../fixtures/ps/macos-rows.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => parsePsRow(line) ?? []);

  it('reads macOS: negative users, states of several letters, minutes beyond an hour', () => {
    expect(rows.map(({ pid, ppid, state }) => `${pid} ${ppid} ${state}`)).toEqual([
      '1 0 S',
      '337 1 S',
      '512 1 S',
      '4711 512 S',
      '4720 4711 S',
      '4721 4720 Z',
      '4722 4720 T',
      '4733 1 U',
    ]);
    expect(rows[1]).toMatchObject({ uid: 4_294_967_294, sid: null, totalCpuSeconds: 0.31 });
    expect(rows[4]).toMatchObject({ totalCpuSeconds: 77_107.41, startMs: Date.UTC(2026, 10, 30, 6, 12, 30) });
  });

  it('reads procps, with the kernel session', () => {
    expect(parsePsRow('  42     1    42  1000 S Mon Nov 30 09:07:52 2026 1-02:03:04    42')).toEqual({
      pid: 42,
      ppid: 1,
      pgid: 42,
      uid: 1000,
      state: 'S',
      startMs: Date.UTC(2026, 10, 30, 9, 7, 52),
      totalCpuSeconds: 93_784,
      sid: 42,
    });
  });

  it('says null for what it cannot read', () => {
    expect(parsePsRow('42 - ? x 7 Mo 30. Nov 09:07:52 2026 0:00,02')).toMatchObject({
      pid: 42,
      ppid: null,
      pgid: null,
      uid: null,
      state: '?',
      startMs: null,
      totalCpuSeconds: null,
    });
    expect(['', 'PID PPID', '0 0', '-1 0'].map(parsePsRow)).toEqual([null, null, null, null]);
  });
});

describe('times', () => {
  it.each<[string, number | null]>([
    ['0:00.02', 0.02],
    ['14:27', 867],
    ['01:50:50', 6650],
    ['2-40:50:53', 319_853],
    ['0:00,02', null],
    ['', null],
  ])('reads %j', (text, seconds) => {
    expect(parseCpuTime(text)).toBe(seconds);
  });

  it.each(['Mon Nov 30 09:07:52', 'lun. nov. 30 09:07:52 2026', 'Mon Foo 30 09:07:52 2026', '2026-11-30 09:07:52'])(
    'refuses a start of another form: %s',
    (text) => {
      expect(parseStart(text)).toBeNull();
    },
  );
});

describe('pickPrintedMarkers', () => {
  const names = new Set(['CLAUDE_PID']);

  it('looks behind the command alone', () => {
    expect(pickPrintedMarkers('grep CLAUDE_PID=1 x TERM=a CLAUDE_PID=2', 'grep CLAUDE_PID=1 x', names)).toEqual({
      CLAUDE_PID: '2',
    });
  });

  it('answers nothing when the process has another command by now', () => {
    expect(pickPrintedMarkers('sleep 5 CLAUDE_PID=2', 'grep x', names)).toBeNull();
  });
});
