import { readdirSync, readlinkSync } from 'node:fs';
import { KnownError } from '../errors.ts';
import { parseArgv, pickMarkers } from '../lineage/parse-argv.ts';
import { parseStat, type StatRow } from '../lineage/parse-stat.ts';
import type { ProcessRecord, Snapshot, SnapshotProblem } from '../lineage/process-record.ts';
import { relativeScript } from '../lineage/program-path.ts';
import { readBootId, readTicksPerSecond, readUptime } from './boot.ts';
import type { ProcessSource, Reading } from './processes.ts';
import { createFileReader, type FileReading, readLink, readOwner } from './procfs-files.ts';
import { createStatReader, type StatReader } from './procfs-stat.ts';

/** The command line beyond this is cut: text this long is not parsed anyway. */
const LONGEST_FILE = 256 * 1024;
/** A start this far after now means that the two clocks are not of one boot or one container. */
const CLOCK_SLACK_SECONDS = 2;

/** Rows that nobody needs as of now are read anew at every so many scans. */
const REFRESHED_EVERY = 8;
/** One that was read less often may still become another program. */
const SETTLED_READINGS = 3;

/** What is read once for a process and the program that it runs. */
type Known = {
  readonly startTicks: number | null;
  readonly image: string;
  readonly comm: string;
  readonly uid: number | null;
  readonly argv: readonly string[] | null;
  readonly cwd: string | undefined;
  /** as of the last time that its stat was read */
  record: ProcessRecord | undefined;
  readings: number;
  seenIn: number;
};

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
    snapshot: async (mustBeFresh) => takeSnapshot(context, ++scan, mustBeFresh),
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

/** A /proc of another pid namespace lists pids that kill(2) would resolve to other processes. */
function refuseForeignNamespace(): void {
  let self: string;
  try {
    self = readlinkSync('/proc/self');
  } catch {
    return; // no /proc at all: the enumeration says so
  }
  if (self === String(process.pid)) return;
  throw new KnownError(`/proc shows another pid namespace: we are pid ${process.pid} here and ${self} there`, {
    exitCode: 3,
  });
}

function takeSnapshot(context: Context, scan: number, mustBeFresh: ((pid: number) => boolean) | undefined): Snapshot {
  const { root, known, bootId } = context;
  const pids = listPids(root);
  const uptime = readUptime(root);
  const records: ProcessRecord[] = [];
  const problems: SnapshotProblem[] = [];
  let complete = true;
  for (const pid of pids) {
    const earlier = mustBeFresh === undefined ? undefined : earlierRow(known.get(pid), pid, scan, mustBeFresh);
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
  for (const [pid, entry] of known) {
    if (entry.seenIn === scan) continue;
    known.delete(pid);
    context.stats.release(pid);
  }
  if (records.length === 0 && problems.length === 0) {
    throw new KnownError(`${root}: expected at least one process, found none`, { exitCode: 3 });
  }
  if (uptime === null) problems.push({ pid: null, what: `${root}/uptime: not readable, so no age is known` });
  return {
    source: 'procfs',
    bootId,
    takenAt: uptime ?? monotonicSeconds(),
    awakeAt: uptime === null ? null : monotonicSeconds(),
    records,
    problems,
    complete: complete && uptime !== null,
  };
}

/** CLOCK_MONOTONIC, which on Linux stands still while the machine is suspended; `uptime` goes on. */
function monotonicSeconds(): number {
  return Number(process.hrtime.bigint()) / 1e9;
}

/** The row as it was read at an earlier scan, when that will do. It still counts as seen now: it is in the list of pids. */
function earlierRow(
  entry: Known | undefined,
  pid: number,
  scan: number,
  mustBeFresh: (pid: number) => boolean,
): ProcessRecord | undefined {
  if (entry?.record === undefined || (scan + pid) % REFRESHED_EVERY === 0) return undefined;
  if (entry.readings < SETTLED_READINGS || mustBeFresh(pid)) return undefined;
  entry.seenIn = scan;
  return entry.record;
}

function listPids(root: string): readonly number[] {
  try {
    return readdirSync(root).flatMap((name) => (/^[1-9]\d*$/.test(name) ? Number(name) : []));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KnownError(`${root}: cannot list processes: ${why}`, { exitCode: 3, cause: error });
  }
}

function readRow(context: Context, pid: number, uptime: number | null, scan: number): Row {
  const folder = `${context.root}/${pid}`;
  // One that was there at the last scan will most likely be there at the next.
  const file = context.stats.read(pid, context.known.has(pid));
  if (file.kind === 'gone') return 'gone';
  if (file.kind !== 'bytes') return unreadable(context, pid, folder, file);
  const stat = parseStat(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length).toString('utf8'));
  if ('problem' in stat) return { problem: { pid, what: stat.problem }, ours: true };
  if (stat.pid !== pid) return { problem: { pid, what: `its stat names pid ${stat.pid}` }, ours: true };
  const entry = describeOnce(context, stat, folder);
  if (entry === 'gone') return 'gone';
  entry.seenIn = scan;
  entry.record = toRecord(context, stat, entry, uptime);
  entry.readings++;
  context.known.set(pid, entry);
  return { record: entry.record };
}

