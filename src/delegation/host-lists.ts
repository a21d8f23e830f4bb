/** What a host's own word on all its children settles at once. Writes into a draft that its caller owns. */
import type { AccountDraft, Agent } from './account.ts';
import { canonical, endAgent, startAgent } from './agents.ts';
import { closeReservation } from './reservations.ts';

/** Lists of unknown origin that must fail to name a child before it is taken to be over. */
const ABSENCES_NEEDED = 2;

/**
 * A list of the background children that still run. Not being on it ends a background child when the list is sure to be
 * younger than its launch: its own launcher brought it, or a stop was seen before; a list that may have been made before
 * the launch must be followed by another one. Being on it opens nothing again that is over.
 */
export function applyLiveList(draft: AccountDraft, names: readonly string[], by: string | null | undefined): void {
  const listed = new Set(names.map((name) => canonical(draft, name)));
  for (const id of listed) {
    if (!draft.ended.has(id)) startAgent(draft, id);
    const agent = draft.agents.get(id);
    if (agent !== undefined) draft.agents.set(id, noteListed(agent, by !== undefined && by !== id));
  }
  for (const [id, agent] of [...draft.agents]) {
    if (listed.has(id) || !agent.background) continue;
    if (isOver(agent, by)) endAgent(draft, id);
    else if (isUnsure(agent, by)) draft.agents.set(id, { ...agent, absences: agent.absences + 1 });
  }
}

/** A list that another agent brought after a stop was attempted shows that the attempt failed. */
function noteListed(agent: Agent, byAnother: boolean): Agent {
  return { ...agent, background: true, absences: 0, state: byAnother ? 'running' : agent.state };
}

function isOver(agent: Agent, by: string | null | undefined): boolean {
  if (agent.state === 'stopping') return true;
  if (isUnsure(agent, by)) return agent.absences + 1 >= ABSENCES_NEEDED;
  return agent.parent === by;
}

/** Not known whether the child's own launcher brought the list. */
function isUnsure(agent: Agent, by: string | null | undefined): boolean {
  return by === undefined || agent.parent === undefined;
}

/**
 * An agent came to rest: a call of its that never reported a result was cancelled. When the main agent rests and no
 * launch is under way anywhere, children of which only the start was seen, and that are not in the background, are over.
 */
export function applyAtRest(draft: AccountDraft, agent: string | null): void {
  for (const { action, parent, asked, result, completion, everBound } of [...draft.reservations.values()]) {
    if (!asked || parent !== agent || result !== null || completion === 'children' || everBound) continue;
    closeReservation(draft, action, 'cancelled');
  }
  if (agent !== null || [...draft.reservations.values()].some(({ pending }) => pending > 0)) return;
  for (const [id, { action, background }] of [...draft.agents]) {
    if (action === null && !background) endAgent(draft, id);
  }
}
