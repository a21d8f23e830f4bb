import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/ledger/entry.ts';
import { lineText, lineWidth } from '../../src/view/cell.ts';
import { detailLines } from '../../src/view/watch-details.ts';
import { entryLine } from '../../src/view/watch-entry.ts';
import { bannerLine, emptyBoard, type HeaderFacts, headerLine, sessionLine } from '../../src/view/watch-header.ts';
import { ledgerLines } from '../../src/view/watch-ledger.ts';
import type { AccountView } from '../../src/view/watch-model.ts';
import { finding } from '../policy/findings.ts';
import { identity, NOW, report, session, suspect, track } from './suspects.ts';

const account = (change: Partial<AccountView> = {}): AccountView => ({
  session: 'a1b2c3d4-0000',
  host: 'claude-code',
  budget: 4,
  active: 2,
  reservations: [],
  recovery: null,
  ...change,
});

const facts = (change: Partial<HeaderFacts> = {}): HeaderFacts => ({
  report: report([suspect(1)]),
  accounts: [account()],
  over: 3,
  near: 1,
  unarmedBecause: null,
  periodSeconds: 2,
  clock: '10:42:07',
  ...change,
});

describe('the header', () => {
  it.each([
    [
      140,
      ' lifetime-watch   1 session  3 over  1 allowed  agents ██░░ 2/4  unarmed',
      '412 processes in 6 ms, every 2s  10:42:07',
    ],
    [80, ' lifetime-watch   1 session  3 over  agents 2/4  unarmed', '6 ms/2s  10:42:07'],
    [60, '   1 session  3 over  agents 2/4  unarmed', '10:42:07'],
    [34, '   3 over  unarmed', '10:42:07'],
  ])('keeps what matters at %i columns', (width, left, right) => {
    const line = headerLine(facts(), width);
    expect(lineWidth(line)).toBe(width);
    expect(lineText(line).trimEnd().startsWith(left)).toBe(true);
    expect(lineText(line).trimEnd().endsWith(right)).toBe(true);
  });

  it('says whether it is armed', () => {
    expect(lineText(headerLine(facts({ report: report([], { armed: true }) }), 120))).toContain('ARMED');
    expect(lineText(headerLine(facts({ unarmedBecause: 'pid 7 is' }), 120))).toContain('not armed');
  });

  it('counts what it does not see, not as an alarm', () => {
    const line = headerLine(facts({ report: report([], { unread: 74 }) }), 160);
    expect(lineText(line)).toContain('412 processes (74 not seen) in 6 ms');
    expect(line.find(({ text }) => text.includes('not seen'))?.tone).toBe('dim');
  });

  it('fills every width', () => {
    for (let width = 30; width <= 260; width += 1) expect(lineWidth(headerLine(facts(), width))).toBe(width);
  });

  it.each([
    [
      'a failed scan',
      report([], { status: 'failed', problems: ['/proc is gone'] }),
      null,
      'scan failed  /proc is gone',
    ],
    ['a partial scan', report([], { status: 'partial', problems: ['3 rows'] }), null, 'scan incomplete  3 rows'],
    ['a ledger that cannot be read', report([]), 'permission denied', 'ledger  permission denied'],
    ['a damaged ledger', report([], { warnings: ['x is damaged', 'y'] }), null, 'warning  x is damaged'],
  ])('has a banner for %s', (_name, of, ledger, expected) => {
    expect(lineText(bannerLine(of, ledger) ?? [])).toContain(expected);
  });

  it('has none when all is well', () => {
    expect(bannerLine(report([]), null)).toBeNull();
  });
});

describe('an empty list', () => {
  it.each([
    ['before the first scan', null, false, 'Looking at'],
    ['without an agent', report([], { sessions: [] }), false, 'No coding agent is running'],
    ['with an agent that behaves', report([]), false, 'Nothing is past policy in 1 session'],
    ['under a filter', report([]), true, 'Nothing matches'],
  ])('says why, %s', (_name, of, filtered, expected) => {
    expect(emptyBoard(of, filtered, 2).join(' ')).toContain(expected);
  });
});

