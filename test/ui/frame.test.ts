/** Proves the frames at every size: as many lines as the terminal has rows, none too wide, nothing cut that matters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeFrame } from '../../src/ui/panels/frame.ts';
import type { State } from '../../src/ui/state.ts';
import { lineWidth } from '../../src/view/cell.ts';
import { identity, NOW, near, report, session, suspect } from '../view/suspects.ts';
import { blank, fed, frameText, press, scanned } from './states.ts';

/** Everything that a screen can have at once. */
function full(columns: number, rows: number): State {
  const other = { session: 'pid-9001-777', host: 'codex', evidence: { kind: 'marker', variable: 'X' } } as const;
  const suspects = [
    suspect(4711, { tree: [identity(4711), identity(4712)] }),
    ...Array.from({ length: 30 }, (_, index) => suspect(6000 + index, { command: '(while :; do sleep 1; done) &' })),
    suspect(5120, { command: 'tail -f 完了.log | \u001b[2J grep 👩‍💻', armedAction: 'flag', pastSeconds: 60 }),
    near(5300, 272, { command: 'for i in 1 2 3; do\n  curl -fsS localhost\n  sleep 15\ndone' }),
    suspect(9100, { owner: other, state: 'pending', command: 'sleep infinity' }),
  ];
  const sessions = [session(), session('pid-9001-777', { host: 'codex', cwd: null }), session('quiet', { host: 'pi' })];
  const reservations = [{ action: 'toolu_1', pending: 1, bound: ['a7fd38f6b9b609211'], unknown: true }];
  const account = { session: 'a1b2c3d4-0000', host: 'claude-code', budget: 4, active: 2, recovery: null, reservations };
  const entry = {
    v: 1,
    id: '1',
    at: '2026-03-04T10:42:07Z',
    session: 's',
    host: 'codex',
    kind: 'fail-open',
    reason: 'x',
  } as const;
  return fed(scanned(blank(columns, rows), report(suspects, { sessions }), NOW), {
    kind: 'ledger',
    ledger: { accounts: [account], entries: Array(50).fill(entry), problem: null },
  });
}

const WAYS: Readonly<Record<string, readonly string[]>> = {
  list: [],
  unfolded: ['down', 'right'],
  filter: ['/', 'x'],
  details: ['enter'],
  explain: ['e'],
  help: ['?'],
  confirm: ['k'],
  'confirm many': ['down', 'k'],
  grant: ['g'],
  ledger: ['tab', 'up', 'up'],
  frozen: ['space', 'f', 's'],
};

describe('frames', () => {
  it('fill every terminal exactly, in every mode', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 260 }),
        fc.integer({ min: 4, max: 90 }),
        fc.constantFrom(...Object.keys(WAYS)),
        (columns, rows, way) => {
          const lines = composeFrame(press(full(columns, rows), ...(WAYS[way] ?? [])));
          expect(lines).toHaveLength(rows);
          for (const { cells } of lines) expect(lineWidth(cells)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [60, 15],
    [80, 24],
    [120, 40],
    [200, 60],
  ])('keep what matters at %i x %i', (columns, rows) => {
    const text = frameText(full(columns, rows));
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/3 sessions .*33 over .*agents .*2\/4 .*unarmed .*10:42:07/);
    expect(text).toMatch(/● claude-code a1b2c3d4 {2}32 over {2}1 allowed/);
    expect(text).toMatch(/4711 21h25m .*\+21h10m .*loop .*until grep/);
    expect(text).toMatch(/▸ +×30 /);
    expect(text).toContain('ledger');
    expect(lines.at(-1)).toMatch(/Enter details {2}k end .*\? help {2}q quit/);
  });

  it.each([
    [60, 15],
    [80, 24],
    [120, 40],
  ])('name pid, start, command and tree before anything is ended, at %i x %i', (columns, rows) => {
    const text = frameText(press(full(columns, rows), 'k'));
    expect(text).toContain('End this process?');
    expect(text).toMatch(/4711@47110 {2}started 21h25m ago, and 1 below: 4712/);
    expect(text.slice(text.indexOf('End this'))).toContain('until grep -q done /tmp/run.log; do :; done');
    expect(text).toContain('Freeze, verify, TERM, 5s later KILL. Neighbours stay.');
    expect(text.split('\n').at(-1)?.trim()).toBe('y end it  n leave it');
  });

  it('name every process of a group, or how many more there are', () => {
    const wide = frameText(press(full(250, 60), 'down', 'k'));
    for (let pid = 6000; pid < 6030; pid += 1) expect(wide).toContain(`${pid}@${pid * 10}`);
    expect(frameText(press(full(60, 15), 'down', 'k'))).toMatch(/and \d+ more/);
  });

  it('mark the field that is being filled in, without colours too', () => {
    expect(frameText(press(full(80, 24), 'g'))).toMatch(/▸for {2}30m\s+ why/);
    expect(frameText(press(full(80, 24), 'g', 'tab'))).toMatch(/ for {2}30m\s+▸why/);
  });

  it('count as new in a frozen list only what the choice of rows would show', () => {
    expect(frameText(press(full(140, 40), 'f', 'space'))).not.toMatch(/FROZEN, \d+ new/);
  });

  it('keep what an explanation says in the column behind its label', () => {
    const open = press(full(40, 24), 'e');
    const { mode } = open;
    const line = 'found      one two three four five six seven eight nine';
    const text = frameText(mode.kind === 'explain' ? { ...open, mode: { ...mode, lines: [line] } } : open);
    expect(text).toMatch(/found {6}one two three four five *\n {12}six seven eight nine/);
  });

  it.each([
    [120, 34],
    [160, 50],
  ])('show the details of a usual finding whole beside the list, at %i x %i', (columns, rows) => {
    expect(frameText(full(columns, rows))).toMatch(/─ details ─+┬/);
  });

  it('say that a terminal is too small instead of tearing', () => {
    expect(frameText(full(24, 6))).toContain('too small');
  });

  it('show the account, unknown results and recovery of the ledger', () => {
    const text = frameText(full(140, 40));
    expect(text).toContain('toolu_1  1 pending, 1 running: a7fd38f6b9b609211');
    const damaged = { session: 's', host: 'pi', budget: 1, active: 1, reservations: [], recovery: 'byte 12: not JSON' };
    const state = fed(full(140, 40), { kind: 'ledger', ledger: { accounts: [damaged], entries: [], problem: null } });
    expect(frameText(state)).toContain('RECOVERY: byte 12: not JSON');
  });
});
