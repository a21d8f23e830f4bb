import { describe, expect, it } from 'vitest';
import { readerLines } from '../../src/ui/panels/reader.tsx';
import { NOW, near, report, suspect } from '../view/suspects.ts';
import { blank, fed, press, scanned } from './states.ts';

const shown = (...suspects: Parameters<typeof report>[0]) => scanned(blank(), report(suspects));

describe('the words for a screen reader', () => {
  it('say how it stands, what is selected, and the keys', () => {
    expect(readerLines(shown(suspect(4711), near(9, 60, { command: 'sleep 90' })))).toEqual([
      '1 session, 1 past policy, 1 still allowed, not armed.',
      'Row 2 of 3: process 4711, unbounded-loop, 1285 minutes old, flag (reap), until grep -q done /tmp/run.log; do :; done',
      expect.stringMatching(/^Keys: Enter details, k end, .*q quit/),
    ]);
  });

  it('do not change with every scan', () => {
    const first = shown(suspect(4711, { ageSeconds: 600 }), near(9, 60));
    const second = scanned(first, report([suspect(4711, { ageSeconds: 602, cpuShare: 0.1 }), near(9, 58)]));
    expect(readerLines(second)).toEqual(readerLines(first));
  });

  it('name a group by its number, and a session by its host', () => {
    const group = shown(suspect(1), suspect(2));
    expect(readerLines(group)[1]).toContain('2 processes alike');
    expect(readerLines(press(group, 'up'))[1]).toBe('Selected: session of claude-code, 2 past policy.');
  });

  it('read out what a dialog asks, a message, and harmless text alone', () => {
    const asked = readerLines(press(shown(suspect(4711)), 'k')).join('\n');
    expect(asked).toContain('End this process?');
    expect(asked).toContain('4711@47110');
    expect(
      readerLines(fed(shown(suspect(1)), { kind: 'notice', tone: 'alarm', text: '1: EPERM', nowMs: NOW })),
    ).toContain('1: EPERM');
    const hostile = readerLines(shown(suspect(1, { command: 'x\u001b]0;t\u0007\n' }))).join('');
    expect(hostile).not.toMatch(/[\p{Cc}]/u);
  });
});
