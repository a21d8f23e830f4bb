import { isDead, parentOf } from './forest.ts';
import { compareIdentities, type Identity } from './identity.ts';
import type { RememberedSession } from './lineage-memory.ts';
import { type LivingAgent, type NameSources, nameAgents } from './name-agents.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';
import { type HostTraits, recogniseAgent } from './recognise-agent.ts';
import { isToolCall, mayBeAdopted, mayBeToolCall } from './relaunch.ts';
import { type RecordedSession, type Session, sessionIdOf } from './session.ts';

export type SessionSources = NameSources & {
  readonly hosts: readonly HostTraits[];
  /** only agents of this user are looked for */
  readonly uid: number;
  /** pids whose row could not be read: their absence from the forest proves nothing */
  readonly unreadable: ReadonlySet<number>;
  /** a process named by the supervisor is an agent, whatever it looks like */
  readonly named: ProcessRecord | null;
};

export type FoundSessions = {
  readonly sessions: readonly Session[];
  /** pid of each living agent process, helpers of the same program included -> session id */
  readonly agents: ReadonlyMap<number, string>;
  /** each id that a living agent has ever been known by -> the sessions of those agents */
  readonly claimed: ReadonlyMap<string, readonly Session[]>;
  /** remembered session id -> the id that the same living agent goes by now */
  readonly renamed: ReadonlyMap<string, string>;
};

/**
 * All sessions that are known: agents that run now (recognised, recorded or named), and recorded or remembered ones whose
 * agent is gone. An agent that relaunches itself is one session: a direct child of the same host is its helper, whereas one
 * started through a shell is a session of its own. No two agents share one, whatever their environment or the ledger says,
 * and no agent has two: an id that it went by before is another name of the same session.
 */
export function findSessions(sources: SessionSources): FoundSessions {
  const living = findAgents(sources);
  const names = nameAgents(living, sources);
  const agents = new Map<number, string>();
  const sessions = new Map<string, Session>();
  const claimed = new Map<string, Session[]>();
  for (const agent of living) {
    const name = names.get(agent) ?? { id: sessionIdOf(agent.record.identity), ids: [] };
    const session = describeLive(agent, name.id, sources);
    sessions.set(session.id, session);
    for (const { identity } of [agent.record, ...agent.helpers]) agents.set(identity.pid, session.id);
    for (const id of new Set([name.id, ...name.ids])) claimed.set(id, [...(claimed.get(id) ?? []), session]);
  }
  const livingOf = findByAgent([...sessions.values()]);
  const renamed = new Map<string, string>();
  for (const { id, agent } of sources.remembered) {
    const now = livingOf(agent);
    if (now !== undefined) renamed.set(id, now.id);
  }
  // One that only an environment named is found by it again, and whether it is over then depends on who runs now.
  const remembered = sources.remembered.filter(({ agent }) => agent !== null);
  // The latest agent of a session that was resumed in another process is the one that decides.
  for (const gone of [...sources.recorded.map(asGone).reverse(), ...remembered.map(asGone)]) {
    if (!sessions.has(gone.id) && livingOf(gone.agent) === undefined) sessions.set(gone.id, settleState(gone, sources));
  }
  return { sessions: [...sessions.values()], agents, claimed, renamed };
}

function findAgents(sources: SessionSources): readonly LivingAgent[] {
  const { forest, uid, named } = sources;
  const recognised = recogniseAll(sources);
  const tops: ProcessRecord[] = [];
  for (const record of forest.byPid.values()) {
    const host = recognised.get(record.identity.pid);
    if (isDead(record) || record.identity.pid < 1) continue;
    const isRecorded = latestRecorded(sources, record.identity) !== undefined;
    const isNamed = named !== null && record.identity.pid === named.identity.pid;
    const isOurs = record.uid === uid;
    if (!isRecorded && !isNamed && (host === undefined || !isOurs)) continue;
    // A helper that is named means its agent, which is looked for among our own alone.
    if (isRecorded || (isNamed && !isOurs) || !isHelper(sources, recognised, record)) tops.push(record);
  }
  const taken = new Set(tops.map(({ identity }) => identity.pid));
  return tops.map((record) => ({
    record,
    host: recognised.get(record.identity.pid),
    helpers: helpersOf(record, sources, recognised, taken),
  }));
}

