/** Many processes on one ledger, dying at named points, and the account of what they were told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { countActive, emptyAccount } from '../../src/delegation/account.ts';
import { applyEntry } from '../../src/delegation/fold.ts';
import { KnownError } from '../../src/errors.ts';
import { toAccountEntry } from '../../src/ledger/account-entry.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { nodeFiles } from '../../src/system/files.ts';

export const DEATH_POINTS = [
  'before the write',
  'in the middle of the write',
  'after the write',
  'before a read',
  'before the witness',
  'after the witness',
  'in the middle of the cache',
  'after the cache',
  'after the answer',
] as const;
export type DeathPoint = (typeof DEATH_POINTS)[number];

export type WorkerOrder = {
  readonly folder: string;
  readonly session: string;
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly budget: number;
  readonly answers: string;
  readonly deaths: string;
  readonly death: { readonly point: DeathPoint; readonly countdown: number } | null;
};

export type Storm = {
  readonly seed: number;
  readonly processes: number;
  readonly asks: number;
  readonly budget: number;
  /** deaths of one worker before it is left to finish */
  readonly deathsEach: number;
};

export type Place = {
  /** where the ledger lies */
  readonly folder: string;
  /** where the workers note what they were told and how they died */
  readonly notes: string;
};

export type Aftermath = {
  readonly entries: readonly Entry[];
  readonly damages: number;
  /** what each asker was told, by action */
  readonly answers: ReadonlyMap<string, string>;
  readonly deaths: readonly string[];
  /** the most places taken at any line, by the fold */
  readonly mostActive: number;
  /** the most launches at any line that were told `granted` and not over yet, by the answers alone */
  readonly mostHeld: number;
  /** what the fold says of each ask */
  readonly decisions: ReadonlyMap<string, string>;
  readonly activeAtEnd: number;
  readonly files: readonly string[];
};

/** Bundles the worker once; returns the path of a plain script. */
export function buildWorker(folder: string): string {
  const script = join(folder, 'worker.mjs');
  buildSync({
    entryPoints: [new URL('ledger-worker.ts', import.meta.url).pathname],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return script;
}

/** Runs the storm to its end: every worker asked as often as it should, whoever died in between. */
export async function runStorm(worker: string, storm: Storm, place: Place): Promise<Aftermath> {
  const { folder, notes } = place;
  const random = randomFrom(storm.seed);
  const answers = join(notes, 'answers');
  const deaths = join(notes, 'deaths');
  writeFileSync(deaths, '');
  const order = (index: number, from: number, death: WorkerOrder['death']): WorkerOrder => ({
    folder,
    session: 'storm',
    index,
    from,
    to: storm.asks,
    budget: storm.budget,
    answers: `${answers}-${index}`,
    deaths,
    death,
  });
  const live = async (index: number) => {
    let from = 0;
    for (let lives = 0; ; lives += 1) {
      const mortal = lives < storm.deathsEach;
      const point = DEATH_POINTS[Math.floor(random() * DEATH_POINTS.length)] ?? 'after the write';
      const most = point.includes('cache') ? 2 : storm.asks;
      const death = mortal ? { point, countdown: Math.floor(random() * most) } : null;
      const signal = await runWorker(worker, order(index, from, death));
      if (signal === null) return;
      from = buryWorker(folder, index);
    }
  };
  await Promise.all(Array.from({ length: storm.processes }, (_, index) => live(index)));
  return examine(place, storm);
}

/** Resolves with the signal that ended it; rejects when it failed otherwise. */
function runWorker(script: string, order: WorkerOrder): Promise<NodeJS.Signals | null> {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout?.once('data', () => child.stdin?.end('go\n'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(signal);
      else reject(new Error(`worker ${order.index} ended with ${code ?? signal}`));
    });
  });
}

/** As a host does when a call ends without a result: what the dead had asked for is over. Returns where to go on. */
function buryWorker(folder: string, index: number): number {
  let ids = 0;
  const ledger = openLedger({
    files: nodeFiles,
    folder,
    session: 'storm',
    host: 'storm',
    now: Date.now,
    newId: () => `bury-${index}-${Math.random()}-${ids++}`,
  });
  const mine = (action: string) => action.startsWith(`w${index}-`);
  for (const action of ledger.read().account.reservations.keys()) if (mine(action)) tryToSettle(ledger, action);
  ledger.close();
  const asked = (readSession(nodeFiles, folder, 'storm')?.added ?? []).flatMap((entry) =>
    entry.kind === 'reserve' && mine(entry.action) ? [Number(entry.action.split('-')[1])] : [],
  );
  return Math.max(-1, ...asked) + 1;
}

function tryToSettle(ledger: Ledger, action: string): void {
  try {
    ledger.record({ kind: 'settle', action, result: 'joined', agents: [] });
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
  }
}

function examine({ folder, notes }: Place, storm: Storm): Aftermath {
  const reading = readSession(nodeFiles, folder, 'storm');
  const entries = reading?.added ?? [];
  const answers = new Map<string, string>();
  for (let index = 0; index < storm.processes; index += 1) {
    for (const line of linesOf(join(notes, `answers-${index}`))) {
      const { action, answer } = JSON.parse(line) as { action: string; answer: string };
      answers.set(action, answer);
    }
  }
  const account = emptyAccount();
  const decisions = new Map<string, string>();
  const held = new Set<string>();
  let mostActive = 0;
  let mostHeld = 0;
  for (const entry of entries) {
    const line = toAccountEntry(entry);
    const decision = line === null ? null : applyEntry(account, line, entry.id);
    if (decision !== null) decisions.set(decision.action, decision.kind === 'granted' ? 'granted' : decision.code);
    if (entry.kind === 'reserve' && answers.get(entry.action) === 'granted') held.add(entry.action);
    if (entry.kind === 'settle') held.delete(entry.action);
    mostActive = Math.max(mostActive, countActive(account));
    mostHeld = Math.max(mostHeld, held.size);
  }
  return {
    entries,
    damages: reading?.damages.length ?? -1,
    answers,
    deaths: linesOf(join(notes, 'deaths')),
    mostActive,
    mostHeld,
    decisions,
    activeAtEnd: countActive(account),
    files: readdirSync(folder),
  };
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** mulberry32: the same storm for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
