import { type Forest, isDead } from './forest.ts';
import { compareIdentities, type Identity } from './identity.ts';
import type { RememberedSession } from './lineage-memory.ts';
import { claimOf, type MarkerValues } from './marker-claim.ts';
import { preferOlder } from './prefer-older.ts';
import type { ProcessRecord } from './process-record.ts';
import type { HostTraits } from './recognise-agent.ts';
import { type RecordedSession, sessionIdOf } from './session.ts';

/** A process that is an agent, and those that it relaunched itself as. */
export type LivingAgent = {
  readonly record: ProcessRecord;
  /** undefined: no host claims it, it was named or recorded */
  readonly host: HostTraits | undefined;
  readonly helpers: readonly ProcessRecord[];
};

/** The session id that an agent goes by, no other agent's, and all ids that it is known to have had. */
export type AgentName = { readonly id: string; readonly ids: readonly string[] };

export type NameSources = {
  readonly forest: Forest;
  /** of each agent the latest last */
  readonly recorded: readonly RecordedSession[];
  readonly remembered: readonly RememberedSession[];
  /** null: not readable */
  readonly markersOf: (record: ProcessRecord) => MarkerValues | null;
};

/**
 * Gives each living agent a session id of its own. The latest that the ledger recorded of it comes first, then the one by
 * which an earlier scan knew it, then what it told the oldest of its shells that still runs, then its pid. An id that several
 * agents have had (a session resumed in two terminals) stays with the one that went by it before, else with the oldest; and
 * an agent that ran beside one that is gone now does not take over its id with all that it left behind.
 */
export function nameAgents(agents: readonly LivingAgent[], sources: NameSources): ReadonlyMap<LivingAgent, AgentName> {
  const known = agents.map((agent) => describe(agent, agents, sources));
  const taken = new Set<string>();
  const names = new Map<LivingAgent, AgentName>();
  for (const { agent, ids, before } of [...known].sort(preferHolder)) {
    const own = sessionIdOf(agent.record.identity);
    const free = (id: string): boolean => !taken.has(id) && !isOfAnother(id, { agent, before }, agents, sources);
    const id = ids.find(free) ?? own;
    taken.add(id);
    names.set(agent, { id, ids });
  }
  return names;
}

type Known = {
  readonly agent: LivingAgent;
  /** the preferred one first */
  readonly ids: readonly string[];
  /** the id that it went by at the last scan; null: it was not known then */
  readonly before: string | null;
};

function describe(agent: LivingAgent, agents: readonly LivingAgent[], sources: NameSources): Known {
  const { identity } = agent.record;
  const isIts = ({ agent: of }: { readonly agent: Identity | null }): boolean =>
    of !== null && compareIdentities(of, identity) === 'same';
  const recorded = sources.recorded.filter(isIts).map(({ id }) => id);
  const row = sources.remembered.find(isIts);
  const before = row === undefined ? [] : [row.id];
  const marked = markedIds(agent, agents, sources);
  const all = new Set([...recorded.reverse(), ...before, ...marked, ...(row?.also ?? [])]);
  all.delete(sessionIdOf(identity));
  return { agent, ids: [...all], before: row?.id ?? null };
}

/** An agent's own session id is in the environment of the shells that it started; a few of them are enough. */
const OLDEST_ASKED = 8;
const YOUNGEST_ASKED = 4;

function markedIds(agent: LivingAgent, agents: readonly LivingAgent[], { forest, markersOf }: NameSources): string[] {
  const { record, host, helpers } = agent;
  if (host === undefined) return [];
  const own = [record, ...helpers];
  const shells = own.flatMap(({ identity }) => forest.childrenOf(identity.pid)).filter((child) => !own.includes(child));
  const asked = oldestAndYoungest(shells);
  // What was in its own environment comes from an agent around it, whose shells' markers it handed on.
  const inherited = claimIn(markersOf(record), host)?.id;
  const ids: string[] = [];
  for (const shell of asked) {
    const claim = claimIn(markersOf(shell), host);
    if (claim === null || claim.id === null || claim.id === inherited) continue;
    if (!isNamed(claim.pid, agents, own)) ids.push(claim.id);
  }
  return ids;
}

/** Without sorting all of them: it is asked at every scan. */
function oldestAndYoungest(shells: readonly ProcessRecord[]): readonly ProcessRecord[] {
  if (shells.length <= OLDEST_ASKED + YOUNGEST_ASKED) return [...shells].sort(preferOlder);
  const oldest = firstBy(shells, preferOlder, OLDEST_ASKED);
  const youngest = firstBy(shells, (a, b) => preferOlder(b, a), YOUNGEST_ASKED);
  return [...oldest, ...youngest.reverse().filter((shell) => !oldest.includes(shell))];
}

type Order = (a: ProcessRecord, b: ProcessRecord) => number;

function firstBy(records: readonly ProcessRecord[], order: Order, count: number): ProcessRecord[] {
  const first: ProcessRecord[] = [];
  for (const record of records) {
    const last = first[count - 1];
    if (last !== undefined && order(record, last) >= 0) continue;
    first.push(record);
    first.sort(order);
    first.length = Math.min(first.length, count);
  }
  return first;
}

function claimIn(values: MarkerValues | null, host: HostTraits): ReturnType<typeof claimOf> {
  return values === null ? null : claimOf(values, host);
}

/** Whether a marker names another agent than these processes. Any other pid may be that of another pid namespace. */
function isNamed(pid: number | null, agents: readonly LivingAgent[], own: readonly ProcessRecord[]): boolean {
  if (pid === null || own.some(({ identity }) => identity.pid === pid)) return false;
  return agents.some(({ record }) => record.identity.pid === pid);
}

function preferHolder(a: Known, b: Known): number {
  return claimOnBefore(a) - claimOnBefore(b) || preferOlder(a.agent.record, b.agent.record);
}

/** Who goes on by the same id comes first, then who may have to, and last who had none. */
function claimOnBefore({ ids, before }: Known): number {
  if (before === null || !ids.includes(before)) return 2;
  return ids[0] === before ? 0 : 1;
}

/** Whether an id was another's that is no agent now, or is gone, when this agent was known already. */
function isOfAnother(
  id: string,
  { agent, before }: Pick<Known, 'agent' | 'before'>,
  agents: readonly LivingAgent[],
  { forest, remembered }: NameSources,
): boolean {
  const holder = remembered.find((row) => row.id === id)?.agent ?? null;
  const isHolder = ({ identity }: ProcessRecord): boolean =>
    holder !== null && compareIdentities(holder, identity) === 'same';
  if (holder === null || isHolder(agent.record) || agents.some(({ record }) => isHolder(record))) return false;
  const now = forest.byPid.get(holder.pid);
  return (
    before !== null || (now !== undefined && !isDead(now) && compareIdentities(holder, now.identity) !== 'different')
  );
}
