/** PURE: what of a damaged line can be kept, and what must be assumed of the rest. */
import type { Entry, EntryBody } from './entry.ts';
import { readLine } from './entry-lines.ts';
import { isEntryKind } from './entry-shapes.ts';

/** Losing one of these takes no place from the account: it journals, or it would have freed something. */
const HARMLESS = new Set<EntryBody['kind']>([
  'session-start',
  'session-end',
  'verdict',
  'bypass',
  'fail-open',
  'policy-change',
  'flag',
  'pause',
  'resume',
  'reap-intent',
  'reap-outcome',
  'grant',
  'agent-stop',
  'agent-killed',
  'live-list',
  'at-rest',
  'expire',
  'release',
]);

export type Salvage = {
  readonly entries: readonly Entry[];
  /** what the lost part was, as far as it shows; null: nothing was lost */
  readonly lost: string | null;
  /** whether the lost part may have taken places */
  readonly mayHaveTaken: boolean;
};

/**
 * Keeps the records of a line that can be read. The lost part is taken to be harmless only where it is one record, whole
 * in outline, that names a kind which takes no places.
 */
export function salvageLine(text: string): Salvage {
  const { entries, damage } = readLine(text);
  const begins = [...text.matchAll(/\{"v":/g)].map(({ index }) => index);
  const records = begins.flatMap((begin, index) => readLine(text.slice(begin, begins[index + 1])).entries);
  if (damage === null) return { entries, lost: null, mayHaveTaken: false };
  const kind = lostKindOf(text);
  if (kind !== null) return { entries: records, lost: `a record of kind ${kind}`, mayHaveTaken: !HARMLESS.has(kind) };
  return { entries: records, lost: `${text.length} bytes that cannot be read`, mayHaveTaken: true };
}

/**
 * What a damaged line was: the kind of its one record, where that is whole in outline and names a kind that there is.
 * Null: nothing can be told.
 */
export function lostKindOf(text: string): EntryBody['kind'] | null {
  const outline = /^\{"v":\d+,"id":"[^"]*","at":"[^"]*",.*"kind":"([a-z-]+)".*,"sum":"[0-9a-f]{8}"\}$/s.exec(text);
  const once = [/\{"v":/g, /"id":"/g, /"kind":"/g, /,"sum":"/g].every((part) => text.match(part)?.length === 1);
  const kind = outline?.[1];
  return once && kind !== undefined && isEntryKind(kind) ? kind : null;
}
