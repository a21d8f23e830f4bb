import { KnownError } from '../errors.ts';
import type { Identity } from '../lineage/identity.ts';
import { pickMarkers } from '../lineage/parse-argv.ts';
import { parseStat, type StatRow } from '../lineage/parse-stat.ts';
import type { ProcessRecord, Snapshot, SnapshotProblem } from '../lineage/process-record.ts';
import { readBootId, readTicksPerSecond, readUptime } from './boot.ts';
import type { Need, ProcessSource, Reading } from './processes.ts';
import { createFileReader, type FileReading, readOwner } from './procfs-files.ts';
import {
  type Description,
  describe,
  isArgvDue,
  isRecentEnough,
  isSameDescription,
  isSameProgram,
  isUnchanged,
  type Known,
} from './procfs-known.ts';
import { listPids, refuseForeignNamespace } from './procfs-pids.ts';
import { createStatReader, type LineReading, type StatReader } from './procfs-stat.ts';

/** The command line beyond this is cut: text this long is not parsed anyway. */
const LONGEST_FILE = 256 * 1024;
/** A start this far after now means that the two clocks are not of one boot or one container. */
const CLOCK_SLACK_SECONDS = 2;

type Row = { readonly record: ProcessRecord } | { readonly problem: SnapshotProblem; readonly ours: boolean } | 'gone';

/**
 * The process table from /proc, read inside this process: it starts no child, so it works when fork does not. Each
 * snapshot reads `stat` of everything; the command line and the owner only of a process, or a program, not seen before.
 * @param root where /proc is mounted; another root is for looking only and never leads to a signal
 * @param uid the user whose unreadable rows make an enumeration incomplete
 * @throws KnownError (exit 3) when the root shows another pid namespace than ours.
 */
export function openProcfs(root: string, uid: number): ProcessSource {
  const own = root === '/proc';
  if (own) refuseForeignNamespace();
  const bootId = readBootId(root);
  const ticks = readTicksPerSecond(root).perSecond;
  const readFile = createFileReader(LONGEST_FILE);
  const known = new Map<number, Known>();
  const stats = createStatReader(root);
  const context = { root, uid, bootId, ticks, readFile, stats, known };
  let scan = 0;
  return {
    kind: 'procfs',
    signalable: own,
    snapshot: async (needOf) => takeSnapshot(context, ++scan, needOf),
    read: async (pid) => readAnew(context, pid),
    markers: async (record, names) => {
      const file = readFile(`${root}/${record.identity.pid}/environ`);
      return file.kind === 'bytes' ? pickMarkers(file.bytes, names) : null;
    },
    close() {
      known.clear();
      stats.close();
    },
  };
}

type Context = {
  readonly root: string;
  readonly uid: number;
  readonly bootId: string | null;
  readonly ticks: number;
  readonly readFile: (path: string) => FileReading;
  readonly stats: StatReader;
  readonly known: Map<number, Known>;
};

function takeSnapshot(context: Context, scan: number, needOf: ((pid: number) => Need) | undefined): Snapshot {
  const { root, known, bootId } = context;
  const pids = listPids(root);
  const uptime = readUptime(root);
  const awakeAt = awakeSeconds(uptime);
  const now = { scan, uptime, needOf };
  const records: ProcessRecord[] = [];
  const problems: SnapshotProblem[] = [];
  let complete = true;
  for (const pid of pids) {
    const earlier = earlierRow(context, pid, now);
    if (earlier !== undefined) {
      records.push(earlier);
      continue;
    }
    const row = readRow(context, pid, uptime, scan);
    if (row === 'gone') continue;
    if ('record' in row) {
      records.push(row.record);
    } else {
      problems.push(row.problem);
      if (row.ours) complete = false;
    }
  }
  // All that is known was listed, unless there is more of it.
  if (known.size > records.length) forgetGone(context, scan);
  if (records.length === 0 && problems.length === 0) {
    throw new KnownError(`${root}: expected at least one process, found none`, { exitCode: 3 });
  }
  if (uptime === null) problems.push({ pid: null, what: `${root}/uptime: not readable, so no age is known` });
  return {
    source: 'procfs',
    bootId,
    takenAt: uptime ?? monotonicSeconds(),
    awakeAt,
    records,
    problems,
    complete: complete && uptime !== null,
  };
}

function forgetGone({ known, stats }: Context, scan: number): void {
  known.forEach(({ seenIn }, pid) => {
    if (seenIn === scan) return;
    known.delete(pid);
    stats.release(pid);
  });
}

/** Null where the two clocks are not of one machine: in some containers the uptime is their own, the other clock is not. */
function awakeSeconds(uptime: number | null): number | null {
  const seconds = monotonicSeconds();
  return uptime === null || seconds > uptime + CLOCK_SLACK_SECONDS ? null : seconds;
}

/** CLOCK_MONOTONIC, which on Linux stands still while the machine is suspended; `uptime` goes on. */
function monotonicSeconds(): number {
  return Number(process.hrtime.bigint()) / 1e9;
}

