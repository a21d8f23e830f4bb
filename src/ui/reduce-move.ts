/** Moving: the cursor in the list, the text of pages and panels. */
import { pageLines, selectionLines } from './panels/page.ts';
import { currentLayout, selectionOf } from './settle.ts';
import type { State } from './state.ts';

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

/** Moves in the focused panel. */
export function moveSelection(state: State, move: Move): State {
  const layout = currentLayout(state);
  if (state.focus === 'ledger' && layout.bottom > 0) {
    const most = Math.max(0, state.ledger.entries.length - 1);
    // Upwards is into the past, and the newest entry is last.
    return { ...state, ledgerScroll: clamp(state.ledgerScroll - distance(move, layout.bottom, most), most) };
  }
  if (state.focus === 'details' && layout.details > 0) {
    const most = Math.max(0, selectionLines(state, layout.details - 2).length - (layout.bottom - 1));
    return { ...state, detailScroll: clamp(state.detailScroll + distance(move, layout.bottom, most), most) };
  }
  const at = state.rows.findIndex(({ key }) => key === state.selection?.key);
  const to = clamp(at + distance(move, layout.list, state.rows.length), state.rows.length - 1);
  const selection = selectionOf(state.rows[to]);
  return selection === null ? state : { ...state, selection, detailScroll: 0 };
}

/** Scrolls the page that covers the list. */
export function movePage(state: State, move: Move): State {
  const { mode } = state;
  if (mode.kind !== 'details' && mode.kind !== 'explain' && mode.kind !== 'help') return state;
  const { page, columns } = currentLayout(state);
  const most = Math.max(0, pageLines(state, columns - 2).length - (page - 1));
  return { ...state, mode: { ...mode, scroll: clamp(mode.scroll + distance(move, page, most), most) } };
}

function distance(move: Move, page: number, most: number): number {
  const far = most + 1;
  const table = { up: -1, down: 1, 'page-up': 1 - page, 'page-down': page - 1, first: -far, last: far };
  return table[move];
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, Math.max(0, most)));
}
