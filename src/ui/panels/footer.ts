/** The last line: the keys that work now, the text being entered, or a message. */
import { type Cell, cell, cutLine, fitLine, type Line, lineWidth } from '../../view/cell.ts';
import { KEYS, keyLabel } from '../keys.ts';
import type { State } from '../state.ts';

/** One line of `width` columns. */
export function footerLine(state: State, width: number): Line {
  const { mode, notice } = state;
  const keys = keyCells(state);
  if (mode.kind === 'filter') {
    return withKeys([cell(' /', 'key'), cell(state.filter), cell(' ', 'selected')], keys, width);
  }
  if (notice !== null) return withKeys([cell(` ${notice.text}`, notice.tone)], [], width);
  return withKeys([], keys, width);
}

/** As many keys as fit whole, in the order of the table. */
function withKeys(left: Line, keys: readonly (readonly Cell[])[], width: number): Line {
  const line: Cell[] = [...cutLine(left, width)];
  for (const key of keys) {
    if (lineWidth(line) + lineWidth(key) > width) break;
    line.push(...key);
  }
  return fitLine(line, width);
}

function keyCells(state: State): readonly (readonly Cell[])[] {
  const rows = KEYS.filter(({ modes, label }) => label !== '' && modes.includes(state.mode.kind));
  return rows.map(({ keys, label }) => [cell(` ${keyLabel(keys[0] ?? '')}`, 'key'), cell(` ${label} `)]);
}
