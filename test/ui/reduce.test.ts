import { describe, expect, it } from 'vitest';
import { reduce } from '../../src/ui/reduce.ts';
import { type State, selectedRow } from '../../src/ui/state.ts';
import { tracksOf } from '../../src/view/watch-board.ts';
import { identity, NOW, near, report, session, suspect } from '../view/suspects.ts';
import { blank, fed, frameText, press, scanned, type } from './states.ts';

/** Three different loops, 1 the furthest over. */
const three = [
  suspect(1, { command: 'a', pastSeconds: 300 }),
  suspect(2, { command: 'b', pastSeconds: 200 }),
  suspect(3, { command: 'c', pastSeconds: 100 }),
];
const shown = (...suspects: Parameters<typeof report>[0]) => scanned(blank(), report(suspects));
const selectedPids = (state: State): readonly number[] => {
  const row = selectedRow(state);
  return row === undefined ? [] : tracksOf(row).map(({ suspect: { identity: of } }) => of.pid);
};
const pids = (state: State): readonly number[] =>
  state.rows.flatMap(tracksOf).map(({ suspect: of }) => of.identity.pid);
const requests = (state: State) => state.outbox.map(({ request }) => request);

describe('the selection', () => {
  it('starts at the worst offender', () => {
    expect(selectedPids(shown(...three))).toEqual([1]);
  });

  it('follows its process when rows move', () => {
    const state = press(shown(...three), 'down');
    expect(selectedPids(state)).toEqual([2]);
    const moved = scanned(
      state,
      report([suspect(2, { command: 'b', pastSeconds: 9999 }), ...three.slice(0, 1), ...three.slice(2)]),
    );
    expect(selectedPids(moved)).toEqual([2]);
    expect(pids(moved)).toEqual([2, 1, 3]);
  });

  it('does not follow a pid that another process has by now', () => {
    const state = press(shown(...three), 'down');
    const reused = suspect(2, { identity: identity(2, 999), command: 'b', pastSeconds: 9999 });
    const next = scanned(state, report([reused, ...three.slice(0, 1)]));
    expect(next.selection?.process).toBe('2@20@boot');
    expect(selectedRow(next)).toBeDefined();
  });

  it('stays on a process that has ended, and its row says so', () => {
    const state = scanned(press(shown(...three), 'down'), report([three[0] ?? suspect(1)]));
    expect(selectedPids(state)).toEqual([2]);
    const later = scanned(scanned(state, report([]), NOW + 60_000), report([]), NOW + 120_000);
    expect(later.tracks.get('2@20@boot')?.left).toMatchObject({ how: 'ended' });
    expect(pids(later)).toEqual([2]);
  });

  it('lets the row of an ended process go when the cursor leaves it', () => {
    const ended = scanned(press(shown(...three), 'down'), report([three[0] ?? suspect(1)]));
    const moved = press(scanned(ended, report([three[0] ?? suspect(1)]), NOW + 60_000), 'up');
    expect(pids(scanned(moved, report([three[0] ?? suspect(1)]), NOW + 62_000))).toEqual([1]);
  });

  it('forgets at once what ended while it was still allowed', () => {
    const state = shown(suspect(1), near(2, 60, { command: 'sleep 90' }));
    expect(pids(scanned(state, report([suspect(1)])))).toEqual([1]);
    expect(pids(scanned(press(state, 'down'), report([suspect(1)])))).toEqual([1, 2]);
  });

  it('tells ended from no longer suspect', () => {
    const state = scanned(shown(...three), report([]), NOW + 4000, [1]);
    expect(state.tracks.get('1@10@boot')?.left).toMatchObject({ how: 'cleared' });
    expect(state.tracks.get('2@20@boot')?.left).toMatchObject({ how: 'ended' });
  });

  it('finds its process in the group that it has become part of', () => {
    const state = shown(suspect(5));
    const grown = scanned(state, report([suspect(5), suspect(6)]));
    expect(selectedPids(grown)).toEqual([5, 6]);
  });

  it('keeps the window where it is unless the row would leave it', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      suspect(100 + index, { command: `c${index}`, pastSeconds: 1000 - index }),
    );
    let state = scanned(blank(80, 24), report(many));
    expect(state.top).toBe(0);
    state = press(state, 'end');
    expect(selectedPids(state)).toEqual([159]);
    const top = state.top;
    state = press(state, 'up', 'up');
    expect(state.top).toBe(top);
    expect(press(state, 'home').top).toBe(0);
  });
});

