import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';
import { totalCpu } from '../lineage/suspects.ts';

type Share = (record: ProcessRecord) => number | null;

/** One reading of a process: its CPU time, when that was read, and the share of a core since the reading before. */
type Sample = {
  readonly startTicks: number | null;
  readonly cpu: number;
  readonly at: number;
  readonly share: number | null;
};

/** Shares of a core between two readings of a process. Holds what the last scan asked for, and no more. */
export function createCpuTrend(): { shareOf(snapshot: Snapshot): Share } {
  let before = new Map<number, Sample>();
  return {
    shareOf({ takenAt }) {
      const previous = before;
      const now = new Map<number, Sample>();
      before = now;
      return (record) => {
        const cpu = totalCpu(record);
        if (cpu === null) return null;
        const { pid, startTicks } = record.identity;
        const known = previous.get(pid);
        const last = known?.startTicks === startTicks ? known : undefined;
        const at = record.readAt ?? takenAt;
        const next = last === undefined ? { startTicks, cpu, at, share: null } : after(last, cpu, at);
        now.set(pid, next);
        return next.share;
      };
    },
  };
}

/** A row that was not read again says nothing new. */
function after(last: Sample, cpu: number, at: number): Sample {
  const seconds = at - last.at;
  return seconds <= 0 ? last : { startTicks: last.startTicks, cpu, at, share: Math.max(0, cpu - last.cpu) / seconds };
}
