import type { Attribution } from './attribute.ts';
import { noteSleep } from './awake-age.ts';
import type { FoundSessions } from './find-sessions.ts';
import type { Forest } from './forest.ts';
import { compareIdentities, formatIdentity, type Identity } from './identity.ts';
import { emptyMemory, type LineageMemory, memoryKey, type RememberedSession, type SeenSid } from './lineage-memory.ts';
import type { ProcessRecord, Snapshot } from './process-record.ts';
import type { Suspect } from './scan-report.ts';
import type { Owner } from './session.ts';
import type { FoundSuspects } from './suspects.ts';

type Scan = {
  readonly snapshot: Snapshot;
  readonly forest: Forest;
  readonly found: FoundSessions;
  readonly attribution: Attribution;
} & FoundSuspects;

/**
 * What the next scan is told: the processes that descend from agents or were seen to, the kernel sessions of their shells,
 * which sessions are over and since when, and what was past its limit. All of it only of processes that live now.
 */
export function nextMemory(memory: LineageMemory, scan: Scan): LineageMemory {
  const { snapshot, suspects } = scan;
  const before = memory.bootId === snapshot.bootId ? memory : emptyMemory(snapshot.bootId);
  const isProven = provenBy(scan);
  return {
    bootId: snapshot.bootId,
    scannedAt: snapshot.takenAt,
    awakeAt: snapshot.awakeAt ?? null,
    slept: noteSleep(before, snapshot),
    seen: seenNow(before.seen, scan, isProven),
    formerly: formerlyNow(scan, isProven),
    sids: sidsNow(before.sids, scan, isProven),
    past: pastNow(suspects),
    sessions: sessionsNow(before, scan),
    waiting: scan.waiting,
    flagged: new Set([...before.flagged].filter((flag) => isAlive(flag, scan.forest))),
  };
}

type IsProven = (owner: Owner) => boolean;

function isAlive(flag: string, forest: Forest): boolean {
  const record = forest.byPid.get(Number.parseInt(flag, 10));
  return record !== undefined && memoryKey(record.identity) === flag.split(' ', 1)[0];
}

/** Whether its processes descend from an agent now or were seen to: weaker evidence is not handed on as proof. */
function provenBy({ found, attribution: { owners } }: Scan): IsProven {
  // All that descends from one process shares one owner.
  const known = new Map<Owner, boolean>();
  const prove = ({ evidence }: Owner, depth: number): boolean => {
    if (evidence.kind !== 'descendant') return evidence.kind === 'was-descendant';
    if (found.agents.has(evidence.of.pid)) return true;
    const root = owners.get(evidence.of.pid);
    return root !== undefined && depth === 0 && prove(root, depth + 1);
  };
  return (owner) => {
    let proven = known.get(owner);
    if (proven === undefined) {
      proven = prove(owner, 0);
      known.set(owner, proven);
    }
    return proven;
  };
}

function forEachProven(
  { forest, attribution: { owners } }: Scan,
  isProven: IsProven,
  visit: (record: ProcessRecord, session: string) => void,
): void {
  owners.forEach((owner, pid) => {
    const record = isProven(owner) ? forest.byPid.get(pid) : undefined;
    if (record !== undefined) visit(record, owner.session);
  });
}

/** The same map as before while the same processes belong to the same sessions: it is long, and hardly ever changes. */
function seenNow(before: ReadonlyMap<string, string>, scan: Scan, isProven: IsProven): ReadonlyMap<string, string> {
  let count = 0;
  let same = true;
  forEachProven(scan, isProven, ({ identity }, session) => {
    const key = memoryKey(identity);
    if (key === null) return;
    count++;
    same &&= before.get(key) === session;
  });
  if (same && count === before.size) return before;
  const seen = new Map<string, string>();
  forEachProven(scan, isProven, ({ identity }, session) => {
    const key = memoryKey(identity);
    if (key !== null) seen.set(key, session);
  });
  return seen;
}

