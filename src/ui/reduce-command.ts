/** What the keys do. */
import { assertNever } from '../errors.ts';
import { parseDuration } from '../policy/duration.ts';
import { type BoardRow, SORTS, tracksOf, unitsOf } from '../view/watch-board.ts';
import type { Target } from '../view/watch-model.ts';
import type { CommandName } from './keys.ts';
import { movePage, moveSelection } from './reduce-move.ts';
import { currentLayout } from './settle.ts';
import { ask, type Mode, type Panel, type State, say, selectedRow, targetsOf } from './state.ts';

/** A key that opened a dialog may still be held or repeated: it must not answer it. */
const DEAF_MS = 250;

/** The state after a command; commands that do not fit the mode change nothing. */
export function reduceCommand(state: State, name: CommandName): State {
  switch (name) {
    case 'up':
    case 'down':
    case 'page-up':
    case 'page-down':
    case 'first':
    case 'last':
      return state.mode.kind === 'list' ? moveSelection(state, name) : movePage(state, name);
    case 'quit':
      return ask(state, { kind: 'quit', exitCode: 0 });
    case 'interrupt':
      return ask(state, { kind: 'quit', exitCode: 130 });
    case 'suspend':
      return ask(state, { kind: 'suspend' });
    case 'confirm':
    case 'cancel':
    case 'submit':
    case 'next-field':
    case 'erase':
      return reduceDialog(state, name);
    case 'reap':
    case 'pause':
    case 'grant':
    case 'explain':
    case 'details':
      return reduceAction(state, name);
    default:
      return reduceView(state, name);
  }
}

/** Printable text in a mode that enters text. */
export function typeText(state: State, text: string): State {
  const clean = text.replace(/[^\P{C}]/gu, '');
  if (state.mode.kind === 'filter') return { ...state, filter: (state.filter + clean).slice(0, 100) };
  if (state.mode.kind !== 'grant') return state;
  const { field } = state.mode;
  const longest = field === 'duration' ? 12 : 200;
  return { ...state, mode: { ...state.mode, [field]: (state.mode[field] + clean).slice(0, longest), problem: null } };
}

type ViewCommand = 'unfold' | 'fold' | 'next-panel' | 'filter' | 'sort' | 'only-offenders' | 'freeze' | 'help' | 'back';

function reduceView(state: State, name: ViewCommand): State {
  switch (name) {
    case 'unfold':
    case 'fold':
      return fold(state, name === 'unfold');
    case 'next-panel':
      return { ...state, focus: nextPanel(state) };
    case 'filter':
      return { ...state, mode: { kind: 'filter', before: state.filter } };
    case 'sort':
      return { ...state, sort: SORTS[(SORTS.indexOf(state.sort) + 1) % SORTS.length] ?? 'past', frozen: null };
    case 'only-offenders':
      return { ...state, onlyOffenders: !state.onlyOffenders };
    case 'freeze':
      return { ...state, frozen: state.frozen === null ? unitsOf(state.rows) : null };
    case 'help':
      return { ...state, mode: { kind: 'help', scroll: 0 } };
    case 'back':
      return state.mode.kind === 'list' ? { ...state, filter: '' } : { ...state, mode: { kind: 'list' } };
    default:
      return assertNever(name);
  }
}

function nextPanel(state: State): Panel {
  const { bottom, details } = currentLayout(state);
  const panels: readonly Panel[] = [
    'board',
    ...(bottom > 0 && details > 0 ? (['details'] as const) : []),
    ...(bottom > 0 ? (['ledger'] as const) : []),
  ];
  return panels[(panels.indexOf(state.focus) + 1) % panels.length] ?? 'board';
}

function fold(state: State, open: boolean): State {
  const row = selectedRow(state);
  if (row === undefined || row.kind === 'session') return state;
  if (state.unfolded.has(row.unit) === open) return state;
  const unfolded = new Set(state.unfolded);
  if (open) unfolded.add(row.unit);
  else unfolded.delete(row.unit);
  return { ...state, unfolded };
}

