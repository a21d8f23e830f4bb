import { parseArgv } from '../lineage/parse-argv.ts';
import type { StatRow } from '../lineage/parse-stat.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { relativeScript } from '../lineage/program-path.ts';
import type { Need } from './processes.ts';
import { type FileReading, readLink, readOwner } from './procfs-files.ts';

/** What is kept of a process between scans: what is read once for it and the program that it runs, and its last row. */
export type Known = {
  readonly row: StatRow;
  readonly record: ProcessRecord;
  /** seconds since boot */
  readonly readAt: number | null;
  readonly argvReadAt: number | null;
  /** how often it was read */
  readonly readings: number;
  /** how often, in a row, nothing of it had changed */
  readonly quiet: number;
  /** the number of the last scan that listed it */
  seenIn: number;
};

/**
 * How many scans and seconds a row is kept for. Rows take turns by their pid, so that no scan reads all of them; and when
 * scans are far apart, each of them reads all.
 */
const KEPT = {
  recent: { scans: 4, seconds: 9 },
  any: { scans: 8, seconds: 17 },
} as const satisfies Record<Exclude<Need, 'now'>, { readonly scans: number; readonly seconds: number }>;

/** One that was read less often may still become another program. */
const SETTLED_READINGS = 3;
/**
 * A program that replaces itself without a new address of its stack (those are not always drawn anew, or not ours to see)
 * and without another name is noticed after so long.
 */
const ARGV_KEPT_SECONDS = 60;

/** Whether the row as it was read before will do for a scan. */
export function isRecentEnough(
  { row, readAt, readings, quiet }: Known,
  need: Need,
  scan: number,
  now: number,
): boolean {
  if (need === 'now' || readAt === null) return false;
  const settled = need === 'any' ? readings : quiet;
  const { scans, seconds } = KEPT[need];
  return settled >= SETTLED_READINGS && (scan + row.pid) % scans !== 0 && now - readAt < seconds;
}

/** Whether two rows of one pid are of the same process and the same program, as far as the rows tell. */
export function isSameProgram(a: StatRow, b: StatRow): boolean {
  return a.startTicks === b.startTicks && a.image === b.image && a.comm === b.comm;
}

/** Whether nothing has happened to it: it has not run, and stands where it stood. */
export function isUnchanged(a: StatRow, b: StatRow): boolean {
  return (
    a.cpuTicks === b.cpuTicks &&
    a.childCpuTicks === b.childCpuTicks &&
    a.state === b.state &&
    a.ppid === b.ppid &&
    a.pgid === b.pgid &&
    a.sid === b.sid
  );
}

/** Its command line is old enough to be looked at again. */
export function isArgvDue({ argvReadAt }: Known, now: number | null): boolean {
  return argvReadAt === null || now === null || now - argvReadAt >= ARGV_KEPT_SECONDS;
}

/** The owner, the command line and, where that matters, the folder of a process. */
export type Description = Pick<ProcessRecord, 'uid' | 'argv' | 'cwd'>;

/** Reads them. @returns 'gone' when the process ended in between */
export function describe(row: StatRow, folder: string, readFile: (path: string) => FileReading): Description | 'gone' {
  const uid = readOwner(folder);
  if (row.kernelThread) return { uid, argv: [] };
  const file = readFile(`${folder}/cmdline`);
  if (file.kind === 'gone') return 'gone';
  const argv = file.kind === 'bytes' ? parseArgv(file.bytes) : null;
  const cwd = argv !== null && relativeScript(argv) !== undefined ? readLink(`${folder}/cwd`) : undefined;
  return cwd === undefined ? { uid, argv } : { uid, argv, cwd };
}

/** Whether a process says the same of itself as before. */
export function isSameDescription(a: Description, b: Description): boolean {
  if (a.uid !== b.uid || a.cwd !== b.cwd || a.argv?.length !== b.argv?.length) return false;
  return a.argv === b.argv || (a.argv ?? []).every((word, index) => word === b.argv?.[index]);
}
