/** States of the screen for tests, reached by the events that lead there. */
import { compareScans, missingFrom, NOTHING_KNOWN } from '../../src/flow/watch-changes.ts';
import { identityKey } from '../../src/lineage/identity.ts';
import type { ScanReport } from '../../src/lineage/scan-report.ts';
import type { UiEvent } from '../../src/ui/event.ts';
import { composeFrame } from '../../src/ui/panels/frame.ts';
import { reduce } from '../../src/ui/reduce.ts';
import { initialState, type Setting, type State } from '../../src/ui/state.ts';
import { lineText } from '../../src/view/cell.ts';
import { NOW } from '../view/suspects.ts';

export const SETTING: Setting = { periodSeconds: 2, unarmedBecause: null, killGraceSeconds: 5, offsetMinutes: 0 };

/** The screen before the first scan. */
export function blank(columns = 120, rows = 40): State {
  return initialState(SETTING, { columns, rows }, NOW);
}

/** The state after all events. */
export function fed(state: State, ...events: readonly UiEvent[]): State {
  return events.reduce(reduce, state);
}

/** A scan that ends at `atMs`; processes that it no longer lists have ended, unless they are said to be alive. */
export function scanned(
  state: State,
  report: ScanReport,
  atMs = state.nowMs + 2000,
  alive: readonly number[] = [],
): State {
  const known = {
    ...NOTHING_KNOWN,
    suspects: new Map(
      [...state.tracks].filter(([, { left }]) => left === null).map(([key, { suspect }]) => [key, suspect]),
    ),
  };
  const liveness = new Map(
    missingFrom(known, report).map(({ identity }) => [
      identityKey(identity),
      alive.includes(identity.pid) ? ('alive' as const) : ('gone' as const),
    ]),
  );
  const { changes } = compareScans(known, report, liveness);
  return reduce(state, { kind: 'update', update: { atMs, report, changes } });
}

/** Keys one after the other, each some time after the one before. */
export function press(state: State, ...names: readonly string[]): State {
  return names.reduce((next, name) => reduce(next, { kind: 'keys', names: [name], nowMs: next.nowMs + 300 }), state);
}

/** Text as it is typed. */
export function type(state: State, text: string): State {
  return press(state, ...[...text].map((character) => (character === ' ' ? 'space' : character)));
}

/** The frame as text. */
export function frameText(state: State): string {
  return composeFrame(state)
    .map(({ cells }) => lineText(cells).trimEnd())
    .join('\n');
}
