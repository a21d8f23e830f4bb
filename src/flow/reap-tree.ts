import { buildForest, type Forest, isDead, subtreeOf } from '../lineage/forest.ts';
import { compareIdentities, formatIdentity, type Identity, identityKey } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { planReap, type ReapPlan, type ReapRefusal } from '../policy/plan-reap.ts';
import type { ProcessSource } from '../system/processes.ts';
import type { SignalName, SignalResult } from '../system/signals.ts';
import type { Reaping, ReapPorts, ReapTask, SignalPorts } from './reap-task.ts';

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
 * Everything that runs below the known members now, the living members included, parents first, and whatever is in a kernel
 * session that a member led: a child that a member started on its way out has lost its parent, not its session. What
 * belongs to another user is left out with all that is below it.
 */
export function growTree({ members, led }: Reaping, forest: Forest, uid: number): ReadonlyMap<string, ProcessRecord> {
  const tree = new Map<string, ProcessRecord>();
  const add = (root: ProcessRecord): void => {
    if (isDead(root) || root.uid !== uid || tree.has(identityKey(root.identity))) return;
    for (const below of subtreeOf(forest, root, (each) => !isDead(each) && each.uid === uid)) {
      tree.set(identityKey(below.identity), below);
    }
  };
  for (const identity of members.values()) {
    const record = forest.byPid.get(identity.pid);
    if (record !== undefined && compareIdentities(identity, record.identity) === 'same') add(record);
  }
  for (const record of forest.byPid.values()) if (isLed(record, led, forest)) add(record);
  return tree;
}

/** The kernel keeps the number of a session as long as it has members; a new leader of the same number has another start. */
function isLed({ sid, identity }: ProcessRecord, led: ReadonlyMap<number, number>, forest: Forest): boolean {
  const leaderStart = sid === null ? undefined : led.get(sid);
  if (sid === null || leaderStart === undefined || (identity.startTicks ?? -1) < leaderStart) return false;
  const now = forest.byPid.get(sid);
  return now === undefined || now.identity.startTicks === leaderStart;
}

/** Takes processes in as members. */
export function addMembers({ members, led }: Reaping, records: Iterable<ProcessRecord>): void {
  for (const { identity, sid } of records) {
    members.set(identityKey(identity), identity);
    if (sid === identity.pid && identity.startTicks !== null) led.set(sid, identity.startTicks);
  }
}

/** The plan as of now: refused by a gate, or because another program runs there than the one that was judged. */
export async function planAnew(task: ReapTask, ports: ReapPorts): Promise<ReapPlan | ReapRefusal> {
  const plan = planReap(task.root, ports.contextFor(await takeForest(ports.source)));
  if (plan.kind === 'refused') return plan;
  const [root] = plan.members;
  if (root !== undefined && ports.commandLineOf(root) === task.commandLine) return plan;
  const reason = `${formatIdentity(task.root)}: it runs another program than the one that was judged`;
  return { kind: 'refused', refusal: 'changed', process: task.root, reason };
}

/** The whole table as it is now. @throws what the source throws when it cannot be enumerated */
export async function takeForest(source: ProcessSource): Promise<Forest> {
  return buildForest((await source.snapshot()).records);
}
