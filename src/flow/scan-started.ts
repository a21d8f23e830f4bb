import { parentOf } from '../lineage/forest.ts';
import type { AnalyzeProcess } from '../lineage/process-analysis.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { totalCpu } from '../lineage/suspects.ts';
import type { StartedProcess, StartedSession } from '../view/started-text.ts';
import type { Scan } from './scan.ts';

/**
 * What each session has started and still runs, children below their parents. Sessions that are over and have left nothing
 * are not listed.
 */
export function listStarted(scan: Scan, analyze: AnalyzeProcess): readonly StartedSession[] {
  const { forest, attribution, report, found } = scan;
  const suspects = new Map(report.suspects.map((suspect) => [suspect.identity.pid, suspect]));
  const describe = (record: ProcessRecord, depth: number): StartedProcess | null => {
    const owner = attribution.owners.get(record.identity.pid);
    if (owner === undefined || record.kernelThread) return null;
    const suspect = suspects.get(record.identity.pid) ?? null;
    return { record, parsed: analyze(record), owner, suspect, cpuSeconds: totalCpu(record), depth };
  };
  return attribution.sessions
    .map((session) => {
      const isOwn = (record: ProcessRecord): boolean =>
        attribution.owners.get(record.identity.pid)?.session === session.id;
      const tops = [...forest.byPid.values()].filter((record) => {
        const parent = parentOf(forest, record);
        return isOwn(record) && (parent === undefined || !isOwn(parent));
      });
      const processes = byStart(tops)
        .flatMap((top) => below(scan, top, 0, isOwn))
        .flatMap(([record, depth]) => describe(record, depth) ?? []);
      return { session, processes };
    })
    .filter(({ session, processes }) => processes.length > 0 || [...found.agents.values()].includes(session.id));
}

/** The order in which they were started; the table has them in none. */
function byStart(records: readonly ProcessRecord[]): readonly ProcessRecord[] {
  const start = ({ identity }: ProcessRecord) => identity.startTicks ?? 0;
  return [...records].sort((a, b) => start(a) - start(b) || a.identity.pid - b.identity.pid);
}

const DEEPEST = 64;

function below(
  scan: Scan,
  record: ProcessRecord,
  depth: number,
  isOwn: (record: ProcessRecord) => boolean,
): readonly (readonly [ProcessRecord, number])[] {
  const children = depth >= DEEPEST ? [] : byStart(scan.forest.childrenOf(record.identity.pid).filter(isOwn));
  return [[record, depth], ...children.flatMap((child) => below(scan, child, depth + 1, isOwn))];
}
