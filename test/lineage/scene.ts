/** A process table with its environments, memory and ledger, attributed. */
import { hosts } from '../../src/hosts/registry.ts';
import { attribute } from '../../src/lineage/attribute.ts';
import { findSessions } from '../../src/lineage/find-sessions.ts';
import { buildForest } from '../../src/lineage/forest.ts';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import type { MarkerValues } from '../../src/lineage/marker-claim.ts';
import { nextMemory } from '../../src/lineage/next-memory.ts';
import type { ProcessRecord, Snapshot } from '../../src/lineage/process-record.ts';
import type { RecordedSession } from '../../src/lineage/session.ts';
import { BOOT, running, UID } from './table.ts';

export type Scene = {
  readonly processes: readonly ProcessRecord[];
  readonly markers?: Readonly<Record<number, MarkerValues>>;
  readonly memory?: LineageMemory;
  readonly recorded?: readonly RecordedSession[];
  readonly named?: number;
};

export const AGENT = 50;
export const claude = running(AGENT, { argv: ['/usr/bin/claude'], comm: 'claude', ppid: 40, sid: 40, start: 50 });
export const terminal = running(40, { argv: ['-zsh'], comm: 'zsh', ppid: 30, sid: 40, start: 40 });
export const init = running(1, { ppid: 0, argv: ['/sbin/init'], comm: 'init', uid: 0, start: 1 });

export function attributed({ processes, markers = {}, memory = emptyMemory(BOOT), recorded = [], named }: Scene) {
  const records = [init, terminal, ...processes];
  const forest = buildForest(records);
  const markersOf = (record: ProcessRecord): MarkerValues | null => markers[record.identity.pid] ?? null;
  const found = findSessions({
    forest,
    hosts,
    recorded,
    remembered: memory.sessions,
    unreadable: new Set(),
    uid: UID,
    named: named === undefined ? null : (forest.byPid.get(named) ?? null),
    markersOf,
  });
  const attribution = attribute({ forest, found, memory, hosts, markersOf, uid: UID });
  const snapshot: Snapshot = { source: 'procfs', bootId: BOOT, takenAt: 100, records, problems: [], complete: true };
  const next = (): LineageMemory =>
    nextMemory(memory, { snapshot, forest, found, attribution, suspects: [], waiting: new Map() });
  return { ...attribution, agents: found.agents, claimed: found.claimed, next };
}

/** `evidence session` of a process; undefined: nobody's. */
export function owner(scene: Scene, pid: number): string | undefined {
  const found = attributed(scene).owners.get(pid);
  return found === undefined ? undefined : `${found.evidence.kind} ${found.session}`;
}
