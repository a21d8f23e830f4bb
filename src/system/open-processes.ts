import { KnownError } from '../errors.ts';
import { readSysctlBootId } from './boot.ts';
import type { Environment } from './env.ts';
import type { ProcessSource } from './processes.ts';
import { openProcfs } from './procfs.ts';
import type { PsDialect } from './ps-processes.ts';

/**
 * The process table of this machine, by the best way that it has: /proc on Linux, else ps. `LIFETIME_WATCH_PROC_ROOT` names
 * another place where a /proc is mounted: it is looked at, and nothing that it shows is ever signalled.
 * @throws KnownError (exit 3) where there is no way to see processes
 */
export async function openProcesses(env: Environment): Promise<ProcessSource> {
  const { platform } = process;
  const uid = process.geteuid?.();
  if (uid !== undefined && (platform === 'linux' || platform === 'android')) {
    return openProcfs(env.LIFETIME_WATCH_PROC_ROOT || '/proc', uid);
  }
  // ps-list and pidusage are of no use on Linux, and loading them would be a part of every start.
  const { openPs, PS_DIALECTS } = await import('./ps-processes.ts');
  const dialects: Readonly<Record<string, PsDialect>> = PS_DIALECTS;
  const dialect = dialects[platform];
  if (uid === undefined || dialect === undefined) {
    throw new KnownError(`processes cannot be watched on ${platform}`, { exitCode: 3 });
  }
  return openPs(dialect, readSysctlBootId(platform));
}
