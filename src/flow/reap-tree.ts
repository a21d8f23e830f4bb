import { buildForest, type Forest, isDead, subtreeOf } from '../lineage/forest.ts';
import { compareIdentities, type Identity, identityKey } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { ProcessSource } from '../system/processes.ts';
import type { SignalName, SignalResult } from '../system/signals.ts';
import type { SignalPorts } from './reap-task.ts';

/** Whether the very same process still lives. `unknown` never becomes a signal, and never counts as gone. */
export type Liveness = 'alive' | 'gone' | 'unknown';

/** Reads the process anew. A zombie is gone; so is a pid that another process has by now. */
export async function readLiveness(source: ProcessSource, identity: Identity): Promise<Liveness> {
  const reading = await source.read(identity.pid);
  if (reading.kind !== 'found') return reading.kind;
  const comparison = compareIdentities(identity, reading.record.identity);
  if (comparison !== 'same') return comparison === 'different' ? 'gone' : 'unknown';
  return isDead(reading.record) ? 'gone' : 'alive';
}

/**
 * Sends a signal right after the process was read anew and found to be the same. There is no way in Node to bind the two
 * (no pidfd), so nothing may come between them.
 */
export async function signalSame(
  { source, signals }: SignalPorts,
  identity: Identity,
  signal: SignalName,
): Promise<SignalResult | 'unknown'> {
  const liveness = await readLiveness(source, identity);
  if (liveness === 'alive') return signals.send(identity.pid, signal);
  return liveness;
}

/**
 * Everything that runs below the known members now, the living members included, parents first. What belongs to another
 * user is left out with all that is below it.
 */
export function growTree(
  forest: Forest,
  members: ReadonlyMap<string, Identity>,
  uid: number,
): ReadonlyMap<string, ProcessRecord> {
  const tree = new Map<string, ProcessRecord>();
  for (const identity of members.values()) {
    const record = forest.byPid.get(identity.pid);
    if (record === undefined || isDead(record) || compareIdentities(identity, record.identity) !== 'same') continue;
    for (const below of subtreeOf(forest, record, (each) => !isDead(each) && each.uid === uid)) {
      tree.set(identityKey(below.identity), below);
    }
  }
  return tree;
}

export async function takeForest(source: ProcessSource): Promise<Forest> {
  return buildForest((await source.snapshot()).records);
}
