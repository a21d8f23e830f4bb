/** What the ledgers and the folders of hosts say of when a hook was heard of. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listSessionFiles } from '../ledger/session-files.ts';
import { readWhole, watchSession } from '../ledger/sessions.ts';
import { formatDuration } from '../policy/duration.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { LastHeard } from './doctor-host.ts';

/** The latest entry of any session of the host. */
export function lastHeardIn(files: LedgerFiles, folder: string, host: string, nowMs: number): LastHeard | null {
  const byAge = listSessionFiles(files, folder)
    .map((paths) => ({ paths, at: files.modifiedAt(paths.log) ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { paths } of byAge) {
    const watched = watchSession(files, paths);
    const heard = watched.read()?.journal.host;
    watched.close();
    if (heard !== host) continue;
    const last = readWhole(files, paths)?.added.at(-1);
    if (last === undefined) continue;
    const what =
      last.kind === 'verdict' ? last.verdict : last.kind === 'fail-open' ? `let pass: ${last.reason}` : last.kind;
    const seconds = Math.max(0, Math.round((nowMs - Date.parse(last.at)) / 1000));
    return { at: last.at, what, ago: formatDuration(seconds) };
  }
  return null;
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