function recogniseAll({ forest, hosts }: SessionSources): ReadonlyMap<number, HostTraits> {
  const found = new Map<number, HostTraits>();
  for (const record of forest.byPid.values()) {
    const host = recogniseAgent(record, hosts);
    if (host !== undefined) found.set(record.identity.pid, host);
  }
  return found;
}

function isHelper(
  { forest, markersOf }: SessionSources,
  recognised: ReadonlyMap<number, HostTraits>,
  record: ProcessRecord,
): boolean {
  const parent = parentOf(forest, record);
  const host = recognised.get(record.identity.pid);
  if (parent === undefined || host === undefined || isDead(parent) || parent.uid !== record.uid) return false;
  if (recognised.get(parent.identity.pid)?.id !== host.id) return false;
  if (mayBeAdopted(record, parent)) return false;
  if (!mayBeToolCall(record)) return true;
  return !isToolCall(host, { own: markersOf(record), parent: markersOf(parent) });
}

/** Marks what it finds as taken. */
function helpersOf(
  top: ProcessRecord,
  sources: SessionSources,
  recognised: ReadonlyMap<number, HostTraits>,
  taken: Set<number>,
): readonly ProcessRecord[] {
  const found: ProcessRecord[] = [];
  const queue = [top];
  for (const record of queue) {
    for (const child of sources.forest.childrenOf(record.identity.pid)) {
      if (taken.has(child.identity.pid) || !isHelper(sources, recognised, child)) continue;
      taken.add(child.identity.pid);
      found.push(child);
      queue.push(child);
    }
  }
  return found;
}

function latestRecorded({ recorded }: SessionSources, identity: Identity): RecordedSession | undefined {
  for (let index = recorded.length - 1; index >= 0; index--) {
    const session = recorded[index];
    if (session?.agent != null && compareIdentities(session.agent, identity) === 'same') return session;
  }
  return undefined;
}

function describeLive({ record, host }: LivingAgent, id: string, sources: SessionSources): Session {
  const recorded = latestRecorded(sources, record.identity);
  return {
    id,
    host: recorded?.host ?? host?.id ?? programNameOf(record),
    agent: record.identity,
    cwd: recorded?.cwd ?? null,
    ageSeconds: record.ageSeconds,
    state: 'live',
  };
}

function findByAgent(living: readonly Session[]): (agent: Identity | null) => Session | undefined {
  const byPid = new Map(living.map((session) => [session.agent?.pid, session]));
  return (agent) => {
    const session = agent === null ? undefined : byPid.get(agent.pid);
    const isIts = agent !== null && session?.agent != null && compareIdentities(session.agent, agent) === 'same';
    return isIts ? session : undefined;
  };
}

/** What a process is called that no host claims: only one that the supervisor named gets here. */
function programNameOf(record: ProcessRecord): string {
  return bareName(programPathOf(record) ?? '') || record.comm || 'unknown';
}

function asGone(source: RecordedSession | RememberedSession): RecordedSession {
  const { id, host, agent, cwd } = source;
  return { id, host, agent, cwd, ended: 'ended' in source ? source.ended : source.overSince !== null };
}

/** Over only when its agent is known to be gone, or its end was recorded and no agent is known. */
function settleState({ id, host, agent, cwd, ended }: RecordedSession, sources: SessionSources): Session {
  const session = { id, host, agent, cwd, ageSeconds: null };
  if (agent === null) return { ...session, state: ended ? 'over' : 'unknown' };
  const now = sources.forest.byPid.get(agent.pid);
  if (now === undefined) return { ...session, state: sources.unreadable.has(agent.pid) ? 'unknown' : 'over' };
  const comparison = compareIdentities(agent, now.identity);
  if (comparison === 'different' || (comparison === 'same' && isDead(now))) return { ...session, state: 'over' };
  return { ...session, ageSeconds: now.ageSeconds, state: comparison === 'same' ? 'live' : 'unknown' };
}
