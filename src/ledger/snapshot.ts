import type { AccountDraft } from '../delegation/account.ts';
import { accountFromJson, accountToJson, FOLD_VERSION } from '../delegation/account-json.ts';
import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import { checksum } from './entry-lines.ts';
import { type JournalDraft, journalFromJson, journalToJson } from './journal-state.ts';
import type { OpenLog } from './log.ts';
import type { SessionFiles } from './session-files.ts';

/** The state after the first `offset` bytes of the log. */
export type Snapshot = { readonly offset: number; readonly account: AccountDraft; readonly journal: JournalDraft };

/** How much of the log before the offset must still be what it was when the cache was written. */
const COMPARED = 1024;

/** Writes the cache in one step, and returns how long it is. It is only a cache: what keeps it from being written is no concern of the caller's. */
export function writeSnapshot(files: LedgerFiles, paths: SessionFiles, log: OpenLog, snapshot: Snapshot): number {
  const { offset, account, journal } = snapshot;
  const before = checksum(log.bytesBefore(offset, COMPARED));
  const text = JSON.stringify({
    fold: FOLD_VERSION,
    offset,
    before,
    account: accountToJson(account),
    journal: journalToJson(journal),
  });
  try {
    files.replace(paths.snapshot, Buffer.from(`${text}\n${checksum(Buffer.from(text))}\n`));
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
  }
  return text.length;
}

/**
 * `shorter`: a sound cache covers more than the log has, so the log lost its end. `none`: there is no cache, or it is
 * damaged, of another version, or of another log.
 */
export type SnapshotReading =
  | { readonly kind: 'found'; readonly snapshot: Snapshot; readonly size: number }
  | { readonly kind: 'shorter'; readonly offset: number }
  | { readonly kind: 'none' };

const NONE = { kind: 'none' } as const;

export function readSnapshot(files: LedgerFiles, paths: SessionFiles, log: OpenLog): SnapshotReading {
  const text = readChecked(files, paths.snapshot);
  if (text === null) return NONE;
  const { fold, offset, before, account, journal } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (fold !== FOLD_VERSION || typeof offset !== 'number') return NONE;
  const bytes = log.bytesBefore(offset, COMPARED);
  if (bytes.length !== Math.min(offset, COMPARED)) return { kind: 'shorter', offset };
  if (checksum(bytes) !== before) return NONE;
  const [accountDraft, journalDraft] = [accountFromJson(account), journalFromJson(journal)];
  if (accountDraft === null || journalDraft === null) return NONE;
  return { kind: 'found', snapshot: { offset, account: accountDraft, journal: journalDraft }, size: text.length };
}

/** The first line of the file when the second is its checksum. */
function readChecked(files: LedgerFiles, path: string): string | null {
  const file = files.openRead(path);
  if (file === null) return null;
  try {
    const bytes = Buffer.from(file.read(0, file.size()));
    const end = bytes.indexOf('\n');
    const text = bytes.subarray(0, Math.max(0, end));
    return end > 0 && bytes.subarray(end + 1).toString() === `${checksum(text)}\n` ? text.toString() : null;
  } finally {
    file.close();
  }
}
