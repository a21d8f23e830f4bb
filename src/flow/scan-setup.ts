import { uptime } from 'node:os';
import { KnownError } from '../errors.ts';
import { hosts } from '../hosts/registry.ts';
import { systemLedgerSource } from '../ledger/source.ts';
import type { Identity } from '../lineage/identity.ts';
import type { Policy } from '../policy/policy.ts';
import { type Clock, systemClock } from '../system/clock.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import { openProcesses } from '../system/open-processes.ts';
import type { ProcessSource } from '../system/processes.ts';
import { systemSignals } from '../system/signals.ts';
import { prepareSessionsFolder, stateFolder } from '../system/state-dir.ts';
import { processAnalyzer } from './analyze-process.ts';
import type { Analyzer } from './analyzer.ts';
import type { AuditPorts, AuditSettings } from './audit.ts';
import { createScanJournal } from './scan-journal.ts';
import { judgeBy } from './scan-judge.ts';
import { openLedgerReader } from './scan-ledger.ts';

/** Everything that scanning this machine needs, opened once. */
export type Machine = AuditPorts & {
  /** where lineage and claims are kept */
  readonly stateFolder: string;
  close(): void;
};

/**
 * When the machine started, in milliseconds since the epoch, or a little earlier: ledgers that were last written before
 * that say nothing of a living process, and to look at some more does no harm.
 */
export function bootedMs(clock: Clock): number {
  return clock.wallMs() - uptime() * 1000 - BOOT_SLACK_MS;
}

const BOOT_SLACK_MS = 60_000;

/**
 * Opens this machine: its process table, its ledgers, its signals.
 * @throws KnownError when the state folder cannot be used (exit 2), or the process table cannot be seen (exit 3)
 */
export async function openMachine(env: Environment, analyzer: Analyzer): Promise<Machine> {
  const sessions = prepareSessionsFolder(env);
  const source = await openProcesses(env);
  const clock = systemClock();
  const ledger = openLedgerReader(nodeFiles, sessions, bootedMs(clock));
  return {
    source,
    analyze: processAnalyzer(analyzer),
    grammar: analyzer,
    hosts,
    ledger: () => ledger.view(),
    openIntents: () => ledger.openIntents(),
    clock,
    uid: requireUser(),
    signals: systemSignals(),
    journal: createScanJournal((session, host) => systemLedgerSource(env, session, host)),
    self: await readSelf(source),
    stateFolder: stateFolder(env),
    close() {
      ledger.close();
      source.close();
    },
  };
}

/** The policy as settings of a run. */
export function settingsFrom(
  policy: Policy,
  run: {
    readonly armed: boolean;
    readonly after: number | null;
    readonly agentPid: number | null;
    readonly dryRun: boolean;
  },
): AuditSettings {
  const { armed, after, agentPid, dryRun } = run;
  const { grace, killGrace, protect } = policy.processes;
  const armedPolicy = { ...policy, processes: { ...policy.processes, enforce: armed } };
  return { judge: judgeBy(armedPolicy, after), grace, killGrace, protect, armed, agentPid, dryRun };
}

function requireUser(): number {
  const uid = process.geteuid?.();
  if (uid === undefined) throw new KnownError(`processes cannot be watched on ${process.platform}`, { exitCode: 3 });
  return uid;
}

/** Ourselves, as the table sees us; another table does not, and then nothing is signalled either. */
async function readSelf(source: ProcessSource): Promise<Identity> {
  const reading = await source.read(process.pid);
  if (reading.kind === 'found') return reading.record.identity;
  return { pid: process.pid, startTicks: null, bootId: null };
}
