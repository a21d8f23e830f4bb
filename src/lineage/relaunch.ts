import { claimOf, type MarkerValues } from './marker-claim.ts';
import type { ProcessRecord } from './process-record.ts';
import type { HostTraits } from './recognise-agent.ts';

/** Whether a child may be one that its parent only adopted, as pid 1 does: what is in the kernel session that it leads is not. */
export function mayBeAdopted(child: ProcessRecord, parent: ProcessRecord): boolean {
  return parent.identity.pid <= 1 && (child.sid !== parent.identity.pid || parent.sid !== parent.identity.pid);
}

/** Whether a process could be one for which `isToolCall` asks, which hardly any agent is: no environment needs to be read. */
export function mayBeToolCall({ identity, sid }: ProcessRecord): boolean {
  return sid === identity.pid;
}

/**
 * Whether a process that looks like an agent, right below one of the same host, was started as a command by that one: a
 * shell that has nothing else to do becomes the command. Every host gives the shell of a call a kernel session and markers
 * of its own, neither of which an agent gives itself when it relaunches itself.
 * @param values the markers in its environment, and in that of its parent; null: not readable
 */
export function isToolCall(
  host: HostTraits,
  values: { readonly own: MarkerValues | null; readonly parent: MarkerValues | null },
): boolean {
  const own = values.own === null ? null : claimOf(values.own, host);
  const parent = values.parent === null ? null : claimOf(values.parent, host);
  if (own === null) return false;
  return own.variable !== parent?.variable || own.id !== parent.id || own.pid !== parent.pid;
}
