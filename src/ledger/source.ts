import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import { uniqueId } from '../system/unique-id.ts';
import type { LedgerSource } from './ledger.ts';

/**
 * The ledger of this user on this machine, with the real clock.
 * @throws KnownError when the state folder cannot be used
 */
export function systemLedgerSource(env: Environment, session: string, host: string): LedgerSource {
  return {
    files: nodeFiles,
    folder: prepareSessionsFolder(env),
    session,
    host,
    now: () => Date.now(),
    newId: uniqueId,
  };
}
