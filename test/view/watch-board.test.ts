import { describe, expect, it } from 'vitest';
import { type BoardOptions, type BoardRow, buildBoard, tracksOf, unitsOf } from '../../src/view/watch-board.ts';
import { near, session, suspect, track } from './suspects.ts';

const board = (change: Partial<BoardOptions>): readonly BoardRow[] =>
  buildBoard({
    sessions: [session()],
    tracks: [],
    filter: '',
    sort: 'past',
    onlyOffenders: false,
    unfolded: new Set(),
    frozen: null,
    ...change,
  });

/** `session`, pids, or `3x` for a folded group; members of an unfolded one are indented. */
const outline = (rows: readonly BoardRow[]): readonly string[] =>
  rows.map((row) => {
    if (row.kind === 'session') return row.session.id;
    if (row.kind === 'group') return `${row.tracks.length}x`;
    return `${row.member ? ' ' : ''}${row.track.suspect.identity.pid}`;
  });

const other = { session: 'other', host: 'codex', evidence: { kind: 'marker', variable: 'X' } } as const;

describe('the board', () => {
  it('puts the furthest over first and what is still allowed last', () => {
    const tracks = [
      near(1, 5),
      suspect(2, { command: 'b', pastSeconds: 10 }),
      suspect(3, { command: 'c', pastSeconds: 99 }),
    ];
    expect(outline(board({ tracks: tracks.map((of) => track(of)) }))).toEqual(['a1b2c3d4-0000', '3', '2', '1']);
  });

  it.each([
    ['past', ['1', '2', '3']],
    ['cpu', ['2', '3', '1']],
    ['share', ['3', '1', '2']],
    ['age', ['2', '1', '3']],
    ['pid', ['1', '2', '3']],
  ] as const)('sorts by %s', (sort, expected) => {
    const tracks = [
      suspect(1, { command: 'a', pastSeconds: 9, cpuSeconds: 1, cpuShare: 0.2, ageSeconds: 50 }),
      suspect(2, { command: 'b', pastSeconds: 8, cpuSeconds: 9, cpuShare: 0.1, ageSeconds: 60 }),
      suspect(3, { command: 'c', pastSeconds: 7, cpuSeconds: 5, cpuShare: 0.9, ageSeconds: 40 }),
    ].map((of) => track(of));
    expect(outline(board({ tracks, sort })).slice(1)).toEqual(expected);
  });

  it('folds identical ones into one row and unfolds them again', () => {
    const tracks = [3, 1, 2].map((pid) => track(suspect(pid)));
    const folded = board({ tracks });
    expect(outline(folded)).toEqual(['a1b2c3d4-0000', '3x']);
    const unit = unitsOf(folded);
    expect(outline(board({ tracks, unfolded: new Set(unit) }))).toEqual(['a1b2c3d4-0000', '3x', ' 1', ' 2', ' 3']);
  });

  it('does not fold what differs in command, finding or session', () => {
    const tracks = [suspect(1), suspect(2, { command: 'x' }), suspect(3, { owner: other })].map((of) => track(of));
    expect(outline(board({ tracks, sessions: [] }))).toEqual(['a1b2c3d4-0000', '1', '2', 'other', '3']);
  });

  it('lists quiet sessions after those with offenders, and hides them while a filter is set', () => {
    const sessions = [session('quiet', { host: 'aider' }), session()];
    const tracks = [track(suspect(1))];
    expect(outline(board({ sessions, tracks }))).toEqual(['a1b2c3d4-0000', '1', 'quiet']);
    expect(outline(board({ sessions, tracks, filter: 'grep' }))).toEqual(['a1b2c3d4-0000', '1']);
  });

  it.each([
    ['a word of the command', 'GREP', 1],
    ['the finding', 'unbounded', 1],
    ['the pid', '4711', 1],
    ['the host', 'claude', 1],
    ['all words', 'grep loop', 1],
    ['a word that is missing', 'grep curl', 0],
  ])('filters by %s', (_name, filter, count) => {
    const rows = board({ tracks: [track(suspect(4711))], filter });
    expect(rows.flatMap(tracksOf)).toHaveLength(count);
  });

  it('shows offenders only, but keeps what is being acted on', () => {
    const tracks = [track(near(1, 5)), track(near(2, 5, { command: 'y' }), { step: { kind: 'freezing' } })];
    expect(outline(board({ tracks, onlyOffenders: true }))).toEqual(['a1b2c3d4-0000', '2']);
  });

  it('keeps a frozen order and holds newcomers back', () => {
    const first = [suspect(1, { command: 'a', pastSeconds: 1 }), suspect(2, { command: 'b', pastSeconds: 2 })].map(
      (of) => track(of),
    );
    const frozen = unitsOf(board({ tracks: first }));
    const later = [
      suspect(1, { command: 'a', pastSeconds: 500 }),
      suspect(2, { command: 'b' }),
      suspect(3, { command: 'c' }),
    ];
    expect(outline(board({ tracks: later.map((of) => track(of)), frozen })).slice(1)).toEqual(['2', '1']);
  });

  it('counts the living of a session, over and near', () => {
    const tracks = [track(suspect(1)), track(near(2, 9)), track(suspect(3), { left: { atMs: 0, how: 'ended' } })];
    expect(board({ tracks })[0]).toMatchObject({ kind: 'session', over: 1, near: 1 });
  });
});
