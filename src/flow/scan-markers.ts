import type { MarkerValues } from '../lineage/marker-claim.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { HostTraits } from '../lineage/recognise-agent.ts';
import type { ProcessSource } from '../system/processes.ts';

type Known = { readonly record: ProcessRecord; readonly values: MarkerValues | null };

type MarkersOf = (record: ProcessRecord) => MarkerValues | null;

export type MarkerReader = {
  /**
   * Runs a pure step that may ask for environments. What is not known yet is read after a first pass, and the step is run
   * again with it, so that each process's environment is read once in its life and only when something asks.
   */
  attributeWith<T>(step: (markersOf: MarkersOf) => T): Promise<T>;
};

/** A step can ask for more once it knows more, so the passes are bounded. */
const MOST_PASSES = 4;

export function createMarkerReader(source: ProcessSource, hosts: readonly HostTraits[]): MarkerReader {
  const names: ReadonlySet<string> = new Set(hosts.flatMap(({ markers }) => markers.map(({ variable }) => variable)));
  let known = new Map<number, Known>();
  return {
    async attributeWith(step) {
      const used = new Map<number, Known>();
      for (let pass = 1; ; pass++) {
        const missing: ProcessRecord[] = [];
        const result = step((record) => {
          const entry = known.get(record.identity.pid);
          if (entry === undefined || !isCurrent(entry, record)) {
            missing.push(record);
            return null;
          }
          used.set(record.identity.pid, entry);
          return entry.values;
        });
        if (missing.length === 0 || pass === MOST_PASSES) {
          known = used;
          return result;
        }
        for (const record of missing) {
          known.set(record.identity.pid, { record, values: await source.markers(record, names) });
        }
      }
    },
  };
}

/** Another program means another environment: a child read between its fork and its exec still shows its parent's. */
function isCurrent({ record: before }: Known, now: ProcessRecord): boolean {
  const isSame = before.identity.startTicks === now.identity.startTicks;
  return isSame && before.argv === now.argv && before.argvText === now.argvText && before.comm === now.comm;
}
