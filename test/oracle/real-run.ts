/** Runs one script in a real shell in real time (with tiny sleeps), and looks at what it leaves behind. Linux only. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../find-program.ts';
import { endProcesses, findProcesses, type Seen } from './processes.ts';
import type { Shell } from './shells.ts';

export type RealOutcome =
  | {
      readonly kind: 'ends';
      readonly seconds: number;
      /** command lines of what outlives the call by `LATER` seconds */
      readonly left: readonly string[];
    }
  | { readonly kind: 'goes-on' };

export type RealMachine = {
  /** `guard`: so many seconds are waited for its end */
  run(shell: Shell, text: string, probes: 'never' | 'always', guard?: number): Promise<RealOutcome>;
  /** command lines of whatever any of its runs left alive: none, or something is wrong */
  alive(): readonly string[];
  close(): void;
};

/** Only programs that the shell finds on its path know these names, so children of `timeout` and `nohup` find them too. */
const PROGRAMS = { probe: '[ "$LW_MODE" = always ]' } as const;

/** After so many seconds nothing is left of most scripts; two looks, since a process in the middle of an exec shows no environment. */
const SOON = [0.05, 0.05] as const;
/** A killed process, or one that was to last a tenth of a second, is gone so many seconds after the call. */
export const LATER = 0.6;

export function openRealMachine(): RealMachine {
  const memory = '/dev/shm';
  const root = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'lw-oracle-'));
  for (const [name, text] of Object.entries(PROGRAMS)) {
    writeFileSync(join(root, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  for (const name of ['one', 'two']) writeFileSync(join(root, `${name}.txt`), 'line\n');
  const id = randomUUID();
  let next = 0;
  return {
    run: (shell, text, probes, guard = 1.5) =>
      runOnce({ shell, text, probes, root, guard, marker: `LW_RUN=${id}-${next++};` }),
    alive: () => findProcesses(-1, `LW_RUN=${id}-`).map(({ command }) => command),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

type Run = {
  readonly shell: Shell;
  readonly text: string;
  readonly probes: 'never' | 'always';
  readonly root: string;
  readonly guard: number;
  readonly marker: string;
};

async function runOnce({ shell, text, probes, root, guard, marker }: Run): Promise<RealOutcome> {
  const program = findProgram(shell);
  if (program === undefined) throw new Error(`${shell} is not installed`);
  const started = performance.now();
  const child = spawn(program, ['-c', text], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { PATH: `${root}:${process.env.PATH}`, LC_ALL: 'C', LW_RUN: marker.slice(7), LW_MODE: probes },
  });
  const leader = child.pid;
  if (leader === undefined) throw new Error(`${shell} did not start`);
  const ended = new Promise<boolean>((resolve, reject) => {
    // an end that is only waiting to be told comes first
    const timer = setTimeout(() => setTimeout(() => resolve(false), 20), guard * 1000);
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  const inTime = await ended;
  const seconds = (performance.now() - started) / 1000;
  const look = async (delay: number): Promise<readonly string[]> => {
    await pause(delay * 1000);
    return findProcesses(leader, marker).map(({ command }) => command);
  };
  const soon = inTime ? [...(await look(SOON[0])), ...(await look(SOON[1]))] : [];
  const left = soon.length > 0 ? await look(LATER) : [];
  const alive = await sweep(leader, marker);
  if (alive.length > 0) throw new Error(`still there after SIGKILL: ${alive.map(({ command }) => command).join('; ')}`);
  return inTime ? { kind: 'ends', seconds, left } : { kind: 'goes-on' };
}

/** Ends what is left, children that are born meanwhile included; answers what would not go. */
async function sweep(leader: number, marker: string): Promise<readonly Seen[]> {
  for (let round = 0; round < 200; round++) {
    const found = findProcesses(leader, marker);
    if (found.length === 0) return [];
    endProcesses(found);
    await pause(5);
  }
  return findProcesses(leader, marker);
}
