import { isDead, subtreeOf } from '../lineage/forest.ts';
import { compareIdentities, formatIdentity, type Identity } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Owner } from '../lineage/session.ts';
import { GATES, MOST_PROCESSES, type ReapContext, type RefusalName, ROOT_GATES } from './plan-refusals.ts';

/** What would be ended, parents before their children. Pure data: it can be printed, and nothing follows from it alone. */
export type ReapPlan = {
  readonly kind: 'plan';
  readonly root: Identity;
  readonly owner: Owner;
  readonly members: readonly ProcessRecord[];
  /** below the root, but of other users: left alone with all that is below them */
  readonly leftOut: readonly Identity[];
};

export type ReapRefusal = {
  readonly kind: 'refused';
  readonly refusal: RefusalName;
  /** the process that it is refused for: the root, or one below it */
  readonly process: Identity;
  /** one line, for people */
  readonly reason: string;
};

/**
 * Plans the end of a process and of all that runs below it, or says by name why not. A tree is refused as a whole when any
 * process of it must not be signalled: half a tree would be left without its parent.
 */
export function planReap(root: Identity, context: ReapContext): ReapPlan | ReapRefusal {
  const record = context.forest.byPid.get(root.pid);
  if (record === undefined || isDead(record)) return refuse('gone', root, 'it has ended');
  const comparison = compareIdentities(root, record.identity);
  if (comparison === 'different') return refuse('changed', root, 'its pid belongs to another process now');
  if (comparison === 'unknown') return refuse('unknown-identity', root, 'its start or this boot is unknown');
  const gate = [...GATES, ...ROOT_GATES].find(({ refuses }) => refuses(record, context));
  if (gate !== undefined) return refuse(gate.name, root, gate.says);
  return planTree(record, context);
}

/** Why this process may not be signalled as part of a tree of this owner; undefined: it may. */
export function refuseMember(record: ProcessRecord, owner: Owner, context: ReapContext): ReapRefusal | undefined {
  const gate = GATES.find(({ refuses }) => refuses(record, context));
  if (gate !== undefined) return refuse(gate.name, record.identity, gate.says);
  const other = context.owners.get(record.identity.pid);
  // A child born since the scan has no owner of its own yet: it is its parent's.
  if (other === undefined || other.session === owner.session) return undefined;
  return refuse('other-session', record.identity, `it belongs to session ${other.session}`);
}

export function refuseSize(root: Identity, size: number): ReapRefusal | undefined {
  if (size <= MOST_PROCESSES) return undefined;
  return refuse('too-many', root, `${size} processes run in its tree, at most ${MOST_PROCESSES} are ended at once`);
}

/** A process of another user cannot be ours to end, whoever started it. */
export function isOurs({ uid }: ProcessRecord, context: ReapContext): boolean {
  return uid === context.uid;
}

function planTree(record: ProcessRecord, context: ReapContext): ReapPlan | ReapRefusal {
  const owner = context.owners.get(record.identity.pid);
  if (owner === undefined) return refuse('unattributed', record.identity, 'nothing shows that an agent started it');
  const leftOut: Identity[] = [];
  const members = subtreeOf(context.forest, record, (below) => {
    if (isDead(below)) return false;
    if (!isOurs(below, context)) leftOut.push(below.identity);
    return isOurs(below, context);
  });
  const tooMany = refuseSize(record.identity, members.length);
  if (tooMany !== undefined) return tooMany;
  for (const member of members) {
    const refusal = refuseMember(member, owner, context);
    if (refusal !== undefined) return refusal;
  }
  return { kind: 'plan', root: record.identity, owner, members, leftOut };
}

function refuse(refusal: RefusalName, process: Identity, why: string): ReapRefusal {
  return { kind: 'refused', refusal, process, reason: `${formatIdentity(process)}: ${why}` };
}