describe('a failed or partial scan', () => {
  it('keeps the list, and ends nothing', () => {
    const state = shown(...three);
    const failed = scanned(state, report([], { status: 'failed', problems: ['no /proc'] }));
    expect(pids(failed)).toEqual([1, 2, 3]);
    const partial = scanned(state, report([three[0] ?? suspect(1)], { status: 'partial', problems: ['row'] }));
    expect(pids(partial)).toEqual([1, 2, 3]);
    expect([...partial.tracks.values()].every(({ left }) => left === null)).toBe(true);
  });
});

describe('ending a process', () => {
  it('never hides the keys that answer the question behind a message', () => {
    const said = reduce(shown(...three), { kind: 'notice', tone: 'good', text: '1 paused', nowMs: NOW });
    expect(frameText(said)).toContain('1 paused');
    const last = frameText(press(said, 'k')).split('\n').at(-1);
    expect(last).toMatch(/y end it\s+n leave it/);
  });

  it('is not spoken of when the next thing is done', () => {
    const said = reduce(shown(...three), { kind: 'notice', tone: 'good', text: '1 paused', nowMs: NOW });
    expect(press(said, 'down').notice?.text).toBe('1 paused');
    for (const keys of [['p'], ['g', 'escape'], ['enter']]) expect(press(said, ...keys).notice).toBeNull();
  });

  it('hides no key of a dialog behind a message that comes while it is open', () => {
    const said = reduce(press(shown(...three), 'g'), { kind: 'notice', tone: 'good', text: '1 paused', nowMs: NOW });
    expect(frameText(said).split('\n').at(-1)).toMatch(/cancel/);
  });

  it('asks first, and acts only on y', () => {
    const asked = press(shown(...three), 'k');
    expect(asked.mode.kind).toBe('confirm');
    expect(requests(asked)).toEqual([]);
    for (const key of ['n', 'escape', 'q']) {
      const left = press(asked, key);
      expect(left.mode.kind).toBe('list');
      expect(requests(left)).toEqual([]);
    }
    for (const key of ['enter', 'k', 'space', 'up', 'x']) expect(requests(press(asked, key))).toEqual([]);
    expect(requests(press(asked, 'y'))).toMatchObject([
      { kind: 'reap', target: { identity: identity(1), command: 'a' } },
    ]);
  });

  it('acts on what the dialog names, however the list has changed under it', () => {
    const asked = press(shown(...three), 'down', 'k');
    const moved = scanned(asked, report([suspect(9, { command: 'z', pastSeconds: 9e6 }), ...three]));
    expect(requests(press(moved, 'y'))).toMatchObject([{ kind: 'reap', target: { identity: identity(2) } }]);
  });

  it('moves no row while the dialog is open', () => {
    const asked = press(shown(...three), 'k');
    const moved = scanned(
      asked,
      report([three[0], three[1], suspect(3, { command: 'c', pastSeconds: 9e6 })].flatMap((of) => of ?? [])),
    );
    expect(pids(moved)).toEqual([1, 2, 3]);
    expect(pids(press(moved, 'n'))).toEqual([3, 1, 2]);
  });

  it('closes the dialog when the process ends by itself, and says so', () => {
    const asked = press(shown(...three), 'k');
    const ended = scanned(asked, report(three.slice(1)));
    expect(ended.mode.kind).toBe('list');
    expect(ended.notice?.text).toContain('1 ended by itself');
    expect(requests(press(ended, 'y'))).toEqual([]);
  });

  it('asks once for a whole group, and leaves out members that ended meanwhile', () => {
    const asked = press(shown(suspect(5), suspect(6), suspect(7)), 'k');
    expect(asked.mode).toMatchObject({
      kind: 'confirm',
      targets: [{ key: '5@50@boot' }, { key: '6@60@boot' }, { key: '7@70@boot' }],
    });
    const confirmed = press(scanned(asked, report([suspect(5), suspect(7)])), 'y');
    expect(requests(confirmed)).toMatchObject([{ target: { key: '5@50@boot' } }, { target: { key: '7@70@boot' } }]);
  });

  it('is deaf to a y that comes with, or right after, the key that opened the dialog', () => {
    const state = shown(...three);
    const chunk = fed(state, { kind: 'keys', names: ['k', 'y'], nowMs: state.nowMs });
    expect(chunk.mode.kind).toBe('confirm');
    expect(requests(chunk)).toEqual([]);
    const quick = fed(
      state,
      { kind: 'keys', names: ['k'], nowMs: NOW },
      { kind: 'keys', names: ['y'], nowMs: NOW + 100 },
    );
    expect(requests(quick)).toEqual([]);
  });

  it('does nothing to a process for a paste, but lets text be typed ahead', () => {
    const state = shown(...three);
    const pasted = fed(state, { kind: 'keys', names: [...'pkill q'], nowMs: NOW });
    expect(pasted).toMatchObject({ mode: { kind: 'list' }, outbox: [] });
    const typed = fed(state, { kind: 'keys', names: [...'/pkill', 'enter'], nowMs: NOW });
    expect(typed).toMatchObject({ mode: { kind: 'list' }, filter: 'pkill', outbox: [] });
  });

  it('shows each step in the row, and the end', () => {
    const state = shown(...three);
    const step = (of: object, nowMs: number) => ({ kind: 'step', key: '1@10@boot', step: of, nowMs }) as never;
    const terminating = fed(state, step({ kind: 'terminating', killAtMs: NOW + 5000 }, NOW));
    expect(terminating.tracks.get('1@10@boot')?.step).toMatchObject({ kind: 'terminating' });
    const gone = fed(terminating, step({ kind: 'gone' }, NOW + 2000));
    expect(gone.tracks.get('1@10@boot')).toMatchObject({ step: { kind: 'gone' }, left: { how: 'ended' } });
    expect(scanned(gone, report(three.slice(1))).tracks.get('1@10@boot')?.step).toMatchObject({ kind: 'gone' });
  });

  it('is refused for what has ended, and for a session', () => {
    const ended = scanned(shown(suspect(1)), report([]));
    expect(press(ended, 'k')).toMatchObject({ mode: { kind: 'list' }, notice: { text: 'It has already ended' } });
    expect(press(shown(suspect(1)), 'up', 'k')).toMatchObject({
      mode: { kind: 'list' },
      notice: { text: 'Select a process first' },
    });
  });
});

