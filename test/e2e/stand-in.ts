/** A stand-in for an agent that starts what a test tells it; everything that it started is dead afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './bundle.ts';
import { until } from './terminal.ts';

export type StandIn = {
  readonly pid: number;
  /** starts a command below the agent, in a group of its own; returns its pid */
  start(...argv: readonly string[]): Promise<number>;
  /** ends all, and fails when something lives on */
  close(): Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const child = spawn(process.execPath, [join(root, 'test/fixtures/programs/agent.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const next = linesOf(child);
  await next();
  const started: number[] = [];
  return {
    pid: child.pid ?? 0,
    async start(...argv) {
      child.stdin?.write(`${JSON.stringify({ argv })}\n`);
      const pid = Number(await next());
      started.push(pid);
      return pid;
    },
    async close() {
      child.stdin?.end();
      for (const pid of started) endGroup(pid);
      const left = () => started.filter(isAlive);
      await until('what the stand-in started is gone', left, (pids) => pids.length === 0);
    },
  };
}

/** Whether the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  return state !== null && state !== 'Z' && state !== 'X';
}

/** The state letter in /proc; null: no such process. */
export function stateOf(pid: number): string | null {
  return statOf(pid)?.[0] ?? null;
}

/** Seconds of CPU with reaped children, and seconds of age, as /proc has them now. */
export function usageOf(pid: number): { readonly cpu: number; readonly age: number } {
  const fields = statOf(pid) ?? [];
  const ticks = (field: number) => Number(fields[field - 3]) / 100;
  const uptime = Number.parseFloat(readFileSync('/proc/uptime', 'latin1'));
  return { cpu: ticks(14) + ticks(15) + ticks(16) + ticks(17), age: uptime - ticks(22) };
}

/** The fields of /proc/<pid>/stat from the third on. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // gone already
  }
}

function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  if (stdout === null) throw new Error('no output');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
}
