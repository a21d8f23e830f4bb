/** The list of the watch screen: sessions, the offenders under them, identical ones folded into one row. */
import type { Session } from '../lineage/session.ts';
import type { Track } from './watch-model.ts';

export const SORTS = ['past', 'cpu', 'share', 'age', 'pid'] as const;
export type Sort = (typeof SORTS)[number];

export type BoardRow =
  | {
      readonly kind: 'session';
      readonly key: string;
      readonly session: Session;
      readonly over: number;
      readonly near: number;
    }
  /** `member`: one of an unfolded group */
  | {
      readonly kind: 'process';
      readonly key: string;
      readonly unit: string;
      readonly track: Track;
      readonly member: boolean;
    }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly unit: string;
      readonly tracks: readonly Track[];
      readonly unfolded: boolean;
    };

export type BoardOptions = {
  readonly sessions: readonly Session[];
  readonly tracks: readonly Track[];
  /** words that must all occur in a row's command, finding, session, host or pid; empty: all */
  readonly filter: string;
  readonly sort: Sort;
  readonly onlyOffenders: boolean;
  /** units shown with their members */
  readonly unfolded: ReadonlySet<string>;
  /** the units in the order that they are frozen in; null: sorted, newcomers included */
  readonly frozen: readonly string[] | null;
};

/** Identical offenders: the same command with the same finding in one session. */
type Unit = { readonly key: string; readonly session: string; readonly tracks: readonly Track[] };

/** The rows in display order. Within a session the furthest over its limit comes first, what is still allowed last. */
export function buildBoard(options: BoardOptions): readonly BoardRow[] {
  const shown = options.tracks.filter((track) => isShown(track, options));
  const units = orderUnits(collectUnits(shown), options);
  const bySession = new Map<string, Unit[]>();
  for (const unit of units) {
    const list = bySession.get(unit.session);
    if (list === undefined) bySession.set(unit.session, [unit]);
    else list.push(unit);
  }
  return orderSessions(options, bySession).flatMap((session) => {
    const own = bySession.get(session.id) ?? [];
    return [sessionRow(session, own), ...own.flatMap((unit) => unitRows(unit, options.unfolded))];
  });
}

/** The tracks that a row stands for: none for a session, all members for a group. */
export function tracksOf(row: BoardRow): readonly Track[] {
  if (row.kind === 'session') return [];
  return row.kind === 'process' ? [row.track] : row.tracks;
}

/** The units of the rows, in display order: what a frozen list keeps. */
export function unitsOf(rows: readonly BoardRow[]): readonly string[] {
  const units = rows.flatMap((row) => (row.kind === 'session' ? [] : [row.unit]));
  return [...new Set(units)];
}

/** Whether it is past policy, this scan or since the last. */
export function isOver(track: Track): boolean {
  return track.left === null && track.suspect.state !== 'near';
}

