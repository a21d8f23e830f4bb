import type { Limit } from '../delegation/account.ts';
import type { Decision } from '../delegation/decide.ts';

/**
 * The answer when the account cannot be kept: `guard` under a finite budget refuses, since nothing proves that a place is
 * free; otherwise the launch goes ahead uncounted.
 * @param why one clause, names the file and the reason
 */
export function refuseBecause(
  code: 'LEDGER_RECOVERY' | 'LEDGER_UNAVAILABLE',
  { action, limit }: { readonly action: string; readonly limit: Limit },
  why: string,
): Decision {
  if (limit.agents === null || limit.mode === 'watch') {
    return { kind: 'granted', action, taken: 0, active: 0, limit };
  }
  const reason = `${code}: ${why}. No place can be proved free, so nothing was reserved; do this part yourself.`;
  return { kind: 'refused', action, code, reason, active: 0, limit };
}
