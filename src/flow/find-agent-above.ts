/** Which agent runs this process: its nearest recognised ancestor. */
import { hosts } from '../hosts/registry.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { type HostTraits, recogniseAgent } from '../lineage/recognise-agent.ts';
import { isToolCall, mayBeAdopted, mayBeToolCall } from '../lineage/relaunch.ts';
import type { ProcessSource } from '../system/processes.ts';
import type { AgentAbove } from './answer-hook-ports.ts';

type Nearest = { readonly record: ProcessRecord; readonly host: HostTraits };

/**
 * Walks up from `pid`, itself included. An agent that relaunched itself is one agent: the topmost process of the same
 * host in an unbroken line is named, unless the line is that of one agent which runs another. Null when nothing on the way is an agent, or when the way cannot be read to one.
 */
export async function findAgentAbove(pid: number, source: ProcessSource): Promise<AgentAbove | null> {
  let nearest: Nearest | null = null;
  let at: number | null = pid;
  for (let height = 0; at !== null && at >= 1 && height < mostAncestors; height += 1) {
    const reading = await source.read(at);
    if (reading.kind !== 'found') break;
    const { record }: { readonly record: ProcessRecord } = reading;
    const host = recogniseAgent(record, hosts);
    if (nearest !== null && (host !== nearest.host || (await isAnother(nearest, record, source)))) break;
    if (host !== undefined) nearest = { record, host };
    at = record.ppid;
  }
  if (nearest === null) return null;
  const { identity, sid } = nearest.record;
  return { identity, sid };
}

/** A line of ancestors this long is a circle made of reused pids. */
const mostAncestors = 128;

async function isAnother({ record, host }: Nearest, parent: ProcessRecord, source: ProcessSource): Promise<boolean> {
  if (mayBeAdopted(record, parent)) return true;
  if (!mayBeToolCall(record)) return false;
  const names = new Set(host.markers.map(({ variable }) => variable));
  const [own, above] = [await source.markers(record, names), await source.markers(parent, names)];
  return isToolCall(host, { own, parent: above });
}
