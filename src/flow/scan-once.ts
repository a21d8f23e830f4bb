import { nodeFiles } from '../system/files.ts';
import { loadLineage, saveLineage } from '../system/lineage-file.ts';
import type { AuditSettings } from './audit.ts';
import { createScanner, type Scan } from './scan.ts';
import type { Machine } from './scan-setup.ts';

export type LookedAt = { readonly scan: Scan; readonly problems: readonly string[] };

/**
 * One scan with what earlier runs remember, to look at: nothing is flagged or ended. Whose processes were seen is kept for
 * later runs, which then know them when their parents are gone; it does not count as one of the looks of an audit.
 */
export async function scanOnce(machine: Machine, settings: AuditSettings): Promise<LookedAt> {
  const { memory, problem } = loadLineage(nodeFiles, machine.stateFolder, machine.self.bootId);
  const scanner = createScanner(machine, settings, memory);
  const scan = await scanner.scan();
  const next = { ...scanner.memory(), past: memory.past };
  const unsaved = machine.source.signalable ? saveLineage(nodeFiles, machine.stateFolder, next) : null;
  const problems = [...scan.report.problems, ...(scan.report.warnings ?? []), problem, unsaved];
  return { scan, problems: problems.filter((each) => each !== null) };
}
