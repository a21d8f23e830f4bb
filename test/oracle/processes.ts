/** Linux only: the processes that carry a run's marker in their environment or belong to its session, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export type Seen = {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly startTicks: string;
  readonly command: string;
};

/** What is older than this process was not started by it; reading its environment would only take time. */
const OWN_START = Number(readProcess(process.pid)?.startTicks ?? 0);

/** Living processes (no zombies) of the session `leader` led, or with `marker` in their environment. */
export function findProcesses(leader: number, marker: string): readonly Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const seen = readProcess(Number(name));
      if (seen === null || Number(seen.startTicks) < OWN_START) return [];
      return seen.session === leader || readText(`/proc/${name}/environ`).includes(marker) ? [seen] : [];
    });
}

/** Ends exactly these, each only while its pid still has the same start time. */
export function endProcesses(processes: readonly Seen[]): void {
  for (const { pid, startTicks } of processes) {
    if (readProcess(pid)?.startTicks !== startTicks) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended by itself between the look and the signal
    }
  }
}

function readProcess(pid: number): Seen | null {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  const startTicks = fields[19];
  if (state === undefined || startTicks === undefined || state === 'Z' || state === 'X') return null;
  const command = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return { pid, parent: Number(parent), session: Number(session), startTicks, command };
}

/** Empty when the process is gone. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
