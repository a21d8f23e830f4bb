import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { RecordedIdentity } from './entry.ts';
import type { Journal } from './journal-state.ts';
import { listAllFilesOf, listSessionFiles, type SessionFiles } from './session-files.ts';
import { watchSession } from './sessions.ts';

export type Retention = { readonly days: number; readonly megabytes: number };

export type RetireSource = {
  readonly files: LedgerFiles;
  readonly folder: string;
  readonly nowMs: number;
  readonly retention: Retention;
  /** whether an agent process still runs */
  readonly stateOf: (agent: RecordedIdentity) => Promise<'live' | 'gone' | 'unknown'>;
};

export type Retired = { readonly session: string; readonly why: 'age' | 'size'; readonly bytes: number };

/** A session of which neither an end nor its agent is known is open for this many times the age limit, if nobody writes. */
const UNKNOWN_FACTOR = 6;
const DAY_MS = 86_400_000;
const STAMP = 'retired';

/**
 * Removes the ledgers of sessions that are over: those older than the age limit, then the oldest until all of them fit
 * the size limit. The ledger of an open session is never removed, nor one whose state cannot be read.
 */
export async function retireSessions(source: RetireSource): Promise<readonly Retired[]> {
  const { files, folder, nowMs, retention } = source;
  const retired: Retired[] = [];
  const candidates: Candidate[] = [];
  for (const paths of listSessionFiles(files, folder)) candidates.push(await look(source, paths));
  candidates.sort((one, other) => one.at - other.at);
  let total = candidates.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { paths, at, bytes, open } of candidates) {
    const old = nowMs - at > retention.days * DAY_MS;
    const why = old ? 'age' : total > retention.megabytes * 1e6 ? 'size' : null;
    if (open || why === null) continue;
    removeAll(files, folder, paths);
    total -= bytes;
    retired.push({ session: paths.name, why, bytes });
  }
  return retired;
}

/** The same, at most once a day however many processes ask. Null: it is not time, or somebody else is at it. */
export async function retireOncePerDay(source: RetireSource): Promise<readonly Retired[] | null> {
  const { files, folder, nowMs } = source;
  const stamp = join(folder, STAMP);
  try {
    const last = files.modifiedAt(stamp);
    if (last !== null && Math.abs(nowMs - last) < DAY_MS) return null;
    files.replace(stamp, Buffer.from(`${new Date(nowMs).toISOString()}\n`));
    return await retireSessions(source);
  } catch (error) {
    if (error instanceof KnownError) return null;
    throw error;
  }
}

type Candidate = {
  readonly paths: SessionFiles;
  readonly at: number;
  readonly bytes: number;
  readonly open: boolean;
};

async function look(source: RetireSource, paths: SessionFiles): Promise<Candidate> {
  const { files, folder, nowMs } = source;
  const at = files.modifiedAt(paths.log) ?? files.modifiedAt(paths.witness) ?? nowMs;
  const bytes = listAllFilesOf(files, folder, paths).reduce((sum, path) => sum + (files.sizeOf(path) ?? 0), 0);
  const watched = watchSession(files, paths);
  const reading = watched.read();
  watched.close();
  const silentTooLong = nowMs - at > source.retention.days * DAY_MS * UNKNOWN_FACTOR;
  const state = reading === null ? 'unknown' : await stateOfSession(reading.journal, source);
  return { paths, at, bytes, open: state === 'open' || (state === 'unknown' && !silentTooLong) };
}

type SessionState = 'open' | 'over' | 'unknown';

/** Over when its end was recorded or every agent that ran it is known to be gone. */
async function stateOfSession({ over, starts }: Journal, { stateOf }: RetireSource): Promise<SessionState> {
  if (over) return 'over';
  const states = await Promise.all(starts.map(({ agent }) => (agent === null ? 'unknown' : stateOf(agent))));
  if (states.includes('live')) return 'open';
  return states.length === 0 || states.includes('unknown') ? 'unknown' : 'over';
}

/** The log goes last: without it the others would look like damage. */
function removeAll(files: LedgerFiles, folder: string, paths: SessionFiles): void {
  const rest = listAllFilesOf(files, folder, paths).filter((path) => path !== paths.log);
  for (const path of [...rest, paths.log]) files.remove(path);
}
