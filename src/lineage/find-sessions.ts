import { type Forest, isDead, parentOf } from './forest.ts';
import { compareIdentities, formatIdentity, type Identity } from './identity.ts';
import type { RememberedSession } from './lineage-memory.ts';
import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';
import { type HostTraits, recogniseAgent } from './recognise-agent.ts';
import type { Session } from './session.ts';

/** A session as the ledger knows it. */
export type RecordedSession = {
  readonly id: string;
  readonly host: string;
  readonly agent: Identity | null;
  readonly cwd: string | null;
  /** its end was recorded */
  readonly ended: boolean;
};

export type SessionSources = {
  readonly forest: Forest;
  readonly hosts: readonly HostTraits[];
  /** in the order of the ledger: a later one of the same agent replaces an earlier one */
  readonly recorded: readonly RecordedSession[];
  readonly remembered: readonly RememberedSession[];
  /** only agents of this user are looked for */
  readonly uid: number;
  /** pids whose row could not be read: their absence from the forest proves nothing */
  readonly unreadable: ReadonlySet<number>;
  /** a process named by the supervisor is an agent, whatever it looks like */
  readonly named: ProcessRecord | null;
  /** the host's own session id of an agent, read from its tool shells' environment; null unknown */
  readonly hostSessionOf: (agent: ProcessRecord, host: HostTraits) => string | null;
};

export type FoundSessions = {
  readonly sessions: readonly Session[];
  /** pid of each living agent process, helpers of the same program included -> session id */
  readonly agents: ReadonlyMap<number, string>;
};

/**
 * All sessions that are known: agents that run now (recognised, recorded or named), and recorded or remembered ones whose
 * agent is gone. An agent that relaunches itself is one session: a direct child of the same host is its helper, whereas one
 * started through a shell is a session of its own.
 */
export function findSessions(sources: SessionSources): FoundSessions {
  const { forest, uid, named } = sources;
  const agents = new Map<number, string>();
  const sessions = new Map<string, Session>();
  const recognised = recogniseAll(sources);
  for (const record of forest.byPid.values()) {
    const isNamed = named !== null && record.identity.pid === named.identity.pid;
    const recorded = latestRecorded(sources, record.identity);
    const host = recognised.get(record.identity.pid);
    if (isDead(record) || record.identity.pid < 1) continue;
    if (!isNamed && recorded === undefined && host === undefined) continue;
    if (!isNamed && recorded === undefined && (record.uid !== uid || isHelper(forest, recognised, record))) continue;
    const session = describeLive(sources, record, host, recorded);
    sessions.set(session.id, session);
    agents.set(record.identity.pid, session.id);
  }
  addHelpers(forest, recognised, agents);
  // The latest agent of a session that was resumed in another process is the one that decides.
  for (const gone of [...sources.recorded.map(asGone).reverse(), ...sources.remembered.map(asGone)]) {
    if (!sessions.has(gone.id)) sessions.set(gone.id, settleState(gone, sources));
  }
  return { sessions: [...sessions.values()], agents };
}

/** The id of a session whose host gave it none. */
export function sessionIdOf(agent: Identity): string {
  return `pid-${formatIdentity(agent).replace('@', '-')}`;
}

function recogniseAll({ forest, hosts }: SessionSources): ReadonlyMap<number, HostTraits> {
  const found = new Map<number, HostTraits>();
  for (const record of forest.byPid.values()) {
    const host = recogniseAgent(record, hosts);
    if (host !== undefined) found.set(record.identity.pid, host);
  }
  return found;
}

function isHelper(forest: Forest, recognised: ReadonlyMap<number, HostTraits>, record: ProcessRecord): boolean {
  const parent = parentOf(forest, record);
  const host = recognised.get(record.identity.pid);
  return parent !== undefined && host !== undefined && recognised.get(parent.identity.pid)?.id === host.id;
}

function addHelpers(forest: Forest, recognised: ReadonlyMap<number, HostTraits>, agents: Map<number, string>): void {
  const queue = [...agents.keys()];
  for (const pid of queue) {
    const session = agents.get(pid);
    for (const child of forest.childrenOf(pid)) {
      if (session === undefined || agents.has(child.identity.pid) || !isHelper(forest, recognised, child)) continue;
      agents.set(child.identity.pid, session);
      queue.push(child.identity.pid);
    }
  }
}

function latestRecorded({ recorded }: SessionSources, identity: Identity): RecordedSession | undefined {
  for (let index = recorded.length - 1; index >= 0; index--) {
    const session = recorded[index];
    if (session?.agent != null && compareIdentities(session.agent, identity) === 'same') return session;
  }
  return undefined;
}

function describeLive(
  sources: SessionSources,
  record: ProcessRecord,
  host: HostTraits | undefined,
  recorded: RecordedSession | undefined,
): Session {
  const id =
    recorded?.id ?? (host === undefined ? null : sources.hostSessionOf(record, host)) ?? sessionIdOf(record.identity);
  return {
    id,
    host: recorded?.host ?? host?.id ?? programNameOf(record),
    agent: record.identity,
    cwd: recorded?.cwd ?? null,
    ageSeconds: record.ageSeconds,
    state: 'live',
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
