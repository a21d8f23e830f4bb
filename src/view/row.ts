/** One row of the list as cells, in columns that suit the width. */
import type { FindingKind } from '../policy/finding.ts';
import { type Cell, cell, fitLine, type Line, lineWidth, neutralize, type Tone } from './cell.ts';
import { shortLimit } from './limit-text.ts';
import { actionCell, groupActionCell, isActing } from './row-action.ts';
import { cpuDuration, cpuPercent, shortDuration } from './row-duration.ts';
import { sparkline, sumSamples } from './row-trend.ts';
import { fitToWidth } from './text-width.ts';
import { type BoardRow, isOver, tracksOf } from './watch-board.ts';
import type { Track } from './watch-model.ts';

type ColumnId = 'pid' | 'age' | 'cpu' | 'share' | 'trend' | 'finding' | 'limit' | 'over' | 'action';
type Column = { readonly id: ColumnId; readonly width: number };

/** The columns of a list `width` columns wide; `command` is what is left for the command. */
export type Columns = { readonly fixed: readonly Column[]; readonly command: number; readonly width: number };

const TITLES: Readonly<Record<ColumnId, string>> = {
  pid: 'PID',
  age: 'AGE',
  cpu: 'CPU',
  share: '%CPU',
  trend: '2 MIN',
  finding: 'FINDING',
  limit: 'LIMIT',
  over: 'OVER',
  action: 'ACTION',
};
const RIGHT: readonly ColumnId[] = ['pid', 'age', 'cpu', 'share', 'over'];
const ORDER: readonly ColumnId[] = ['pid', 'age', 'cpu', 'share', 'trend', 'over', 'limit', 'finding', 'action'];
/** What is added while the command keeps enough room, most needed first; a later row may widen an earlier one. */
const WISHES: readonly (Column & { readonly leave: number })[] = [
  { id: 'pid', width: 7, leave: 0 },
  { id: 'finding', width: 7, leave: 0 },
  { id: 'over', width: 7, leave: 0 },
  { id: 'age', width: 6, leave: 20 },
  { id: 'action', width: 13, leave: 24 },
  { id: 'share', width: 5, leave: 24 },
  { id: 'cpu', width: 7, leave: 30 },
  { id: 'trend', width: 12, leave: 30 },
  { id: 'limit', width: 9, leave: 34 },
  { id: 'action', width: 15, leave: 24 },
  { id: 'limit', width: 13, leave: 30 },
  { id: 'finding', width: 20, leave: 34 },
  { id: 'trend', width: 30, leave: 70 },
];
const GUTTER = 2;

/** Short names for a narrow finding column. */
const SHORT: Readonly<Record<FindingKind, string>> = {
  'unbounded-loop': 'loop',
  'unbounded-background': 'bg',
  'endless-command': 'endless',
  'long-sleep': 'sleep',
  'long-poll': 'poll',
  'long-bound': 'bound',
  'slow-command': 'slow',
  'ineffective-bound': 'unbound',
  'pattern-kill': 'pkill',
  orphan: 'orphan',
  'hidden-runaway': 'hidden',
};

/** Chooses the columns that fit. */
export function chooseColumns(width: number): Columns {
  const chosen = new Map<ColumnId, number>();
  const used = (widths: ReadonlyMap<ColumnId, number>) =>
    GUTTER + [...widths.values()].reduce((sum, column) => sum + column + 1, 0);
  for (const { id, width: wanted, leave } of WISHES) {
    const attempt = new Map(chosen).set(id, wanted);
    if (width - used(attempt) >= leave) chosen.set(id, wanted);
  }
  const fixed = ORDER.flatMap((id) => {
    const column = chosen.get(id);
    return column === undefined ? [] : [{ id, width: column }];
  });
  return { fixed, command: Math.max(0, width - used(chosen)), width };
}

/** The titles of the columns. */
export function titleRow(columns: Columns): Line {
  const titles = columns.fixed.map(({ id, width }) => cell(`${fitToWidth(TITLES[id], width, alignOf(id))} `, 'title'));
  return fitLine([cell(' '.repeat(GUTTER)), ...titles, cell('COMMAND', 'title')], columns.width);
}

/** A row with what all of its columns ask for. */
type Shown = {
  readonly row: Exclude<BoardRow, { kind: 'session' }>;
  readonly tracks: readonly Track[];
  /** the furthest past its limit */
  readonly worst: Track;
  readonly nowMs: number;
};

