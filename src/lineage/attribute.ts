import type { FoundSessions } from './find-sessions.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { sessionHost } from './guarded-program.ts';
import { type Identity, parseIdentity } from './identity.ts';
import { type LineageMemory, memoryKey, type SeenSid } from './lineage-memory.ts';
import type { MarkerValues } from './marker-claim.ts';
import type { ProcessRecord } from './process-record.ts';
import { readMarkers } from './read-markers.ts';
import type { HostTraits } from './recognise-agent.ts';
import type { Owner, OwnerEvidence, Session } from './session.ts';
import { toolShellSignature } from './tool-shell.ts';

export type Attribution = {
  /** pid -> owner */
  readonly owners: ReadonlyMap<number, Owner>;
  /** all sessions, those that only an environment or a signature names included */
  readonly sessions: readonly Session[];
};

export type AttributionSources = {
  readonly forest: Forest;
  readonly found: FoundSessions;
  readonly memory: LineageMemory;
  readonly hosts: readonly HostTraits[];
  /** asked only for a process that nothing stronger attributes; null: not readable */
  readonly markersOf: (record: ProcessRecord) => MarkerValues | null;
  /** processes of other users are attributed by descent alone */
  readonly uid: number;
};

type Draft = {
  readonly sources: AttributionSources;
  /** programs that host other people's sessions */
  readonly hosting: ReadonlySet<number>;
  /** what runs below one of them, and so is nobody's */
  readonly guarded: ReadonlySet<number>;
  readonly owners: Map<number, Owner>;
  readonly sessions: Map<string, Session>;
};

/**
 * Finds whose each process is, by the strongest evidence: it descends from an agent now; it did at an earlier scan; its
 * environment names a session; it is in a kernel session that a session's shells had; it carries a host's wrapper. What
 * descends from such a process shares its owner. Having init for a parent proves nothing, and neither has having none.
 */
export function attribute(sources: AttributionSources): Attribution {
  const sessions = new Map(sources.found.sessions.map((session) => [session.id, session]));
  const hosting = sessionHosts(sources.forest);
  const guarded = belowSessionHosts(sources, hosting);
  const draft: Draft = { sources, hosting, guarded, owners: new Map(), sessions };
  attributeDescendants(draft);
  const open = [...sources.forest.byPid.values()].filter((record) => isOpen(record, draft));
  for (const ownerOf of [rememberedOwner, markedOwner, memberOwner, signatureOwner]) attributeBy(draft, open, ownerOf);
  return { owners: draft.owners, sessions: [...draft.sessions.values()] };
}

function attributeDescendants({ sources: { forest, found }, hosting, owners, sessions }: Draft): void {
  for (const [pid, id] of found.agents) {
    const agent = forest.byPid.get(pid);
    const session = sessions.get(id);
    // Pid 1 adopts every orphan, also those of whoever entered its container: being its child says nothing, agent or not.
    if (agent === undefined || session === undefined || pid <= 1) continue;
    const of = session.agent ?? agent.identity;
    const owner: Owner = { session: id, host: session.host, evidence: { kind: 'descendant', of } };
    for (const child of belowOf(forest, found, hosting, agent)) owners.set(child.identity.pid, owner);
  }
}

/** Everything below a process, up to other agents and to programs that host other people's sessions. */
function belowOf(
  forest: Forest,
  { agents }: FoundSessions,
  hosting: ReadonlySet<number>,
  root: ProcessRecord,
): readonly ProcessRecord[] {
  if (forest.childrenOf(root.identity.pid).length === 0) return NOBODY;
  const enter = ({ identity: { pid } }: ProcessRecord): boolean => !agents.has(pid) && !hosting.has(pid);
  return subtreeOf(forest, root, enter).slice(1);
}

const NOBODY: readonly ProcessRecord[] = [];

type Attributed = { readonly session: Session; readonly evidence: OwnerEvidence };

/** Whether a process has no owner and one may be found for it by more than descent. */
function isOpen(record: ProcessRecord, { sources: { found, uid }, owners, hosting, guarded }: Draft): boolean {
  const { pid } = record.identity;
  if (record.uid !== uid || record.kernelThread || pid <= 1 || isDead(record)) return false;
  return !owners.has(pid) && !found.agents.has(pid) && !guarded.has(pid) && !hosting.has(pid);
}

type OwnerOf = (record: ProcessRecord, draft: Draft) => Attributed | null;

/** Gives every open process that is still without an owner the one that `ownerOf` finds for it, and its subtree with it. */
function attributeBy(draft: Draft, open: readonly ProcessRecord[], ownerOf: OwnerOf): void {
  const { sources, owners, sessions, hosting } = draft;
  const { forest, found } = sources;
  for (const record of open) {
    const { pid } = record.identity;
    if (owners.has(pid)) continue;
    const attributed = ownerOf(record, draft);
    if (attributed === null) continue;
    const { session, evidence } = attributed;
    sessions.set(session.id, sessions.get(session.id) ?? session);
    owners.set(pid, { session: session.id, host: session.host, evidence });
    const inherited: Owner = {
      session: session.id,
      host: session.host,
      evidence: { kind: 'descendant', of: record.identity },
    };
    for (const below of belowOf(forest, found, hosting, record)) {
      if (!owners.has(below.identity.pid)) owners.set(below.identity.pid, inherited);
    }
  }
}

