/** What the subcommands of `ledger` share: their shape, the sessions, and who may speak for the supervisor. */
import { randomUUID } from 'node:crypto';
import { KnownError } from '../errors.ts';
import { type FoundSession, readSessions } from '../flow/ledger-sessions.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { agentStates } from '../flow/retire-ledgers.ts';
import { hosts } from '../hosts/registry.ts';
import type { EntryBody } from '../ledger/entry.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { RepairSource } from '../ledger/repair.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import { openProcesses } from '../system/open-processes.ts';
import type { ProcessSource } from '../system/processes.ts';
import { findSessionsFolder } from '../system/state-dir.ts';
import type { CommandIo, FlagTable } from './command.ts';

export type LedgerCommand = {
  readonly flags: FlagTable;
  run(argv: readonly string[], io: CommandIo): Promise<number>;
};

export const SESSION_FLAG = { session: { type: 'string' } } as const satisfies FlagTable;
export const JSON_FLAG = { json: { type: 'boolean' } } as const satisfies FlagTable;

/** Clock and ids of this machine, for entries that a person causes. */
export const repairSource: RepairSource = { files: nodeFiles, now: () => Date.now(), newId: () => randomUUID() };

/** All sessions with their last entries, under the limit of the policy that holds here. */
export async function sessionsFor(io: CommandIo, last = 0, keepOpen = false): Promise<readonly FoundSession[]> {
  const { agents, mode } = readPolicy({ env: io.env, cwd: io.cwd }).policy.delegation;
  const processes = await openProcessesIfAny(io.env);
  try {
    const folder = findSessionsFolder(io.env);
    const stateOf = agentStates(processes);
    return await readSessions({ files: nodeFiles, folder, stateOf, limit: { agents, mode } }, { last, keepOpen });
  } finally {
    processes?.close();
  }
}

/** The ledger is readable where processes are not. */
async function openProcessesIfAny(env: Environment): Promise<ProcessSource | null> {
  try {
    return await openProcesses(env);
  } catch (error) {
    if (error instanceof KnownError) return null;
    throw error;
  }
}

/** Appends one entry to a session's ledger; a KnownError when it cannot be written. */
export function recordIn({ shown }: FoundSession, folder: string, body: EntryBody): void {
  const ledger = openLedger({ ...repairSource, folder, session: shown.session, host: shown.host });
  try {
    ledger.record(body);
  } finally {
    ledger.close();
  }
}

/**
 * Budgets, grants and releases are the supervisor's word: an agent's tool shell is turned away. A guard rail, not a
 * sandbox: whoever runs as the same user can write the files anyway.
 * @throws KnownError naming the variable that gives the agent away
 */
export function requireSupervisor(env: Environment, what: string): void {
  const marker = hosts.flatMap(({ markers }) => markers).find(({ variable }) => env[variable]);
  if (marker === undefined) return;
  throw new KnownError(
    `${what}: this is the supervisor's word, not an agent's (${marker.variable} is set); run it in a terminal of your own`,
  );
}