/** Whether the filter and the choice of offenders let it onto the list. */
export function isShown(
  track: Track,
  { filter, onlyOffenders }: Pick<BoardOptions, 'filter' | 'onlyOffenders'>,
): boolean {
  if (onlyOffenders && track.suspect.state === 'near' && track.step === null) return false;
  if (filter.trim() === '') return true;
  const { suspect } = track;
  const text = [
    suspect.command.slice(0, 4096),
    suspect.decisive.kind,
    suspect.owner.host,
    suspect.owner.session,
    suspect.identity.pid,
  ]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function collectUnits(tracks: readonly Track[]): readonly Unit[] {
  const units: OpenUnit[] = [];
  // A key for each of hundreds would cost more than to look at the few that share a command.
  const byCommand = new Map<string, OpenUnit[]>();
  for (const track of tracks) {
    const { owner, decisive, command } = track.suspect;
    const { session } = owner;
    const candidates = byCommand.get(command) ?? [];
    const known = candidates.find((unit) => unit.session === session && unit.kind === decisive.kind);
    if (known !== undefined) {
      known.tracks.push(track);
      continue;
    }
    const { kind } = decisive;
    const unit = { key: `${session}\0${kind}\0${command}`, session, kind, tracks: [track] };
    units.push(unit);
    byCommand.set(command, [...candidates, unit]);
  }
  for (const unit of units) unit.tracks.sort(preferLowestPid);
  return units;
}

type OpenUnit = { readonly key: string; readonly session: string; readonly kind: string; readonly tracks: Track[] };

function orderUnits(units: readonly Unit[], { frozen, sort }: BoardOptions): readonly Unit[] {
  if (frozen !== null) {
    const place = new Map(frozen.map((key, index) => [key, index]));
    return units.filter(({ key }) => place.has(key)).sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  }
  const ranked = units.map((unit) => ({ unit, near: unit.tracks.every(isNear) ? 1 : 0, weight: weigh(unit, sort) }));
  ranked.sort((a, b) => a.near - b.near || b.weight - a.weight || preferLowestPid(leader(a.unit), leader(b.unit)));
  return ranked.map(({ unit }) => unit);
}

function isNear(track: Track): boolean {
  return track.suspect.state === 'near';
}

function weigh(unit: Unit, sort: Sort): number {
  const values = unit.tracks.map(({ suspect }) => WEIGHTS[sort](suspect));
  const sums = sort === 'cpu' || sort === 'share';
  return sums ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
}

/** What each order counts; the highest comes first. */
const WEIGHTS = {
  past: ({ pastSeconds }) => pastSeconds,
  age: ({ ageSeconds }) => ageSeconds,
  cpu: ({ cpuSeconds }) => cpuSeconds ?? -1,
  share: ({ cpuShare }) => cpuShare ?? -1,
  pid: ({ identity }) => -identity.pid,
} as const satisfies Record<Sort, (suspect: Track['suspect']) => number>;

function leader(unit: Unit): Track {
  const [first] = unit.tracks;
  if (first === undefined) throw new Error('a unit without a process');
  return first;
}

/** Sessions known to the scan, and those that only an offender's owner names (their agent is gone). */
function orderSessions(options: BoardOptions, units: ReadonlyMap<string, readonly Unit[]>): readonly Session[] {
  const known = new Map(options.sessions.map((session) => [session.id, session]));
  for (const [id, [unit]] of units) {
    if (!known.has(id) && unit !== undefined) known.set(id, ownerOnly(id, leader(unit)));
  }
  const weight = (session: Session) =>
    (units.get(session.id) ?? []).some(({ tracks }) => tracks.some(isOver)) ? 1 : 0;
  const sessions = [...known.values()].filter(
    ({ id }) => units.has(id) || (options.filter.trim() === '' && !options.onlyOffenders),
  );
  const compare = (a: Session, b: Session) => a.host.localeCompare(b.host) || a.id.localeCompare(b.id);
  if (options.frozen !== null) return sessions.sort(compare);
  return sessions.sort((a, b) => weight(b) - weight(a) || compare(a, b));
}

function ownerOnly(id: string, track: Track): Session {
  return { id, host: track.suspect.owner.host, agent: null, cwd: null, ageSeconds: null, state: 'unknown' };
}

function sessionRow(session: Session, units: readonly Unit[]): BoardRow {
  let over = 0;
  let near = 0;
  for (const { tracks } of units) {
    for (const track of tracks) {
      if (isOver(track)) over++;
      else if (track.left === null) near++;
    }
  }
  return { kind: 'session', key: `session:${session.id}`, session, over, near };
}

function unitRows(unit: Unit, unfolded: ReadonlySet<string>): readonly BoardRow[] {
  const members = (member: boolean): readonly BoardRow[] =>
    unit.tracks.map((track) => ({ kind: 'process', key: `process:${track.key}`, unit: unit.key, track, member }));
  if (unit.tracks.length === 1) return members(false);
  const open = unfolded.has(unit.key);
  const group: BoardRow = {
    kind: 'group',
    key: `group:${unit.key}`,
    unit: unit.key,
    tracks: unit.tracks,
    unfolded: open,
  };
  return open ? [group, ...members(true)] : [group];
}

function preferLowestPid(a: Track, b: Track): number {
  return a.suspect.identity.pid - b.suspect.identity.pid;
}
