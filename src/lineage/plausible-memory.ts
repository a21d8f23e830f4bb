import { MOST_KEPT, SHORTEST_SECONDS } from './awake-age.ts';
import {
  emptyMemory,
  type LineageMemory,
  memoryKey,
  type RememberedSession,
  type SeenSid,
  type Slept,
} from './lineage-memory.ts';
import type { ProcessRecord, Snapshot } from './process-record.ts';

/** What two clocks that are read one after the other may be apart, and what a scan may take. */
const SLACK_SECONDS = 5;
/** ... at each of many readings, whose differences add up. */
const SLACK_A_ROW = 1;

export type CheckedMemory = {
  readonly memory: LineageMemory;
  /** one line for people: what of it cannot be; null: nothing */
  readonly problem: string | null;
};

/**
 * Holds what a file remembers against what the machine says of itself: nothing was seen after now, nobody was seen before he
 * began, and the machine slept for as long as its two clocks are apart and no longer. What cannot be is dropped; the rest
 * stays. A number that hides a process or makes it older than it is cannot get past this.
 * @param snapshot as it was read, with ages in which the machine may have slept
 */
export function checkMemory(memory: LineageMemory, snapshot: Snapshot): CheckedMemory {
  if (memory.bootId === null || memory.bootId !== snapshot.bootId) return { memory, problem: null };
  const { scannedAt } = memory;
  if (scannedAt === null ? holdsAnything(memory) : scannedAt > snapshot.takenAt + SLACK_SECONDS) {
    return { memory: emptyMemory(memory.bootId), problem: describe(['it is of no time of this boot']) };
  }
  if (scannedAt === null) return { memory, problem: null };
  const said: string[] = [];
  const tell = (what: string): void => void said.push(what);
  const awakeAt = checkAwake(memory, snapshot, scannedAt, tell);
  const checked: LineageMemory = {
    ...memory,
    awakeAt,
    slept: checkSlept({ ...memory, awakeAt }, snapshot, scannedAt, tell),
    sids: checkSids(memory.sids, snapshot, scannedAt, tell),
    sessions: memory.sessions.map((session) => checkSession(session, scannedAt, tell)),
    ...withoutUnborn(memory, snapshot, scannedAt, tell),
  };
  return { memory: checked, problem: said.length === 0 ? null : describe([...new Set(said)]) };
}

function describe(said: readonly string[]): string {
  return `the memory of earlier scans (lineage.json) holds what cannot be, and is not used in that: ${said.join('; ')}`;
}

function holdsAnything({ awakeAt, slept, sids, sessions, ...keyed }: LineageMemory): boolean {
  const { seen, formerly, past, waiting, flagged } = keyed;
  const rows = slept.length + sids.length + sessions.length;
  return awakeAt !== null || rows > 0 || [seen, formerly, past, waiting, flagged].some(({ size }) => size > 0);
}

type Tell = (what: string) => void;

/** The seconds that the machine has slept since it started; null: it has no clock that tells. */
function sleptUntilNow({ takenAt, awakeAt }: Snapshot): number | null {
  return awakeAt === undefined || awakeAt === null ? null : takenAt - awakeAt;
}

/** Nobody was awake longer than it was, and no sleep is ever undone. */
function checkAwake({ awakeAt }: LineageMemory, snapshot: Snapshot, scannedAt: number, tell: Tell): number | null {
  const total = sleptUntilNow(snapshot);
  if (awakeAt === null || total === null) return null;
  const before = scannedAt - awakeAt;
  if (before >= -SLACK_SECONDS && before <= total + SLACK_SECONDS) return awakeAt;
  tell(`it was awake for ${round(awakeAt)} s of ${round(scannedAt)} s`);
  return null;
}

