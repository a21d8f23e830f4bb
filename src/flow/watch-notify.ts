/** The supervisor's own command for a new offender: a desktop notice, a message, a log. It can never hold up the watch. */
import { spawn } from 'node:child_process';
import { formatIdentity } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import { maskSuspect } from './mask-suspect.ts';
import type { Change } from './watch-changes.ts';

export type NotifyPorts = {
  /** starts the program with the facts in its environment; calls `ended` once, with null or what went wrong */
  start(
    command: readonly string[],
    facts: Readonly<Record<string, string>>,
    ended: (problem: string | null) => void,
  ): void;
  now(): number;
  /** where a command that does not work is reported, once for each distinct message */
  report(problem: string): void;
};

/** At most so many commands at a time and in a minute; what is over is counted and told to the next one. */
const AT_ONCE = 2;
const PER_MINUTE = 10;
const MINUTE_MS = 60_000;
const LONGEST_VALUE = 2000;

/** Returns what the loop calls with each update's changes. */
export function createNotifier(
  command: readonly string[] | null,
  ports: NotifyPorts,
): (changes: readonly Change[]) => void {
  if (command === null) return () => {};
  let running = 0;
  let suppressed = 0;
  let starts: readonly number[] = [];
  const told = new Set<string>();
  const ended = (problem: string | null) => {
    running -= 1;
    if (problem === null || told.has(problem) || told.size >= 20) return;
    told.add(problem);
    ports.report(problem);
  };
  return (changes) => {
    for (const change of changes) {
      if (change.kind !== 'offender') continue;
      const now = ports.now();
      starts = starts.filter((at) => now - at < MINUTE_MS);
      if (running >= AT_ONCE || starts.length >= PER_MINUTE) {
        suppressed += 1;
        continue;
      }
      running += 1;
      starts = [...starts, now];
      ports.start(command, { ...offenderFacts(change.suspect), LIFETIME_WATCH_SUPPRESSED: String(suppressed) }, ended);
      suppressed = 0;
    }
  };
}

/**
 * The facts of one offender as environment variables, secrets masked; every value is one string without NUL, of bounded
 * length.
 */
export function offenderFacts(offender: Suspect): Readonly<Record<string, string>> {
  const suspect = maskSuspect(offender);
  const facts = {
    ID: formatIdentity(suspect.identity),
    PID: String(suspect.identity.pid),
    COMMAND: suspect.command,
    FINDING: suspect.decisive.kind,
    REASON: suspect.decisive.reason,
    AGE_SECONDS: String(Math.round(suspect.ageSeconds)),
    CPU_SECONDS: suspect.cpuSeconds === null ? '' : String(Math.round(suspect.cpuSeconds)),
    LIMIT: suspect.limit.kind,
    LIMIT_SECONDS: String(suspect.limit.seconds),
    PAST_SECONDS: String(Math.round(suspect.pastSeconds)),
    ACTION: suspect.action,
    HOST: suspect.owner.host,
    SESSION: suspect.owner.session,
  };
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      `LIFETIME_WATCH_${name}`,
      value.replaceAll('\0', '').slice(0, LONGEST_VALUE),
    ]),
  );
}

/** The real start: no shell, no input, no output, a group of its own so that Ctrl-C spares it, 30 s to live. */
export function startNotification(env: Readonly<Record<string, string | undefined>>): NotifyPorts['start'] {
  return (command, facts, ended) => {
    const [program = '', ...args] = command;
    let done = false;
    const finish = (problem: string | null) => {
      if (done) return;
      done = true;
      ended(problem);
    };
    try {
      const child = spawn(program, args, {
        env: { ...env, ...facts },
        stdio: 'ignore',
        detached: true,
        timeout: 30_000,
        killSignal: 'SIGKILL',
      });
      child.unref();
      child.on('error', (error) => finish(`onOffender: cannot run ${program}: ${error.message}`));
      child.on('exit', (code, signal) =>
        finish(code === 0 ? null : `onOffender: ${program} ended with ${signal ?? code}`),
      );
    } catch (error) {
      finish(`onOffender: cannot run ${program}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}
