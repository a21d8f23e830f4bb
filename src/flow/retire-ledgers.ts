import { type Retention, type Retired, retireOncePerDay } from '../ledger/retire.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { ProcessSource } from '../system/processes.ts';
import type { AgentStates } from './ledger-sessions.ts';
import { readLiveness } from './reap-tree.ts';

export type RetireRun = {
  readonly files: LedgerFiles;
  /** the `sessions` folder */
  readonly folder: string;
  /** null: there is no cheap way to see processes here */
  readonly processes: ProcessSource | null;
  readonly retention: Retention;
  readonly nowMs: number;
};

/**
 * Removes the ledgers of sessions that are over and too old or too many, at most once a day. A session whose agent still
 * runs, by the process table, is open.
 * @returns null when it was not time for it
 */
export async function retireLedgers(run: RetireRun): Promise<readonly Retired[] | null> {
  const { files, folder, processes, retention, nowMs } = run;
  return retireOncePerDay({ files, folder, nowMs, retention, stateOf: agentStates(processes) });
}

/** Whether agents still run, by a process table. Another machine's says nothing about the agents of this one. */
export function agentStates(processes: ProcessSource | null): AgentStates {
  return async (agent) => {
    if (processes?.signalable !== true) return 'unknown';
    const liveness = await readLiveness(processes, agent);
    return liveness === 'alive' ? 'live' : liveness;
  };
}
