import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';

/** What this layer needs to know of a host. */
export type HostTraits = {
  readonly id: string;
  readonly markers: readonly {
    readonly variable: string;
    readonly carries: 'session' | 'pid' | 'presence' | 'call';
  }[];
  /** the endings are of whole names: each begins with a slash */
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
  if (!couldBe(record, path, namesOf(hosts))) return undefined;
  const rooted = `/${path}`;
  for (const host of hosts) {
    const { argvEndings, comms } = host.process;
    if (comms.includes(record.comm) && bareName(path) === record.comm) return host;
    for (const ending of argvEndings) if (rooted.endsWith(ending)) return host;
  }
  return undefined;
}

/** The names that an agent's process can have: the kernel's for it, or the last part of its program's path. */
type Names = { readonly comms: ReadonlySet<string>; readonly files: ReadonlySet<string> };

/** A scan asks of every process, and hardly any is one: two look-ups instead of a walk over all hosts. */
function couldBe({ comm }: ProcessRecord, path: string, { comms, files }: Names): boolean {
  return comms.has(comm) || files.has(fileOf(path));
}

function namesOf(hosts: readonly HostTraits[]): Names {
  const known = names.get(hosts);
  if (known !== undefined) return known;
  const traits = hosts.map((host) => host.process);
  const made = {
    comms: new Set(traits.flatMap(({ comms }) => comms)),
    files: new Set(traits.flatMap(({ argvEndings }) => argvEndings.map(fileOf))),
  };
  names.set(hosts, made);
  return made;
}

const names = new WeakMap<readonly HostTraits[], Names>();

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
