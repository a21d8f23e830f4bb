import type { Attribution } from './attribute.ts';
import { noteSleep } from './awake-age.ts';
import type { FoundSessions } from './find-sessions.ts';
import type { Forest } from './forest.ts';
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
    sids: sidsNow(before.sids, scan, isProven),
    past: pastNow(suspects),
    sessions: sessionsNow(before.sessions, scan),
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

function sidsNow(before: readonly SeenSid[], scan: Scan, isProven: IsProven): readonly SeenSid[] {
  const { forest, snapshot, found, attribution } = scan;
  const now = youngestStart(snapshot);
  const rows = stillLed(before, snapshot);
  forEachProven(scan, isProven, ({ sid }, session) => {
    const known = sid === null ? undefined : rows.get(sid);
    if (sid === null || (known?.session === session && known.until === now)) return;
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

function sessionsNow(
  before: readonly RememberedSession[],
  { attribution, snapshot }: Scan,
): readonly RememberedSession[] {
  const alive = new Set<string>();
  attribution.owners.forEach(({ session }) => {
    alive.add(session);
  });
  return attribution.sessions
    .filter(({ id, state }) => state === 'live' || alive.has(id))
    .map(({ id, host, agent, cwd, state }) => {
      const known = before.find((session) => session.id === id);
      const since = known === undefined ? 0 : (known.overSince ?? snapshot.takenAt);
      return { id, host, agent, cwd, overSince: state === 'over' ? since : null };
    });
}