function reduceAction(state: State, name: 'reap' | 'pause' | 'grant' | 'explain' | 'details'): State {
  const row = selectedRow(state);
  if (row === undefined || row.kind === 'session') return say(state, 'warning', 'Select a process first');
  if (name === 'details') return { ...state, mode: { kind: 'details', scroll: 0 } };
  const targets = targetsOf(tracksOf(row));
  const [first] = targets;
  if (first === undefined) return say(state, 'warning', 'It has already ended');
  switch (name) {
    case 'reap':
      return { ...state, mode: { kind: 'confirm', targets, openedAtMs: state.nowMs } };
    case 'grant':
      return { ...state, mode: grantMode(targets) };
    case 'pause':
      return pause(state, row, targets);
    case 'explain':
      return ask(
        { ...state, mode: { kind: 'explain', target: first, lines: null, scroll: 0 } },
        { kind: 'explain', target: first },
      );
    default:
      return assertNever(name);
  }
}

function grantMode(targets: readonly Target[]): Mode {
  return { kind: 'grant', targets, field: 'duration', duration: '30m', why: '', problem: null };
}

/** Resumes when everything on the row is paused, else pauses what runs. */
function pause(state: State, row: BoardRow, targets: readonly Target[]): State {
  const stopped = new Set(tracksOf(row).flatMap(({ key, suspect }) => (suspect.processState === 'T' ? [key] : [])));
  const resume = targets.every(({ key }) => stopped.has(key));
  const chosen = resume ? targets : targets.filter(({ key }) => !stopped.has(key));
  return ask(state, ...chosen.map((target) => ({ kind: resume ? ('resume' as const) : ('pause' as const), target })));
}

function reduceDialog(state: State, name: 'confirm' | 'cancel' | 'submit' | 'next-field' | 'erase'): State {
  const { mode } = state;
  if (mode.kind === 'confirm') {
    if (name === 'cancel') return { ...state, mode: { kind: 'list' } };
    if (name !== 'confirm' || state.nowMs - mode.openedAtMs < DEAF_MS) return state;
    const alive = mode.targets.filter(({ key }) => state.tracks.get(key)?.left === null);
    return ask({ ...state, mode: { kind: 'list' } }, ...alive.map((target) => ({ kind: 'reap' as const, target })));
  }
  if (mode.kind === 'filter') {
    if (name === 'erase') return { ...state, filter: [...state.filter].slice(0, -1).join('') };
    if (name === 'cancel') return { ...state, filter: mode.before, mode: { kind: 'list' } };
    return name === 'submit' ? { ...state, mode: { kind: 'list' } } : state;
  }
  return mode.kind === 'grant' ? reduceGrant(state, mode, name) : state;
}

function reduceGrant(state: State, mode: Extract<Mode, { kind: 'grant' }>, name: string): State {
  const { field } = mode;
  switch (name) {
    case 'cancel':
      return { ...state, mode: { kind: 'list' } };
    case 'erase':
      return { ...state, mode: { ...mode, [field]: [...mode[field]].slice(0, -1).join(''), problem: null } };
    case 'next-field':
      return { ...state, mode: { ...mode, field: field === 'duration' ? 'why' : 'duration' } };
    case 'submit':
      return submitGrant(state, mode);
    default:
      return state;
  }
}

function submitGrant(state: State, mode: Extract<Mode, { kind: 'grant' }>): State {
  const seconds = parseDuration(mode.duration);
  const refuse = (field: 'duration' | 'why', problem: string): State => ({
    ...state,
    mode: { ...mode, field, problem },
  });
  if (seconds === undefined || seconds <= 0) return refuse('duration', 'expected a time such as 30m, 2h or 1h30m');
  if (mode.why.trim() === '') return refuse('why', 'a reason is needed: it goes on record');
  const requests = mode.targets.map((target) => ({ kind: 'grant' as const, target, seconds, why: mode.why.trim() }));
  return ask({ ...state, mode: { kind: 'list' } }, ...requests);
}
