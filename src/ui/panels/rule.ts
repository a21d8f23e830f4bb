/** The line above a panel: its name, notes, and whether the keys go there. */
import { type Cell, cell, cutLine, fitLine, type Line, lineWidth } from '../../view/cell.ts';

/** `── name ── note ─────`, `width` columns. */
export function rule(name: string, notes: readonly Cell[], width: number, focused: boolean): Line {
  const dash = (count: number): Cell => cell('─'.repeat(Math.max(0, count)), 'dim');
  const head: Line = [dash(1), cell(` ${name} `, focused ? 'title' : 'dim')];
  const tail = notes.filter(({ text }) => text !== '').flatMap((note) => [dash(1), cell(' '), note, cell(' ')]);
  const line = cutLine([...head, ...tail], width);
  return fitLine([...line, dash(width - lineWidth(line))], width);
}
