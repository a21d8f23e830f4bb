import type { Identity } from './identity.ts';
import { emptyMemory, type LineageMemory, type RememberedSession, type SeenSid, type Slept } from './lineage-memory.ts';
import type { Wait } from './shell-wait.ts';

const VERSION = 1;

export type ParsedMemory = {
  readonly memory: LineageMemory;
  /** one line for people when the text was not usable; null: it was, or it is of another boot, which is normal */
  readonly problem: string | null;
};

/** The memory as the text of its file. */
export function formatMemory(memory: LineageMemory): string {
  const { bootId, scannedAt, awakeAt, slept, seen, formerly, sids, past, sessions, waiting, flagged } = memory;
  return `${JSON.stringify({ v: VERSION, bootId, scannedAt, awakeAt, slept, seen: [...seen], formerly: [...formerly], sids, past: [...past], sessions, waiting: [...waiting], flagged: [...flagged] })}\n`;
}

/**
 * Reads the text of the memory's file. It can only ever add evidence, so anything that is not exactly as written is refused
 * as a whole: a damaged file, and one of another boot, whose numbers mean other processes now, remember nothing.
 * @param bootId this boot; null: unknown, and then nothing is trusted
 */
export function parseMemory(text: string, bootId: string | null): ParsedMemory {
  const nothing = emptyMemory(bootId);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { memory: nothing, problem: 'not valid JSON' };
  }
  if (!isObject(raw) || raw.v !== VERSION) return { memory: nothing, problem: `expected version ${VERSION}` };
  if (bootId === null || raw.bootId !== bootId) return { memory: nothing, problem: null };
  const memory = readMemory(raw, bootId);
  return memory === null
    ? { memory: nothing, problem: 'members are missing or of the wrong kind' }
    : { memory, problem: null };
}

function readMemory(raw: Readonly<Record<string, unknown>>, bootId: string): LineageMemory | null {
  const seen = readPairs(raw.seen, readText);
  // A file of an earlier version has none.
  const formerly = readPairs(raw.formerly ?? [], readText);
  const past = readPairs(raw.past, readText);
  const waiting = readPairs(raw.waiting, readWait);
  const sids = readAll(raw.sids, readSid);
  const sessions = readAll(raw.sessions, readSession);
  const slept = readAll(raw.slept, readSlept);
  const { scannedAt, awakeAt, flagged } = raw;
  if (!isTexts(flagged) || formerly === null) return null;
  if (seen === null || past === null || waiting === null || sids === null || sessions === null) return null;
  if (slept === null || (scannedAt !== null && !isCount(scannedAt))) return null;
  if (awakeAt !== null && !isCount(awakeAt)) return null;
  return {
    bootId,
    scannedAt,
    awakeAt,
    slept,
    seen,
    formerly,
    past,
    sids,
    sessions,
    waiting,
    flagged: new Set(flagged),
  };
}

function readPairs<T>(raw: unknown, read: (value: unknown) => T | null): ReadonlyMap<string, T> | null {
  if (!Array.isArray(raw)) return null;
  const pairs = new Map<string, T>();
  for (const pair of raw as readonly unknown[]) {
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const [key, given] = pair as readonly unknown[];
    const value = read(given);
    if (typeof key !== 'string' || value === null || !/^\d+@\d+$/.test(key)) return null;
    pairs.set(key, value);
  }
  return pairs;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readWait(value: unknown): Wait | null {
  if (!isObject(value)) return null;
  const { child, line } = value;
  return typeof child === 'string' && typeof line === 'string' ? { child, line } : null;
}

function readAll<T>(raw: unknown, read: (row: Readonly<Record<string, unknown>>) => T | null): readonly T[] | null {
  if (!Array.isArray(raw)) return null;
  const rows: T[] = [];
  for (const item of raw as readonly unknown[]) {
    const row = isObject(item) ? read(item) : null;
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

function readSid({ sid, leaderStart, until, session }: Readonly<Record<string, unknown>>): SeenSid | null {
  if (!isCount(sid) || sid <= 1 || !isCount(leaderStart) || !isCount(until) || typeof session !== 'string') return null;
  return { sid, leaderStart, until, session };
}

function readSlept({ until, seconds }: Readonly<Record<string, unknown>>): Slept | null {
  return isCount(until) && isCount(seconds) ? { until, seconds } : null;
}

function readSession(raw: Readonly<Record<string, unknown>>): RememberedSession | null {
  const { id, host, cwd, overSince, also } = raw;
  const agent = raw.agent === null ? null : readIdentity(raw.agent);
  if (typeof id !== 'string' || typeof host !== 'string' || agent === undefined) return null;
  if ((cwd !== null && typeof cwd !== 'string') || (overSince !== null && !isCount(overSince))) return null;
  if (also !== undefined && !isTexts(also)) return null;
  return { id, host, agent, cwd, overSince, ...(also === undefined ? {} : { also }) };
}

function readIdentity(raw: unknown): Identity | undefined {
  if (!isObject(raw)) return undefined;
  const { pid, startTicks, bootId } = raw;
  // In a container the agent may well be pid 1.
  if (!isCount(pid) || pid < 1 || (startTicks !== null && !isCount(startTicks))) return undefined;
  if (bootId !== null && typeof bootId !== 'string') return undefined;
  return { pid, startTicks, bootId };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
