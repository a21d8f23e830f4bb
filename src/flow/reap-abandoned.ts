import { compareIdentities, formatIdentity, type Identity } from '../lineage/identity.ts';
import { reaperOf } from '../lineage/plan-id.ts';
import type { SignalPorts } from './reap-task.ts';
import { readLiveness } from './reap-tree.ts';
import type { OpenIntent } from './scan-ledger.ts';

/** What is recorded of an intent that was let go. */
export type Abandoned = {
  readonly intent: OpenIntent;
  readonly outcome: 'gone' | 'aborted';
  readonly detail: string;
};

/**
 * Lets go of what reapers that were killed half-way left stopped. A process is continued only when it is exactly one that
 * the intent names and stands still now; whether it is ended after all is decided anew, as for any other. An intent whose
 * reaper still lives, or cannot be read, is left alone; one with a process that cannot be read stays open, to be looked at
 * again by the next run.
 */
export async function releaseAbandoned(
  intents: readonly OpenIntent[],
  ports: SignalPorts,
  bootId: string | null,
): Promise<readonly Abandoned[]> {
  const released: Abandoned[] = [];
  const byPlan = new Map(intents.map((intent) => [intent.plan, intent]));
  for (const intent of byPlan.values()) {
    if (intent.process.bootId !== bootId && bootId !== null) {
      released.push({ intent, outcome: 'gone', detail: 'the machine was restarted since' });
      continue;
    }
    const reaper = reaperOf(intent.plan, bootId);
    if (reaper === null || (await readLiveness(ports.source, reaper)) !== 'gone') continue;
    const outcome = await release(intent, ports);
    if (outcome !== null) released.push(outcome);
  }
  return released;
}

/** Null: not all of it could be read, and what was not read may still stand still. */
async function release(intent: OpenIntent, ports: SignalPorts): Promise<Abandoned | null> {
  const continued: Identity[] = [];
  const left: Identity[] = [];
  let [alive, unread] = [0, 0];
  for (const identity of intent.tree) {
    const reading = await ports.source.read(identity.pid);
    if (reading.kind === 'gone') continue;
    const comparison = reading.kind === 'found' ? compareIdentities(identity, reading.record.identity) : 'unknown';
    if (comparison === 'different') continue;
    if (reading.kind !== 'found' || comparison === 'unknown') {
      unread++;
      continue;
    }
    alive++;
    if (reading.record.state === 'T') (proceeds(identity, ports) ? continued : left).push(identity);
  }
  if (unread > 0) return null;
  if (alive === 0) return { intent, outcome: 'gone', detail: 'its reaper was killed, and so was all of the tree' };
  const did = continued.length === 0 && left.length === 0 ? ['nothing stood still'] : [];
  if (continued.length > 0) did.push(`continued ${continued.map(formatIdentity).join(', ')}`);
  if (left.length > 0) did.push(`could not continue ${left.map(formatIdentity).join(', ')}`);
  return { intent, outcome: 'aborted', detail: `its reaper was killed half-way; ${did.join(', ')}` };
}

function proceeds({ pid }: Identity, { signals }: SignalPorts): boolean {
  const result = signals.send(pid, 'SIGCONT');
  return result === 'sent' || result === 'gone';
}