describe('pausing', () => {
  it('pauses what runs and resumes what stands', () => {
    expect(requests(press(shown(suspect(1)), 'p'))).toMatchObject([
      { kind: 'pause', target: { identity: identity(1) } },
    ]);
    expect(requests(press(shown(suspect(1, { processState: 'T' })), 'p'))).toMatchObject([{ kind: 'resume' }]);
  });

  it('pauses the rest of a group that stands in part', () => {
    const state = shown(suspect(5, { processState: 'T' }), suspect(6));
    expect(requests(press(state, 'p'))).toMatchObject([{ kind: 'pause', target: { identity: identity(6) } }]);
  });
});

describe('granting', () => {
  it('asks for a time and a reason', () => {
    const open = press(shown(near(1, 60)), 'g');
    expect(open.mode).toMatchObject({ kind: 'grant', duration: '30m', field: 'duration' });
    const done = press(
      type(press(open, 'backspace', 'backspace', 'backspace', '2', 'h', 'tab'), 'long build'),
      'enter',
    );
    expect(requests(done)).toEqual([expect.objectContaining({ kind: 'grant', seconds: 7200, why: 'long build' })]);
    expect(done.mode.kind).toBe('list');
  });

  it.each([
    ['no reason', ['enter'], 'why', 'a reason is needed'],
    ['no time', ['backspace', 'backspace', 'backspace', 'x', 'enter'], 'duration', 'expected a time'],
  ])('refuses %s and goes to the field', (_name, keys, field, problem) => {
    const state = press(press(shown(suspect(1)), 'g'), ...keys);
    expect(state.mode).toMatchObject({ kind: 'grant', field, problem: expect.stringContaining(problem) });
    expect(requests(state)).toEqual([]);
  });

  it('takes letters that are commands elsewhere as text', () => {
    const state = type(press(shown(suspect(1)), 'g', 'tab'), 'ask q and k');
    expect(state.mode).toMatchObject({ kind: 'grant', why: 'ask q and k' });
  });
});

