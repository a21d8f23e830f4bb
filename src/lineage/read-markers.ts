import type { FoundSessions } from './find-sessions.ts';
import { ancestorsOf, type Forest, isDead } from './forest.ts';
import { sessionHost } from './guarded-program.ts';
import { type Claim, claimOf, type MarkerValues } from './marker-claim.ts';
import { mayHaveStarted } from './prefer-older.ts';
import type { ProcessRecord } from './process-record.ts';
import type { HostTraits } from './recognise-agent.ts';
import { type Session, sessionIdOf } from './session.ts';

export type MarkedSession = { readonly session: Session; readonly variable: string };

export type MarkerContext = {
  readonly found: FoundSessions;
  /** those of `found`, and those that other environments named since */
  readonly sessions: ReadonlyMap<string, Session>;
  readonly forest: Forest;
  readonly hosts: readonly HostTraits[];
  /** null: not readable */
  readonly markersOf: (record: ProcessRecord) => MarkerValues | null;
};

/**
 * The session that a process's environment names; null: none, or several that nothing tells apart (an agent started by
 * another agent leaves both hosts' markers, and guessing would mix two sessions up). Where markers of one host fit several
 * living agents it is a session of its own, which is none of theirs.
 */
export function readMarkers(record: ProcessRecord, values: MarkerValues, context: MarkerContext): MarkedSession | null {
  const claims = context.hosts
    .flatMap((host) => claimOf(values, host) ?? [])
    .map((claim) => visibleHere(claim, context));
  const marked = claims.map((claim) => ({ claim, session: resolveClaim(record, claim, context) }));
  const sessions = new Set(marked.map(({ session }) => session.id));
  const innermost =
    sessions.size <= 1
      ? marked[0]
      : marked.find((inner) => marked.every((outer) => startedWithin(inner.session, outer.session, context.forest)));
  if (innermost === undefined) return null;
  const { claim, session } = innermost;
  const isShared = heirsOf(claim, record, context).some(({ id }) => id !== session.id);
  if (isShared) return { session: sharedSession(claim), variable: claim.variable };
  // An id that is not that of the session did not tell.
  const isByPid = session.id !== claim.id && namedByPid(record, claim, context)?.id === session.id;
  return { session, variable: (isByPid ? claim.pidVariable : null) ?? claim.variable };
}

/** In a container the agent may be pid 1; seen from without, pid 1 is another process. */
function visibleHere(claim: Claim, { found }: MarkerContext): Claim {
  return claim.pid === 1 && !found.agents.has(1) ? { ...claim, pid: null } : claim;
}

/** The pid names one process, where it is one of this pid namespace; an id may have been given to several agents. */
function resolveClaim(record: ProcessRecord, claim: Claim, context: MarkerContext): Session {
  const named = namedByPid(record, claim, context);
  if (named !== undefined) return named;
  const candidates = namedById(record, claim, context);
  const [only] = candidates;
  if (only === undefined) return { ...lost(claim, context), state: stateOfLost(claim, context) };
  if (candidates.length === 1) return only;
  return candidates.find(({ state, agent }) => state === 'over' && agent?.pid === claim.pid) ?? sharedSession(claim);
}

function namedByPid(record: ProcessRecord, claim: Claim, context: MarkerContext): Session | undefined {
  const { found, sessions, forest } = context;
  const agent = claim.pid === null ? undefined : forest.byPid.get(claim.pid);
  if (agent === undefined || isDead(agent) || agent.kernelThread || agent.uid !== record.uid) return undefined;
  if (!startedBefore(agent, record)) return undefined;
  const known = found.agents.get(agent.identity.pid) ?? agentAbove(agent, context);
  if (known !== undefined) return sessions.get(known);
  const isAbove = ({ agent: of }: Session): boolean =>
    of !== null && aboveOf(of.pid, forest).some(({ identity }) => identity.pid === agent.identity.pid);
  // A program around an agent that says its own pid.
  if (namedById(record, claim, context).some(isAbove)) return undefined;
  const { identity, ageSeconds } = agent;
  const holder = claim.id === null ? undefined : sessions.get(claim.id);
  const isFree = holder === undefined || (holder.host === claim.host && holder.agent?.pid === identity.pid);
  const id = claim.id !== null && isFree ? claim.id : sessionIdOf(identity);
  return { id, host: claim.host, agent: identity, cwd: null, ageSeconds, state: 'live' };
}

