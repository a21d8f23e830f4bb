import { describe, expect, it } from 'vitest';
import { jsonLine, type PlainChange, plainLine } from '../../src/view/plain.ts';
import { NOW, near, session, suspect } from './suspects.ts';

describe('plain lines', () => {
  it.each<[string, PlainChange]>([
    ['agent     claude-code 4242@42420  session a1b2c3d4-0000  /home/me/app', { kind: 'agent', session: session() }],
    [
      'agent     claude-code 4242@42420  session a1b2c3d4-0000  /home/me/app is over',
      { kind: 'agent-over', session: session() },
    ],
    ['agent     no coding agent is running; still watching', { kind: 'no-agent' }],
    [
      'offender  4711@47110  unbounded-loop  offender, 21h10m past age 15m  age 21h25m, cpu 83m12s, flag  claude-code a1b2c3d4-0000  until grep -q done /tmp/run.log; do :; done',
      { kind: 'offender', suspect: suspect(4711) },
    ],
    [
      'near      7@70  unbounded-loop  allowed, 1m30s left of age 15m  age 21h25m, cpu 83m12s  claude-code a1b2c3d4-0000  until grep -q done /tmp/run.log; do :; done',
      { kind: 'near', suspect: near(7, 90) },
    ],
    ['ended     7@70  unbounded-loop  after 21h25m  x', { kind: 'ended', suspect: suspect(7, { command: 'x' }) }],
    [
      'term      7@70  unbounded-loop  x',
      { kind: 'step', suspect: suspect(7, { command: 'x' }), step: { kind: 'terminating', killAtMs: 0 } },
    ],
    [
      'survived  7@70  unbounded-loop  8@80 still runs  x',
      { kind: 'step', suspect: suspect(7, { command: 'x' }), step: { kind: 'survived', detail: '8@80 still runs' } },
    ],
    ['scan      failed: no /proc', { kind: 'scan-failed', problem: 'no /proc' }],
    [
      'near      7@70  unbounded-loop  granted, 9m59s left; age 15m not in force  age 21h25m, cpu 83m12s  claude-code a1b2c3d4-0000  until grep -q done /tmp/run.log; do :; done',
      { kind: 'near', suspect: near(7, 599, { grantedSeconds: 599 }) },
    ],
    [
      'scan      not seen: 74 processes: permission denied (user 0) (first: 1)',
      { kind: 'scan-unread', problem: '74 processes: permission denied (user 0) (first: 1)' },
    ],
    ['scan      works again', { kind: 'scan-recovered' }],
  ])('%s', (expected, change) => {
    expect(plainLine(change, NOW)).toBe(`2026-03-04T10:42:07Z ${expected}`);
  });

  it('are one line and harmless, whatever the command', () => {
    const line = plainLine({ kind: 'ended', suspect: suspect(7, { command: 'a\nb\u001b[2J\u009b31m' }) }, NOW);
    expect(line).toContain('a↵b␛[2J�31m');
  });
});

describe('JSON lines', () => {
  it('carry schema, time, change and the facts', () => {
    expect(JSON.parse(jsonLine({ kind: 'offender', suspect: suspect(4711) }, NOW))).toMatchObject({
      schema: 1,
      at: '2026-03-04T10:42:07.000Z',
      change: 'offender',
      process: {
        id: '4711@47110',
        pid: 4711,
        finding: 'unbounded-loop',
        state: 'offender',
        action: 'flag',
        session: 'a1b2c3d4-0000',
      },
    });
    expect(JSON.parse(jsonLine({ kind: 'agent', session: session() }, NOW))).toMatchObject({
      change: 'agent',
      session: { id: 'a1b2c3d4-0000', host: 'claude-code', agent: '4242@42420', state: 'live' },
    });
  });

  it('round to hundredths of a second', () => {
    const measured = suspect(7, { ageSeconds: 28.100000000002183, pastSeconds: -271.90999999999985 });
    const { process } = JSON.parse(jsonLine({ kind: 'near', suspect: measured }, NOW));
    expect(process).toMatchObject({ ageSeconds: 28.1, pastSeconds: -271.91 });
  });

  it('hold no control character, and give the command back unchanged', () => {
    const command = 'a\u001b[2J\u009b31m\u007f\u202e\u2028';
    const line = jsonLine({ kind: 'ended', suspect: suspect(7, { command }) }, NOW);
    expect(line).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
    expect(JSON.parse(line).process.command).toBe(command);
  });
});