/** Each stretch lies after the one before, and together they are no longer than all sleep up to the last scan. */
function checkSlept(
  { slept, awakeAt }: LineageMemory,
  snapshot: Snapshot,
  scannedAt: number,
  tell: Tell,
): readonly Slept[] {
  if (slept.length === 0) return slept;
  const most = awakeAt === null ? (sleptUntilNow(snapshot) ?? 0) : scannedAt - awakeAt;
  const sum = slept.reduce((total, { seconds }) => total + seconds, 0);
  const apart = slept.every(({ until, seconds }, index) => {
    const begin = slept[index - 1]?.until ?? 0;
    return until <= scannedAt + SLACK_SECONDS && seconds <= until - begin + SLACK_SECONDS;
  });
  const noted = slept.length <= MOST_KEPT && slept.every(({ seconds }) => seconds >= SHORTEST_SECONDS);
  if (apart && noted && sum <= most + SLACK_SECONDS + SLACK_A_ROW * slept.length) return slept;
  tell(`${round(sum)} s of sleep, at most ${round(Math.max(0, most))} s are possible`);
  return [];
}

/** A session's shells had their number up to the last scan, and no longer. */
function checkSids(
  sids: readonly SeenSid[],
  { records, takenAt }: Snapshot,
  scannedAt: number,
  tell: Tell,
): readonly SeenSid[] {
  if (sids.length === 0) return sids;
  const present = presentTicks(records);
  let seen = 0;
  for (const record of records) {
    const start = record.identity.startTicks ?? 0;
    if (!isBornAfter(record, takenAt, scannedAt)) seen = Math.max(seen, start);
  }
  return sids.flatMap((row) => {
    if (row.until > present || row.leaderStart > row.until) tell(`kernel session ${row.sid} of a time to come`);
    const until = Math.min(row.until, seen);
    return row.leaderStart > until ? [] : [{ ...row, until }];
  });
}

/**
 * Now in ticks, whatever a tick is, by the starts and ages of the oldest process and of the youngest; infinite: they do not
 * tell. The youngest at an earlier scan may have ended, so its start may well lie after that of all that live.
 */
function presentTicks(records: readonly ProcessRecord[]): number {
  const known = records.flatMap(({ identity: { startTicks: start }, ageSeconds: age }) =>
    start === null || age === null ? [] : { start, age },
  );
  const [first] = known;
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const oldest = known.reduce((one, other) => (other.age > one.age ? other : one), first);
  const youngest = known.reduce((one, other) => (other.age < one.age ? other : one), first);
  const ticksPerSecond = (youngest.start - oldest.start) / (oldest.age - youngest.age);
  if (!Number.isFinite(ticksPerSecond) || ticksPerSecond <= 0) return Number.POSITIVE_INFINITY;
  return youngest.start + (youngest.age + SLACK_SECONDS) * ticksPerSecond;
}

function checkSession(session: RememberedSession, scannedAt: number, tell: Tell): RememberedSession {
  if (session.overSince === null || session.overSince <= scannedAt + SLACK_SECONDS) return session;
  tell(`a session that is over since ${round(session.overSince)} s`);
  return { ...session, overSince: 0 };
}

type OfProcesses = Pick<LineageMemory, 'seen' | 'formerly' | 'past' | 'waiting' | 'flagged'>;

/** Whoever began after the last scan was not seen by it. */
function withoutUnborn(
  memory: LineageMemory,
  { records, takenAt }: Snapshot,
  scannedAt: number,
  tell: Tell,
): OfProcesses {
  const unborn = new Set<string>();
  for (const record of records) {
    const key = isBornAfter(record, takenAt, scannedAt) ? memoryKey(record.identity) : null;
    if (key !== null) unborn.add(key);
  }
  const { seen, formerly, past, waiting, flagged } = memory;
  const isKept = (key: string): boolean => {
    const isUnborn = unborn.has(key.split(' ', 1)[0] ?? '');
    if (isUnborn) tell('processes that began later');
    return !isUnborn;
  };
  return {
    seen: keep(seen, isKept),
    formerly: keep(formerly, isKept),
    past: keep(past, isKept),
    waiting: keep(waiting, isKept),
    flagged: new Set([...flagged].filter(isKept)),
  };
}

function keep<T>(map: ReadonlyMap<string, T>, isKept: (key: string) => boolean): ReadonlyMap<string, T> {
  const kept = [...map].filter(([key]) => isKept(key));
  return kept.length === map.size ? map : new Map(kept);
}

/** An age that is not known says nothing. */
function isBornAfter({ ageSeconds }: ProcessRecord, takenAt: number, moment: number): boolean {
  return ageSeconds !== null && takenAt - ageSeconds > moment + SLACK_SECONDS;
}

function round(seconds: number): string {
  return String(Math.round(seconds));
}
