import type { LineageMemory, Slept } from './lineage-memory.ts';
import type { ProcessRecord, Snapshot } from './process-record.ts';

/** What two clocks may drift apart without anybody having slept. */
export const SHORTEST_SECONDS = 5;
/** The latest stretches are enough: hardly anything lives through more. */
export const MOST_KEPT = 64;

/** The stretches that are known, with the one since the last scan. A clock that does not tell them apart adds none. */
export function noteSleep({ scannedAt, awakeAt, slept }: LineageMemory, snapshot: Snapshot): readonly Slept[] {
  const { takenAt } = snapshot;
  const now = snapshot.awakeAt ?? null;
  if (scannedAt === null || awakeAt === null || now === null) return slept;
  const seconds = takenAt - scannedAt - (now - awakeAt);
  return seconds < SHORTEST_SECONDS ? slept : [...slept, { until: takenAt, seconds }].slice(-MOST_KEPT);
}

/**
 * The snapshot with ages in which nobody slept: a loop that waits for its server has not waited over the night in which the
 * lid was closed. A process that began while the machine may have slept is given the benefit of the doubt.
 */
export function discountSleep(snapshot: Snapshot, slept: readonly Slept[]): Snapshot {
  if (slept.length === 0) return snapshot;
  return { ...snapshot, records: snapshot.records.map((record) => awakeRecord(record, snapshot.takenAt, slept)) };
}

function awakeRecord(record: ProcessRecord, takenAt: number, slept: readonly Slept[]): ProcessRecord {
  const { ageSeconds } = record;
  if (ageSeconds === null) return record;
  const start = takenAt - ageSeconds;
  const lost = slept.reduce((sum, { until, seconds }) => sum + Math.min(seconds, Math.max(0, until - start)), 0);
  return lost === 0 ? record : { ...record, ageSeconds: Math.max(0, ageSeconds - lost) };
}
