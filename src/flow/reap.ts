import { formatIdentity } from '../lineage/identity.ts';
import type { ReapRefusal } from '../policy/plan-reap.ts';
import { confirmGone, freezeTree, killTree, releaseFrozen, terminateTree } from './reap-steps.ts';
import {
  type MemberEnd,
  newReaping,
  type ReapEnding,
  type Reaping,
  type ReapOutcome,
  type ReapPorts,
  type ReapTask,
} from './reap-task.ts';
import { addMembers, planAnew, readLiveness } from './reap-tree.ts';

/**
 * Ends one process and everything below it. The steps: look and plan anew, record the intent, freeze parents first until
 * the tree stops changing, TERM and CONT, wait, freeze and KILL what is left, confirm, record the outcome. Each signal goes
 * to a process whose identity was read anew right before. Whatever happens, nothing that was frozen stays frozen.
 * @throws KnownError when the intent cannot be recorded: then nothing was signalled.
 */
export async function reap(task: ReapTask, ports: ReapPorts): Promise<ReapOutcome> {
  const plan = await planAnew(task, ports);
  if (plan.kind === 'refused') return recordRefusal(task, ports, plan);
  const reaping = newReaping(task, ports);
  addMembers(reaping, plan.members);
  ports.journal.intent(task, [...reaping.members.values()]);
  const outcome = await carryOut(reaping);
  // Without an outcome the intent stays open, and the next run lets go of what could not be continued now.
  if (reaping.frozen.size > 0) return { plan: task.plan, ...outcome };
  return { plan: task.plan, ...outcome, detail: recordOutcome(reaping, outcome) };
}

/** What was done is done: that it could not be recorded is part of what is reported. */
function recordOutcome({ ports, task }: Reaping, { outcome, detail }: Ended): string {
  try {
    ports.journal.outcome(task, outcome, detail);
    return detail;
  } catch (error) {
    return `${detail}; not recorded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Ended = { readonly outcome: ReapEnding; readonly detail: string; readonly members: readonly MemberEnd[] };

async function carryOut(reaping: Reaping): Promise<Ended> {
  const { ports, task } = reaping;
  try {
    const refusal = await freezeTree(reaping);
    if (refusal !== undefined) return ended('aborted', refusal.reason);
    const root = await readLiveness(ports.source, task.root);
    if (root === 'gone') return ended('gone', 'it ended by itself');
    if (root === 'unknown') return ended('aborted', 'it could not be read again');
    await terminateTree(reaping);
    if (await confirmGone(reaping, task.killGrace)) return await summarize(reaping);
    await killTree(reaping);
    return await summarize(reaping);
  } catch (error) {
    return ended('aborted', error instanceof Error ? error.message : String(error));
  } finally {
    await releaseFrozen(reaping);
  }
}

/** Only what was read and found gone counts as gone. */
async function summarize(reaping: Reaping): Promise<Ended> {
  const members: MemberEnd[] = [];
  for (const [key, identity] of reaping.members) {
    const liveness = await readLiveness(reaping.ports.source, identity);
    members.push({ identity, end: liveness === 'alive' && reaping.denied.has(key) ? 'denied' : liveness });
  }
  const left = members.filter(({ end }) => end !== 'gone');
  const survived = left.some(({ end }) => end !== 'unknown');
  const outcome = left.length === 0 ? 'gone' : survived ? 'survived' : 'unknown';
  const named = left.map(({ identity, end }) => `${formatIdentity(identity)} ${SAID[end]}`).join(', ');
  const count = `${members.length - left.length} of ${members.length} processes gone`;
  const detail = [left.length === 0 ? count : `${count}; ${named}`, ...reaping.notes].join('; ');
  return { outcome, detail, members };
}

const SAID = {
  gone: 'is gone',
  alive: 'still runs',
  denied: 'may not be signalled',
  unknown: 'could not be read',
} as const;

function ended(outcome: ReapEnding, detail: string): Ended {
  return { outcome, detail, members: [] };
}

/** What a gate refused is recorded like what was done. @throws KnownError when it cannot be recorded */
export function recordRefusal(task: ReapTask, ports: ReapPorts, { reason }: ReapRefusal): ReapOutcome {
  ports.journal.outcome(task, 'refused', reason);
  return { plan: task.plan, outcome: 'refused', detail: reason, members: [] };
}
