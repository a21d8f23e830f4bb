import { KnownError } from '../errors.ts';
import type { Environment } from './env.ts';
import type { ProcessSource } from './processes.ts';
import { openProcfs } from './procfs.ts';

/**
 * The process table of this machine, by the best way that it has. `LIFETIME_WATCH_PROC_ROOT` names another place where a
 * /proc is mounted: it is looked at, and nothing that it shows is ever signalled.
 * @throws KnownError where there is no way to see processes
 */
export async function openProcesses(env: Environment): Promise<ProcessSource> {
  const uid = process.geteuid?.();
  if (uid === undefined) throw new KnownError(`processes cannot be watched on ${process.platform}`, { exitCode: 3 });
  if (process.platform === 'linux' || process.platform === 'android') {
    return openProcfs(env.LIFETIME_WATCH_PROC_ROOT || '/proc', uid);
  }
  throw new KnownError(`processes cannot be watched on ${process.platform} yet`, { exitCode: 3 });
}