/** Below which agent each process was seen, where that is not the one that runs its session now. */
function formerlyNow(
  { forest, attribution: { owners, sessions } }: Scan,
  isProven: IsProven,
): ReadonlyMap<string, string> {
  const agents = new Map(sessions.map(({ id, agent }) => [id, agent]));
  const strange = new Map<Owner, string | null>();
  const formerly = new Map<string, string>();
  const agentOf = ({ evidence }: Owner): Identity | null => {
    if (evidence.kind === 'was-descendant') return evidence.of;
    if (evidence.kind !== 'descendant') return null;
    const root = owners.get(evidence.of.pid);
    return root === undefined ? evidence.of : agentOf(root);
  };
  owners.forEach((owner, pid) => {
    let former = strange.get(owner);
    if (former === undefined) {
      const [then, now] = [isProven(owner) ? agentOf(owner) : null, agents.get(owner.session) ?? null];
      const isSame = then === now || (then !== null && now !== null && compareIdentities(then, now) === 'same');
      former = isSame || !isProven(owner) ? null : then === null ? '' : formatIdentity(then);
      strange.set(owner, former);
    }
    const key = former === null ? null : memoryKey(forest.byPid.get(pid)?.identity ?? NOBODY);
    if (former !== null && key !== null) formerly.set(key, former);
  });
  return formerly;
}

const NOBODY: Identity = { pid: 0, startTicks: null, bootId: null };

function sidsNow(before: readonly SeenSid[], scan: Scan, isProven: IsProven): readonly SeenSid[] {
  const { forest, snapshot, found, attribution } = scan;
  const now = youngestStart(snapshot);
  const rows = stillLed(before, snapshot);
  forEachProven(scan, isProven, ({ sid }, session) => {
    const known = sid === null ? undefined : rows.get(sid);
    // Of the session that pid 1 leads, nothing needs to be remembered while there is a machine.
    if (sid === null || sid <= 1 || (known?.session === session && known.until === now)) return;
    const leader = forest.byPid.get(sid);
    if (leader === undefined) {
      // The leader is gone, a proven member lives: the number still belongs to the same kernel session.
      if (known?.session === session) rows.set(sid, { ...known, until: Math.max(known.until, now) });
      return;
    }
    const leaderStart = leader.identity.startTicks;
    // A session that neither the agent nor one of its shells leads is the user's terminal, with the user's other work.
    const owner = attribution.owners.get(sid);
    const ledBy = found.agents.get(sid) ?? (owner !== undefined && isProven(owner) ? owner.session : undefined);
    if (leaderStart !== null && ledBy === session) rows.set(sid, { sid, leaderStart, until: now, session });
  });
  return [...rows.values()];
}

/** The kernel sessions that still have members. */
function stillLed(before: readonly SeenSid[], { records }: Snapshot): Map<number, SeenSid> {
  const known = new Map(before.map((row) => [row.sid, row]));
  const rows = new Map<number, SeenSid>();
  for (const { sid } of records) {
    const row = sid === null ? undefined : known.get(sid);
    if (row !== undefined) rows.set(row.sid, row);
  }
  return rows;
}

/** A lower bound of now in ticks, whatever a tick is. */
function youngestStart({ records }: Snapshot): number {
  let latest = 0;
  for (const { identity } of records) latest = Math.max(latest, identity.startTicks ?? 0);
  return latest;
}

function pastNow(suspects: readonly Suspect[]): ReadonlyMap<string, string> {
  const past = new Map<string, string>();
  for (const { identity, pastSeconds, decisive } of suspects) {
    const key = memoryKey(identity);
    if (key !== null && pastSeconds >= 0) past.set(key, decisive.kind);
  }
  return past;
}

/** The most other names of one session that are remembered. */
const MOST_NAMES = 16;

/** An agent that lives, or whose row could not be read, keeps its id when nothing names it any more. */
function sessionsNow(before: LineageMemory, { attribution, found, snapshot }: Scan): readonly RememberedSession[] {
  const alive = new Set<string>();
  attribution.owners.forEach(({ session }) => {
    alive.add(session);
  });
  const names = namesOf(found);
  return attribution.sessions
    .filter(({ id, agent, state }) => state === 'live' || (state === 'unknown' && agent !== null) || alive.has(id))
    .map(({ id, host, agent, cwd, state }) => {
      const known = before.sessions.find((session) => session.id === id);
      const since = known === undefined ? 0 : (known.overSince ?? snapshot.takenAt);
      const also = names.get(id) ?? known?.also ?? [];
      const overSince = state === 'over' ? since : null;
      return { id, host, agent, cwd, overSince, ...(also.length === 0 ? {} : { also }) };
    });
}

/** Session id -> the other ids of its agent. */
function namesOf({ claimed }: FoundSessions): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [name, sessions] of claimed) {
    for (const { id } of sessions) {
      const others = names.get(id) ?? [];
      if (name !== id && others.length < MOST_NAMES) others.push(name);
      names.set(id, others);
    }
  }
  return names;
}
