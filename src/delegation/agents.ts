/** What happens to children; every function writes into a draft that its caller owns. */
import type { AccountDraft, Agent } from './account.ts';
import { remember, rememberIn } from './remember.ts';
import { closeWhenEmpty, openUnasked } from './reservations.ts';

type Origin = { readonly id: string; readonly at: string };

const SEEN: Agent = {
  action: null,
  state: 'running',
  background: false,
  resumed: 'no',
  parent: undefined,
  absences: 0,
};

/** A child was seen to start. It never opens again what is over, and says nothing about who launched it. */
export function startAgent(draft: AccountDraft, name: string): void {
  const id = canonical(draft, name);
  if (!isKnown(draft, id)) draft.agents.set(id, SEEN);
}

/**
 * A confirmed stop ends the child; an attempt only marks it. A stop that comes first is remembered for the binding. The
 * first stop after a resume may be a late copy of the one before it: it only marks, too.
 */
export function stopAgent(draft: AccountDraft, name: string, confirmed: boolean): void {
  const id = canonical(draft, name);
  const agent = draft.agents.get(id);
  const mayBeOld = agent !== undefined && agent.resumed !== 'no' && agent.state === 'running';
  if (confirmed && !mayBeOld) endAgent(draft, id);
  else if (!draft.ended.has(id)) draft.agents.set(id, { ...(agent ?? SEEN), state: 'stopping' });
}

/** The child is over; its place is free. */
export function endAgent(draft: AccountDraft, name: string): void {
  const id = canonical(draft, name);
  if (draft.ended.has(id)) return;
  const action = draft.agents.get(id)?.action ?? null;
  draft.agents.delete(id);
  remember(draft.ended, id, action);
  if (action !== null) leave(draft, action, id);
}

function leave(draft: AccountDraft, action: string, id: string): void {
  const reservation = draft.reservations.get(action);
  if (reservation === undefined) return;
  draft.reservations.set(action, { ...reservation, agents: reservation.agents.filter((other) => other !== id) });
  closeWhenEmpty(draft, action, 'done');
}

export type Binding = {
  readonly action: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly entry: Origin;
  readonly background?: boolean;
};

/**
 * A launch turned into this child: one pending place becomes the child's. A child binds once; a second launch that names
 * it gets nothing. A child that is over already uses up the place and frees it.
 */
export function bindAgent(draft: AccountDraft, { action, name, aliases, entry, background = false }: Binding): void {
  const id = joinNames(draft, name, aliases);
  const closing = draft.closed.get(action);
  const over = draft.ended.has(id) || closing === 'joined' || closing === 'over';
  const bound = draft.agents.get(id)?.action ?? draft.ended.get(id) ?? null;
  if (bound !== null) {
    if (background && bound === action) markBackground(draft, id);
    return;
  }
  const reservation = draft.reservations.get(action) ?? (over ? undefined : openUnasked(draft, action, entry));
  if (over) {
    draft.agents.delete(id);
    remember(draft.ended, id, action);
  } else {
    const { parent, asked, completion } = reservation ?? { parent: null, asked: false, completion: 'unknown' };
    const listed = background || completion === 'children';
    const seen = draft.agents.get(id) ?? SEEN;
    draft.agents.set(id, {
      ...seen,
      action,
      background: listed || seen.background,
      parent: asked ? parent : undefined,
    });
  }
  if (reservation === undefined) return;
  draft.reservations.set(action, {
    ...reservation,
    everBound: true,
    pending: Math.max(0, reservation.pending - 1),
    agents: over ? reservation.agents : [...reservation.agents, id],
  });
  closeWhenEmpty(draft, action, 'done');
}

export type Resume = { readonly name: string; readonly action: string | null; readonly entry: Origin };

/**
 * Explicit evidence that a child goes on under its id: it counts again. With the resuming call known, the child becomes
 * that call's, which gives it the place that it reserved; the same call is evidence only once, and none after its end.
 */
export function resumeAgent(draft: AccountDraft, { name, action, entry }: Resume): void {
  const id = canonical(draft, name);
  if (action !== null) {
    const evidence = `${action} ${id}`;
    const closing = draft.closed.get(action);
    if (draft.resumedBy.has(evidence) || closing === 'joined' || closing === 'over') return;
    rememberIn(draft.resumedBy, evidence);
  }
  const before = draft.agents.get(id)?.action ?? draft.ended.get(id) ?? null;
  const home = action ?? before ?? `resumed ${id}`;
  if (before !== null && before !== home) leave(draft, before, id);
  const reservation = draft.reservations.get(home) ?? openUnasked(draft, home, entry);
  draft.ended.delete(id);
  draft.agents.set(id, {
    ...SEEN,
    action: home,
    background: true,
    resumed: action === null ? 'otherwise' : 'by-its-call',
    parent: action !== null && reservation.asked ? reservation.parent : undefined,
  });
  draft.reservations.set(home, {
    ...reservation,
    everBound: true,
    pending: action === null ? reservation.pending : Math.max(0, reservation.pending - 1),
    agents: [...reservation.agents.filter((other) => other !== id), id],
  });
}

function markBackground(draft: AccountDraft, id: string): void {
  const agent = draft.agents.get(id);
  if (agent !== undefined) draft.agents.set(id, { ...agent, background: true });
}

/**
 * Makes all the names mean one child and returns its id. Two children that both hold a place are never taken for one:
 * that would free a place on a name's word.
 */
function joinNames(draft: AccountDraft, name: string, aliases: readonly string[]): string {
  let id = canonical(draft, name);
  for (const alias of aliases) {
    const other = canonical(draft, alias);
    if (other === id) continue;
    if (!isKnown(draft, other)) {
      remember(draft.aliases, alias, id);
    } else if (!isKnown(draft, id) || (isBound(draft, other) && !isBound(draft, id))) {
      mergeInto(draft, other, id);
      id = other;
    } else if (!isBound(draft, other)) {
      mergeInto(draft, id, other);
    }
  }
  return id;
}

/** `loser` becomes another name of `winner`; when either is over, and was not resumed, the child is over. */
function mergeInto(draft: AccountDraft, winner: string, loser: string): void {
  const over = draft.ended.has(loser) && (draft.agents.get(winner)?.resumed ?? 'no') === 'no';
  const stopping = draft.agents.get(loser)?.state === 'stopping';
  const lost = draft.agents.get(loser);
  draft.agents.delete(loser);
  draft.ended.delete(loser);
  for (const [alias, id] of draft.aliases) if (id === loser) remember(draft.aliases, alias, winner);
  remember(draft.aliases, loser, winner);
  const kept = draft.agents.get(winner);
  if (over) endAgent(draft, winner);
  else if (kept !== undefined && stopping) draft.agents.set(winner, { ...kept, state: 'stopping' });
  else if (kept !== undefined && lost?.background) draft.agents.set(winner, { ...kept, background: true });
}

export function canonical(draft: AccountDraft, name: string): string {
  return draft.aliases.get(name) ?? name;
}

function isKnown(draft: AccountDraft, id: string): boolean {
  return draft.agents.has(id) || draft.ended.has(id);
}

function isBound(draft: AccountDraft, id: string): boolean {
  return (draft.agents.get(id)?.action ?? draft.ended.get(id) ?? null) !== null;
}
