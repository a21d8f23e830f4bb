/** The ledger panel: each session's account, then the last entries. */
import { cell, type Line } from './cell.ts';
import { entryLine } from './watch-entry.ts';
import { gaugeCells, shortId } from './watch-header.ts';
import type { AccountView, LedgerView, ReservationView } from './watch-model.ts';

/** The lines of the panel, newest entry last, at most `height`; accounts keep at most half of a small panel. */
export function ledgerLines(
  ledger: LedgerView,
  height: number,
  scroll: number,
  offsetMinutes: number,
): readonly Line[] {
  const accounts = ledger.accounts.filter(isWorthShowing).flatMap(accountLines);
  const kept = accounts.slice(0, Math.max(1, Math.floor(height / 2)));
  const room = Math.max(0, height - kept.length);
  const end = Math.max(0, ledger.entries.length - scroll);
  const entries = ledger.entries.slice(Math.max(0, end - room), end);
  if (kept.length === 0 && entries.length === 0) {
    return [
      [cell(ledger.problem ?? 'Nothing recorded yet: verdicts, flags, signals and reservations appear here.', 'dim')],
    ];
  }
  const several = new Set(ledger.entries.map(({ session }) => session)).size > 1;
  return [...kept, ...entries.map((entry) => entryLine(entry, offsetMinutes, several))];
}

function isWorthShowing(account: AccountView): boolean {
  return account.reservations.length > 0 || account.budget !== null || account.recovery !== null;
}

function accountLines(account: AccountView): readonly Line[] {
  const head: Line = [
    cell(`${account.host} `, 'strong'),
    cell(`${shortId(account.session)}  `, 'accent'),
    ...gaugeCells([account]),
    ...(account.recovery === null ? [] : [cell(`  RECOVERY: ${account.recovery}`, 'alarm')]),
  ];
  return [head, ...account.reservations.map(reservationLine)];
}

function reservationLine(reservation: ReservationView): Line {
  const { pending, bound, unknown } = reservation;
  return [
    cell(`  ${reservation.action}  `),
    cell(pending === null ? 'unbounded fan-out' : `${pending} pending`, pending === 0 ? 'dim' : 'warning'),
    cell(`, ${bound.length} running${bound.length > 0 ? `: ${bound.join(' ')}` : ''}`),
    ...(unknown ? [cell('  result unknown, places kept', 'alarm')] : []),
  ];
}
