/** The screen for a screen reader: few words, no drawing, nothing that changes by the second. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { lineText, neutralize } from '../../view/cell.ts';
import { actionCell } from '../../view/row-action.ts';
import { isOver, tracksOf } from '../../view/watch-board.ts';
import { count } from '../../view/watch-header.ts';
import { KEYS, keyLabel } from '../keys.ts';
import { type State, selectedRow } from '../state.ts';
import { pageLines } from './page.ts';
import { confirmSheet, grantSheet } from './sheet.ts';

const WIDTH = 200;

export function ReaderView({ state }: { readonly state: State }): ReactNode {
  return (
    <Box flexDirection="column">
      {readerLines(state).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <Text key={index}>{line}</Text>
      ))}
    </Box>
  );
}

/** What is read out, a sentence a line. */
export function readerLines(state: State): readonly string[] {
  const { mode } = state;
  if (mode.kind === 'confirm')
    return confirmSheet(mode, state.setting.killGraceSeconds, WIDTH, 9).map(({ cells }) => lineText(cells));
  if (mode.kind === 'grant') return grantSheet(mode, WIDTH).map(({ cells }) => lineText(cells));
  if (mode.kind !== 'list' && mode.kind !== 'filter')
    return [...pageLines(state, WIDTH).map(lineText), keysLine(state)];
  const tracks = [...state.tracks.values()].filter(({ left }) => left === null);
  const over = tracks.filter(isOver).length;
  const sessions = state.report?.sessions.filter(({ state: standing }) => standing !== 'over').length ?? 0;
  return [
    `${count(sessions, 'session')}, ${over} past policy, ${tracks.length - over} still allowed, ${state.report?.armed === true ? 'armed' : 'not armed'}.`,
    selectionSentence(state),
    ...(state.notice === null ? [] : [state.notice.text]),
    ...(mode.kind === 'filter' ? [`Filter: ${state.filter}`] : []),
    keysLine(state),
  ].filter((line) => line !== '');
}

function selectionSentence(state: State): string {
  const row = selectedRow(state);
  if (row === undefined) return 'Nothing is selected.';
  if (row.kind === 'session') return `Selected: session of ${row.session.host}, ${row.over} past policy.`;
  const place = state.rows.findIndex(({ key }) => key === row.key) + 1;
  const [first] = tracksOf(row);
  if (first === undefined) return '';
  const { suspect } = first;
  const who = row.kind === 'group' ? `${row.tracks.length} processes alike` : `process ${suspect.identity.pid}`;
  // Whole minutes: a number that changes with every scan would be read out for ever.
  const minutes = Math.floor(suspect.ageSeconds / 60);
  return `Row ${place} of ${state.rows.length}: ${who}, ${suspect.decisive.kind}, ${count(minutes, 'minute')} old, ${readAction(first, state)}, ${neutralize(suspect.command.slice(0, 300))}`;
}

function readAction(track: Parameters<typeof actionCell>[0], state: State): string {
  if (track.suspect.state === 'near' && track.left === null && track.step === null) return 'still allowed';
  return actionCell(track, state.nowMs).text;
}

function keysLine(state: State): string {
  const rows = KEYS.filter(({ modes, label }) => label !== '' && modes.includes(state.mode.kind));
  return `Keys: ${rows.map(({ keys, label }) => `${keyLabel(keys[0] ?? '')} ${label}`).join(', ')}.`;
}
