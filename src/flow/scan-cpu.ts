import { identityKey } from '../lineage/identity.ts';
import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';
import { totalCpu } from '../lineage/suspects.ts';

type Share = (record: ProcessRecord) => number | null;

/** Shares of a core between two scans. Holds what the last scan asked for, and no more. */
export function createCpuTrend(): { shareOf(snapshot: Snapshot): Share } {
  let before = new Map<string, number>();
  let beforeAt = 0;
  return {
    shareOf({ takenAt }) {
      const previous = before;
      const seconds = takenAt - beforeAt;
      const now = new Map<string, number>();
      before = now;
      beforeAt = takenAt;
      return (record) => {
        const cpu = totalCpu(record);
        if (cpu === null) return null;
        const key = identityKey(record.identity);
        now.set(key, cpu);
        const last = previous.get(key);
        return last === undefined || seconds <= 0 ? null : Math.max(0, cpu - last) / seconds;
      };
    },
  };
}
