import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Identity } from '../lineage/identity.ts';
import type { LedgerFiles, OpenFile } from './files.ts';

/** `busy`: another one holds it, by its pid. */
export type Claim = { readonly kind: 'held'; release(): void } | { readonly kind: 'busy'; readonly pid: number };

const NAME = 'audit.claims';
/** Then the holder starts the file anew. */
const LONGEST_BYTES = 64 * 1024;
/** Each holder starts it anew once at the most. */
const MOST_TRIES = 50;

/**
 * Claims that no second audit runs on the same state. There is no lock that could go stale: a claim is a line, the order of
 * lines decides, and a line counts only while the process that it names lives.
 * @param isAlive whether exactly this process still runs; an unknown one counts as alive
 * @throws KnownError when the file cannot be written
 */
export function claimAudit(
  files: LedgerFiles,
  folder: string,
  self: Identity,
  isAlive: (identity: Identity) => Promise<boolean>,
): Promise<Claim> {
  return claimFile(files, join(folder, NAME), self, isAlive);
}

/** The same for anything that only one process may hold: its claims are the lines of the file at `path`. */
export async function claimFile(
  files: LedgerFiles,
  path: string,
  self: Identity,
  isAlive: (identity: Identity) => Promise<boolean>,
): Promise<Claim> {
  // A process may claim again after it released: each claim has a name of its own.
  const claim = formatClaim(self, randomUUID());
  for (let tries = 1; ; tries++) {
    const file = files.openAppend(path);
    try {
      append(file, `+${claim}`);
      const earlier = await firstAlive(readLines(file), claim, isAlive);
      // A holder may have started the file anew in between: then the line is in the old one, where nobody looks any more.
      const counts = file.isCurrent();
      if (counts && earlier === null) return { kind: 'held', release: () => release(files, path, claim) };
      if (counts || tries === MOST_TRIES) {
        append(file, `-${claim}`);
        return { kind: 'busy', pid: earlier?.pid ?? self.pid };
      }
    } finally {
      file.close();
    }
  }
}

async function firstAlive(
  lines: readonly string[],
  claim: string,
  isAlive: (identity: Identity) => Promise<boolean>,
): Promise<Identity | null> {
  const released = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)));
  for (const line of lines) {
    if (line === `+${claim}`) return null;
    const identity = line.startsWith('+') && !released.has(line.slice(1)) ? parseLine(line) : null;
    if (identity !== null && (await isAlive(identity))) return identity;
  }
  return null;
}

/** The file is started anew with the claim in it, while it is held: whoever asks meanwhile finds it in the old and in the new one. */
function release(files: LedgerFiles, path: string, claim: string): void {
  if ((files.sizeOf(path) ?? 0) > LONGEST_BYTES) files.replace(path, new TextEncoder().encode(`+${claim}\n`));
  const file = files.openAppend(path);
  try {
    append(file, `-${claim}`);
  } finally {
    file.close();
  }
}

function readLines(file: OpenFile): readonly string[] {
  return new TextDecoder().decode(file.read(0, file.size())).split('\n');
}

function append(file: OpenFile, line: string): void {
  file.write(new TextEncoder().encode(`${line}\n`));
}

function formatClaim({ pid, startTicks, bootId }: Identity, name: string): string {
  return `${pid} ${startTicks ?? '?'} ${bootId ?? '?'} ${name}`;
}

function parseLine(line: string): Identity | null {
  const parts = /^\+(\d+) (\d+) (\S+) \S+$/.exec(line);
  if (parts === null) return null;
  return { pid: Number(parts[1]), startTicks: Number(parts[2]), bootId: parts[3] ?? null };
}
