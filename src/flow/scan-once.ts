import { nodeFiles } from '../system/files.ts';
import { loadLineage } from '../system/lineage-file.ts';
import type { AuditSettings } from './audit.ts';
import { createScanner, type Scan } from './scan.ts';
import type { Machine } from './scan-setup.ts';

export type LookedAt = { readonly scan: Scan; readonly problems: readonly string[] };

/** One scan with what earlier runs remember, to look at: nothing is flagged, ended or kept. */
export async function scanOnce(machine: Machine, settings: AuditSettings): Promise<LookedAt> {
  const { memory, problem } = loadLineage(nodeFiles, machine.stateFolder, machine.self.bootId);
  const scan = await createScanner(machine, settings, memory).scan();
  return { scan, problems: [...scan.report.problems, ...(problem === null ? [] : [problem])] };
}
