import { KnownError } from '../errors.ts';
import type { Identity } from '../lineage/identity.ts';
import { claimAudit } from '../system/audit-claim.ts';
import { nodeFiles } from '../system/files.ts';
import { loadLineage, saveLineage } from '../system/lineage-file.ts';
import { type Audit, type AuditSettings, audit } from './audit.ts';
import { readLiveness } from './reap-tree.ts';
import type { Machine } from './scan-setup.ts';

/**
 * One audit of this machine with its state: nobody else audits meanwhile, what earlier scans saw counts, and what this one
 * saw is kept.
 * @throws KnownError (exit 3) when another audit is running, or the table cannot be enumerated
 */
export async function runAudit(machine: Machine, settings: AuditSettings): Promise<Audit> {
  const { source, stateFolder, self } = machine;
  const isAlive = async (identity: Identity): Promise<boolean> => (await readLiveness(source, identity)) !== 'gone';
  const claim = await claimAudit(nodeFiles, stateFolder, self, isAlive);
  if (claim.kind === 'busy') throw new KnownError(`another audit (pid ${claim.pid}) is running`, { exitCode: 3 });
  try {
    const { memory, problem } = loadLineage(nodeFiles, stateFolder, self.bootId);
    const result = await audit(machine, settings, memory);
    const unsaved = source.signalable ? saveLineage(nodeFiles, stateFolder, result.memory) : null;
    const problems = [problem, unsaved, ...result.problems].filter((each) => each !== null);
    return { ...result, problems };
  } finally {
    claim.release();
  }
}
