/** Everything that the screen shows, as one value. `reduce` makes the next one; nothing else changes it. */
import type { ScanReport } from '../lineage/scan-report.ts';
import type { BoardRow, Sort } from '../view/watch-board.ts';
import { EMPTY_LEDGER, type LedgerView, type Target, type Track } from '../view/watch-model.ts';

export type Size = { readonly columns: number; readonly rows: number };
export type Panel = 'board' | 'details' | 'ledger';

/** What the keys mean at the moment. Dialogs hold what they were opened for: it never changes under them. */
export type Mode =
  | { readonly kind: 'list' }
  | { readonly kind: 'filter'; readonly before: string }
  | { readonly kind: 'details'; readonly scroll: number }
  | {
      readonly kind: 'explain';
      readonly target: Target;
      readonly lines: readonly string[] | null;
      readonly scroll: number;
    }
  | { readonly kind: 'help'; readonly scroll: number }
  | { readonly kind: 'confirm'; readonly targets: readonly Target[]; readonly openedAtMs: number }
  | {
      readonly kind: 'grant';
      readonly targets: readonly Target[];
      readonly field: 'duration' | 'why';
      readonly duration: string;
      readonly why: string;
      readonly problem: string | null;
    };
export type ModeKind = Mode['kind'];

/** The row under the cursor, by what it stands for. */
export type Selection = {
  readonly key: string;
  readonly unit: string | null;
  /** key of the process; null for a session or a group */
  readonly process: string | null;
};

/** What the effects are asked to do; each is carried out once. */
export type Request =
  | { readonly kind: 'reap' | 'pause' | 'resume' | 'explain'; readonly target: Target }
  | { readonly kind: 'grant'; readonly target: Target; readonly seconds: number; readonly why: string }
  | { readonly kind: 'quit'; readonly exitCode: number }
  | { readonly kind: 'suspend' };

export type Notice = { readonly text: string; readonly tone: 'good' | 'warning' | 'alarm'; readonly untilMs: number };

/** What is fixed for the whole run. */
export type Setting = {
  readonly periodSeconds: number;
  readonly unarmedBecause: string | null;
  /** seconds between TERM and KILL, as the confirmation says it */
  readonly killGraceSeconds: number;
  readonly offsetMinutes: number;
};

export type State = {
  readonly setting: Setting;
  readonly size: Size;
  readonly nowMs: number;
  /** the last scan that ended, and when; null before the first */
  readonly report: ScanReport | null;
  readonly scannedAtMs: number;
  readonly tracks: ReadonlyMap<string, Track>;
  readonly ledger: LedgerView;
  readonly rows: readonly BoardRow[];
  readonly selection: Selection | null;
  /** index of the first row that is visible */
  readonly top: number;
  readonly focus: Panel;
  readonly detailScroll: number;
  readonly ledgerScroll: number;
  readonly unfolded: ReadonlySet<string>;
  readonly filter: string;
  readonly sort: Sort;
  readonly onlyOffenders: boolean;
  readonly frozen: readonly string[] | null;
  readonly mode: Mode;
  readonly notice: Notice | null;
  readonly outbox: readonly { readonly number: number; readonly request: Request }[];
  readonly nextNumber: number;
};

/** The screen before the first scan. */
export function initialState(setting: Setting, size: Size, nowMs: number): State {
  return {
    setting,
    size,
    nowMs,
    report: null,
    scannedAtMs: nowMs,
    tracks: new Map(),
    ledger: EMPTY_LEDGER,
    rows: [],
    selection: null,
    top: 0,
    focus: 'board',
    detailScroll: 0,
    ledgerScroll: 0,
    unfolded: new Set(),
    filter: '',
    sort: 'past',
    onlyOffenders: false,
    frozen: null,
    mode: { kind: 'list' },
    notice: null,
    outbox: [],
    nextNumber: 1,
  };
}

/** The row under the cursor. */
export function selectedRow(state: State): BoardRow | undefined {
  return state.rows.find(({ key }) => key === state.selection?.key);
}

/** The state with one more request for the effects. */
export function ask(state: State, ...requests: readonly Request[]): State {
  return {
    ...state,
    outbox: [...state.outbox, ...requests.map((request, index) => ({ number: state.nextNumber + index, request }))],
    nextNumber: state.nextNumber + requests.length,
  };
}

/** The state with a message that goes away by itself. */
export function say(state: State, tone: Notice['tone'], text: string): State {
  return { ...state, notice: { text, tone, untilMs: state.nowMs + 5000 } };
}

/** What an action on the row would act on: the living processes that it stands for, as they are now. */
export function targetsOf(tracks: readonly Track[]): readonly Target[] {
  return tracks
    .filter(({ left }) => left === null)
    .map(({ key, suspect }) => ({
      key,
      identity: suspect.identity,
      command: suspect.command,
      ageSeconds: suspect.ageSeconds,
      tree: suspect.tree,
    }));
}
