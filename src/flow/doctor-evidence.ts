/** What the ledgers and the folders of hosts say of when a hook was heard of. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../ledger/entry.ts';
import { listSessionFiles, type SessionFiles } from '../ledger/session-files.ts';
import { readWhole, watchSession } from '../ledger/sessions.ts';
import { formatDuration } from '../policy/duration.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { LastHeard } from './doctor-host.ts';

/** What only a hook of the host records. The watcher and the supervisor write the rest, and into the same ledgers. */
const OF_HOOKS: Readonly<Record<Entry['kind'], boolean>> = {
  'session-start': true,
  'session-end': true,
  verdict: true,
  bypass: true,
  'fail-open': true,
  'policy-change': true,
  reserve: true,
  bind: true,
  settle: true,
  expire: true,
  'agent-start': true,
  'agent-stop': true,
  'agent-resume': true,
  'agent-killed': true,
  'live-list': true,
  'at-rest': true,
  flag: false,
  pause: false,
  resume: false,
  'reap-intent': false,
  'reap-outcome': false,
  grant: false,
  hold: false,
  release: false,
  budget: false,
};

/** The latest entry that a hook of the host wrote, of any session. */
export function lastHeardIn(files: LedgerFiles, folder: string, host: string, nowMs: number): LastHeard | null {
  const byAge = listSessionFiles(files, folder)
    .map((paths) => ({ paths, at: files.modifiedAt(paths.log) ?? 0 }))
    .sort((one, other) => other.at - one.at);
  let last: Entry | null = null;
  for (const { paths, at } of byAge) {
    // A ledger holds nothing that is younger than itself.
    if (last !== null && at < Date.parse(last.at)) break;
    const heard = lastOfHook(files, paths, host);
    if (heard !== null && (last === null || heard.at > last.at)) last = heard;
  }
  if (last === null) return null;
  const what =
    last.kind === 'verdict' ? last.verdict : last.kind === 'fail-open' ? `let pass: ${last.reason}` : last.kind;
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(last.at)) / 1000));
  return { at: last.at, what, ago: formatDuration(seconds), understood: last.kind !== 'fail-open' };
}

function lastOfHook(files: LedgerFiles, paths: SessionFiles, host: string): Entry | null {
  const watched = watchSession(files, paths);
  const heard = watched.read()?.journal.host;
  watched.close();
  if (heard !== host) return null;
  return readWhole(files, paths)?.added.findLast(({ kind }) => OF_HOOKS[kind]) ?? null;
}

/** When the newest file below a folder was written, a few levels deep; null when there is none. */
export function newestBelow(folder: string, depth = 5): number | null {
  let newest: number | null = null;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const at = entry.isDirectory() ? (depth > 0 ? newestBelow(path, depth - 1) : null) : modifiedAt(path);
    if (at !== null && (newest === null || at > newest)) newest = at;
  }
  return newest;
}

/** Null also for what may not be looked at. */
export function modifiedAt(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch {
    return null;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A host that was never used has no such folder.
    return [];
  }
}
