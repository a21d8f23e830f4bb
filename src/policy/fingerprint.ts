import { BASIS, fnv1a, PRIME } from '../lineage/fnv.ts';
import type { Policy } from './policy.ts';

/** Twice with different bases: 64 bits in hex. */
const BASES = [BASIS, PRIME];

/**
 * A short name for what a policy says, equal for equal policies: enough to notice and to record that it changed, not a
 * protection against somebody who looks for a collision.
 */
export function fingerprintPolicy(policy: Policy): string {
  const text = JSON.stringify(policy);
  return BASES.map((basis) => fnv1a(text, basis).toString(16).padStart(8, '0')).join('');
}
