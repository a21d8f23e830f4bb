/** Pages that cover the list: details, explanation, help. */
import { assertNever } from '../../errors.ts';
import { cell, type Line, neutralize } from '../../view/cell.ts';
import { wrapToWidth } from '../../view/text-width.ts';
import { tracksOf } from '../../view/watch-board.ts';
import { detailLines } from '../../view/watch-details.ts';
import { KEYS, keyLabel } from '../keys.ts';
import { type State, selectedRow } from '../state.ts';
import { sessionDetails } from './session.ts';

/** How wide the labels of an explanation are. */
const LABEL = 11;

/** What the open page says, whole; empty when no page is open. */
export function pageLines(state: State, width: number): readonly Line[] {
  const { mode } = state;
  switch (mode.kind) {
    case 'details':
      return selectionLines(state, width);
    case 'explain':
      return mode.lines === null
        ? [[cell('Explaining ...', 'dim')]]
        : mode.lines.flatMap((line) => hanging(neutralize(line), width).map((text) => [cell(text)]));
    case 'help':
      return helpLines();
    case 'list':
    case 'filter':
    case 'confirm':
    case 'grant':
      return [];
    default:
      return assertNever(mode);
  }
}

/** What follows a label stays in its column when it needs more than one line. */
function hanging(line: string, width: number): readonly string[] {
  const label = line.slice(0, LABEL);
  const lines = wrapToWidth(line.slice(LABEL), Math.max(8, width - LABEL), 20);
  return lines.length === 0 ? [label] : lines.map((text, index) => (index === 0 ? label : ' '.repeat(LABEL)) + text);
}

/** The name of the open page. */
export function pageTitle(state: State): string {
  const { mode } = state;
  if (mode.kind === 'explain') return `why ${mode.target.identity.pid}`;
  return mode.kind === 'help' ? 'keys' : 'details';
}

/** Details of what is selected: a process, the members of a group, or a session. */
export function selectionLines(state: State, width: number): readonly Line[] {
  const row = selectedRow(state);
  if (row === undefined) return [[cell('Nothing is selected.', 'dim')]];
  if (row.kind === 'session') return sessionDetails(row, state.ledger);
  const [first] = tracksOf(row);
  if (first === undefined) return [];
  const lines = detailLines(first, width, state.nowMs);
  if (row.kind === 'process') return lines;
  const pids = row.tracks.map(({ suspect }) => suspect.identity.pid).join(' ');
  const members = wrapToWidth(`${row.tracks.length} alike, this is the first: ${pids}`, width, 3);
  return [...members.map((text): Line => [cell(text, 'accent')]), ...lines];
}

function helpLines(): readonly Line[] {
  const ofList = KEYS.filter(({ modes }) => modes.includes('list'));
  const rows = [...ofList, ...KEYS.filter((row) => row.modes.includes('confirm') && !ofList.includes(row))];
  return [
    ...rows.map(({ keys, help }): Line => [cell(`  ${keys.map(keyLabel).join(', ')}`.padEnd(18), 'key'), cell(help)]),
    [],
    [cell('  OVER is how far past its limit a process is; dim rows are still allowed.', 'dim')],
    [cell('  An action in brackets is what an armed watcher (--enforce) would do.', 'dim')],
  ];
}
