import { freezeTree, releaseFrozen } from './reap-steps.ts';
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
  const trouble = await freezeOrSay(reaping);
  if (trouble === undefined) {
    const still = `${reaping.frozen.size} of ${reaping.members.size} processes stand still`;
    return { plan: task.plan, outcome: 'paused', detail: [still, ...reaping.notes].join('; '), members: [] };
  }
  await releaseFrozen(reaping);
  return { plan: task.plan, outcome: 'aborted', detail: [trouble, ...reaping.notes].join('; '), members: [] };
}

/** Undefined: it stands still; else why not. Half a tree is frozen when the table cannot be read any more. */
async function freezeOrSay(reaping: Reaping): Promise<string | undefined> {
  try {
    return (await freezeTree(reaping))?.reason;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
  return { plan: task.plan, outcome: 'resumed', detail: `${continued} processes go on`, members: [] };
}
