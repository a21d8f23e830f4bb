import type { FoundSessions } from './find-sessions.ts';
import { sessionIdOf } from './find-sessions.ts';
import { ancestorsOf, type Forest, isDead } from './forest.ts';
import type { ProcessRecord } from './process-record.ts';
import type { HostTraits } from './recognise-agent.ts';
import type { Session } from './session.ts';

/** The values of marker variables in one process's environment. */
export type MarkerValues = Readonly<Record<string, string>>;

export type MarkedSession = { readonly session: Session; readonly variable: string };

/** What one host's markers in one environment say. */
type Claim = {
  readonly host: string;
  readonly variable: string;
  readonly id: string | null;
  readonly pid: number | null;
};

/** The host's own session id in an environment; null: none. */
export function hostSessionIn(values: MarkerValues, host: HostTraits): string | null {
  return claimOf(values, host)?.id ?? null;
}

/**
 * The session that a process's environment names; null: none, or several that nothing tells apart (an agent started by
 * another agent leaves both hosts' markers, and guessing would mix two sessions up).
 */
export function readMarkers(
  record: ProcessRecord,
  values: MarkerValues,
  found: FoundSessions,
  context: { readonly forest: Forest; readonly hosts: readonly HostTraits[] },
): MarkedSession | null {
  const claims = context.hosts.flatMap((host) => claimOf(values, host) ?? []);
  const marked = claims.map((claim) => resolveClaim(record, claim, found, context.forest));
  const sessions = new Set(marked.map(({ session }) => session.id));
  if (sessions.size <= 1) return marked[0] ?? null;
  return marked.find((inner) => marked.every((outer) => startedWithin(inner, outer, context.forest))) ?? null;
}

function claimOf(values: MarkerValues, host: HostTraits): Claim | null {
  const present = host.markers.filter(({ variable }) => (values[variable] ?? '') !== '');
  const strongest =
    present.find(({ carries }) => carries === 'session') ??
    present.find(({ carries }) => carries === 'pid') ??
    present.find(({ carries }) => carries === 'presence');
  if (strongest === undefined) return null;
  const valueThat = (carries: 'session' | 'pid'): string | null => {
    const marker = present.find((row) => row.carries === carries);
    return marker === undefined ? null : (values[marker.variable] ?? null);
  };
  const pid = Number(valueThat('pid') ?? Number.NaN);
  return {
    host: host.id,
    variable: strongest.variable,
    id: valueThat('session'),
    pid: Number.isSafeInteger(pid) && pid > 1 ? pid : null,
  };
}

function resolveClaim(record: ProcessRecord, claim: Claim, found: FoundSessions, forest: Forest): MarkedSession {
  const { variable, host } = claim;
  const known = found.sessions.find(({ id, host: of }) => id === claim.id && of === host);
  if (known !== undefined) return { session: known, variable };
  const agent = claim.pid === null ? undefined : forest.byPid.get(claim.pid);
  const agentIsOlder = agent !== undefined && !isDead(agent) && startedBefore(agent, record);
  if (agentIsOlder) {
    const live = found.agents.get(agent.identity.pid);
    const session = found.sessions.find(({ id }) => id === live);
    if (session !== undefined) return { session, variable };
    const id = claim.id ?? sessionIdOf(agent.identity);
    return {
      session: { id, host, agent: agent.identity, cwd: null, ageSeconds: agent.ageSeconds, state: 'live' },
      variable,
    };
  }
  return { session: { ...lost(claim), state: stateOfLost(claim, found) }, variable };
}

function lost({ id, host, pid }: Claim): Omit<Session, 'state'> {
  return {
    id: id ?? (pid === null ? `${host}-unknown` : `${host}-pid-${pid}`),
    host,
    agent: null,
    cwd: null,
    ageSeconds: null,
  };
}

/** A named agent that is gone is over. Without a name it is over only if no agent of that host runs at all. */
function stateOfLost({ pid, host }: Claim, found: FoundSessions): Session['state'] {
  if (pid !== null) return 'over';
  const running = found.sessions.some(({ host: of, state }) => of === host && state !== 'over');
  return running ? 'unknown' : 'over';
}

function startedBefore(agent: ProcessRecord, record: ProcessRecord): boolean {
  const [a, b] = [agent.identity.startTicks, record.identity.startTicks];
  return a !== null && b !== null && a <= b;
}

function startedWithin(inner: MarkedSession, outer: MarkedSession, forest: Forest): boolean {
  if (inner.session.id === outer.session.id) return true;
  const agent = inner.session.agent === null ? undefined : forest.byPid.get(inner.session.agent.pid);
  const above = agent === undefined ? [] : ancestorsOf(forest, agent);
  return above.some(({ identity }) => identity.pid === outer.session.agent?.pid);
}
