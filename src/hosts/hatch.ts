/** The supervisor's bypass: a variable of the environment that launched the agent. */

/** The first is ours; the second is kept for people who come from there. */
export const HATCH_VARIABLES = ['LIFETIME_WATCH_ACK', 'AI_HATS_LIFETIME_ACK'] as const;

/** The variable that opens the hatch in this environment; null when none does. Only the value 1 does. */
export function openHatch(env: Readonly<Record<string, string | undefined>>): string | null {
  return HATCH_VARIABLES.find((variable) => env[variable] === '1') ?? null;
}

/** The variable that a command tries to open it with, which has no effect; null when it does not try. */
export function hatchNamedIn(command: string): string | null {
  return HATCH_VARIABLES.find((variable) => command.includes(`${variable}=`)) ?? null;
}

/** A command without what it tries to open the hatch with in front of it: no advice repeats what has no effect. */
export function withoutHatch(command: string): string {
  return command.replace(HATCH_PREFIX, '');
}

const HATCH_PREFIX = new RegExp(`^(?:(?:${HATCH_VARIABLES.join('|')})=\\S*\\s+)+`);