function unreadable(context: Context, pid: number, folder: string, file: FileReading): Row {
  const owner = readOwner(folder);
  const ours = owner === null || owner === context.uid;
  const why = file.kind === 'denied' ? 'permission denied' : 'not readable';
  const whose = ours ? '' : ` (user ${owner})`;
  return { problem: { pid, what: `${why}${whose}` }, ours };
}

/** The command line and the owner: from an earlier scan when it is still the same process running the same program. */
function describeOnce(context: Context, stat: StatRow, folder: string): Known | 'gone' {
  const entry = context.known.get(stat.pid);
  if (
    entry !== undefined &&
    entry.startTicks === stat.startTicks &&
    entry.image === stat.image &&
    entry.comm === stat.comm
  ) {
    return entry;
  }
  const { startTicks, image, comm } = stat;
  const uid = readOwner(folder);
  if (stat.kernelThread)
    return { startTicks, image, comm, uid, argv: [], cwd: undefined, record: undefined, readings: 0, seenIn: 0 };
  const file = context.readFile(`${folder}/cmdline`);
  if (file.kind === 'gone') return 'gone';
  const argv = file.kind === 'bytes' ? parseArgv(file.bytes) : null;
  const cwd = argv !== null && relativeScript(argv) !== undefined ? readLink(`${folder}/cwd`) : undefined;
  return { startTicks, image, comm, uid, argv, cwd, record: undefined, readings: 0, seenIn: 0 };
}

function toRecord(context: Context, stat: StatRow, entry: Known, uptime: number | null): ProcessRecord {
  const { ticks, bootId } = context;
  return {
    identity: { pid: stat.pid, startTicks: stat.startTicks, bootId },
    ppid: stat.ppid,
    pgid: stat.pgid,
    sid: stat.sid,
    uid: entry.uid,
    state: stat.state,
    comm: stat.comm,
    argv: entry.argv,
    argvText: null,
    cpuSeconds: stat.cpuTicks === null ? null : stat.cpuTicks / ticks,
    childCpuSeconds: stat.childCpuTicks === null ? null : stat.childCpuTicks / ticks,
    ageSeconds: ageOf(stat.startTicks, uptime, ticks),
    kernelThread: stat.kernelThread,
    ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
  };
}

/** Null when a start lies after now: whatever made that so, an age from it would be invented. */
function ageOf(startTicks: number | null, uptime: number | null, ticks: number): number | null {
  if (startTicks === null || uptime === null) return null;
  const age = uptime - startTicks / ticks;
  return age < -CLOCK_SLACK_SECONDS ? null : Math.max(0, age);
}

/** Nothing from the cache: what is about to be signalled is read as it is now. */
function readAnew(context: Context, pid: number): Reading {
  const uptime = readUptime(context.root);
  const row = readRow({ ...context, known: new Map() }, pid, uptime, 0);
  if (row === 'gone') return { kind: 'gone' };
  return 'record' in row ? { kind: 'found', record: row.record } : { kind: 'unknown', why: row.problem.what };
}
