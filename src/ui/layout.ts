/** How the lines of the terminal are shared out. */
import type { Mode, Size } from './state.ts';

export type Layout = {
  readonly columns: number;
  readonly rows: number;
  /** false: nothing sensible fits, the screen only says so */
  readonly fits: boolean;
  readonly banner: boolean;
  /** lines for the rows of the list, its rule and titles not counted */
  readonly list: number;
  /** lines of what lies below the list, its rule included; 0: nothing */
  readonly bottom: number;
  /** columns of the details to the left of the ledger; 0: the ledger has the whole width */
  readonly details: number;
  /** lines of a page that covers list and bottom, its rule included */
  readonly page: number;
};

const SMALLEST: Size = { columns: 30, rows: 8 };
/** header, rule and titles of the list, footer */
const FIXED = 4;

/** The layout of a terminal; dialogs take the place of the bottom panels. */
export function layoutOf(size: Size, mode: Mode, banner: boolean): Layout {
  const { columns, rows } = size;
  const body = rows - FIXED - (banner ? 1 : 0);
  const bottom = Math.min(Math.max(0, body - 1), bottomHeight(size, mode));
  const sheet = mode.kind === 'confirm' || mode.kind === 'grant';
  return {
    columns,
    rows,
    fits: columns >= SMALLEST.columns && rows >= SMALLEST.rows,
    banner,
    list: Math.max(0, body - bottom),
    bottom,
    details: !sheet && columns >= 100 && rows >= 30 ? Math.floor(columns * 0.58) : 0,
    page: rows - 2 - (banner ? 1 : 0),
  };
}

function bottomHeight({ rows }: Size, mode: Mode): number {
  if (mode.kind === 'confirm') return mode.targets.length === 1 ? 5 : 9;
  if (mode.kind === 'grant') return 6;
  if (rows < 12) return 0;
  if (rows < 20) return 3;
  if (rows < 30) return Math.floor(rows / 4);
  // The details of a usual finding fit without scrolling.
  return Math.floor(rows * 0.45);
}
