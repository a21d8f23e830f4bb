import type { Forest } from '../lineage/forest.ts';
import { type HostTraits, recogniseAgent } from '../lineage/recognise-agent.ts';
import { type ReapContext, reapContext } from '../policy/plan-refusals.ts';
import type { Scan } from './scan.ts';

type Circumstances = {
  readonly scan: Scan;
  readonly hosts: readonly HostTraits[];
  readonly signalable: boolean;
  readonly selfPid: number;
  readonly uid: number;
  readonly protect: readonly string[];
};

/** The gates of a reaping for forests taken after the scan that asks for it. Agents that came since are agents, too. */
export function contextAfter(circumstances: Circumstances): (forest: Forest) => ReapContext {
  const { scan, hosts, signalable, selfPid, uid, protect } = circumstances;
  return (forest) =>
    reapContext({
      forest,
      signalable,
      selfPid,
      uid,
      owners: scan.owners,
      protect,
      isAgent: (record) => scan.found.agents.has(record.identity.pid) || recogniseAgent(record, hosts) !== undefined,
    });
}
