/** What must hold after every event: rows match the data, the selection its identity, the window the selection. */
import { type BoardRow, buildBoard, tracksOf, unitsOf } from '../view/watch-board.ts';
import { bannerLine } from '../view/watch-header.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Mode, type Selection, type State, say } from './state.ts';

/** `next`, made consistent; `before` tells what can have changed. */
export function settle(before: State, next: State): State {
  const open = closeEndedDialog(next);
  const rows = rowsOf(before, open);
  const index = findSelected(rows, open.selection, before.rows);
  const selection = keepProcess(open.selection, rows[index]);
  const { list } = currentLayout(open);
  const unfolded = forgetGone(open.unfolded, rows);
  return { ...open, unfolded, rows, selection, top: scrollTo(open.top, index, list, rows.length) };
}

/** What was unfolded and is gone would pile up over the days. */
function forgetGone(unfolded: ReadonlySet<string>, rows: readonly BoardRow[]): ReadonlySet<string> {
  if (unfolded.size === 0) return unfolded;
  const units = new Set(unitsOf(rows));
  return [...unfolded].every((unit) => units.has(unit))
    ? unfolded
    : new Set([...unfolded].filter((unit) => units.has(unit)));
}

/** The layout of a state. */
export function currentLayout(state: State): Layout {
  return layoutOf(state.size, state.mode, bannerLine(state.report, state.ledger.problem) !== null);
}

/** What a row stands for. */
export function selectionOf(row: BoardRow | undefined): Selection | null {
  if (row === undefined) return null;
  return {
    key: row.key,
    unit: row.kind === 'session' ? null : row.unit,
    process: row.kind === 'process' ? row.track.key : null,
  };
}

/** A process whose row has become part of a group is still what was selected. */
function keepProcess(before: Selection | null, row: BoardRow | undefined): Selection | null {
  const selection = selectionOf(row);
  if (selection === null || row?.kind !== 'group' || before?.process == null) return selection;
  return row.tracks.some(({ key }) => key === before.process) ? { ...selection, process: before.process } : selection;
}

function rowsOf(before: State, next: State): readonly BoardRow[] {
  const inputs = ['tracks', 'filter', 'sort', 'onlyOffenders', 'unfolded', 'frozen', 'report'] as const;
  const wasHeld = isDialog(before.mode);
  const isHeld = isDialog(next.mode);
  if (inputs.every((name) => before[name] === next[name]) && wasHeld === isHeld) return next.rows;
  return buildBoard({
    sessions: next.report?.sessions ?? [],
    tracks: [...next.tracks.values()],
    filter: next.filter,
    sort: next.sort,
    onlyOffenders: next.onlyOffenders,
    unfolded: next.unfolded,
    // Nothing moves under an open dialog.
    frozen: next.frozen ?? (isHeld ? unitsOf(next.rows) : null),
  });
}

function isDialog(mode: Mode): boolean {
  return mode.kind === 'confirm' || mode.kind === 'grant';
}

/** The row of the selection: itself, the row that holds its process, its unit; else the one now in its place. */
function findSelected(rows: readonly BoardRow[], selection: Selection | null, previous: readonly BoardRow[]): number {
  if (rows.length === 0) return -1;
  if (selection === null) return rows.findIndex(({ kind }) => kind !== 'session') >= 0 ? firstProcess(rows) : 0;
  const exact = rows.findIndex(({ key }) => key === selection.key);
  if (exact >= 0) return exact;
  const holder = rows.findIndex((row) => tracksOf(row).some(({ key }) => key === selection.process));
  if (holder >= 0) return holder;
  const unit = rows.findIndex((row) => row.kind !== 'session' && row.unit === selection.unit);
  if (unit >= 0) return unit;
  const place = previous.findIndex(({ key }) => key === selection.key);
  return Math.min(rows.length - 1, Math.max(0, place));
}

function firstProcess(rows: readonly BoardRow[]): number {
  return rows.findIndex(({ kind }) => kind !== 'session');
}

/** The smallest move of the window that shows the row, with the head of its session when that costs nothing. */
function scrollTo(top: number, index: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  if (index < 0) return 0;
  if (index < top) return Math.min(last, index <= 1 ? 0 : index);
  if (index >= top + height) return Math.min(last, index - height + 1);
  return Math.min(top, last);
}

/** A confirmation or grant whose processes have all ended has nothing left to ask about. */
function closeEndedDialog(state: State): State {
  if (state.mode.kind !== 'confirm' && state.mode.kind !== 'grant') return state;
  const open = state.mode.targets.some(({ key }) => state.tracks.get(key)?.left === null);
  if (open) return state;
  const names = state.mode.targets.map(({ identity }) => identity.pid).slice(0, 3);
  return say(
    { ...state, mode: { kind: 'list' } },
    'good',
    `${names.join(', ')} ended by itself; nothing was signalled`,
  );
}
