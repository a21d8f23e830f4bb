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

/** Positions after the closing parenthesis of the name, counted from 0: field 3 of proc(5), the state, is position 0. */
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
  const pid = wholeNumber(text, 0, open - 1);
  if (open < 2 || close < open || pid === null || pid <= 0) return { problem: 'the stat line has no pid and name' };
  const ends = endsOfFields(text, close + 2);
  const number = (field: number): number | null => {
    const [from, to] = rangeOf(ends, field, close + 2);
    return wholeNumber(text, from, to);
  };
  if (ends[0] !== close + 3) return { problem: 'the stat line has no state' };
  const flags = number(FIELD.flags);
  return {
    pid,
    comm: text.slice(open + 1, close),
    state: text.charAt(close + 2),
    ppid: number(FIELD.ppid),
    pgid: number(FIELD.pgid),
    sid: number(FIELD.sid),
    kernelThread: flags !== null && (flags & KERNEL_THREAD) !== 0,
    cpuTicks: sum(number(FIELD.utime), number(FIELD.stime)),
    childCpuTicks: sum(number(FIELD.cutime), number(FIELD.cstime)),
    startTicks: number(FIELD.start),
    image: `${part(text, ends, FIELD.startStack, close + 2)} ${part(text, ends, FIELD.argStart, close + 2)}`,
  };
}

const BLANK = 0x20;
const NEWLINE = 0x0a;
const ZERO = 0x30;
const MOST_DIGITS = 15;

/** Where each field ends, up to the last one that is used: thousands of lines are read at every scan. */
function endsOfFields(text: string, from: number): readonly number[] {
  const ends: number[] = [];
  for (let at = from; at < text.length && ends.length <= FIELD.argStart; at++) {
    const code = text.charCodeAt(at);
    if (code === BLANK || code === NEWLINE) ends.push(at);
  }
  if (ends.length <= FIELD.argStart && text.charCodeAt(text.length - 1) !== NEWLINE) ends.push(text.length);
  return ends;
}

function rangeOf(ends: readonly number[], field: number, from: number): readonly [number, number] {
  const start = field === 0 ? from : (ends[field - 1] ?? Number.NaN) + 1;
  return [start, ends[field] ?? Number.NaN];
}

function part(text: string, ends: readonly number[], field: number, from: number): string {
  const [start, end] = rangeOf(ends, field, from);
  return Number.isNaN(end) ? '' : text.slice(start, end);
}

/** The digits from `from` to `to`; null for anything else, a minus included: a negative count is no count. */
function wholeNumber(text: string, from: number, to: number): number | null {
  if (!(to > from) || to - from > MOST_DIGITS) return null;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
