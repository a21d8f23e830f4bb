import { type Account, countActive, findLoose } from '../delegation/account.ts';
import type { Entry } from '../ledger/entry.ts';
import { neutralize } from './cell.ts';
import { type LedgerReservation, type LedgerSession, listReservations } from './ledger-session.ts';
import { entryLine } from './watch-entry.ts';

/** The sessions as text for people, one block each. `offsetMinutes` as `Date#getTimezoneOffset` gives it. */
export function formatLedger(sessions: readonly LedgerSession[], offsetMinutes: number): string {
  if (sessions.length === 0) return 'No session has a ledger yet.\n';
  return sessions.map((session) => formatSession(session, offsetMinutes)).join('\n');
}

function formatSession(shown: LedgerSession, offsetMinutes: number): string {
  const { session, host, cwd, open, account, problems, entries } = shown;
  const where = cwd === null ? '' : `  ${cwd}`;
  const lines = [
    `${host}  ${session}${where}  ${open ? 'open' : 'over'}`,
    `  ${formatPlaces(shown)}`,
    ...problems.map((problem) => `  RECOVERY: ${problem}; see 'lifetime-watch ledger repair'`),
    ...listReservations(account).map((reservation) => `  ${formatReservation(reservation)}`),
    ...findLoose(account).map((agent) => `  ${agent}: running, launched by no call that is known`),
    ...entries.map(
      (entry) => `    ${formatEntry(entry, offsetMinutes)}${isRefused(entry, account) ? ': refused' : ''}`,
    ),
  ];
  return `${lines.map(neutralize).join('\n')}\n`;
}

/** `3 of 4 places taken (guard)`. */
export function formatPlaces({ account, limit }: Pick<LedgerSession, 'account' | 'limit'>): string {
  const active = countActive(account);
  if (limit.agents === null) return `${active} ${active === 1 ? 'place' : 'places'} taken, no budget`;
  return `${active} of ${limit.agents} ${limit.agents === 1 ? 'place' : 'places'} taken (${limit.mode})`;
}

function formatReservation({ actionId, places, pending, agents, stopping, unknown }: LedgerReservation): string {
  const parts = agents.map((agent) => `agent ${agent}${stopping.includes(agent) ? ' (stopping)' : ''}`);
  if (places === null) parts.push('any number of agents');
  else if (pending > 0 && !unknown) parts.push(`${pending} pending`);
  if (unknown) parts.push('result unknown: its places stay taken');
  return `${actionId}: ${parts.join(', ')}`;
}

function isRefused(entry: Entry, account: Account): boolean {
  return entry.kind === 'reserve' && account.closed.get(entry.action) === 'refused';
}

/** One entry as one line. */
export function formatEntry(entry: Entry, offsetMinutes: number): string {
  return entryLine(entry, offsetMinutes)
    .map(({ text }) => text)
    .join('');
}
