import type { Line } from '../../view/cell.ts';

/** One line of the screen; a highlighted one holds the cursor. */
export type FrameLine = { readonly cells: Line; readonly highlighted?: boolean };
