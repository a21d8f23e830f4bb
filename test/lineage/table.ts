/** Tiny constructors of stat lines and process records, so that rows of a test read as sentences. */
import type { ProcessRecord } from '../../src/lineage/process-record.ts';

export const BOOT = 'b00t';
export const UID = 1000;

type StatFields = {
  readonly pid: number;
  readonly comm?: string;
  readonly state?: string;
  readonly ppid?: number | string;
  readonly flags?: number;
  readonly utime?: number | string;
  readonly stime?: number | string;
  readonly cutime?: number | string;
  readonly cstime?: number | string;
  readonly start?: number | string;
  readonly stack?: string;
  readonly argStart?: string;
};

/** A line as the kernel prints it, proc(5) fields 1 to 52. */
export function statLine(fields: StatFields): string {
  const { pid, comm = 'sh', state = 'S', ppid = 1, flags = 4194304 } = fields;
  const { utime = 0, stime = 0, cutime = 0, cstime = 0, start = 100, stack = '0', argStart = '0' } = fields;
  const head = `${pid} (${comm}) ${state} ${ppid} ${pid} ${pid} 0 -1 ${flags} 0 0 0 0 ${utime} ${stime} ${cutime} ${cstime}`;
  return `${head} 20 0 1 0 ${start} 1000000 500 184467 1 1 ${stack} 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 ${argStart} 0 0 0 0\n`;
}

type RecordFields = Partial<Omit<ProcessRecord, 'identity'>> & {
  readonly start?: number | null;
  readonly boot?: string | null;
};

/** A living process of ours, 1,000 s old, child of init, started at tick 100. */
export function running(pid: number, fields: RecordFields = {}): ProcessRecord {
  const { start = 100, boot = BOOT, ...rest } = fields;
  return {
    identity: { pid, startTicks: start, bootId: boot },
    ppid: 1,
    pgid: pid,
    sid: pid,
    uid: UID,
    state: 'S',
    comm: 'sh',
    argv: ['sh'],
    argvText: null,
    cpuSeconds: 0,
    childCpuSeconds: 0,
    ageSeconds: 1000,
    kernelThread: false,
    ...rest,
  };
}
