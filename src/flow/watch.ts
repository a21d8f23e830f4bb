/** The watch loop: scan, compare, hand out, wait. Scans never overlap, and a scan that throws is a failed scan. */

import { KnownError } from '../errors.ts';
import { type Identity, identityKey } from '../lineage/identity.ts';
import type { ScanReport } from '../lineage/scan-report.ts';
import { type Change, compareScans, type Known, type Liveness, missingFrom, NOTHING_KNOWN } from './watch-changes.ts';

export type WatchPorts = {
  scan(): ScanReport | Promise<ScanReport>;
  /** whether that very process still lives; asked for what left the list */
  liveness(identity: Identity): Promise<Liveness>;
  /** milliseconds since the epoch */
  now(): number;
  /** resolves after so many milliseconds, or at once when the signal is raised */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
};

export type WatchUpdate = {
  readonly atMs: number;
  readonly report: ScanReport;
  readonly changes: readonly Change[];
};

/**
 * Scans every `periodMs` until the signal is raised. Who reads slowly slows the scans down, so nothing queues up.
 * The pause is shortened by what the scan took, but never below half a period: a slow machine is not made slower.
 */
export async function* watch(ports: WatchPorts, periodMs: number, signal: AbortSignal): AsyncGenerator<WatchUpdate> {
  let known: Known = NOTHING_KNOWN;
  let isFirst = true;
  while (!signal.aborted) {
    const startedMs = ports.now();
    const report = await scanOrFail(ports, isFirst);
    isFirst = false;
    if (signal.aborted) return;
    const step = compareScans(known, report, await livenessOfMissing(ports, known, report));
    known = step.known;
    yield { atMs: startedMs, report, changes: step.changes };
    const tookMs = Math.max(0, ports.now() - startedMs);
    await ports.wait(Math.max(periodMs / 2, periodMs - tookMs), signal);
  }
}

async function livenessOfMissing(ports: WatchPorts, known: Known, report: ScanReport) {
  const liveness = new Map<string, Liveness>();
  for (const { identity } of missingFrom(known, report)) {
    liveness.set(identityKey(identity), await ports.liveness(identity).catch(() => 'unknown'));
  }
  return liveness;
}

async function scanOrFail(ports: WatchPorts, isFirst: boolean): Promise<ScanReport> {
  try {
    return await ports.scan();
  } catch (error) {
    // Asked for what does not exist: no later scan can make that good. Once it was there, as an agent that ends while it is
    // scanned, or a ledger that cannot be read for a while, the watch goes on.
    if (isFirst && error instanceof KnownError && error.exitCode === 2) throw error;
    return {
      status: 'failed',
      scanned: 0,
      problems: [error instanceof Error ? error.message : String(error)],
      sessions: [],
      suspects: [],
      armed: false,
      tookMilliseconds: 0,
    };
  }
}
