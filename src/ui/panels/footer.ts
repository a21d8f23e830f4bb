/** The last line: the keys that work now, the text being entered, or a message. */
import { type Cell, cell, cutLine, fitLine, type Line, lineWidth, spreadLine } from '../../view/cell.ts';
import { KEYS, type KeyRow, keyLabel } from '../keys.ts';
import type { State } from '../state.ts';

/** One line of `width` columns. Help and quit keep their place at its end, the others are dropped from the right. */
export function footerLine(state: State, width: number): Line {
  const { mode } = state;
  // A question is never without the keys that answer it.
  const notice = mode.kind === 'confirm' || mode.kind === 'grant' ? null : state.notice;
  const rows = KEYS.filter(({ modes, label }) => label !== '' && modes.includes(mode.kind));
  const end = rows.filter(({ command }) => command === 'help' || command === 'quit').flatMap(keyCells);
  const others = rows.filter(({ command }) => command !== 'help' && command !== 'quit').map(keyCells);
  const said: Line = notice === null ? [] : [cell(` ${notice.text} `, notice.tone)];
  if (mode.kind === 'filter')
    return withKeys([cell(' /', 'key'), cell(state.filter), cell(' ', 'selected')], others, width);
  const room = width - lineWidth(end);
  return spreadLine(withKeys(said, notice === null ? others : [], room), end, width);
}

/** As many keys as fit whole, in the order of the table. */
function withKeys(left: Line, keys: readonly Line[], width: number): Line {
  const line: Cell[] = [...cutLine(left, width)];
  for (const key of keys) {
    if (lineWidth(line) + lineWidth(key) > width) break;
    line.push(...key);
  }
  return fitLine(line, width);
}

function keyCells({ keys, label }: KeyRow): Line {
  return [cell(` ${keyLabel(keys[0] ?? '')}`, 'key'), cell(` ${label} `)];
}
