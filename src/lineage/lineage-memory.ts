import type { Identity } from './identity.ts';
import type { Wait } from './shell-wait.ts';

/**
 * What one scan hands to the next, also across runs: who was seen below which agent, and which findings were already past
 * their limit. It holds living processes only, so it cannot grow beyond the process table.
 */
export type LineageMemory = {
  readonly bootId: string | null;
  /** the boot's clock at the last scan, in the snapshot's seconds; null before the first */
  readonly scannedAt: number | null;
  /** the same by a clock that stands still while the machine is suspended; null: there is none */
  readonly awakeAt: number | null;
  /** when the machine was seen to have been suspended */
  readonly slept: readonly Slept[];
  /** `pid@start` -> session id */
  readonly seen: ReadonlyMap<string, string>;
  /** `pid@start` -> `pid@start` of the agent that it was seen below, where that is not its session's; empty: not known */
  readonly formerly: ReadonlyMap<string, string>;
  readonly sids: readonly SeenSid[];
  /** `pid@start` -> the rule that was past its limit at the last scan */
  readonly past: ReadonlyMap<string, string>;
  readonly sessions: readonly RememberedSession[];
  /** `pid@start` of shells -> what they waited for at the last scan */
  readonly waiting: ReadonlyMap<string, Wait>;
  /** `pid@start kind` of what was flagged in the ledger already */
  readonly flagged: ReadonlySet<string>;
};

/** A stretch between two scans in which the machine was suspended, in the snapshot's seconds. */
export type Slept = {
  /** the scan that noticed it */
  readonly until: number;
  readonly seconds: number;
};

/** A kernel session id that a session's shells had. */
export type SeenSid = {
  readonly sid: number;
  /** who led it, when that was seen: the number may be used again */
  readonly leaderStart: number;
  /** start ticks beyond which a member cannot be told from one of a later leader */
  readonly until: number;
  readonly session: string;
};

export type RememberedSession = {
  readonly id: string;
  readonly host: string;
  readonly agent: Identity | null;
  readonly cwd: string | null;
  /** the snapshot's seconds when it was first seen to be over, 0 when that was before anything was seen; null: not over */
  readonly overSince: number | null;
  /** other ids by which the agent went, or its environment names it; absent: none */
  readonly also?: readonly string[];
};

/** Nothing remembered, for a boot. */
export function emptyMemory(bootId: string | null): LineageMemory {
  return {
    bootId,
    scannedAt: null,
    awakeAt: null,
    slept: [],
    seen: new Map(),
    formerly: new Map(),
    sids: [],
    past: new Map(),
    sessions: [],
    waiting: new Map(),
    flagged: new Set(),
  };
}

/** The key of an identity within one boot; null when its start is unknown: such a one is never remembered. */
export function memoryKey(identity: Identity): string | null {
  if (identity.startTicks === null) return null;
  const known = keys.get(identity);
  if (known !== undefined) return known;
  const key = `${identity.pid}@${identity.startTicks}`;
  keys.set(identity, key);
  return key;
}

/** A source gives the same identity for the same process at every scan. */
const keys = new WeakMap<Identity, string>();

/** The name of one flag: a process is flagged once for each kind of finding; null when it cannot be remembered. */
export function flagKey(identity: Identity, kind: string): string | null {
  const key = memoryKey(identity);
  return key === null ? null : `${key} ${kind}`;
}
