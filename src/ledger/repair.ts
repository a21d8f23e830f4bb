import { KnownError } from '../errors.ts';
import type { LedgerFiles, OpenFile } from '../system/files.ts';
import type { Entry } from './entry.ts';
import { encodeEntry } from './entry-lines.ts';
import { readLines } from './read-lines.ts';
import { salvageLine } from './salvage.ts';
import { damagedCopy, type SessionFiles } from './session-files.ts';
import { verifySession } from './verify.ts';

export type Loss = {
  /** from 1; 0 when the end of the file is missing */
  readonly line: number;
  readonly lost: string;
  /** the name of the reservation that stands in for it; null when it can have taken no places */
  readonly hold: string | null;
};

export type RepairPlan = {
  readonly paths: SessionFiles;
  readonly entries: number;
  readonly losses: readonly Loss[];
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
 * What a repair would do; null when there is no damage. Every record that can be read stays, in order. A lost part that
 * may have taken places becomes a reservation of unknown size, which a supervisor must release: damage frees nothing.
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
  let entries = 0;
  let line = 0;
  let read = 0;
  const holdFor = (at: string, why: string): string => {
    const action = `damaged-${at}`;
    kept.push(encodeEntry(holdEntry(source, { session, action, why })));
    return action;
  };
  for (const { text, offset, ended } of file === null ? [] : readLines(file, 0)) {
    line += 1;
    read = offset + text.length + (ended ? 1 : 0);
    const { entries: records, lost, mayHaveTaken } = salvageLine(text);
    entries += records.length;
    kept.push(...records.map(encodeEntry));
    const reason = damaged.get(line);
    if (reason === undefined) continue;
    // A torn piece that was relied on shows no loss by itself.
    const taken = lost === null || mayHaveTaken;
    losses.push({ line, lost: lost ?? reason, hold: taken ? holdFor(`line-${line}`, reason) : null });
  }
  const short = damaged.get(0);
  if (short !== undefined) losses.push({ line: 0, lost: short, hold: holdFor('end', short) });
  return { paths, entries, losses, keptAs: freeCopyName(source.files, paths), text: kept.join(''), read };
}

function holdEntry(
  { now, newId }: RepairSource,
  { session, action, why }: { readonly session: string; readonly action: string; readonly why: string },
): Entry {
  const head = { v: 1, id: newId(), at: new Date(now()).toISOString(), session, host: 'lifetime-watch' } as const;
  return { ...head, kind: 'hold', action, why };
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
  const late = old.read(after, Math.max(0, old.size() - after));
  old.close();
  if (late.length === 0) return;
  const file = files.openAppend(to);
  file.write(late);
  file.close();
}
