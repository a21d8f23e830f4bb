/**
 * A world of real processes for one test. Everything in it carries a mark in its environment; what is signalled must carry
 * it, and what carries it is dead when the world is closed, whatever happened in between.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Signals } from '../../src/system/signals.ts';
import { systemSignals } from '../../src/system/signals.ts';

const NAME = 'LIFETIME_WATCH_TEST_WORLD';

export type Agent = {
  readonly pid: number;
  /** starts a command as the agent's child and returns its pid */
  start(argv: readonly string[], options?: { readonly env?: object; readonly argv0?: string }): Promise<number>;
  /** ends the agent, and nothing of what it started */
  end(): Promise<void>;
};

export type World = {
  /** `NAME=value`, in the environment of everything here */
  readonly mark: Readonly<Record<string, string>>;
  agent(options?: { readonly argv0?: string; readonly env?: object }): Promise<Agent>;
  /** the real ones, for processes of this world alone: for any other pid it throws */
  readonly signals: Signals;
  /** pid of each living process of this world */
  pids(): readonly number[];
  /** waits until `holds` answers true */
  until(what: string, holds: () => boolean | Promise<boolean>, patienceMs?: number): Promise<void>;
  close(): Promise<void>;
};

const programs = fileURLToPath(new URL('../fixtures/programs/', import.meta.url));
const PATIENCE_MS = 45_000;

/** @param seconds how long its processes may live at the most */
export function createWorld(seconds = 60): World {
  const value = randomUUID();
  const mark = { [NAME]: value };
  const children: ChildProcess[] = [];
  const environment = { ...process.env, ...mark, WORLD_SECONDS: String(seconds) };
  // The sweeper itself must not carry the mark: it would end itself first.
  const sweeper = spawn(
    process.execPath,
    [`${programs}sweep.mjs`, `${NAME}=${value}`, String(process.pid), String(2 * seconds)],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  sweeper.unref();
  const world: World = {
    mark,
    signals: guarded(value),
    pids: () => marked(value),
    until,
    async agent({ argv0, env = {} } = {}) {
      const child = spawn(process.execPath, [`${programs}agent.mjs`], {
        argv0: argv0 ?? process.execPath,
        env: { ...environment, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const ready = await lines.next();
      if (ready.value !== 'ready' || child.pid === undefined) throw new Error('the agent did not start');
      return {
        pid: child.pid,
        async start(argv, options = {}) {
          child.stdin.write(`${JSON.stringify({ argv, ...options })}\n`);
          return Number((await lines.next()).value);
        },
        async end() {
          child.stdin.end();
          if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
        },
      };
    },
    async close() {
      for (const pid of marked(value)) end(pid);
      await until('the world is empty', () => {
        const left = marked(value);
        for (const pid of left) end(pid);
        return left.length === 0;
      });
      sweeper.kill('SIGKILL');
    },
  };
  return world;
}

async function until(what: string, holds: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited too long for: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Zombies have no environment any more, so they do not count. */
function marked(value: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .filter((pid) => isMarked(pid, value));
}

function isMarked(pid: number, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${NAME}=${value}`);
  } catch {
    return false;
  }
}

function guarded(value: string): Signals {
  const real = systemSignals();
  // A process on its way out has lost its environment: it was seen to be of this world by an earlier signal.
  const seen = new Set<string>();
  return {
    send(pid, signal) {
      const start = startOf(pid);
      if (start === undefined) return 'gone';
      if (isMarked(pid, value)) seen.add(`${pid}@${start}`);
      // It is on its way out and was never signalled: nobody can tell any more whose it is.
      else if (!seen.has(`${pid}@${start}`) && hasLeft(pid)) return 'gone';
      if (seen.has(`${pid}@${start}`)) return real.send(pid, signal);
      throw new Error(`${signal} to ${pid}, which is not of this test`);
    },
  };
}

/** A process that ends has no environment any more, and neither has a zombie. */
function hasLeft(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1') === '';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended by itself
  }
}

function startOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The state letter of a process; undefined when it is gone or a zombie. */
export function stateOf(pid: number): string | undefined {
  try {
    const state = /^\d+ \(.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    return state === 'Z' ? undefined : state;
  } catch {
    return undefined;
  }
}
