import type { Attribution } from './attribute.ts';
import { noteSleep } from './awake-age.ts';
import type { FoundSessions } from './find-sessions.ts';
import type { Forest } from './forest.ts';
import { emptyMemory, type LineageMemory, memoryKey, type RememberedSession, type SeenSid } from './lineage-memory.ts';
import type { Snapshot } from './process-record.ts';
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
  const proven = provenOwners(scan);
  return {
    bootId: snapshot.bootId,
    scannedAt: snapshot.takenAt,
    awakeAt: snapshot.awakeAt ?? null,
    slept: noteSleep(before, snapshot),
    seen: seenNow(scan, proven),
    sids: sidsNow(before.sids, scan, proven),
    past: pastNow(suspects),
    sessions: sessionsNow(before.sessions, scan),
    waiting: scan.waiting,
    flagged: new Set([...before.flagged].filter((flag) => isAlive(flag, scan.forest))),
  };
}

function isAlive(flag: string, forest: Forest): boolean {
  const record = forest.byPid.get(Number.parseInt(flag, 10));
  return record !== undefined && memoryKey(record.identity) === flag.split(' ', 1)[0];
}

/** pid -> session, of those that descend from an agent now or were seen to: weaker evidence is not handed on as proof. */
function provenOwners({ found, attribution: { owners } }: Scan): ReadonlyMap<number, string> {
  const proven = new Map<number, string>();
  const prove = (pid: number, owner: Owner, depth: number): boolean => {
    if (proven.has(pid)) return true;
    const { evidence, session } = owner;
    if (evidence.kind === 'descendant' && !found.agents.has(evidence.of.pid)) {
      const root = owners.get(evidence.of.pid);
      if (root === undefined || depth > 0 || !prove(evidence.of.pid, root, depth + 1)) return false;
    } else if (evidence.kind !== 'descendant' && evidence.kind !== 'was-descendant') {
      return false;
    }
    proven.set(pid, session);
    return true;
  };
  for (const [pid, owner] of owners) prove(pid, owner, 0);
  return proven;
}

function seenNow({ forest }: Scan, proven: ReadonlyMap<number, string>): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const [pid, session] of proven) {
    const record = forest.byPid.get(pid);
    const key = record === undefined ? null : memoryKey(record.identity);
    if (key !== null) seen.set(key, session);
  }
  return seen;
}

function sidsNow(
  before: readonly SeenSid[],
  { forest, snapshot, found }: Scan,
  proven: ReadonlyMap<number, string>,
): readonly SeenSid[] {
  const now = youngestStart(snapshot);
  const rows = new Map<number, SeenSid>();
  const members = new Set(snapshot.records.map(({ sid }) => sid));
  for (const row of before) if (members.has(row.sid)) rows.set(row.sid, row);
  for (const [pid, session] of proven) {
    const record = forest.byPid.get(pid);
    const leader = record?.sid == null ? undefined : forest.byPid.get(record.sid);
    if (record?.sid == null) continue;
    const known = rows.get(record.sid);
    if (known?.session === session && known.until === now) continue;
    if (leader === undefined) {
      // The leader is gone, a proven member lives: the number still belongs to the same kernel session.
      if (known?.session === session) rows.set(record.sid, { ...known, until: Math.max(known.until, now) });
      continue;
    }
    const leaderStart = leader.identity.startTicks;
    // A session that neither the agent nor one of its shells leads is the user's terminal, with the user's other work.
    const ledBy = found.agents.get(leader.identity.pid) ?? proven.get(leader.identity.pid);
    if (leaderStart === null || ledBy !== session) continue;
    rows.set(record.sid, { sid: record.sid, leaderStart, until: now, session });
  }
  return [...rows.values()];
}

/** A lower bound of now in ticks, whatever a tick is. */
function youngestStart({ records }: Snapshot): number {
  return records.reduce((latest, { identity }) => Math.max(latest, identity.startTicks ?? 0), 0);
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
  const alive = new Set([...attribution.owners.values()].map(({ session }) => session));
  return attribution.sessions
    .filter(({ id, state }) => state === 'live' || alive.has(id))
    .map(({ id, host, agent, cwd, state }) => {
      const known = before.find((session) => session.id === id);
      const since = known === undefined ? 0 : (known.overSince ?? snapshot.takenAt);
      return { id, host, agent, cwd, overSince: state === 'over' ? since : null };
    });
}
