import { type Account, countActive, type Limit, type Reservation } from './account.ts';

/**
 * Why a reservation was refused. The last two say that the account itself cannot be kept: the ledger of the session is
 * damaged, or it cannot be written.
 */
export type RefusalCode =
  | 'AGENT_BUDGET_EXHAUSTED'
  | 'DUPLICATE_ACTION_ID'
  | 'DELEGATION_UNPROVEN'
  | 'LEDGER_RECOVERY'
  | 'LEDGER_UNAVAILABLE';

/** The answer to one ask. `active` counts the places taken, those of a grant included. */
export type Decision =
  | {
      readonly kind: 'granted';
      readonly action: string;
      /** places newly taken; 0 when the same action had them already */
      readonly taken: number;
      readonly active: number;
      readonly limit: Limit;
    }
  | {
      readonly kind: 'refused';
      readonly action: string;
      readonly code: RefusalCode;
      /** one sentence or more, for the agent */
      readonly reason: string;
      readonly active: number;
      readonly limit: Limit;
    };

export type Ask = { readonly action: string; readonly places: number | null };

/** Whether a launch may go ahead under this limit. Only `guard` with a finite budget ever refuses. */
export function decide(account: Account, ask: Ask, limit: Limit): Decision {
  const known = account.reservations.has(ask.action) || account.closed.has(ask.action);
  const taken = known ? 0 : (ask.places ?? 1);
  const active = countActive(account);
  const refusal = limit.agents === null || limit.mode === 'watch' ? null : findRefusal(account, ask, limit.agents);
  if (refusal === null) return { kind: 'granted', action: ask.action, taken, active: active + taken, limit };
  return { kind: 'refused', action: ask.action, ...refusal, active, limit };
}

type Refusal = { readonly code: RefusalCode; readonly reason: string };

function findRefusal(account: Account, ask: Ask, budget: number): Refusal | null {
  if (account.reservations.has(ask.action) || account.closed.has(ask.action)) {
    return refuse(
      'DUPLICATE_ACTION_ID',
      `the launch ${ask.action} is already in the account; it is counted once and not granted again`,
      'launch again under a new call, and check that the hook is not installed twice',
    );
  }
  if (ask.places === null) {
    return refuse(
      'DELEGATION_UNPROVEN',
      `this launch may start any number of agents, and the budget is ${budget}`,
      'launch a stated number of agents instead',
    );
  }
  const unproven = [...account.reservations.values()].find(({ places }) => places === null);
  if (unproven !== undefined) {
    return refuse(
      'DELEGATION_UNPROVEN',
      `${unproven.action} may be running any number of agents, so it cannot be shown that the budget of ${budget} is kept`,
      'wait until it is over',
    );
  }
  const active = countActive(account);
  if (active + ask.places <= budget) return null;
  return refuse('AGENT_BUDGET_EXHAUSTED', describeExhausted(account, ask.places, budget), adviceFor(account));
}

function refuse(code: RefusalCode, why: string, advice: string): Refusal {
  return { code, reason: `${code}: ${why}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.` };
}

function describeExhausted(account: Account, places: number, budget: number): string {
  const active = countActive(account);
  const asked = `this launch asks for ${places}`;
  const holders = listHolders([...account.reservations.values()]);
  return `${active} of ${budget} ${budget === 1 ? 'place is' : 'places are'} taken and ${asked}; nothing was reserved${holders}`;
}

const MOST_NAMED = 5;

function listHolders(reservations: readonly Reservation[]): string {
  if (reservations.length === 0) return '';
  const named = reservations.slice(0, MOST_NAMED).map(describeHolder).join(', ');
  const more = reservations.length > MOST_NAMED ? ` and ${reservations.length - MOST_NAMED} more` : '';
  return ` (held by ${named}${more})`;
}

function describeHolder({ action, agents, pending, result }: Reservation): string {
  const parts = agents.map((agent) => `agent ${agent}`);
  if (pending > 0) parts.push(result === 'unknown' ? `${pending} with unknown result` : `${pending} starting`);
  return `${action}: ${parts.join(' + ')}`;
}

function adviceFor(account: Account): string {
  const unknown = [...account.reservations.values()].filter(
    ({ result, pending }) => result === 'unknown' && pending > 0,
  );
  const wait = 'wait for one of them to finish, or do this part yourself';
  if (unknown.length === 0) return wait;
  const names = unknown.slice(0, MOST_NAMED).map(({ action }) => action);
  return `${wait}. The result of ${names.join(', ')} is not known: do not reuse its place until its completion is reported`;
}
