import { formatIdentity, type Identity } from './identity.ts';

/**
 * The name of one reaping: who carries it out, and a number. It names the process that does it, so that whoever finds the
 * intent without an outcome can tell a reaper that was killed from one that is still at it.
 */
export function formatPlanId(reaper: Identity, number: number): string {
  return `${formatIdentity(reaper)}/${number}`;
}

/** Who carries out the plan; null when the name was not made by `formatPlanId`. */
export function reaperOf(planId: string, bootId: string | null): Identity | null {
  const parts = /^(\d{1,10})@(\d{1,15})\/\d+$/.exec(planId);
  if (parts === null) return null;
  return { pid: Number(parts[1]), startTicks: Number(parts[2]), bootId };
}
