import type { Forest } from './forest.ts';
import type { LineageMemory } from './lineage-memory.ts';
import type { ProcessRecord } from './process-record.ts';
import type { Owner, Session } from './session.ts';

type Sources = {
  readonly forest: Forest;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly sessions: readonly Session[];
  readonly memory: LineageMemory;
  /** the snapshot's clock */
  readonly takenAt: number;
};

/** Seconds that a process has outlived its session; null: the session is not over, or the parent is its orphan already. */
export type Outlived = (record: ProcessRecord, owner: Owner, ageSeconds: number) => number | null;

export function outlivedBy(sources: Sources): Outlived {
  const ends = secondsSinceEnds(sources);
  // Most of the time no session is over.
  if (ends.size === 0) return () => null;
  return (record, owner, ageSeconds) => {
    const since = ends.get(owner.session);
    return since === undefined || isBelowOrphan(sources, record, owner) ? null : Math.min(ageSeconds, since);
  };
}

/** How long ago each session ended that is over; infinite: it was never seen alive, so all that is known is that it is over. */
function secondsSinceEnds({ sessions, memory, takenAt }: Sources): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { id, state } of sessions) {
    if (state !== 'over') continue;
    const remembered = memory.sessions.find((session) => session.id === id);
    // Seen alive at the previous scan: it ended just now.
    const since = remembered === undefined ? Number.NEGATIVE_INFINITY : (remembered.overSince ?? takenAt);
    ends.set(id, Math.max(0, takenAt - since));
  }
  return ends;
}

function isBelowOrphan({ owners, forest }: Sources, { ppid }: ProcessRecord, owner: Owner): boolean {
  return ppid !== null && forest.byPid.has(ppid) && owners.get(ppid)?.session === owner.session;
}