describe('the view', () => {
  it('filters while typing, keeps it on Enter, drops it on Esc', () => {
    const typed = type(press(shown(suspect(1, { command: 'x' }), suspect(2, { command: 'zz' })), '/'), 'zz');
    expect(pids(typed)).toEqual([2]);
    expect(press(typed, 'enter')).toMatchObject({ filter: 'zz', mode: { kind: 'list' } });
    expect(press(typed, 'escape')).toMatchObject({ filter: '', mode: { kind: 'list' } });
    expect(press(typed, 'enter', 'escape').filter).toBe('');
    expect(press(typed, 'backspace').filter).toBe('z');
  });

  it('goes round the orders and back', () => {
    const sorts = [0, 1, 2, 3, 4, 5].map((count) => press(shown(...three), ...Array<string>(count).fill('s')).sort);
    expect(sorts).toEqual(['past', 'cpu', 'share', 'age', 'pid', 'past']);
  });

  it('hides what is still allowed', () => {
    expect(pids(press(shown(three[0] ?? suspect(1), near(9, 5)), 'f'))).toEqual([1]);
  });

  it('freezes order and membership until it is let go', () => {
    const frozen = press(shown(...three), 'space');
    const next = scanned(
      frozen,
      report([
        suspect(9, { command: 'z', pastSeconds: 9e6 }),
        suspect(3, { command: 'c', pastSeconds: 9e5 }),
        ...three.slice(0, 2),
      ]),
    );
    expect(pids(next)).toEqual([1, 2, 3]);
    expect(pids(press(next, 'space'))).toEqual([9, 3, 1, 2]);
  });

  it('unfolds and folds a group', () => {
    const open = press(shown(suspect(5), suspect(6)), 'right');
    expect(open.rows.map(({ kind }) => kind)).toEqual(['session', 'group', 'process', 'process']);
    expect(press(open, 'down', 'left').rows.map(({ kind }) => kind)).toEqual(['session', 'group']);
  });

  it('goes through the panels that are there', () => {
    const small = scanned(blank(60, 15), report([suspect(1)]));
    const focus = (state: State, count: number) =>
      Array.from({ length: count }).reduce<State>((next) => press(next, 'tab'), state).focus;
    expect([1, 2].map((count) => focus(small, count))).toEqual(['ledger', 'board']);
    expect([1, 2, 3].map((count) => focus(shown(suspect(1)), count))).toEqual(['details', 'ledger', 'board']);
  });

  it('opens pages and comes back', () => {
    for (const [key, kind] of [
      ['enter', 'details'],
      ['?', 'help'],
      ['e', 'explain'],
    ] as const) {
      const page = press(shown(suspect(1)), key);
      expect(page.mode.kind).toBe(kind);
      expect(press(page, 'escape').mode.kind).toBe('list');
      expect(press(page, 'q').mode.kind).toBe('list');
    }
  });

  it('shows an explanation only for the process that it was asked for', () => {
    const asked = press(shown(suspect(1)), 'e');
    expect(requests(asked)).toMatchObject([{ kind: 'explain', target: { identity: identity(1) } }]);
    const wrong = fed(asked, { kind: 'explained', key: '2@20@boot', lines: ['x'] });
    expect(wrong.mode).toMatchObject({ lines: null });
    expect(fed(asked, { kind: 'explained', key: '1@10@boot', lines: ['x'] }).mode).toMatchObject({ lines: ['x'] });
  });

  it('leaves on q and on Ctrl-C with their exit codes', () => {
    expect(requests(press(blank(), 'q'))).toEqual([{ kind: 'quit', exitCode: 0 }]);
    expect(requests(press(press(shown(suspect(1)), 'k'), 'ctrl+c'))).toEqual([{ kind: 'quit', exitCode: 130 }]);
  });

  it('carries each request out once', () => {
    const asked = press(press(shown(suspect(1)), 'p'), 'p');
    expect(asked.outbox.map(({ number }) => number)).toEqual([1, 2]);
    expect(fed(asked, { kind: 'taken', upTo: 1 }).outbox.map(({ number }) => number)).toEqual([2]);
  });

  it('is the same object when nothing changed, so that nothing is drawn', () => {
    const state = shown(suspect(1));
    expect(fed(state, { kind: 'ledger', ledger: state.ledger })).toBe(state);
    expect(fed(state, { kind: 'taken', upTo: 0 })).toBe(state);
    expect(fed(state, { kind: 'resize', size: state.size })).toBe(state);
  });
});

describe('sessions', () => {
  it('come and go with the scans', () => {
    const state = scanned(blank(), report([], { sessions: [session(), session('two', { host: 'codex' })] }));
    expect(state.rows.map(({ key }) => key)).toEqual(['session:a1b2c3d4-0000', 'session:two']);
    expect(scanned(state, report([], { sessions: [] })).rows).toEqual([]);
  });
});
