/** One line of `/proc/<pid>/stat` as numbers. A field that is no whole number is null, never 0. */
export type StatRow = {
  readonly pid: number;
  readonly comm: string;
  readonly state: string;
  readonly ppid: number | null;
  readonly pgid: number | null;
  readonly sid: number | null;
  readonly kernelThread: boolean;
  /** clock ticks: user + system */
  readonly cpuTicks: number | null;
  /** clock ticks: user + system of reaped children */
  readonly childCpuTicks: number | null;
  /** clock ticks since boot */
  readonly startTicks: number | null;
  /** Changes when the process executes another program: its stack and argument addresses are drawn anew. */
  readonly image: string;
};

/** PF_KTHREAD of the kernel's `include/linux/sched.h`. */
const KERNEL_THREAD = 0x00200000;

/** Positions after the closing parenthesis of the name, counted from 0: field 3 of proc(5) is position 0. */
const FIELD = {
  ppid: 1,
  pgid: 2,
  sid: 3,
  flags: 6,
  utime: 11,
  stime: 12,
  cutime: 13,
  cstime: 14,
  start: 19,
  startStack: 25,
  argStart: 45,
} as const;

/**
 * Parses the text of `/proc/<pid>/stat` (proc(5)). The name may hold blanks, `)` and newlines, so it ends at the *last*
 * parenthesis.
 * @returns the row, or what is wrong with the text.
 */
export function parseStat(text: string): StatRow | { readonly problem: string } {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  const pid = wholeNumber(text.slice(0, Math.max(0, open - 1)));
  if (open < 2 || close < open || pid === null || pid <= 0) return { problem: 'the stat line has no pid and name' };
  const fields = text.slice(close + 2).split(' ', FIELD.argStart + 1);
  const state = fields[0] ?? '';
  if (state.length !== 1) return { problem: 'the stat line has no state' };
  const flags = at(fields, FIELD.flags);
  return {
    pid,
    comm: text.slice(open + 1, close),
    state,
    ppid: at(fields, FIELD.ppid),
    pgid: at(fields, FIELD.pgid),
    sid: at(fields, FIELD.sid),
    kernelThread: flags !== null && (flags & KERNEL_THREAD) !== 0,
    cpuTicks: sum(at(fields, FIELD.utime), at(fields, FIELD.stime)),
    childCpuTicks: sum(at(fields, FIELD.cutime), at(fields, FIELD.cstime)),
    startTicks: at(fields, FIELD.start),
    image: `${fields[FIELD.startStack] ?? ''} ${fields[FIELD.argStart] ?? ''}`,
  };
}

function at(fields: readonly string[], index: number): number | null {
  return wholeNumber(fields[index] ?? '');
}

/** `cutime` is signed in the kernel, so a minus is syntax here; a negative count is no count. */
function wholeNumber(text: string): number | null {
  if (!/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
