/** The ledgers of this user as they are shown, and the choice of one by its id. */
import { emptyAccount, type Limit } from '../delegation/account.ts';
import { KnownError } from '../errors.ts';
import type { RecordedIdentity } from '../ledger/entry.ts';
import type { RecordedStart } from '../ledger/journal-state.ts';
import type { Damage } from '../ledger/log.ts';
import { listSessionFiles, type SessionFiles } from '../ledger/session-files.ts';
import type { SessionReading } from '../ledger/session-reader.ts';
import { readLastEntries, type WatchedSession, watchSession } from '../ledger/sessions.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { LedgerSession } from '../view/ledger-session.ts';

export type SessionsSource = {
  readonly files: LedgerFiles;
  /** the `sessions` folder; null: there is none yet */
  readonly folder: string | null;
  readonly stateOf: AgentStates;
  /** of the policy: what a session is judged by that was never asked for places */
  readonly limit: Limit;
};

/** A session, the files that it was read from, and the reader to go on with when it was kept open. */
export type FoundSession = {
  readonly paths: SessionFiles;
  readonly shown: LedgerSession;
  readonly watched: WatchedSession;
};

/** Whether an agent process still runs. */
export type AgentStates = (agent: RecordedIdentity) => Promise<'live' | 'gone' | 'unknown'>;

export type SessionsWanted = {
  /** how many of its last entries each session brings */
  readonly last: number;
  /** whether the caller goes on reading, and closes */
  readonly keepOpen: boolean;
};

/** All sessions, the one written to last at the end. */
export async function readSessions(
  source: SessionsSource,
  { last, keepOpen }: SessionsWanted,
): Promise<readonly FoundSession[]> {
  const { files, folder, limit } = source;
  if (folder === null) return [];
  const found: FoundSession[] = [];
  for (const paths of listSessionFiles(files, folder)) {
    const watched = watchSession(files, paths);
    const reading = watched.read();
    if (!keepOpen) watched.close();
    const entries = reading === null ? [] : readLastEntries(files, paths, last);
    const shown = showSession(paths, { reading, limit, entries });
    const starts = reading?.journal.starts ?? [];
    found.push({ paths, watched, shown: { ...shown, open: shown.open && (await mayRun(starts, source.stateOf)) } });
  }
  return found.sort((one, other) => compareText(one.shown.lastAt ?? '', other.shown.lastAt ?? ''));
}

/** An agent that was killed records no end. */
async function mayRun(starts: readonly RecordedStart[], stateOf: AgentStates): Promise<boolean> {
  if (starts.length === 0) return true;
  const states = await Promise.all(starts.map(({ agent }) => (agent === null ? 'unknown' : stateOf(agent))));
  return states.some((state) => state !== 'gone');
}

type Read = Pick<LedgerSession, 'entries' | 'limit'> & { readonly reading: SessionReading | null };

/** The session of a reading; without one the log cannot be read at all. */
function showSession(paths: SessionFiles, { reading, limit, entries }: Read): LedgerSession {
  if (reading === null) {
    const problems = ['its log cannot be read'];
    return { ...unread(paths), problems, limit };
  }
  const { account, journal, damages } = reading;
  return {
    session: journal.session ?? paths.name,
    host: journal.host ?? 'unknown',
    cwd: journal.starts.at(-1)?.cwd ?? null,
    open: !journal.over,
    lastAt: journal.lastAt,
    // Counted from where the cache ends, the number of a line says nothing; verify counts from the first.
    problems: damages.map(({ offset, reason }) => `byte ${offset}: ${reason}`),
    limit: account.override ?? account.lastLimit ?? limit,
    account,
    entries,
  };
}

function unread({ name }: SessionFiles): Omit<LedgerSession, 'problems' | 'limit'> {
  const account = emptyAccount();
  return { session: name, host: 'unknown', cwd: null, open: true, lastAt: null, account, entries: [] };
}

/** `line 17 (byte 4711): the checksum does not fit`. */
export function describeDamage({ line, offset, reason }: Damage): string {
  return line === 0 ? reason : `line ${line} (byte ${offset}): ${reason}`;
}

/**
 * The sessions that a word means: an id or the only one that begins so; without a word, all.
 * @throws KnownError when there is none, or more than one
 */
export function chooseSessions(found: readonly FoundSession[], word: string | undefined): readonly FoundSession[] {
  if (word === undefined) return found;
  const exact = found.filter(({ shown, paths }) => shown.session === word || paths.name === word);
  const chosen = exact.length > 0 ? exact : found.filter(({ shown }) => shown.session.startsWith(word));
  if (chosen.length === 1) return chosen;
  const many = chosen.length === 0 ? 'there is none' : `${chosen.length} begin so: ${listIds(chosen)}`;
  throw new KnownError(`session '${word}': expected the id of one session, ${many}`);
}

/** Where words of the supervisor go that concern no session of an agent. */
export const SUPERVISOR = { session: 'supervisor', host: 'lifetime-watch' } as const;

/**
 * The one session that a supervisor's word is for: the one named, else the only open one.
 * @throws KnownError when it is not clear which
 */
export function chooseOne(command: string, found: readonly FoundSession[], word: string | undefined): FoundSession {
  const [only, ...others] = word === undefined ? found.filter(isOpenAgent) : chooseSessions(found, word);
  if (only === undefined) throw new KnownError(`${command}: no session is open; name one with --session`);
  if (others.length === 0) return only;
  throw new KnownError(
    `${command}: expected --session, ${others.length + 1} sessions are open: ${listIds([only, ...others])}`,
  );
}

export function isOpenAgent({ shown: { open, session } }: FoundSession): boolean {
  return open && session !== SUPERVISOR.session;
}

const MOST_LISTED = 8;

function listIds(found: readonly FoundSession[]): string {
  const ids = found.slice(-MOST_LISTED).map(({ shown }) => shown.session);
  return `${found.length > MOST_LISTED ? '..., ' : ''}${ids.join(', ')}`;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