/** A process or a group as one line of exactly the columns' width. */
export function formatRow(row: Exclude<BoardRow, { kind: 'session' }>, columns: Columns, nowMs: number): Line {
  const tracks = tracksOf(row);
  const tone = rowTone(tracks);
  const shown: Shown = { row, tracks, worst: worstOf(tracks), nowMs };
  const cells = columns.fixed.map(({ id, width }) => {
    const value = columnValue(id, shown, width);
    return cell(`${fitToWidth(value.text, width, alignOf(id))} `, value.tone === 'plain' ? tone : value.tone);
  });
  const line = [gutter(row, tone), ...cells, ...commandCells(shown, columns, tone)];
  return fitLine(line, columns.width);
}

function alignOf(id: ColumnId): 'left' | 'right' {
  return RIGHT.includes(id) ? 'right' : 'left';
}

function gutter(row: Exclude<BoardRow, { kind: 'session' }>, tone: Tone): Cell {
  if (row.kind === 'group') return cell(row.unfolded ? '▾ ' : '▸ ', 'accent');
  return row.member ? cell('│ ', 'dim') : cell('  ', tone);
}

/** Dim: allowed so far, or over; plain otherwise, so that the alarm tones stay rare. */
function rowTone(tracks: readonly Track[]): Tone {
  return tracks.some(isOver) ? 'plain' : 'dim';
}

type Value = { readonly text: string; readonly tone: Tone };
const plain = (text: string): Value => ({ text, tone: 'plain' });

function columnValue(id: ColumnId, { row, tracks, worst, nowMs }: Shown, width: number): Value {
  const { suspect } = worst;
  switch (id) {
    case 'pid':
      return row.kind === 'group' ? { text: `×${tracks.length}`, tone: 'strong' } : plain(String(suspect.identity.pid));
    case 'age':
      return plain(shortDuration(Math.max(...tracks.map((track) => track.suspect.ageSeconds))));
    case 'cpu':
      return plain(cpuDuration(sumOf(tracks, ({ cpuSeconds }) => cpuSeconds)));
    case 'share':
      return shareValue(tracks);
    case 'trend':
      return { text: trendOf(row, width, nowMs), tone: isOver(worst) ? 'accent' : 'dim' };
    case 'finding':
      return {
        text: width < 12 ? SHORT[suspect.decisive.kind] : suspect.decisive.kind,
        tone: suspect.state === 'offender' && worst.left === null ? 'alarm' : 'plain',
      };
    case 'limit':
      return plain(shortLimit(suspect));
    case 'over':
      return overValue(worst);
    case 'action':
      return row.kind === 'group' ? groupActionCell(tracks, nowMs) : actionCell(worst, nowMs);
  }
}

function worstOf(tracks: readonly Track[]): Track {
  return tracks.reduce((a, b) => (b.suspect.pastSeconds > a.suspect.pastSeconds ? b : a));
}

function sumOf(tracks: readonly Track[], value: (suspect: Track['suspect']) => number | null): number | null {
  return tracks.reduce<number | null>((sum, { suspect }) => {
    const known = value(suspect);
    return known === null ? sum : (sum ?? 0) + known;
  }, null);
}

function shareValue(tracks: readonly Track[]): Value {
  if (tracks.every(({ left }) => left !== null)) return plain('');
  const share = sumOf(tracks, ({ cpuShare }) => cpuShare);
  return { text: cpuPercent(share), tone: share !== null && share >= 0.5 ? 'strong' : 'plain' };
}

function overValue({ suspect }: Track): Value {
  if (suspect.pastSeconds < 0) return plain(shortDuration(suspect.pastSeconds));
  return { text: `+${shortDuration(suspect.pastSeconds)}`, tone: suspect.state === 'offender' ? 'alarm' : 'warning' };
}

function trendOf(row: Exclude<BoardRow, { kind: 'session' }>, width: number, nowMs: number): string {
  return row.kind === 'process'
    ? sparkline(row.track.samples, width, nowMs)
    : sparkline(sumSamples(row.tracks.map(({ samples }) => samples)), width, nowMs);
}

function commandCells({ row, tracks, worst, nowMs }: Shown, columns: Columns, tone: Tone): readonly Cell[] {
  const indent = row.kind === 'process' && row.member ? cell('└ ', 'dim') : cell('');
  const hasAction = columns.fixed.some(({ id }) => id === 'action');
  const acting = tracks.some(isActing);
  const doing = row.kind === 'group' ? groupActionCell(tracks, nowMs) : actionCell(worst, nowMs);
  // Without an action column what happens to the process goes before its command.
  const notice = !hasAction && acting ? [doing, cell(' ')] : [];
  const room = columns.command - indent.width - lineWidth(notice);
  return [indent, ...notice, cell(fitToWidth(neutralize(worst.suspect.command.slice(0, room * 4)), room), tone)];
}
