/** What happens to reservations; every function writes into a draft that its caller owns. */
import type { AccountDraft, Closing, Reservation } from './account.ts';
import { remember } from './remember.ts';

type Origin = { readonly id: string; readonly at: string };

/** A reservation for what nobody asked for: it takes no pending place, its children count by themselves. */
export function openUnasked(draft: AccountDraft, action: string, origin: Origin): Reservation {
  const reservation: Reservation = {
    id: origin.id,
    action,
    at: origin.at,
    places: 0,
    parent: null,
    asked: false,
    completion: 'unknown',
    pending: 0,
    result: null,
    everBound: false,
    agents: [],
  };
  draft.closed.delete(action);
  draft.reservations.set(action, reservation);
  return reservation;
}

/**
 * Ends a reservation with all its children. A child that was resumed by something else runs on under its id: the result
 * of the call that first launched it says nothing about it, only a supervisor or the end of the session does.
 */
export function closeReservation(draft: AccountDraft, action: string, closing: Closing): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined) {
    if (closing === 'joined' || !draft.closed.has(action)) remember(draft.closed, action, closing);
    return;
  }
  const resumed = (id: string) => draft.agents.get(id)?.resumed === 'otherwise';
  const staying = closing === 'joined' ? reservation.agents.filter(resumed) : [];
  for (const id of reservation.agents) {
    if (staying.includes(id)) continue;
    draft.agents.delete(id);
    remember(draft.ended, id, action);
  }
  draft.reservations.set(action, { ...reservation, pending: 0, agents: staying });
  closeWhenEmpty(draft, action, closing);
}

/** Gives back the places that no child took up; bound children keep theirs. */
export function giveUpPending(draft: AccountDraft, action: string, closing: Closing): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined) {
    if (!draft.closed.has(action)) remember(draft.closed, action, closing);
    return;
  }
  draft.reservations.set(action, { ...reservation, pending: 0 });
  closeWhenEmpty(draft, action, closing);
}

/** A reservation that holds nothing any more is closed. */
export function closeWhenEmpty(draft: AccountDraft, action: string, closing: Closing): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined || reservation.pending > 0 || reservation.agents.length > 0) return;
  draft.reservations.delete(action);
  remember(draft.closed, action, closing);
}
