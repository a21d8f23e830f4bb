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
  const known = keys.get(identity);
  if (known !== undefined) return known;
  const key = `${identity.pid}@${identity.startTicks ?? '?'}@${identity.bootId ?? '?'}`;
  keys.set(identity, key);
  return key;
}

/** A source gives the same identity for the same process at every scan, and everybody asks for its key. */
const keys = new WeakMap<Identity, string>();

/** `pid@start`, as it is printed everywhere; undefined: another form. The boot is this one: ids are not kept over a reboot. */
export function parseIdentity(text: string, bootId: string | null): Identity | undefined {
  const parts = /^(\d{1,10})@(\d{1,15})$/.exec(text);
  return parts === null ? undefined : { pid: Number(parts[1]), startTicks: Number(parts[2]), bootId };
}
