/** What a scan and the steps of an action change. */
import type { WatchUpdate } from '../flow/watch.ts';
import { identityKey } from '../lineage/identity.ts';
import { createSampler, NO_SAMPLES } from '../view/row-trend.ts';
import type { ActionStep, Track } from '../view/watch-model.ts';
import type { State } from './state.ts';

/** How long a row stays after its process has left the list. */
const KEEP_LEFT_MS = 10_000;
const MOST_LEFT = 500;

/** A finished scan. A failed one keeps the list as it was. */
export function reduceUpdate(state: State, update: WatchUpdate): State {
  const next: State = {
    ...state,
    nowMs: Math.max(state.nowMs, update.atMs),
    report: update.report,
    scannedAtMs: update.atMs,
  };
  if (update.report.status === 'failed') {
    const sessions = state.report?.sessions ?? [];
    return { ...next, report: { ...update.report, sessions, armed: state.report?.armed ?? false } };
  }
  return withoutOld({ ...next, tracks: nextTracks(state, update) });
}

/** A step of an action on one process. */
export function withStep(state: State, key: string, step: ActionStep): State {
  const track = state.tracks.get(key);
  if (track === undefined) return state;
  const left = step.kind === 'gone' && track.left === null ? { atMs: state.nowMs, how: 'ended' as const } : track.left;
  return { ...state, tracks: new Map(state.tracks).set(key, { ...track, step, left }) };
}

/** Without the rows that were kept long enough; the selected one stays for as long as it is selected. */
export function withoutOld(state: State): State {
  const notice = state.notice !== null && state.notice.untilMs <= state.nowMs ? null : state.notice;
  const left: Track[] = [];
  for (const track of state.tracks.values()) if (track.left !== null) left.push(track);
  const old = left.filter(
    ({ key, left: how }, index) =>
      key !== state.selection?.process &&
      (state.nowMs - (how?.atMs ?? 0) >= KEEP_LEFT_MS || left.length - index > MOST_LEFT),
  );
  if (old.length === 0) return notice === state.notice ? state : { ...state, notice };
  const tracks = new Map(state.tracks);
  for (const { key } of old) tracks.delete(key);
  return { ...state, tracks, notice };
}

function nextTracks(state: State, { atMs, report, changes }: WatchUpdate): ReadonlyMap<string, Track> {
  const tracks = new Map<string, Track>();
  const sample = createSampler(atMs);
  for (const suspect of report.suspects) {
    const key = identityKey(suspect.identity);
    const before = state.tracks.get(key);
    const samples = sample(before?.samples ?? NO_SAMPLES, suspect.cpuShare);
    // Listed again although it was reported gone: the report is the newer word.
    const step = before?.step?.kind === 'gone' ? null : (before?.step ?? null);
    tracks.set(key, { key, suspect, samples, seenAtMs: atMs, left: null, step });
  }
  const ended = new Set(
    changes.flatMap((change) => (change.kind === 'ended' ? [identityKey(change.suspect.identity)] : [])),
  );
  for (const [key, track] of state.tracks) {
    if (tracks.has(key)) continue;
    const stale = report.status === 'partial' && track.left === null;
    if (stale || track.left !== null) tracks.set(key, track);
    else if (isWorthKeeping(state, track)) {
      tracks.set(key, { ...track, left: { atMs, how: ended.has(key) ? 'ended' : 'cleared' } });
    }
  }
  return tracks;
}

/** That something ended which was still allowed is no news, unless somebody looks at it. */
function isWorthKeeping({ selection }: State, { key, suspect, step }: Track): boolean {
  return suspect.state !== 'near' || step !== null || key === selection?.process;
}
