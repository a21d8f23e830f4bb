import pidusage from 'pidusage';
import psList from 'ps-list';
import { KnownError } from '../errors.ts';
import { PS_COLUMNS, type PsRow, parsePsRow, pickPrintedMarkers } from '../lineage/parse-ps.ts';
import type { ProcessRecord, Snapshot, SnapshotProblem } from '../lineage/process-record.ts';
import type { ProcessSource, Reading } from './processes.ts';
import { runPs, withPinnedLocale } from './ps-run.ts';

/** How this platform's ps spells what POSIX leaves open. */
export type PsDialect = {
  /** the column of the kernel session, where it is a number */
  readonly sid: string | null;
  /** options that print the environment after the command */
  readonly environment: readonly string[];
};

/** macOS's `sess` is a kernel address, so it is not asked for. */
export const PS_DIALECTS = {
  linux: { sid: 'sid', environment: ['eww', '-o', 'args='] },
  darwin: { sid: null, environment: ['-Eww', '-o', 'command='] },
  freebsd: { sid: 'sid', environment: ['-eww', '-o', 'command='] },
} as const satisfies Readonly<Record<string, PsDialect>>;

type Line = { readonly cmd: string | null; readonly name: string };
type Usage = { readonly ctime: number; readonly elapsed: number };

/**
 * The process table where there is no /proc: ps-list for the processes and their command lines, pidusage for their own CPU
 * time and age, and one more ps, in UTC, for what identity and ancestry stand on. ps-list turns a number that it cannot
 * read into 0 and leaves out rows of negative user ids, so none of its numbers is used.
 * @param bootId null: no identity is ever complete, and nothing can be signalled
 */
export function openPs(dialect: PsDialect, bootId: string | null): ProcessSource {
  const columns = [...PS_COLUMNS, ...(dialect.sid === null ? [] : [dialect.sid])].map((name) => `${name}=`).join(',');
  return {
    kind: 'ps',
    signalable: true,
    snapshot: () => takeSnapshot(columns, bootId),
    read: (pid) => readAnew(columns, bootId, pid),
    markers: async ({ identity, argvText }, names) => {
      const [printed] = await runPs([...dialect.environment, '-p', String(identity.pid)]).catch(() => []);
      return printed === undefined || argvText === null ? null : pickPrintedMarkers(printed.trimEnd(), argvText, names);
    },
    close: () => pidusage.clear(),
  };
}

async function takeSnapshot(columns: string, bootId: string | null): Promise<Snapshot> {
  const [rows, lines] = await Promise.all([readRows(columns), readLines()]);
  if (rows.length === 0) throw new KnownError('ps: expected at least one process, found none', { exitCode: 3 });
  const usage = await readUsage(rows.map(({ pid }) => pid));
  const problems: SnapshotProblem[] = [];
  if (usage === null) problems.push({ pid: null, what: 'CPU times could not be read' });
  return {
    source: 'ps',
    bootId,
    takenAt: Number(process.hrtime.bigint()) / 1e9,
    records: rows.map((row) => toRecord(row, lines.get(row.pid), usage?.get(row.pid), bootId)),
    problems,
    complete: usage !== null,
  };
}

async function readRows(columns: string): Promise<readonly PsRow[]> {
  try {
    return (await runPs(['axwwS', '-o', columns])).flatMap((line) => parsePsRow(line) ?? []);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new KnownError(`ps: cannot list processes: ${why}`, { exitCode: 3, cause: error });
  }
}

async function readLines(): Promise<ReadonlyMap<number, Line>> {
  const processes = await psList().catch(() => []);
  return new Map(processes.map(({ pid, cmd, name }) => [pid, { cmd: cmd ?? null, name }]));
}

/** Own CPU time and age; null when they could not be read. pidusage keeps nothing between calls. */
async function readUsage(pids: readonly number[]): Promise<ReadonlyMap<number, Usage> | null> {
  try {
    const usage = await withPinnedLocale(() => pidusage([...pids], { usePs: true, maxage: 0 }));
    return new Map(Object.values(usage).map((row) => [row.pid, row]));
  } catch {
    return null;
  }
}

function toRecord(row: PsRow, line: Line | undefined, usage: Usage | undefined, bootId: string | null): ProcessRecord {
  const own = usage === undefined || !Number.isFinite(usage.ctime) ? null : usage.ctime / 1000;
  const total = row.totalCpuSeconds;
  // Not every ps adds up the children when asked to (procps 4 does not): no difference says nothing.
  const children = own === null || total === null || total - own <= 1 ? null : total - own;
  const command = line?.cmd ?? null;
  return {
    identity: { pid: row.pid, startTicks: row.startMs, bootId },
    ppid: row.ppid,
    pgid: row.pgid,
    sid: row.sid,
    uid: row.uid,
    state: row.state,
    comm: line?.name ?? '',
    argv: null,
    argvText: command,
    cpuSeconds: own ?? total,
    childCpuSeconds: children,
    ageSeconds: usage === undefined || !Number.isFinite(usage.elapsed) ? null : usage.elapsed / 1000,
    kernelThread: /^\[.*\]$/.test(command ?? '') && (row.pid === 2 || row.ppid === 2),
  };
}

async function readAnew(columns: string, bootId: string | null, pid: number): Promise<Reading> {
  try {
    const [line] = await runPs(['-wwS', '-o', columns, '-p', String(pid)]);
    if (line === undefined) return { kind: 'gone' };
    const row = parsePsRow(line);
    if (row === null || row.pid !== pid) return { kind: 'unknown', why: 'ps printed another line than was asked for' };
    return { kind: 'found', record: toRecord(row, undefined, undefined, bootId) };
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}
