import type { Policy } from './policy.ts';

/** 32-bit FNV-1a (offset basis and prime as published by its authors), twice with different bases: 64 bits in hex. */
const BASES: readonly [number, number] = [0x811c9dc5, 0x01000193];
const PRIME = 0x01000193;

/**
 * A short name for what a policy says, equal for equal policies: enough to notice and to record that it changed, not a
 * protection against somebody who looks for a collision.
 */
export function fingerprintPolicy(policy: Policy): string {
  const text = JSON.stringify(policy);
  let [one, other] = BASES;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, PRIME);
    other = Math.imul(other ^ unit, PRIME);
  }
  return [one, other].map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
