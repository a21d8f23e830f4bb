/** The identity of a process across pid reuse and reboots. */
export type Identity = {
  readonly pid: number;
  /** Start time in clock ticks since boot (Linux), or milliseconds since the epoch where only `ps` exists. Null: unknown. */
  readonly startTicks: number | null;
  /** Boot id of the kernel, or a stand-in that changes with every boot. Null: unknown. */
  readonly bootId: string | null;
};

export type Comparison = 'same' | 'different' | 'unknown';

/**
 * Three-valued: two identities are the same process only when pid, start and boot all agree; anything missing is
 * `unknown` unless something known already differs.
 */
export function compareIdentities(a: Identity, b: Identity): Comparison {
  if (a.pid !== b.pid) return 'different';
  if (a.bootId !== null && b.bootId !== null && a.bootId !== b.bootId) return 'different';
  if (a.startTicks !== null && b.startTicks !== null && a.startTicks !== b.startTicks) return 'different';
  if (a.bootId === null || b.bootId === null || a.startTicks === null || b.startTicks === null) return 'unknown';
  return 'same';
}

/** `pid@start`, the way people and JSON name a process; `pid@?` when the start is unknown. */
export function formatIdentity(identity: Identity): string {
  return `${identity.pid}@${identity.startTicks ?? '?'}`;
}

/** A key for maps within one boot. */
export function identityKey(identity: Identity): string {
  return `${identity.pid}@${identity.startTicks ?? '?'}@${identity.bootId ?? '?'}`;
}