describe('a session', () => {
  it('is named with its agent, counts and budget', () => {
    const row = { kind: 'session', key: 'k', session: session(), over: 2, near: 1 } as const;
    expect(lineText(sessionLine(row, account()))).toBe(
      '● claude-code a1b2c3d4  2 over  1 allowed  pid 4242 · up 2h10m  agents ██░░ 2/4  /home/me/app',
    );
  });

  it('without an id of its own is named by its pid alone', () => {
    const row = { kind: 'session', key: 'k', session: session('pid-4242-42420'), over: 0, near: 1 } as const;
    expect(lineText(sessionLine(row, undefined))).toBe('● claude-code  1 allowed  pid 4242 · up 2h10m  /home/me/app');
  });

  it('tells when its agent was never seen', () => {
    const row = {
      kind: 'session',
      key: 'k',
      session: session('x', { agent: null, cwd: null, state: 'over' }),
      over: 0,
      near: 0,
    } as const;
    expect(lineText(sessionLine(row, undefined))).toContain('agent not seen');
  });
});

const entry = (body: object): Entry =>
  ({ v: 1, id: '1', at: '2026-03-04T10:42:07Z', session: 's', host: 'codex', ...body }) as Entry;

describe('the ledger', () => {
  it.each([
    [
      {
        kind: 'verdict',
        verdict: 'deny',
        command: 'yes',
        findings: [{ kind: 'endless-command', rule: 'r', reason: '' }],
        toolCall: null,
      },
      'deny     endless-command  yes',
    ],
    [
      { kind: 'flag', process: identity(7), command: 'yes', finding: 'orphan', reason: '' },
      'flag     7@70 orphan  yes',
    ],
    [
      {
        kind: 'reap-intent',
        plan: 'p',
        process: identity(7),
        tree: [identity(7), identity(8)],
        command: 'yes',
        reason: 'loop',
      },
      'reap     7@70 and 1 below: loop',
    ],
    [
      { kind: 'reap-intent', plan: 'p', process: identity(7), tree: [identity(7)], command: 'yes', reason: 'loop' },
      'reap     7@70: loop',
    ],
    [
      { kind: 'pause', process: identity(7), by: 'asked for by hand', command: 'yes' },
      'pause    7@70: asked for by hand  yes',
    ],
    [
      { kind: 'reap-outcome', plan: 'p', outcome: 'gone', detail: '2 of 2 processes gone' },
      'gone     2 of 2 processes gone',
    ],
    [
      { kind: 'grant', process: identity(7), untilMs: NOW + 7_200_000, why: 'a long build' },
      'grant    7@70 for 2h: a long build',
    ],
    [
      { kind: 'bypass', variable: 'LIFETIME_WATCH_ACK', command: 'yes', verdict: 'deny' },
      'bypass   LIFETIME_WATCH_ACK let pass what would be deny  yes',
    ],
    [
      { kind: 'reserve', action: 'toolu_1', places: null, completion: 'call', parent: null, budget: 4, mode: 'guard' },
      'reserve  unbounded for toolu_1, budget 4',
    ],
    [{ kind: 'settle', action: 'toolu_1', result: 'unknown', agents: [] }, 'settle   toolu_1: unknown'],
    [{ kind: 'agent-stop', agent: 'a7', confirmed: false }, 'stop     a7, not confirmed'],
    [{ kind: 'session-start', agent: null, cwd: '/x', sid: null }, 'session  codex started in /x'],
  ])('writes an entry as a line: %o', (body, expected) => {
    expect(lineText(entryLine(entry(body), 0))).toBe(`10:42:07 ${expected}`);
  });

  it('names the session of each entry where there are several', () => {
    const told = (...sessions: readonly string[]) => {
      const entries = sessions.map((session) => entry({ kind: 'fail-open', reason: 'x', session }));
      return ledgerLines({ accounts: [], entries, problem: null }, 6, 0, 0).map(lineText);
    };
    expect(told('a1b2c3d4-0000-1111', 'other')).toEqual([
      '10:42:07 a1b2c3d4 fail-open x',
      '10:42:07 other fail-open x',
    ]);
    expect(told('other')).toEqual(['10:42:07 fail-open x']);
  });

  it('neutralises what an agent wrote', () => {
    const line = entryLine(entry({ kind: 'fail-open', reason: '\u001b]0;x\u0007' }), 0);
    expect(lineText(line)).toContain('␛]0;x␇');
  });

  const reservation = { action: 'toolu_1', pending: 1, bound: ['a7'], unknown: true };

  it('shows budget, reservations, unknown results and recovery above the last entries', () => {
    const ledger = {
      accounts: [account({ reservations: [reservation], recovery: 'byte 12 is damaged' })],
      entries: Array.from({ length: 50 }, (_, index) => entry({ kind: 'fail-open', reason: `n${index}` })),
      problem: null,
    };
    const lines = ledgerLines(ledger, 6, 0, 0).map(lineText);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain('2/4  RECOVERY: byte 12 is damaged');
    expect(lines[1]).toContain('toolu_1  1 pending, 1 running: a7  result unknown, places kept');
    expect(lines.at(-1)).toContain('n49');
    expect(ledgerLines(ledger, 6, 10, 0).map(lineText).at(-1)).toContain('n39');
  });
});