function sessionHosts(forest: Forest): ReadonlySet<number> {
  const hosting = new Set<number>();
  for (const record of forest.byPid.values()) {
    if (!record.kernelThread && sessionHost(record) !== undefined) hosting.add(record.identity.pid);
  }
  return hosting;
}

function belowSessionHosts({ forest, found }: AttributionSources, hosting: ReadonlySet<number>): ReadonlySet<number> {
  const guarded = new Set<number>();
  for (const pid of hosting) {
    const record = forest.byPid.get(pid);
    // The machine's first process and its service manager adopt orphans: those are what we look for.
    if (record === undefined || adoptsOrphans(record)) continue;
    for (const below of belowOf(forest, found, hosting, record)) guarded.add(below.identity.pid);
  }
  return guarded;
}

function adoptsOrphans(record: ProcessRecord): boolean {
  return record.identity.pid === 1 || sessionHost(record) === 'a service manager';
}

function rememberedOwner(record: ProcessRecord, { sources: { memory, found }, sessions }: Draft): Attributed | null {
  const key = memoryKey(record.identity);
  const id = key === null ? undefined : memory.seen.get(key);
  const session = id === undefined ? undefined : sessions.get(found.renamed.get(id) ?? id);
  if (key === null || session === undefined || memory.bootId !== record.identity.bootId) return null;
  return { session, evidence: { kind: 'was-descendant', of: agentThen(key, id, memory) } };
}

/** Below which agent a process was seen: a session may have been resumed in another one since. */
function agentThen(
  key: string,
  session: string | undefined,
  { formerly, sessions, bootId }: LineageMemory,
): Identity | null {
  const former = formerly.get(key);
  if (former !== undefined) return parseIdentity(former, bootId) ?? null;
  return sessions.find(({ id }) => id === session)?.agent ?? null;
}

function markedOwner(record: ProcessRecord, { sources, sessions }: Draft): Attributed | null {
  const values = sources.markersOf(record);
  // Hardly any process has markers.
  if (values === null || Object.keys(values).length === 0) return null;
  const marked = readMarkers(record, values, { ...sources, sessions });
  if (marked === null) return null;
  return { session: marked.session, evidence: { kind: 'marker', variable: marked.variable } };
}

function memberOwner(record: ProcessRecord, draft: Draft): Attributed | null {
  const { sources, sessions } = draft;
  const led = leaderSession(record, draft);
  const remembers = sources.memory.bootId !== null && sources.memory.bootId === record.identity.bootId;
  const row = remembers ? sources.memory.sids.find((sid) => isMember(record, sid, sources.forest)) : undefined;
  const seen = row === undefined ? '' : (sources.found.renamed.get(row.session) ?? row.session);
  const session = sessions.get(led ?? seen);
  if (session === undefined || record.sid === null) return null;
  return { session, evidence: { kind: 'session-id', sid: record.sid } };
}

/**
 * The session of the living leader of its kernel session, when that is an agent or was started by one. Pid 1 counts where it
 * is an agent that leads: a kernel session is only ever inherited, and who enters a container comes with another.
 */
function leaderSession({ sid, identity }: ProcessRecord, { sources, owners }: Draft): string | undefined {
  const leader = sid === null || sid < 1 || sid === identity.pid ? undefined : sources.forest.byPid.get(sid);
  if (leader === undefined || isDead(leader) || leader.sid !== sid) return undefined;
  const owner = owners.get(leader.identity.pid);
  const proven = owner?.evidence.kind === 'descendant' || owner?.evidence.kind === 'was-descendant';
  return sources.found.agents.get(leader.identity.pid) ?? (proven ? owner?.session : undefined);
}

/** The number may be used again by a later leader: a member must be older than the moment when the old one was seen. */
function isMember(record: ProcessRecord, row: SeenSid, forest: Forest): boolean {
  const start = record.identity.startTicks;
  if (record.sid !== row.sid || start === null || start < row.leaderStart || start > row.until) return false;
  const leader = forest.byPid.get(row.sid);
  return leader === undefined || leader.identity.startTicks === row.leaderStart;
}

function signatureOwner(record: ProcessRecord, { sessions }: Draft): Attributed | null {
  const shell = toolShellSignature(record);
  if (shell === undefined) return null;
  const running = [...sessions.values()].some(({ host, state }) => host === shell.host && state !== 'over');
  const id = `${shell.host}-unknown`;
  const state = running ? 'unknown' : 'over';
  return {
    session: { id, host: shell.host, agent: null, cwd: null, ageSeconds: null, state },
    evidence: { kind: 'tool-shell', signature: shell.signature },
  };
}
