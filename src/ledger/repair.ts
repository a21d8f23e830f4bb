import { createHash } from 'node:crypto';
import { KnownError } from '../errors.ts';
import type { LedgerFiles, OpenFile } from '../system/files.ts';
import type { Entry } from './entry.ts';
import { encodeEntry } from './entry-lines.ts';
import { readLines } from './read-lines.ts';
import { lostKindOf, salvageLine } from './salvage.ts';
import { damagedCopy, type SessionFiles } from './session-files.ts';
import { verifySession } from './verify.ts';

export type Loss = {
  /** from 1; 0 when the end of the file is missing */
  readonly line: number;
  readonly lost: string;
  /** whether it may have taken places */
  readonly mayHaveTaken: boolean;
  /** whether it may have let a process go on for longer */
  readonly mayHaveGranted: boolean;
};

export type RepairPlan = {
  readonly paths: SessionFiles;
  readonly entries: number;
  readonly losses: readonly Loss[];
  /** the name of the reservation of unknown size that stands in for the losses; null when none can have taken places */
  readonly hold: string | null;
  /** where the damaged file will be kept */
  readonly keptAs: string;
  /** the new content, and how much of the old it was made of */
  readonly text: string;
  readonly read: number;
};

export type RepairSource = {
  readonly files: LedgerFiles;
  readonly now: () => number;
  readonly newId: () => string;
};

/**
 * What a repair would do; null when there is no damage. Every record that can be read stays, in order. Where the last lost
 * part that may have taken places was, a reservation of unknown size is put, which a supervisor must release: damage
 * frees nothing.
 */
export function planRepair(source: RepairSource, paths: SessionFiles): RepairPlan | null {
  const { damages, session } = verifySession(source.files, paths);
  if (damages.length === 0) return null;
  const damaged = new Map(damages.map(({ line, reason }) => [line, reason]));
  const file = source.files.openRead(paths.log);
  try {
    return planFrom({ source, paths, file, session: session ?? paths.name, damaged });
  } finally {
    file?.close();
  }
}

type Planning = {
  readonly source: RepairSource;
  readonly paths: SessionFiles;
  readonly file: OpenFile | null;
  readonly session: string;
  /** line -> reason */
  readonly damaged: ReadonlyMap<number, string>;
};

function planFrom({ source, paths, file, session, damaged }: Planning): RepairPlan {
  const kept: string[] = [];
  const losses: Loss[] = [];
  let holdAt: number | null = null;
  let line = 0;
  let read = 0;
  const lose = (loss: Loss) => {
    losses.push(loss);
    if (loss.mayHaveTaken) holdAt = kept.length;
  };
  for (const { text, offset, ended } of file === null ? [] : readLines(file, 0)) {
    line += 1;
    read = offset + text.length + (ended ? 1 : 0);
    const { entries, lost, mayHaveTaken } = salvageLine(text);
    kept.push(...entries.map(encodeEntry));
    const reason = damaged.get(line);
    // A line that moved shows no loss by itself.
    if (reason === undefined) continue;
    const kind = lost === null ? null : lostKindOf(text);
    const mayHaveGranted = kind === null || kind === 'grant';
    lose({ line, lost: lost ?? reason, mayHaveTaken: lost === null || mayHaveTaken, mayHaveGranted });
  }
  const short = damaged.get(0);
  if (short !== undefined) lose({ line: 0, lost: short, mayHaveTaken: true, mayHaveGranted: true });
  const entries = kept.length;
  const keptAs = freeCopyName(source.files, paths);
  const hold = holdAt === null ? null : holdName({ paths, keptAs, kept, losses });
  if (hold !== null && holdAt !== null)
    kept.splice(holdAt, 0, encodeEntry(holdEntry(source, { session, hold, losses })));
  return { paths, entries, losses, hold, keptAs, text: kept.join(''), read };
}

type Naming = {
  readonly paths: SessionFiles;
  readonly keptAs: string;
  readonly kept: readonly string[];
  readonly losses: readonly Loss[];
};

/**
 * Made of the damage alone, so that what a preview names is what the repair makes; of another damage another one, and
 * never one that the log knows already: what was released once would then stay free.
 */
function holdName({ paths, keptAs, kept, losses }: Naming): string {
  const where = losses.filter(({ mayHaveTaken }) => mayHaveTaken).map(({ line, lost }) => `${line} ${lost}`);
  for (let turn = 0; ; turn += 1) {
    const text = JSON.stringify([paths.name, keptAs, where, turn]);
    const name = `damaged-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    if (!kept.some((line) => line.includes(name))) return name;
  }
}

type Holding = { readonly session: string; readonly hold: string; readonly losses: readonly Loss[] };

function holdEntry({ now, newId }: RepairSource, { session, hold, losses }: Holding): Entry {
  const head = { v: 1, id: newId(), at: new Date(now()).toISOString(), session, host: 'lifetime-watch' } as const;
  const lines = losses
    .filter(({ mayHaveTaken }) => mayHaveTaken)
    .map(({ line }) => (line ? `line ${line}` : 'the end'));
  const why = `a repair could not read ${lines.slice(0, 5).join(', ')} of the log`;
  return { ...head, kind: 'hold', action: hold, why };
}

function freeCopyName(files: LedgerFiles, paths: SessionFiles): string {
  let count = 1;
  while (files.sizeOf(damagedCopy(paths, count)) !== null) count += 1;
  return damagedCopy(paths, count);
}

/**
 * Carries the plan out: the damaged file keeps its bytes under another name, the new one takes its place in one step, and
 * what others appended to the old one meanwhile is carried over. A crash in between leaves a session in recovery.
 * @throws KnownError when a file cannot be written
 */
export function applyRepair(files: LedgerFiles, { paths, keptAs, text, read }: RepairPlan): void {
  const before = files.sizeOf(paths.log);
  if (before !== null && before < read) throw new KnownError(`the ledger file ${paths.log} changed; plan again`);
  if (before !== null) files.link(paths.log, keptAs);
  files.remove(paths.snapshot);
  files.replace(paths.log, Buffer.from(text, 'latin1'));
  if (before !== null) carryOver(files, { from: keptAs, after: read, to: paths.log });
  files.remove(paths.witness);
  files.extend(paths.witness, files.sizeOf(paths.log) ?? 0);
}

type Carry = { readonly from: string; readonly after: number; readonly to: string };

function carryOver(files: LedgerFiles, { from, after, to }: Carry): void {
  const old = files.openRead(from);
  if (old === null) return;
  try {
    const late = old.read(after, Math.max(0, old.size() - after));
    if (late.length > 0) appendWhole(files, to, late);
  } finally {
    old.close();
  }
}

function appendWhole(files: LedgerFiles, path: string, bytes: Uint8Array): void {
  const file = files.openAppend(path);
  try {
    const written = file.write(bytes);
    if (written !== bytes.length) {
      throw new KnownError(`cannot write the ledger file ${path}: it took ${written} of ${bytes.length} bytes`);
    }
  } finally {
    file.close();
  }
}
