import type { Account } from './account.ts';

export type ExpiryRule = {
  readonly nowMs: number;
  /** how long a launch may stay without any word of it */
  readonly afterSeconds: number;
  /** whether the host reports the start of a child: without that, silence says nothing about a launch */
  readonly startsAreReported: boolean;
};

/**
 * The actions of reservations that may be given up: asked for long ago, no child bound, nothing reported. Their launch
 * was refused later (by a person, another hook, the host's own checks), which no host reports. Children that run all the
 * same go on counting by themselves.
 */
export function findExpired(account: Account, rule: ExpiryRule): readonly string[] {
  if (!rule.startsAreReported) return [];
  return [...account.reservations.values()]
    .filter(({ asked, result, everBound, pending }) => asked && result === null && !everBound && pending > 0)
    .filter(({ at }) => rule.nowMs - Date.parse(at) > rule.afterSeconds * 1000)
    .map(({ action }) => action);
}
