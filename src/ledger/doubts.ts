import type { LedgerFiles, OpenFile } from '../system/files.ts';
import type { EntryBody } from './entry.ts';
import { readLine } from './entry-lines.ts';
import type { Damage } from './log.ts';
import { readLines } from './read-lines.ts';
import { lostKindOf } from './salvage.ts';
import type { SessionFiles } from './session-files.ts';

/** What may be missing from a ledger of which a part cannot be read. What can be read is believed. */
export type Doubt = {
  readonly path: string;
  /** where the damage begins, and what it is */
  readonly what: string;
  /** a supervisor's grant may have been lost */
  readonly grant: boolean;
  /** the intent or the outcome of a reap may have been lost */
  readonly reap: boolean;
  /** what was lost had been written by then, in milliseconds since the epoch; null: nothing says when */
  readonly writtenByMs: number | null;
};

/** The doubt about a ledger that is not there any more, or that cannot be read at all. */
export function doubtAll({ log }: SessionFiles, what: string): Doubt {
  return { path: log, what, grant: true, reap: true, writtenByMs: null };
}

/**
 * What the damages of a log leave in doubt; null: there are none. A damaged line that is whole in outline names what was
 * lost; of anything else nothing is known. Lines stand in the order of their writing, so the next one that can be read says
 * by when; after the last one, the file does.
 */
export function doubtOf(files: LedgerFiles, paths: SessionFiles, damages: readonly Damage[]): Doubt | null {
  const [first] = damages;
  if (first === undefined) return null;
  const all = doubtAll(paths, `byte ${first.offset}: ${first.reason}`);
  const file = files.openRead(paths.log);
  if (file === null) return all;
  try {
    const lost = whatIsLost(file, damages);
    return lost === null ? all : { ...all, ...lost, writtenByMs: lost.writtenByMs ?? files.modifiedAt(paths.log) };
  } finally {
    file.close();
  }
}

type Lost = Pick<Doubt, 'grant' | 'reap' | 'writtenByMs'>;

function whatIsLost(file: OpenFile, damages: readonly Damage[]): Lost | null {
  const found = new Set<Damage>();
  let lost: Lost = { grant: false, reap: false, writtenByMs: Number.NEGATIVE_INFINITY };
  for (const { text, offset } of readLines(file, 0)) {
    const here = damages.filter(({ line, offset: at }) => line > 0 && offset <= at && at <= offset + text.length);
    if (here.length === 0) {
      if (lost.writtenByMs === null) lost = { ...lost, writtenByMs: timeOf(text) };
      continue;
    }
    for (const damage of here) found.add(damage);
    const kind = here.every(({ offset: at }) => at === offset) ? lostKindOf(text) : null;
    if (isAmong(kind, REAPS)) lost = { ...lost, reap: true };
    if (isAmong(kind, GRANTS)) lost = { ...lost, grant: true, writtenByMs: null };
  }
  // The end of the file is missing, or the damage is not where it was found: nothing says what that took.
  return damages.every((damage) => found.has(damage)) ? lost : null;
}

/** When the line was written, in milliseconds since the epoch; null: it cannot be read, or does not say. */
function timeOf(line: string): number | null {
  const ms = Date.parse(readLine(line).entries[0]?.at ?? '');
  return Number.isNaN(ms) ? null : ms;
}

const GRANTS: readonly EntryBody['kind'][] = ['grant'];
const REAPS: readonly EntryBody['kind'][] = ['reap-intent', 'reap-outcome'];

function isAmong(kind: EntryBody['kind'] | null, kinds: readonly EntryBody['kind'][]): boolean {
  return kind === null || kinds.includes(kind);
}
