import { type Account, type AccountDraft, emptyAccount } from '../delegation/account.ts';
import type { Decision } from '../delegation/decide.ts';
import { applyEntry } from '../delegation/fold.ts';
import type { LedgerFiles } from '../system/files.ts';
import { toAccountEntry } from './account-entry.ts';
import type { Entry } from './entry.ts';
import { applyToJournal, emptyJournal, type Journal, type JournalDraft } from './journal-state.ts';
import { type Damage, describeShort, type OpenLog } from './log.ts';
import type { SessionFiles } from './session-files.ts';
import { readSnapshot, type SnapshotReading, writeSnapshot } from './snapshot.ts';

/** A cache is written after this many bytes were folded since the last one, and as many as the last one was long. */
const SNAPSHOT_EVERY = 4 * 1024;

export type SessionReading = {
  /** Both are written on by the next reading; whoever keeps them copies them. */
  readonly account: Account;
  readonly journal: Journal;
  /** not empty: the session is in recovery, and the state is what could be read */
  readonly damages: readonly Damage[];
  /** the entries that this reading added; the first one after a cache begins where the cache ends */
  readonly added: readonly Entry[];
  /** the answer to the asker, null without one or in recovery */
  readonly decision: Decision | null;
};

export type SessionReader = { read(asker: string | null): SessionReading };

type Held = {
  account: AccountDraft;
  journal: JournalDraft;
  next: number;
  cached: number;
  size: number;
  damages: readonly Damage[];
};

export type ReaderSource = {
  readonly files: LedgerFiles;
  readonly paths: SessionFiles;
  readonly log: OpenLog;
  /** `ignore`: read every line from the first, and write no cache */
  readonly cache: 'use' | 'ignore';
};

/** Folds what was added to the log since the last reading. Starts from the cache, and anew when a repair replaced the file. */
export function createSessionReader({ files, paths, log, cache }: ReaderSource): SessionReader {
  let generation = -1;
  let held: Held = start({ kind: 'none' }, cache, 0);
  return {
    read(asker) {
      const current = log.generation();
      if (current !== generation) {
        held = start(readSnapshot(files, paths, log), cache, log.size());
        generation = current;
      }
      const reading = log.readFrom(held.next);
      const decision = applyAll(held, reading.entries, asker);
      held.damages = addNew(held.damages, reading.damages);
      held.next = reading.next;
      const worth = held.next - held.cached >= Math.max(SNAPSHOT_EVERY, held.size);
      if (cache === 'use' && held.damages.length === 0 && worth) {
        const { account, journal, next } = held;
        held.size = writeSnapshot(files, paths, log, { offset: next, account, journal });
        held.cached = next;
      }
      const { account, journal, damages } = held;
      return { account, journal, damages, added: reading.entries, decision: damages.length === 0 ? decision : null };
    },
  };
}

/** What is damaged stays so, and is found again by each reading that comes by. */
function addNew(known: readonly Damage[], found: readonly Damage[]): readonly Damage[] {
  const fresh = found.filter(({ offset }) => known.every((damage) => damage.offset !== offset));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

function start(reading: SnapshotReading, cache: ReaderSource['cache'], size: number): Held {
  const from = reading.kind === 'found' && cache === 'use' ? reading.snapshot : null;
  const offset = from?.offset ?? 0;
  return {
    account: from?.account ?? emptyAccount(),
    journal: from?.journal ?? emptyJournal(),
    next: offset,
    cached: offset,
    size: from === null || reading.kind !== 'found' ? 0 : reading.size,
    damages: reading.kind === 'shorter' ? [describeShort(size, reading.offset)] : [],
  };
}

function applyAll(held: Held, entries: readonly Entry[], asker: string | null): Decision | null {
  let decision: Decision | null = null;
  for (const entry of entries) {
    applyToJournal(held.journal, entry);
    const line = toAccountEntry(entry);
    if (line !== null) decision = applyEntry(held.account, line, asker) ?? decision;
  }
  return decision;
}
