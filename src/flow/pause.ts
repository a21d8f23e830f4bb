import { isDead } from '../lineage/forest.ts';
import { compareIdentities } from '../lineage/identity.ts';
import { freezeTree, isStopped, releaseFrozen } from './reap-steps.ts';
import { newReaping, type Reaping, type ReapOutcome, type ReapPorts, type ReapTask } from './reap-task.ts';
import { addMembers, planAnew, signalSame } from './reap-tree.ts';

/**
 * Stops a tree and leaves it standing, to be resumed or ended by somebody's decision. The same gates and the same
 * verification as for a reap; a tree that cannot be stopped as a whole, for whatever reason, is continued.
 * @throws KnownError when it cannot be recorded: then nothing was signalled.
 */
export async function pauseTree(task: ReapTask, ports: ReapPorts): Promise<ReapOutcome> {
  const plan = await planAnew(task, ports);
  if (plan.kind === 'refused') return { plan: task.plan, outcome: 'refused', detail: plan.reason, members: [] };
  ports.journal.paused(task, 'pause');
  const journal = { ...ports.journal, intent: () => undefined };
  const reaping = newReaping(task, { ...ports, journal });
  addMembers(reaping, plan.members);
  const { whole, said } = await freezeAndCount(reaping);
  const detail = [said, ...reaping.notes].join('; ');
  if (whole) return { plan: task.plan, outcome: 'paused', detail, members: [] };
  await releaseFrozen(reaping);
  return { plan: task.plan, outcome: 'aborted', detail, members: [] };
}

/** Whether all of it stands still, in words. Half a tree is frozen when the table cannot be read any more. */
async function freezeAndCount(reaping: Reaping): Promise<{ readonly whole: boolean; readonly said: string }> {
  try {
    const refusal = await freezeTree(reaping);
    if (refusal !== undefined) return { whole: false, said: refusal.reason };
    const { still, alive } = await countStill(reaping);
    if (alive === 0) return { whole: false, said: 'it ended by itself' };
    const already = reaping.frozen.size === 0 ? ', as they did before' : '';
    return { whole: still === alive, said: `${still} of ${alive} processes stand still${already}` };
  } catch (error) {
    return { whole: false, said: error instanceof Error ? error.message : String(error) };
  }
}

/** Read anew: those that had been stopped before were not stopped by us, and one may have ended meanwhile. */
async function countStill({ ports, members }: Reaping): Promise<{ readonly still: number; readonly alive: number }> {
  let [still, alive] = [0, 0];
  for (const identity of members.values()) {
    const reading = await ports.source.read(identity.pid);
    if (reading.kind === 'gone') continue;
    if (reading.kind === 'unknown') {
      alive++;
      continue;
    }
    const { record } = reading;
    if (compareIdentities(identity, record.identity) === 'different' || isDead(record)) continue;
    alive++;
    if (isStopped(record)) still++;
  }
  return { still, alive };
}

/** Lets a tree that was paused go on: CONT to each process of it that stands still. */
export async function resumeTree(task: ReapTask, ports: ReapPorts): Promise<ReapOutcome> {
  const plan = await planAnew(task, ports);
  if (plan.kind === 'refused') return { plan: task.plan, outcome: 'refused', detail: plan.reason, members: [] };
  ports.journal.paused(task, 'resume');
  let continued = 0;
  for (const { identity, state } of plan.members) {
    if (state === 'T' && (await signalSame(ports, identity, 'SIGCONT')) === 'sent') continued++;
  }
  const detail = continued === 0 ? 'nothing of it stood still' : `${continued} processes go on`;
  return { plan: task.plan, outcome: 'resumed', detail, members: [] };
}
