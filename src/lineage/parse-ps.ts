/** One row of the portable table. What cannot be read is null, never 0. */
export type PsRow = {
  readonly pid: number;
  readonly ppid: number | null;
  readonly pgid: number | null;
  /** null where ps knows no such column (macOS prints a kernel address there) */
  readonly sid: number | null;
  readonly uid: number | null;
  readonly state: string;
  /** milliseconds since the epoch, whole seconds */
  readonly startMs: number | null;
  /** seconds of CPU, own and reaped children's */
  readonly totalCpuSeconds: number | null;
};

/** The columns that `parsePsRow` reads, in order, for `ps -o`; `lstart` is five words. */
export const PS_COLUMNS = ['pid', 'ppid', 'pgid', 'uid', 'state', 'lstart', 'time'] as const;

/**
 * Parses a line of `ps -o pid=,ppid=,pgid=,uid=,state=,lstart=,time=` (and `,sid=` after it where there is one), printed with
 * LC_ALL=C and TZ=UTC. macOS prints negative user ids (`-2` is nobody) and states of several letters.
 * @returns null for a line that names no pid
 */
export function parsePsRow(line: string): PsRow | null {
  const words = line.trim().split(/\s+/);
  const pid = count(words[0]);
  if (pid === null || pid === 0) return null;
  return {
    pid,
    ppid: count(words[1]),
    pgid: count(words[2]),
    uid: userId(words[3]),
    state: /^[A-Z]/.test(words[4] ?? '') ? (words[4] ?? '?').charAt(0) : '?',
    startMs: parseStart(words.slice(5, 10).join(' ')),
    totalCpuSeconds: parseCpuTime(words[10] ?? ''),
    sid: count(words[11]),
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon Nov 30 09:07:52 2026` (POSIX locale, UTC) in milliseconds since the epoch; null: of another form. */
export function parseStart(text: string): number | null {
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/.exec(text);
  if (parts === null) return null;
  const [, name = '', day, hour, minute, second, year] = parts;
  const month = MONTHS.indexOf(name);
  if (month === -1) return null;
  return Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
}

/** CPU or elapsed time in seconds: `[[dd-]hh:]mm:ss` (POSIX) or `mmm:ss.cc` (macOS); null: of another form. */
export function parseCpuTime(text: string): number | null {
  const parts = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d{2})(\.\d+)?$/.exec(text);
  if (parts === null) return null;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction);
}

/**
 * Picks named variables out of what ps prints of a process with its environment, `command NAME=value NAME=value`.
 * @param command what ps prints of the same process without it: what it was started with may look like a variable, too
 * @returns null when the two do not belong together
 */
export function pickPrintedMarkers(
  printed: string,
  command: string,
  names: ReadonlySet<string>,
): Readonly<Record<string, string>> | null {
  if (!printed.startsWith(command)) return null;
  const found: Record<string, string> = {};
  for (const word of printed.slice(command.length).split(/\s+/)) {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(0, equals));
    if (names.has(name) && found[name] === undefined) found[name] = word.slice(equals + 1);
  }
  return found;
}

function count(word: string | undefined): number | null {
  return word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : null;
}

/** As an unsigned number, as the kernel has it. */
function userId(word: string | undefined): number | null {
  return word !== undefined && /^-?\d{1,10}$/.test(word) ? Number(word) >>> 0 : null;
}
