import { commandLineKey } from '../lineage/process-analysis.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import { planReap } from '../policy/plan-reap.ts';
import { explainLines } from '../view/watch-explain.ts';
import type { AuditPorts, AuditSettings } from './audit.ts';
import { contextAfter } from './reap-context.ts';
import type { ReapPorts } from './reap-task.ts';
import type { Scan } from './scan.ts';

export type GateSource = { readonly ports: AuditPorts; readonly settings: AuditSettings };

/** Why the suspect is on the list, and what a reap would do with it as of that scan. */
export function explainSuspect(suspect: Suspect, scan: Scan, source: GateSource): readonly string[] {
  const { contextFor } = gatesOf(scan, source);
  const { byPid } = scan.forest;
  return explainLines({
    suspect,
    record: byPid.get(suspect.identity.pid),
    tree: suspect.tree.flatMap(({ pid }) => byPid.get(pid) ?? []),
    plan: planReap(suspect.identity, contextFor(scan.forest)),
  });
}

/** The gates that every signal of this watch must pass. */
export function gatesOf(scan: Scan, { ports, settings }: GateSource): Pick<ReapPorts, 'contextFor' | 'commandLineOf'> {
  const { source, self } = ports;
  const contextFor = contextAfter({ ...ports, ...settings, scan, signalable: source.signalable, selfPid: self.pid });
  return { contextFor, commandLineOf: commandLineKey };
}
