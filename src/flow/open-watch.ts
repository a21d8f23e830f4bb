/** Opens the watch of this machine: policy, process table, ledgers, the claim to be the armed one. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { journal } from '../ledger/journal.ts';
import { systemLedgerSource } from '../ledger/source.ts';
import type { Identity } from '../lineage/identity.ts';
import type { Policy } from '../policy/policy.ts';
import { type Claim, claimFile } from '../system/audit-claim.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import { loadLineage, saveLineage } from '../system/lineage-file.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import type { Analyzer } from './analyzer.ts';
import { readLiveness } from './reap-tree.ts';
import { retireLedgers } from './retire-ledgers.ts';
import { bootedMs, type Machine, openMachine, settingsFrom } from './scan-setup.ts';
import { openWatchLedger } from './watch-ledger.ts';
import { startNotification } from './watch-notify.ts';
import { createWatcher, type Watcher, type WatcherSource } from './watcher.ts';

export type WatchRequest = {
  readonly env: Environment;
  readonly policy: Policy;
  readonly analyzer: Analyzer;
  /** asked for by the supervisor, by flag or in the policy */
  readonly enforce: boolean;
  /** seconds instead of every age limit; null: as the policy says */
  readonly after: number | null;
  readonly agentPid: number | null;
  readonly session: string | null;
};

export type OpenWatch = {
  readonly watcher: Watcher;
  readonly armed: boolean;
  /** why it is not armed although that was asked for; null otherwise */
  readonly unarmedBecause: string | null;
  /** what is wrong with the memory of earlier runs; null: nothing */
  readonly memoryProblem: string | null;
  /** waits for what is under way, keeps what a later run should know, and lets everything go */
  close(): Promise<void>;
};

/**
 * Opens the watch. Only one watcher of a user is armed at a time; another one watches without.
 * @throws KnownError when the state folder cannot be used (exit 2) or the process table cannot be seen (exit 3)
 */
export async function openWatch(request: WatchRequest): Promise<OpenWatch> {
  const { env, policy, after, agentPid } = request;
  const machine = await openMachine(env, request.analyzer);
  const claim = request.enforce ? await claimArmed(machine) : null;
  const armed = claim?.kind === 'held';
  const { memory, problem } = loadLineage(nodeFiles, machine.stateFolder, machine.self.bootId);
  const folder = prepareSessionsFolder(env);
  const nowMs = machine.clock.wallMs();
  await retireLedgers({ files: nodeFiles, folder, processes: machine.source, retention: policy.retention, nowMs });
  const ledger = openWatchLedger({
    files: nodeFiles,
    folder,
    sinceMs: bootedMs(machine.clock),
    budget: policy.delegation.agents,
  });
  const watcher = createWatcher({
    ports: machine,
    settings: settingsFrom(policy, { armed, after, agentPid, dryRun: false }),
    remembered: memory,
    session: request.session,
    ledger,
    ...watchPorts(env, policy),
  });
  return {
    watcher,
    armed,
    unarmedBecause: claim?.kind === 'busy' ? `process ${claim.pid} is the armed watcher` : null,
    memoryProblem: problem,
    async close() {
      await watcher.settled();
      if (machine.source.signalable) saveLineage(nodeFiles, machine.stateFolder, watcher.memory());
      if (claim?.kind === 'held') claim.release();
      ledger.close();
      machine.close();
    },
  };
}

function claimArmed({ source, stateFolder, self }: Machine): Promise<Claim> {
  const isAlive = async (identity: Identity) => (await readLiveness(source, identity)) !== 'gone';
  return claimFile(nodeFiles, join(stateFolder, 'armed.claims'), self, isAlive);
}

function watchPorts(
  env: Environment,
  policy: Policy,
): Pick<WatcherSource, 'wait' | 'recordGrant' | 'onOffender' | 'startNotification'> {
  return {
    onOffender: policy.onOffender,
    startNotification: startNotification(env),
    wait: async (milliseconds, signal) => {
      await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    },
    recordGrant: ({ identity, owner }, untilMs, why) => {
      const recorded = journal(
        () => systemLedgerSource(env, owner.session, owner.host),
        [{ kind: 'grant', process: identity, untilMs, why }],
      );
      return recorded.kind === 'recorded' ? null : recorded.reason;
    },
  };
}
