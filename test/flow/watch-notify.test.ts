import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/flow/watch-changes.ts';
import { createNotifier, offenderFacts } from '../../src/flow/watch-notify.ts';
import { near, suspect } from '../view/suspects.ts';

const offender = (pid: number): Change => ({ kind: 'offender', suspect: suspect(pid) });

/** Starts that end only when the test says so. */
function fakeStarts() {
  const starts: Readonly<Record<string, string>>[] = [];
  const ends: ((problem: string | null) => void)[] = [];
  const reports: string[] = [];
  const clock = { now: 0 };
  const notify = createNotifier(['notify', '-u'], {
    start: (_command, facts, ended) => {
      starts.push(facts);
      ends.push(ended);
    },
    now: () => clock.now,
    report: (problem) => reports.push(problem),
  });
  const endAll = (problem: string | null = null) => {
    for (const end of ends.splice(0)) end(problem);
  };
  return { notify, starts, reports, clock, endAll };
}

describe('the notice of an offender', () => {
  it('starts the command for a new offender only', () => {
    const { notify, starts } = fakeStarts();
    notify([{ kind: 'near', suspect: near(1, 5) }, offender(2), { kind: 'ended', suspect: suspect(3) }]);
    expect(starts.map((facts) => facts.LIFETIME_WATCH_PID)).toEqual(['2']);
  });

  it('does nothing without a command', () => {
    const notify = createNotifier(null, {
      start: () => {
        throw new Error('started');
      },
      now: () => 0,
      report: () => {},
    });
    expect(() => notify([offender(1)])).not.toThrow();
  });

  it('runs two at a time and tells the next one how many were left out', () => {
    const { notify, starts, endAll } = fakeStarts();
    notify(Array.from({ length: 80 }, (_, index) => offender(index + 2)));
    expect(starts).toHaveLength(2);
    endAll();
    notify([offender(100)]);
    expect(starts.at(-1)).toMatchObject({ LIFETIME_WATCH_PID: '100', LIFETIME_WATCH_SUPPRESSED: '78' });
  });

  it('starts at most ten in a minute', () => {
    const { notify, starts, clock, endAll } = fakeStarts();
    for (let index = 0; index < 30; index += 1) {
      clock.now += 1000;
      notify([offender(index + 2)]);
      endAll();
    }
    expect(starts).toHaveLength(10);
    clock.now += 60_000;
    notify([offender(99)]);
    expect(starts).toHaveLength(11);
  });

  it('says once what is wrong with the command', () => {
    const { notify, reports, clock, endAll } = fakeStarts();
    for (let index = 0; index < 3; index += 1) {
      clock.now += 60_000;
      notify([offender(index + 2)]);
      endAll('cannot run notify: ENOENT');
    }
    expect(reports).toEqual(['cannot run notify: ENOENT']);
  });

  it('hands over no secret, not even in the reason', () => {
    const { decisive, ...rest } = suspect(2);
    const typed = "curl -H 'Authorization: Bearer abcdefgh12345678' x";
    const facts = offenderFacts({ ...rest, command: typed, decisive: { ...decisive, reason: `until \`${typed}\`` } });
    expect(facts.LIFETIME_WATCH_COMMAND).toBe("curl -H 'Authorization: Bearer ***' x");
    expect(facts.LIFETIME_WATCH_REASON).toBe("until `curl -H 'Authorization: Bearer ***' x`");
  });

  it('hands over facts that any environment can hold', () => {
    const facts = offenderFacts(suspect(7, { command: `a\0b\u001b[2J${'x'.repeat(9000)}` }));
    expect(facts).toMatchObject({
      LIFETIME_WATCH_ID: '7@70',
      LIFETIME_WATCH_FINDING: 'unbounded-loop',
      LIFETIME_WATCH_LIMIT_SECONDS: '900',
      LIFETIME_WATCH_SESSION: 'a1b2c3d4-0000',
    });
    expect(facts.LIFETIME_WATCH_COMMAND).toMatch(/^ab\u001b\[2Jx+$/);
    expect(facts.LIFETIME_WATCH_COMMAND?.length).toBeLessThanOrEqual(2000);
  });
});
