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
 * reaper still lives, or cannot be read, is left alone.
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
    released.push(await release(intent, ports));
  }
  return released;
}

async function release(intent: OpenIntent, ports: SignalPorts): Promise<Abandoned> {
  const continued: Identity[] = [];
  let alive = 0;
  for (const identity of intent.tree) {
    const reading = await ports.source.read(identity.pid);
    if (reading.kind !== 'found' || compareIdentities(identity, reading.record.identity) !== 'same') continue;
    alive++;
    if (reading.record.state === 'T' && ports.signals.send(identity.pid, 'SIGCONT') === 'sent')
      continued.push(identity);
  }
  if (alive === 0) return { intent, outcome: 'gone', detail: 'its reaper was killed, and so was all of the tree' };
  const named = continued.map(formatIdentity).join(', ');
  const detail = `its reaper was killed half-way; ${continued.length === 0 ? 'nothing stood still' : `continued ${named}`}`;
  return { intent, outcome: 'aborted', detail };
}
