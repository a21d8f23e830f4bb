import { KnownError } from '../errors.ts';
import { isDead, subtreeOf } from '../lineage/forest.ts';
import { type ProcessAnalysis, sharesCommandLine } from '../lineage/process-analysis.ts';
import { findingsOfProcess } from '../lineage/process-findings.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Session } from '../lineage/session.ts';
import { planReap } from '../policy/plan-reap.ts';
import type { ProcessFacts } from '../view/process-explanation.ts';
import type { AuditSettings } from './audit.ts';
import { contextAfter } from './reap-context.ts';
import type { Scan } from './scan.ts';
import type { Machine } from './scan-setup.ts';

/**
 * Explains one process as of a scan, whether it is a suspect or not.
 * @throws KnownError (exit 2) when no living process has this pid
 */
export function explainProcess(
  pid: number,
  from: { readonly machine: Machine; readonly settings: AuditSettings; readonly scan: Scan },
): ProcessFacts {
  const { machine, settings, scan } = from;
  const { forest, report, attribution } = scan;
  const record = forest.byPid.get(pid);
  if (record === undefined || isDead(record)) throw new KnownError(`explain: --pid: no process has pid ${pid}`);
  const parsed = machine.analyze(record);
  const findings = findingsOfProcess(parsed);
  const owner = scan.owners.get(pid) ?? null;
  const suspect = report.suspects.find(({ identity }) => identity.pid === pid) ?? null;
  const selfPid = machine.self.pid;
  const contextFor = contextAfter({ ...machine, ...settings, scan, signalable: machine.source.signalable, selfPid });
  const sessionOf = (id: string | undefined): Session | null =>
    attribution.sessions.find((session) => session.id === id) ?? null;
  return {
    record,
    parsed,
    findings,
    owner,
    session: sessionOf(owner?.session),
    agentOf: sessionOf(scan.found.agents.get(pid)),
    suspect,
    elsewhere: findings.length === 0 ? [] : runningElsewhere({ record, parsed, scan }),
    plan: planReap(record.identity, contextFor(forest)),
  };
}

type Explained = { readonly record: ProcessRecord; readonly parsed: ProcessAnalysis; readonly scan: Scan };

/** Suspects that run what the command line tells of: with the same one, or below it and named in it. */
function runningElsewhere({ record, parsed, scan }: Explained): readonly Suspect[] {
  const below = new Set(subtreeOf(scan.forest, record).map(({ identity }) => identity.pid));
  return scan.report.suspects.filter(({ identity, decisive }) => {
    const at = scan.forest.byPid.get(identity.pid);
    if (at === undefined || at === record) return false;
    const isNamed = decisive.text !== '' && parsed.command.includes(decisive.text);
    return sharesCommandLine(at, record) || (isNamed && below.has(identity.pid));
  });
}
