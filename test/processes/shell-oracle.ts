/**
 * Runs shell text in a real shell whose probe and pauses are stand-ins: the probe `nc` always fails, always succeeds or
 * succeeds now and then; `sleep` only counts. A script that does not end is killed after so many commands.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flavour } from './random-scripts.ts';

export type Mode = 'fail' | 'succeed' | 'second' | 'third';
export type Outcome = { readonly ended: boolean; readonly slept: number };

const SHELLS: Readonly<Record<Flavour, string>> = { bash: 'bash', sh: 'dash', zsh: 'zsh' };

const PROBE =
  '_k=0; nc() { _k=$((_k+1)); case $MODE in fail) return 1 ;; succeed) return 0 ;; second) [ $((_k % 2)) -eq 0 ] ;; *) [ $((_k % 3)) -eq 0 ] ;; esac; }';
const PAUSE = 'sleep() { echo "$1" >> "$SLEPT"; SECONDS=$((SECONDS+$1)); }';
/** bash looks before every command: a virtual second goes by now and then, and after too many commands it is over. */
const GUARD =
  "_c=0; export -f sleep nc; set -T; trap '((++_c % 200)) || SECONDS=$((SECONDS+1)); ((_c > 12000)) && kill -KILL $$ $BASHPID' DEBUG";

/** Seconds of CPU after which a shell without such a look is over. */
const MOST_CPU = 1;

function prelude(flavour: Flavour): string {
  const pause = flavour === 'sh' ? PAUSE.replace(/; SECONDS=[^;]*;/, ';') : PAUSE;
  return [pause, PROBE, ...(flavour === 'bash' ? [GUARD] : []), `ulimit -t ${MOST_CPU}`, ''].join('\n');
}

/** Runs the text once. */
export async function runOnce(flavour: Flavour, text: string, mode: Mode): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-oracle-'));
  const log = join(folder, 'slept');
  writeFileSync(log, '');
  const child = spawn(SHELLS[flavour], ['-c', prelude(flavour) + text], {
    cwd: folder,
    env: { PATH: process.env.PATH, MODE: mode, SLEPT: log },
    stdio: 'ignore',
    detached: true,
  });
  const { code, signal } = await exitOf(child);
  endGroup(child);
  const slept = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true, force: true });
  return {
    ended: signal === null && code !== 137 && code !== 152,
    slept: slept.reduce((sum, seconds) => sum + Number(seconds), 0),
  };
}

/** The numbers N of the children `sleep S.0000N` that outlive the text. */
export async function whatOutlives(flavour: Flavour, text: string): Promise<readonly string[]> {
  const child = spawn(SHELLS[flavour], ['-c', text], { stdio: 'ignore', detached: true });
  await exitOf(child);
  let members = sessionOf(child.pid ?? -1);
  while (members.some((one) => isStarting(one, members))) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    members = sessionOf(child.pid ?? -1);
  }
  endGroup(child);
  return members.flatMap((one) => /^sleep\u0000\d\.0000(\d+)\u0000$/.exec(one.command)?.[1] ?? []).sort();
}

type Member = { readonly pid: number; readonly parent: number; readonly command: string };

/** A shell that has not yet become, or started, what it is there for. */
function isStarting(one: Member, members: readonly Member[]): boolean {
  return !one.command.startsWith('sleep\u0000') && !members.some((other) => other.parent === one.pid);
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** The shell was started in a session and a group of its own, so that nothing else can be hit. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined || pid <= 1) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

function sessionOf(session: number): readonly Member[] {
  const found: Member[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[3]) !== session || fields[0] === 'Z') continue;
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (command !== '') found.push({ pid: Number(entry), parent: Number(fields[1]), command });
    } catch {
      // It ended while it was looked at.
    }
  }
  return found;
}

/** Does the work with so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = [...items];
  const worker = async (): Promise<void> => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
