/** Flags that every command which looks at processes reads alike. */
import { KnownError } from '../errors.ts';
import { parseDuration } from '../policy/duration.ts';
import type { EffectivePolicy } from '../policy/load-policy.ts';
import type { ParsedFlags } from './flags.ts';

/** Seconds; undefined when the flag is absent. @throws KnownError when it is no duration. */
export function durationOf(command: string, flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new KnownError(`${command}: --${flag}: expected a duration such as 90s, 15m or 1h30m, got '${text}'`);
}

/** A process id; null when the flag is absent. @throws KnownError when it is none that can be meant. */
export function pidOf(command: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const pid = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(pid) && pid >= 1) return pid;
  throw new KnownError(`${command}: --pid: expected the id of a process, got '${text}'`);
}

/**
 * Whether this run is armed, and what there is to say of that. A half-read policy never is, whoever asks for it: what it
 * protects may be what could not be read.
 */
export function armedBy(
  flags: ParsedFlags,
  { policy, problems }: Pick<EffectivePolicy, 'policy' | 'problems'>,
): { readonly armed: boolean; readonly notices: readonly string[] } {
  const asked = flags.has('enforce');
  if (problems.length === 0) return { armed: asked || policy.processes.enforce, notices: [] };
  return { armed: false, notices: asked ? ['the policy has mistakes: --enforce is not in force'] : [] };
}