/** The session of the agent that a process descends from; init and programs that host the sessions of others end the line. */
function agentAbove(record: ProcessRecord, { found, forest }: MarkerContext): string | undefined {
  for (const above of ancestorsOf(forest, record)) {
    if (above.identity.pid <= 1 || sessionHost(above) !== undefined) return undefined;
    const id = found.agents.get(above.identity.pid);
    if (id !== undefined) return id;
  }
  return undefined;
}

function aboveOf(pid: number, forest: Forest): readonly ProcessRecord[] {
  const record = forest.byPid.get(pid);
  return record === undefined ? [] : ancestorsOf(forest, record);
}

/** Of the living agents that went by the id those that are old enough, and what is known of one that is gone. */
function namedById(
  record: ProcessRecord,
  claim: Claim,
  { found, sessions, forest }: MarkerContext,
): readonly Session[] {
  if (claim.id === null) return [];
  const living = (found.claimed.get(claim.id) ?? []).filter(({ host }) => host === claim.host);
  const older = living.filter(({ agent }) => agent !== null && isOldEnough(agent.pid, record, forest));
  const named = sessions.get(claim.id);
  const gone = named === undefined || named.host !== claim.host || living.includes(named) ? [] : [named];
  return [...(older.length > 0 ? older : living), ...gone];
}

function isOldEnough(pid: number, record: ProcessRecord, forest: Forest): boolean {
  const agent = forest.byPid.get(pid);
  return agent !== undefined && mayHaveStarted(agent, record);
}

/** The sessions of living agents that got the very same markers into their own environment, and may have handed them on. */
function heirsOf(claim: Claim, record: ProcessRecord, context: MarkerContext): readonly Session[] {
  const { found, sessions, forest, hosts, markersOf } = context;
  const host = hosts.find(({ id }) => id === claim.host);
  if (host === undefined || (claim.id === null && claim.pid === null)) return [];
  return [...found.agents].flatMap(([pid, id]) => {
    const agent = forest.byPid.get(pid);
    if (agent === undefined || !mayHaveStarted(agent, record)) return [];
    const values = markersOf(agent);
    const inherited = values === null ? null : claimOf(values, host);
    if (inherited === null || inherited.id !== claim.id) return [];
    return visibleHere(inherited, context).pid === claim.pid ? (sessions.get(id) ?? []) : [];
  });
}

/** What was started by one of several agents, and nothing tells by which, is acted upon in the name of none of them. */
function sharedSession(claim: Claim): Session {
  const id = `shared-${claim.id ?? `${claim.host}-pid-${claim.pid}`}`;
  return { id, host: claim.host, agent: null, cwd: null, ageSeconds: null, state: 'unknown' };
}

function lost({ id, host, pid }: Claim, { sessions }: MarkerContext): Omit<Session, 'state'> {
  const isTaken = id !== null && sessions.has(id) && sessions.get(id)?.host !== host;
  const own = isTaken ? `${host}-${id}` : id;
  return {
    id: own ?? (pid === null ? `${host}-unknown` : `${host}-pid-${pid}`),
    host,
    agent: null,
    cwd: null,
    ageSeconds: null,
  };
}

/** A named agent that is gone is over. Without a name it is over only if no agent of that host runs at all. */
function stateOfLost({ pid, host }: Claim, { sessions }: MarkerContext): Session['state'] {
  if (pid !== null) return 'over';
  const running = [...sessions.values()].some(({ host: of, state }) => of === host && state !== 'over');
  return running ? 'unknown' : 'over';
}

function startedBefore(agent: ProcessRecord, record: ProcessRecord): boolean {
  const [a, b] = [agent.identity.startTicks, record.identity.startTicks];
  return a !== null && b !== null && a <= b;
}

function startedWithin(inner: Session, outer: Session, forest: Forest): boolean {
  if (inner.id === outer.id) return true;
  const above = inner.agent === null ? [] : aboveOf(inner.agent.pid, forest);
  return above.some(({ identity }) => identity.pid === outer.agent?.pid);
}
