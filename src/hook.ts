/** The program that the front of the hook hands over to: `node hook.cjs <host>`. It ends with 0, whatever happens. */
import { rehearseHook, runHook } from './flow/run-hook.ts';
import { findHost } from './hosts/registry.ts';
import { writeStandardError } from './system/stdin.ts';

process.on('uncaughtException', giveWay);

/** Settled when the host has its answer. */
export const done: Promise<void> = answer().catch(giveWay);

/** Does once, over a state folder of its own, what most hooks do; for the loader, which keeps code that has run. */
export const rehearse = (state: string): Promise<void> =>
  rehearseHook({ ...process.env, LIFETIME_WATCH_STATE_DIR: state });

async function answer(): Promise<void> {
  process.exitCode = await runHook(findHost(process.argv[2] ?? ''), process.env);
}

/** The host goes on as if there were no hook. */
function giveWay(error: unknown): void {
  writeStandardError(`lifetime-watch: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(0);
}
