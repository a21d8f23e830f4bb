/**
 * One armed watcher for each user. Claims are lines of one append-only file, and the order of lines decides: whoever
 * finds no earlier claim of a living process holds it. Nothing is ever taken over, so no stale claim can let two in.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import { formatIdentity, type Identity } from '../lineage/identity.ts';

export type ArmedPorts = {
  readonly self: Identity;
  /** whether that very process still lives */
  alive(identity: Identity): 'alive' | 'gone' | 'unknown';
  /** appends one line in one write */
  append(line: string): void;
  read(): string;
};

export type ArmedClaim =
  | { readonly kind: 'held'; release(): void }
  /** `by`: the process that holds it, or whose end cannot be proved */
  | { readonly kind: 'taken'; readonly by: Identity };

type Claim = Identity & { readonly state: 'claim' | 'release' };

/** Asks to be the armed one. A claim that is refused is taken back at once. */
export function claimArmed(ports: ArmedPorts): ArmedClaim {
  const release = () => ports.append(`${JSON.stringify({ ...ports.self, state: 'release' } satisfies Claim)}\n`);
  // The line break first: a line torn by a crash must not swallow ours.
  ports.append(`\n${JSON.stringify({ ...ports.self, state: 'claim' } satisfies Claim)}\n`);
  const holder = holderBefore(ports, parseClaims(ports.read()));
  if (holder === undefined) return { kind: 'held', release };
  release();
  return { kind: 'taken', by: holder };
}

/** The file behind the ports, in the state folder. @throws KnownError when it cannot be read or written. */
export function armedFile(folder: string): Pick<ArmedPorts, 'append' | 'read'> {
  const path = join(folder, 'armed.jsonl');
  const guarded = <T>(what: string, act: () => T): T => {
    try {
      return act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new KnownError(`cannot ${what} ${path}: ${reason}`, { cause: error });
    }
  };
  return {
    append: (line) =>
      guarded('write', () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        appendFileSync(path, line, { mode: 0o600 });
      }),
    read: () => guarded('read', () => readFileSync(path, 'utf8')),
  };
}

/** The first claim before ours that was not released and whose process may still live. */
function holderBefore(ports: ArmedPorts, claims: readonly Claim[]): Identity | undefined {
  const open = new Map<string, Identity>();
  for (const claim of claims) {
    const key = formatIdentity(claim);
    if (claim.state === 'release') {
      open.delete(key);
    } else if (!open.has(key)) open.set(key, claim);
  }
  const own = formatIdentity(ports.self);
  for (const [key, identity] of open) {
    if (key === own) return undefined;
    if (identity.bootId !== null && ports.self.bootId !== null && identity.bootId !== ports.self.bootId) continue;
    if (ports.alive(identity) !== 'gone') return identity;
  }
  throw new KnownError('cannot arm: the claim of this watcher is missing from armed.jsonl; try again');
}

function parseClaims(text: string): readonly Claim[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      return isClaim(value) ? [value] : [];
    } catch {
      return []; // torn by a crash: it belonged to nobody who got an answer
    }
  });
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, startTicks, bootId, state } = value as Partial<Record<keyof Claim, unknown>>;
  return (
    typeof pid === 'number' &&
    (startTicks === null || typeof startTicks === 'number') &&
    (bootId === null || typeof bootId === 'string') &&
    (state === 'claim' || state === 'release')
  );
}
