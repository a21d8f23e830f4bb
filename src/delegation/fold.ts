import { assertNever } from '../errors.ts';
import { type Account, type AccountDraft, type AccountEntry, copyAccount } from './account.ts';
import { bindAgent, endAgent, resumeAgent, startAgent, stopAgent } from './agents.ts';
import { type Decision, decide } from './decide.ts';
import type { DelegationFact } from './fact.ts';
import { applyAtRest, applyLiveList } from './host-lists.ts';
import { remember } from './remember.ts';
import { closeReservation, closeWhenEmpty, giveUpPending, openUnasked } from './reservations.ts';

/** The account after these lines; the one given is left as it was. */
export function foldEntries(account: Account, entries: readonly AccountEntry[]): Account {
  const draft = copyAccount(account);
  for (const entry of entries) applyEntry(draft, entry, null);
  return draft;
}

/**
 * Applies one line to an account that the caller owns.
 * @param asker the id of the entry whose answer is wanted
 * @returns the decision when this is the asker's line, else null
 */
export function applyEntry(draft: AccountDraft, entry: AccountEntry, asker: string | null): Decision | null {
  if (entry.kind === 'reserve') return applyReserve(draft, entry, asker);
  applyFact(draft, entry);
  return null;
}

/** What becomes of reservations; the rest is about children. */
function applyFact(draft: AccountDraft, entry: Exclude<AccountEntry, { readonly kind: 'reserve' }>): void {
  switch (entry.kind) {
    case 'settle':
      applySettle(draft, entry);
      break;
    case 'expire':
      applyExpire(draft, entry.action);
      break;
    case 'hold':
      applyHold(draft, entry);
      break;
    case 'release':
      applyRelease(draft, entry.action);
      break;
    case 'budget':
      draft.override = { agents: entry.agents, mode: entry.mode };
      break;
    case 'session-end':
      applySessionEnd(draft);
      break;
    default:
      applyToChildren(draft, entry);
  }
}

type AboutChildren = 'bind' | 'agent-start' | 'agent-stop' | 'agent-resume' | 'agent-killed' | 'live-list' | 'at-rest';

function applyToChildren(draft: AccountDraft, entry: Extract<AccountEntry, { readonly kind: AboutChildren }>): void {
  switch (entry.kind) {
    case 'bind':
      bindAgent(draft, { action: entry.action, name: entry.agent, aliases: entry.aliases, entry });
      break;
    case 'agent-start':
      startAgent(draft, entry.agent);
      break;
    case 'agent-stop':
      stopAgent(draft, entry.agent, entry.confirmed);
      break;
    case 'agent-resume':
      resumeAgent(draft, { name: entry.agent, action: entry.action ?? null, entry });
      break;
    case 'agent-killed':
      endAgent(draft, entry.agent);
      break;
    case 'live-list':
      applyLiveList(draft, entry.agents, entry.by);
      break;
    case 'at-rest':
      applyAtRest(draft, entry.agent);
      break;
    default:
      assertNever(entry);
  }
}

type Reserve = AccountEntry & Extract<DelegationFact, { kind: 'reserve' }>;

function applyReserve(draft: AccountDraft, entry: Reserve, asker: string | null): Decision | null {
  // The same line twice is one line.
  if (draft.reservations.get(entry.action)?.id === entry.id) return null;
  const limit = draft.override ?? { agents: entry.budget, mode: entry.mode };
  draft.lastLimit = limit;
  const refusable = limit.agents !== null && limit.mode === 'guard';
  // Counting costs time that grows with what is open; it is spared where nobody asks and nothing can be refused.
  const decision = refusable || entry.id === asker ? decide(draft, entry, limit) : null;
  const known = draft.reservations.has(entry.action) || draft.closed.has(entry.action);
  if (!known) {
    if (decision?.kind === 'refused') remember(draft.closed, entry.action, 'refused');
    else takePlaces(draft, entry);
  }
  return entry.id === asker ? decision : null;
}

function takePlaces(draft: AccountDraft, entry: Reserve): void {
  draft.reservations.set(entry.action, {
    id: entry.id,
    action: entry.action,
    at: entry.at,
    places: entry.places,
    parent: entry.parent,
    asked: true,
    completion: entry.completion,
    pending: entry.places ?? 1,
    result: null,
    everBound: false,
    agents: [],
  });
  closeWhenEmpty(draft, entry.action, 'done');
}

function applySettle(draft: AccountDraft, entry: AccountEntry & Extract<DelegationFact, { kind: 'settle' }>): void {
  const { action, result } = entry;
  if (result !== 'not-started') {
    for (const name of entry.agents) {
      bindAgent(draft, { action, name, aliases: [], entry, background: result === 'launched' });
    }
  }
  switch (result) {
    case 'joined':
      closeReservation(draft, action, 'joined');
      break;
    case 'not-started':
      giveUpPending(draft, action, 'not-started');
      break;
    case 'launched':
    case 'unknown':
      noteResult(draft, action, result);
      break;
    default:
      assertNever(result);
  }
}

/** `launched` is the better knowledge: an unknown result that comes after it changes nothing. */
function noteResult(draft: AccountDraft, action: string, result: 'launched' | 'unknown'): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined || reservation.result === 'launched') return;
  const completion = result === 'launched' ? 'children' : reservation.completion;
  draft.reservations.set(action, { ...reservation, result, completion });
}

/** Only what never bound and of which nothing was heard may be given up: an unknown result keeps its place. */
function applyExpire(draft: AccountDraft, action: string): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined || reservation.everBound || reservation.result !== null) return;
  giveUpPending(draft, action, 'expired');
}

/** Taken whatever the limit is: nobody asked, and only a supervisor or the end of the session frees it. */
function applyHold(draft: AccountDraft, entry: AccountEntry & Extract<DelegationFact, { kind: 'hold' }>): void {
  const { action } = entry;
  if (draft.reservations.has(action) || draft.closed.has(action)) return;
  const held = { places: null, pending: 1, result: 'unknown' } as const;
  draft.reservations.set(action, { ...openUnasked(draft, action, entry), ...held });
}

/** Names a reservation by its action or its entry id, or a child by its id. */
function applyRelease(draft: AccountDraft, name: string): void {
  const byId = [...draft.reservations.values()].find(({ id }) => id === name);
  const action = byId?.action ?? name;
  if (draft.reservations.has(action)) closeReservation(draft, action, 'released');
  else if (draft.agents.has(name)) endAgent(draft, name);
}

function applySessionEnd(draft: AccountDraft): void {
  for (const action of [...draft.reservations.keys()]) closeReservation(draft, action, 'over');
  for (const id of [...draft.agents.keys()]) endAgent(draft, id);
}
