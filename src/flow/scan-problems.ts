import type { SnapshotProblem } from '../lineage/process-record.ts';

/** One line for each kind of problem, with a count: a machine that hides its processes has thousands of the same. */
export function describeProblems(problems: readonly SnapshotProblem[]): readonly string[] {
  const pids = new Map<string, number[]>();
  for (const { pid, what } of problems) {
    const of = pids.get(what) ?? [];
    if (pid !== null) of.push(pid);
    pids.set(what, of);
  }
  return [...pids].map(([what, of]) => {
    if (of.length === 0) return what;
    return of.length === 1 ? `process ${of[0]}: ${what}` : `${of.length} processes: ${what} (first: ${of[0]})`;
  });
}
