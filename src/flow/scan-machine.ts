import type { ScanReport } from '../lineage/scan-report.ts';
import { DEFAULT_POLICY, type Policy } from '../policy/policy.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import { loadLineage } from '../system/lineage-file.ts';
import { openAnalyzer } from './analyzer.ts';
import { createScanner } from './scan.ts';
import { openMachine, settingsFrom } from './scan-setup.ts';

export type MachineScan = {
  /** Each scan costs what is new since the last. @throws KnownError when the table cannot be enumerated */
  scan(): Promise<ScanReport>;
  close(): void;
};

export type MachineScanOptions = {
  readonly policy?: Policy;
  /** only the session of this agent */
  readonly agentPid?: number;
  /** seconds in place of every age limit */
  readonly after?: number;
  /** compile the grammar once and quickly, which spares time and memory at the price of slower analyses; for the whole process */
  readonly quickGrammar?: boolean;
};

/**
 * Opens this machine for scanning: sessions, owners, suspects. It only looks: nothing is flagged, signalled or kept.
 * @param env where the state folder and the process table are looked for
 */
export async function openScan(env: Environment, options: MachineScanOptions = {}): Promise<MachineScan> {
  const { policy = DEFAULT_POLICY, agentPid = null, after = null, quickGrammar = false } = options;
  const machine = await openMachine(env, await openAnalyzer({ oneShot: quickGrammar, grammar: 'when-wanted' }));
  const settings = settingsFrom(policy, { armed: false, after, agentPid, dryRun: true });
  const { memory } = loadLineage(nodeFiles, machine.stateFolder, machine.self.bootId);
  const scanner = createScanner(machine, settings, memory);
  return { scan: async () => (await scanner.scan()).report, close: () => machine.close() };
}
