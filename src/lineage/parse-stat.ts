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
  /** Changes when the process executes another program: the addresses of its stack and its arguments, which are drawn anew. */
  readonly image: number;
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
  if (open < 2 || close < open) return { problem: 'the stat line has no pid and name' };
  const pid = readNumbers(text, 0, open - 1)[0] ?? Number.NaN;
  if (!(pid > 0) || pid > LARGEST) return { problem: 'the stat line has no pid and name' };
  if (text.charCodeAt(close + 3) !== BLANK) return { problem: 'the stat line has no state' };
  const fields = readNumbers(text, close + 4, text.length);
  const at = (field: number): number | null => known(fields[field - 1] ?? Number.NaN);
  const flags = at(FIELD.flags);
  return {
    pid,
    comm: text.slice(open + 1, close),
    state: text.charAt(close + 2),
    ppid: at(FIELD.ppid),
    pgid: at(FIELD.pgid),
    sid: at(FIELD.sid),
    kernelThread: flags !== null && (flags & KERNEL_THREAD) !== 0,
    cpuTicks: sum(at(FIELD.utime), at(FIELD.stime)),
    childCpuTicks: sum(at(FIELD.cutime), at(FIELD.cstime)),
    startTicks: at(FIELD.start),
    // Two addresses below 2^48: their sum is exact.
    image: (at(FIELD.startStack) ?? 0) + (at(FIELD.argStart) ?? 0),
  };
}

const BLANK = 0x20;
const NEWLINE = 0x0a;
const ZERO = 0x30;
/** Beyond this a number is not exact any more. */
const LARGEST = Number.MAX_SAFE_INTEGER;
const MOST_FIELDS = FIELD.argStart;
/** Used again for each line: an array of its own would cost more than the reading. */
const numbers = new Float64Array(MOST_FIELDS);

/**
 * The numbers between blanks, up to the last one that is used; NaN for what is no whole number, a minus included: a negative
 * count is no count. Thousands of lines are read at every scan, so this goes over the text once. Valid until the next call.
 */
function readNumbers(text: string, from: number, to: number): Float64Array {
  numbers.fill(Number.NaN);
  let field = 0;
  let value = Number.NaN;
  for (let at = from; at <= to && field < MOST_FIELDS; at++) {
    const code = at === to ? BLANK : text.charCodeAt(at);
    if (code === BLANK || code === NEWLINE) {
      numbers[field++] = value;
      value = Number.NaN;
      continue;
    }
    const digit = code - ZERO;
    const isFirst = at === from || text.charCodeAt(at - 1) === BLANK;
    value = digit < 0 || digit > 9 ? Number.NaN : isFirst ? digit : value * 10 + digit;
    if (Number.isNaN(value)) at = skipWord(text, at, to) - 1;
  }
  return numbers;
}

function skipWord(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== BLANK && text.charCodeAt(at) !== NEWLINE) at++;
  return at;
}

function known(value: number): number | null {
  return value <= LARGEST ? value : null;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
