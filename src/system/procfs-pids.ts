import { readdirSync, readlinkSync } from 'node:fs';
import { KnownError } from '../errors.ts';

/**
 * A /proc of another pid namespace lists pids that kill(2) would resolve to other processes.
 * @throws KnownError (exit 3)
 */
export function refuseForeignNamespace(): void {
  let self: string;
  try {
    self = readlinkSync('/proc/self');
  } catch {
    return; // no /proc at all: the enumeration says so
  }
  if (self === String(process.pid)) return;
  throw new KnownError(`/proc shows another pid namespace: we are pid ${process.pid} here and ${self} there`, {
    exitCode: 3,
  });
}

/** The pids of all processes under the root of a procfs. @throws KnownError (exit 3) when it cannot be listed */
export function listPids(root: string): readonly number[] {
  try {
    return readdirSync(root).map(Number).filter(isPid);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KnownError(`${root}: cannot list processes: ${why}`, { exitCode: 3, cause: error });
  }
}

/** Nothing else in /proc has a name that is a number. */
function isPid(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}
