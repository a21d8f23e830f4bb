import { planReap } from '../policy/plan-reap.ts';
import { freezeTree, releaseFrozen } from './reap-steps.ts';
import { newReaping, type ReapOutcome, type ReapPorts, type ReapTask } from './reap-task.ts';
import { addMembers, signalSame, takeForest } from './reap-tree.ts';

/**
 * Stops a tree and leaves it standing, to be resumed or ended by somebody's decision. The same gates and the same
 * verification as for a reap; a tree that cannot be stopped as a whole is continued.
 */
export async function pauseTree(task: ReapTask, ports: ReapPorts): Promise<ReapOutcome> {
  const plan = planReap(task.root, ports.contextFor(await takeForest(ports.source)));
  if (plan.kind === 'refused') return { plan: task.plan, outcome: 'refused', detail: plan.reason, members: [] };
  ports.journal.paused(task, 'pause');
  const journal = { ...ports.journal, intent: () => undefined };
  const reaping = newReaping(task, { ...ports, journal });
  addMembers(reaping, plan.members);
  const refusal = await freezeTree(reaping);
  if (refusal === undefined) {
    const detail = [`${reaping.frozen.size} of ${reaping.members.size} processes stand still`, ...reaping.notes].join(
      '; ',
    );
    return { plan: task.plan, outcome: 'paused', detail, members: [] };
  }
  await releaseFrozen(reaping);
  return { plan: task.plan, outcome: 'aborted', detail: refusal.reason, members: [] };
}

/** Lets a tree that was paused go on: CONT to each process of it that stands still. */
export async function resumeTree(task: ReapTask, ports: ReapPorts): Promise<ReapOutcome> {
  const plan = planReap(task.root, ports.contextFor(await takeForest(ports.source)));
  if (plan.kind === 'refused') return { plan: task.plan, outcome: 'refused', detail: plan.reason, members: [] };
  ports.journal.paused(task, 'resume');
  let continued = 0;
  for (const { identity, state } of plan.members) {
    if (state === 'T' && (await signalSame(ports, identity, 'SIGCONT')) === 'sent') continued++;
  }
  return { plan: task.plan, outcome: 'resumed', detail: `${continued} processes go on`, members: [] };
}
