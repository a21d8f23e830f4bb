/** The whole screen as lines: header, list, panels, footer. Pure. */
import { cell, cutLine, fitLine, type Line } from '../../view/cell.ts';
import { clockTime } from '../../view/row-duration.ts';
import { isOver } from '../../view/watch-board.ts';
import { bannerLine, headerLine } from '../../view/watch-header.ts';
import { ledgerLines } from '../../view/watch-ledger.ts';
import type { Layout } from '../layout.ts';
import { currentLayout } from '../settle.ts';
import type { State } from '../state.ts';
import { boardPanel } from './board.ts';
import { footerLine } from './footer.ts';
import type { FrameLine } from './frame-line.ts';
import { pageLines, pageTitle, selectionLines } from './page.ts';
import { rule } from './rule.ts';
import { confirmSheet, grantSheet } from './sheet.ts';

/** Exactly as many lines as the terminal has rows, none wider than its columns. */
export function composeFrame(state: State): readonly FrameLine[] {
  const layout = currentLayout(state);
  if (!layout.fits) return tooSmall(layout);
  const banner = layout.banner ? bannerLine(state.report, state.ledger.problem) : null;
  const isPage = state.mode.kind === 'details' || state.mode.kind === 'explain' || state.mode.kind === 'help';
  const lines: readonly FrameLine[] = [
    { cells: header(state, layout.columns) },
    ...(banner === null ? [] : [{ cells: fitLine(banner, layout.columns) }]),
    ...(isPage ? pagePanel(state, layout) : [...boardPanel(state, layout), ...bottomPanel(state, layout)]),
    { cells: footerLine(state, layout.columns) },
  ];
  return lines.slice(0, layout.rows).map((line) => ({ ...line, cells: cutLine(line.cells, layout.columns) }));
}

function header(state: State, width: number): Line {
  const tracks = [...state.tracks.values()].filter(({ left }) => left === null);
  const over = tracks.filter(isOver).length;
  return headerLine(
    {
      report: state.report,
      accounts: state.ledger.accounts,
      over,
      near: tracks.length - over,
      unarmedBecause: state.setting.unarmedBecause,
      periodSeconds: state.setting.periodSeconds,
      clock: clockTime(state.scannedAtMs, state.setting.offsetMinutes),
    },
    width,
  );
}

function pagePanel(state: State, layout: Layout): readonly FrameLine[] {
  const content = pageLines(state, layout.columns - 2);
  const height = layout.page - 1;
  const wanted = 'scroll' in state.mode ? state.mode.scroll : 0;
  const scroll = Math.min(wanted, Math.max(0, content.length - height));
  const more =
    content.length > height
      ? cell(`${scroll + 1}-${Math.min(content.length, scroll + height)} of ${content.length}`, 'dim')
      : cell('');
  const shown = content.slice(scroll, scroll + height).map((line) => ({ cells: [cell(' '), ...line] }));
  return padded([{ cells: rule(pageTitle(state), [more], layout.columns, true) }, ...shown], layout.page);
}

function bottomPanel(state: State, layout: Layout): readonly FrameLine[] {
  const { bottom, columns, details } = layout;
  if (bottom === 0) return [];
  if (state.mode.kind === 'confirm') {
    return padded(confirmSheet(state.mode, state.setting.killGraceSeconds, columns, bottom), bottom);
  }
  if (state.mode.kind === 'grant') return padded(grantSheet(state.mode, columns), bottom);
  const right = ledgerPanel(state, columns - details - (details > 0 ? 1 : 0), bottom);
  if (details === 0)
    return padded(
      right.map((cells) => ({ cells })),
      bottom,
    );
  const left = detailsPanel(state, details, bottom);
  return Array.from({ length: bottom }, (_, index) => ({
    cells: [...fitLine(left[index] ?? [], details), cell(index === 0 ? '┬' : '│', 'dim'), ...(right[index] ?? [])],
  }));
}

function ledgerPanel(state: State, width: number, height: number): readonly Line[] {
  const lines = ledgerLines(state.ledger, height - 1, state.ledgerScroll, state.setting.offsetMinutes);
  const note = state.ledgerScroll > 0 ? `${state.ledgerScroll} newer below` : '';
  const title = rule('ledger', [cell(note, 'dim')], width, state.focus === 'ledger');
  return [title, ...lines.map((line) => fitLine([cell(' '), ...line], width))];
}

function detailsPanel(state: State, width: number, height: number): readonly Line[] {
  const content = selectionLines(state, width - 2);
  const scroll = Math.min(state.detailScroll, Math.max(0, content.length - height + 1));
  const note =
    content.length > height - 1
      ? `${scroll + 1}-${Math.min(content.length, scroll + height - 1)} of ${content.length}`
      : '';
  const title = rule('details', [cell(note, 'dim')], width, state.focus === 'details');
  return [title, ...content.slice(scroll, scroll + height - 1).map((line): Line => [cell(' '), ...line])];
}

function padded(lines: readonly FrameLine[], height: number): readonly FrameLine[] {
  const missing = Math.max(0, height - lines.length);
  return [...lines.slice(0, height), ...Array.from({ length: missing }, (): FrameLine => ({ cells: [] }))];
}

function tooSmall(layout: Layout): readonly FrameLine[] {
  const text = `${layout.columns}x${layout.rows} is too small for the list; q quits`;
  return padded([{ cells: fitLine([cell(text)], layout.columns) }], layout.rows);
}
