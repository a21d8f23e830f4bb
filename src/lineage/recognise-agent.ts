import type { ProcessRecord } from './process-record.ts';
import { baseName, programPathOf } from './program-path.ts';

/** What this layer needs to know of a host. */
export type HostTraits = {
  readonly id: string;
  readonly markers: readonly {
    readonly variable: string;
    readonly carries: 'session' | 'pid' | 'presence' | 'call';
  }[];
  readonly process: { readonly comms: readonly string[]; readonly argvEndings: readonly string[] };
};

/**
 * The host whose agent this process is; undefined: none. Only the path of the program counts: a kernel name must agree
 * with it, and no other argument is looked at, because prompts, patterns and settings quote everything.
 */
export function recogniseAgent(record: ProcessRecord, hosts: readonly HostTraits[]): HostTraits | undefined {
  if (record.kernelThread) return undefined;
  const path = programPathOf(record);
  if (path === null) return undefined;
  // Plain loops: a scan asks this of every process, and functions made for each would be most of what it allocates.
  const rooted = `/${path}`;
  for (const host of hosts) {
    const { argvEndings, comms } = host.process;
    if (comms.includes(record.comm) && baseName(path) === record.comm) return host;
    for (const ending of argvEndings) if (rooted.endsWith(ending)) return host;
  }
  return undefined;
}
