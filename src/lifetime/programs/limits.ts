import { goSeconds, plainSeconds, sleepSeconds, systemdSeconds } from './durations.ts';
import type { DurationUnit } from './program-row.ts';

/** The seconds that an option's value states as a limit; undefined when it is none: 0, below, endless or not understood. */
export function limitSeconds(text: string, unit: DurationUnit): number | undefined {
  const seconds = secondsIn(text, unit);
  return seconds === undefined || seconds <= 0 || !Number.isFinite(seconds) ? undefined : seconds;
}

function secondsIn(text: string, unit: DurationUnit): number | undefined {
  if (unit === 'sleep') return sleepSeconds(text);
  if (unit === 'go') return goSeconds(text);
  if (unit === 'systemd') return systemdSeconds(text);
  const plain = plainSeconds(text);
  if (plain === undefined) return undefined;
  if (unit === 'ms') return plain / 1000;
  return unit === 'minutes' ? plain * 60 : plain;
}
