/** The list: rule, column titles, the visible rows. */
import { cell, fitLine, type Line } from '../../view/cell.ts';
import { chooseColumns, formatRow, titleRow } from '../../view/row.ts';
import { type BoardRow, isShown } from '../../view/watch-board.ts';
import { emptyBoard, sessionLine } from '../../view/watch-header.ts';
import type { Layout } from '../layout.ts';
import type { State } from '../state.ts';
import type { FrameLine } from './frame-line.ts';
import { rule } from './rule.ts';

const SORT_NAMES = { past: 'over', cpu: 'cpu', share: '%cpu', age: 'age', pid: 'pid' } as const;

/** Exactly `layout.list` + 2 lines. Only what is visible is formatted. */
export function boardPanel(state: State, layout: Layout): readonly FrameLine[] {
  const columns = chooseColumns(layout.columns);
  const visible = state.rows.slice(state.top, state.top + layout.list);
  const lines = visible.map(
    (row): FrameLine => ({
      cells: rowLine(row, state, columns),
      highlighted: row.key === state.selection?.key && state.focus === 'board',
    }),
  );
  const empty = state.rows.some(({ kind }) => kind !== 'session') ? [] : emptyLines(state);
  const filled = [...lines, ...empty].slice(0, layout.list);
  const blank = Array.from({ length: Math.max(0, layout.list - filled.length) }, (): FrameLine => ({ cells: [] }));
  return [{ cells: boardRule(state, layout) }, { cells: titleRow(columns) }, ...filled, ...blank];
}

function rowLine(row: BoardRow, state: State, columns: ReturnType<typeof chooseColumns>): Line {
  if (row.kind !== 'session') return formatRow(row, columns, state.nowMs);
  const account = state.ledger.accounts.find(({ session }) => session === row.session.id);
  return fitLine(sessionLine(row, account), columns.width);
}

function boardRule(state: State, layout: Layout): Line {
  const hidden = state.rows.length - layout.list;
  const held = state.frozen === null ? 0 : newcomers(state);
  return rule(
    'runaways',
    [
      cell(`by ${SORT_NAMES[state.sort]}`, 'dim'),
      cell(state.onlyOffenders ? 'offenders only' : '', 'accent'),
      cell(state.filter === '' ? '' : `filter: ${state.filter}`, 'accent'),
      cell(state.frozen === null ? '' : `FROZEN${held > 0 ? `, ${held} new` : ''}`, 'warning'),
      cell(hidden > 0 ? `${state.top + 1}-${state.top + layout.list} of ${state.rows.length}` : '', 'dim'),
    ],
    layout.columns,
    state.focus === 'board',
  );
}

/** How many processes a frozen list keeps back. */
function newcomers(state: State): number {
  const shown = new Set(
    state.rows.flatMap((row) =>
      row.kind === 'process' ? [row.track.key] : row.kind === 'group' ? row.tracks.map(({ key }) => key) : [],
    ),
  );
  return [...state.tracks.values()].filter(
    (track) => track.left === null && !shown.has(track.key) && isShown(track, state),
  ).length;
}

function emptyLines(state: State): readonly FrameLine[] {
  const filtered = state.filter.trim() !== '' && state.tracks.size > 0;
  const lines = emptyBoard(state.report, filtered, state.setting.periodSeconds);
  return [{ cells: [] }, ...lines.map((text) => ({ cells: [cell(`  ${text}`, 'dim')] }))];
}