describe('details', () => {
  const text = (of: Parameters<typeof track>[0], width = 70) =>
    detailLines(track(of), width, NOW).map(lineText).join('\n');

  it('mark the culprit within the command', () => {
    const command = 'cd /srv && while :; do date; done';
    const decisive = finding('unbounded-loop', { span: { start: 11, end: 33 }, text: 'while :; do date; done' });
    const lines = detailLines(track(suspect(1, { command, decisive })), 80, NOW);
    expect(
      lines
        .flat()
        .filter(({ tone }) => tone === 'culprit')
        .map((piece) => piece.text),
    ).toEqual(['while :; do date; done']);
  });

  it('find the culprit where the span belongs to another text', () => {
    const decisive = finding('unbounded-loop', { span: { start: 0, end: 3 }, text: 'do :' });
    const lines = detailLines(track(suspect(1, { decisive })), 80, NOW);
    expect(lines.flat().some(({ tone, text: piece }) => tone === 'culprit' && piece === 'do :')).toBe(true);
  });

  it('keep the mark over several lines', () => {
    const command = `x; ${'while :; do date; done; '.repeat(6)}`;
    const decisive = finding('unbounded-loop', { span: { start: 3, end: 3 + 24 * 6 }, text: command.slice(3) });
    const marked = detailLines(track(suspect(1, { command, decisive })), 60, NOW)
      .flat()
      .filter(({ tone }) => tone === 'culprit');
    expect(marked.map((piece) => piece.text).join('')).toBe(command.slice(3));
  });

  it('say what policy does, who owns it and what a reap would do', () => {
    const shown = text(suspect(4711, { tree: [identity(4711), identity(4712)] }));
    expect(shown).toContain('offender, 21h10m past age 15m');
    expect(shown).toContain('descends from 4242@42420');
    expect(shown).toContain('flag while unarmed; reap once armed');
    expect(shown).toContain('4711@47110 4712@47120');
    expect(shown).toContain('would freeze 2 processes');
  });

  it('say of a row that is gone that it has ended, and no longer what would happen', () => {
    const granted = track(suspect(1, { grantedSeconds: 1797, pastSeconds: -5 }), { left: { atMs: NOW, how: 'ended' } });
    const lines = detailLines(granted, 100, NOW).map(lineText).join('\n');
    expect(lines).toContain('it has ended');
    expect(lines).not.toMatch(/granted|^policy|^reap/m);
  });

  it('never exceed the width', () => {
    const command = '完了 \u001b[2J '.repeat(500);
    for (const width of [40, 57, 100]) {
      for (const line of detailLines(track(suspect(1, { command })), width, NOW))
        expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});