/** The scan under way. */
type Now = {
  readonly scan: number;
  readonly uptime: number | null;
  /** absent: everything is read */
  readonly needOf: ((pid: number) => Need) | undefined;
};

/** The row as it was read at an earlier scan, when that will do. It still counts as seen now: it is in the list of pids. */
function earlierRow({ known, ticks }: Context, pid: number, { scan, uptime, needOf }: Now): ProcessRecord | undefined {
  const entry = needOf === undefined ? undefined : known.get(pid);
  if (entry === undefined || needOf === undefined || uptime === null) return undefined;
  if (!isRecentEnough(entry, needOf(pid), scan, uptime)) return undefined;
  entry.seenIn = scan;
  return { ...entry.record, ageSeconds: ageOf(entry.row.startTicks, uptime, ticks) };
}

function readRow(context: Context, pid: number, uptime: number | null, scan: number): Row {
  const folder = `${context.root}/${pid}`;
  // One that was there at the last scan will most likely be there at the next.
  const file = context.stats.read(pid, context.known.has(pid));
  if (file.kind === 'gone') return 'gone';
  if (file.kind !== 'line') return unreadable(context, pid, folder, file);
  const row = parseStat(file.text);
  if ('problem' in row) return { problem: { pid, what: row.problem }, ours: true };
  if (row.pid !== pid) return { problem: { pid, what: `its stat names pid ${row.pid}` }, ours: true };
  const entry = keep(context, row, uptime);
  if (entry === 'gone') return 'gone';
  entry.seenIn = scan;
  context.known.set(pid, entry);
  return { record: entry.record };
}

function unreadable(context: Context, pid: number, folder: string, file: LineReading): Row {
  const owner = readOwner(folder);
  const ours = owner === null || owner === context.uid;
  const why = file.kind === 'denied' ? 'permission denied' : 'not readable';
  const whose = ours ? '' : ` (user ${owner})`;
  return { problem: { pid, what: `${why}${whose}` }, ours };
}

/** What is known of a process after its row was read. */
function keep(context: Context, row: StatRow, uptime: number | null): Known | 'gone' {
  const known = context.known.get(row.pid);
  const before = known !== undefined && isSameProgram(known.row, row) ? known : undefined;
  const asBefore = before !== undefined && !isArgvDue(before, uptime);
  const told = asBefore ? before.record : describe(row, `${context.root}/${row.pid}`, context.readFile);
  if (told === 'gone') return 'gone';
  // The same objects for the same facts: whoever compares or remembers by them is spared the work.
  const same = before !== undefined && isSameDescription(before.record, told) ? before : undefined;
  const identity = same?.record.identity ?? { pid: row.pid, startTicks: row.startTicks, bootId: context.bootId };
  return {
    row,
    record: toRecord(context, row, { identity, description: same?.record ?? told, uptime }),
    readAt: uptime,
    argvReadAt: asBefore ? before.argvReadAt : uptime,
    readings: (same?.readings ?? 0) + 1,
    quiet: same !== undefined && isUnchanged(same.row, row) ? same.quiet + 1 : 0,
    seenIn: 0,
  };
}

type Told = { readonly identity: Identity; readonly description: Description; readonly uptime: number | null };

function toRecord({ ticks }: Context, row: StatRow, { identity, description, uptime }: Told): ProcessRecord {
  const record: ProcessRecord = {
    identity,
    ppid: row.ppid,
    pgid: row.pgid,
    sid: row.sid,
    uid: description.uid,
    state: row.state,
    comm: row.comm,
    argv: description.argv,
    argvText: null,
    cpuSeconds: row.cpuTicks === null ? null : row.cpuTicks / ticks,
    childCpuSeconds: row.childCpuTicks === null ? null : row.childCpuTicks / ticks,
    ageSeconds: ageOf(row.startTicks, uptime, ticks),
    kernelThread: row.kernelThread,
    // Zero where it is not ours to see.
    ...(row.image === 0 ? {} : { image: row.image }),
    ...(uptime === null ? {} : { readAt: uptime }),
  };
  return description.cwd === undefined ? record : { ...record, cwd: description.cwd };
}

/** Null when a start lies after now: whatever made that so, an age from it would be invented. */
function ageOf(startTicks: number | null, uptime: number | null, ticks: number): number | null {
  if (startTicks === null || uptime === null) return null;
  const age = uptime - startTicks / ticks;
  return age < -CLOCK_SLACK_SECONDS ? null : Math.max(0, age);
}

/**
 * Nothing from the cache: what is about to be signalled is read as it is now. Whoever is looked at by name is acted upon,
 * so the next scans read it as well.
 */
function readAnew(context: Context, pid: number): Reading {
  const entry = context.known.get(pid);
  if (entry !== undefined) context.known.set(pid, { ...entry, readings: 0, quiet: 0 });
  const row = readRow({ ...context, known: new Map() }, pid, readUptime(context.root), 0);
  if (row === 'gone') return { kind: 'gone' };
  return 'record' in row ? { kind: 'found', record: row.record } : { kind: 'unknown', why: row.problem.what };
}
