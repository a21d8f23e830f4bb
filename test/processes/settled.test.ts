/** Proves that a watcher which reads quiet processes less often still sees what becomes of them, and soon. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScanner, type Scan } from '../../src/flow/scan.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import { hosts } from '../../src/hosts/registry.ts';
import { emptyMemory } from '../../src/lineage/lineage-memory.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { systemClock } from '../../src/system/clock.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { analyze } from './analyzer.ts';
import { type Agent, createWorld, stateOf, type World } from './world.ts';

/** After so many scans without a change it is settled; within so many more it is read. */
const SETTLING = 8;
const TURNS = 4;

let world: World;
let agent: Agent;
let folder: string;
let source: ReturnType<typeof openProcfs>;
let scan: () => Promise<Scan>;
beforeEach(async () => {
  world = createWorld();
  agent = await world.agent();
  folder = mkdtempSync(join(tmpdir(), 'settled-'));
  const uid = process.geteuid?.() ?? 0;
  source = openProcfs('/proc', uid);
  const ports = { source, analyze, hosts, uid, ledger: () => ({ sessions: [], grants: [] }), clock: systemClock() };
  const settings = settingsFrom(DEFAULT_POLICY, { armed: false, after: 0, agentPid: agent.pid, dryRun: true });
  scan = createScanner(ports, settings, emptyMemory(null)).scan;
});
afterEach(async () => {
  await world.close();
  source.close();
  rmSync(folder, { recursive: true });
});

/** A shell that waits for a word, then does what only a file says; and the word. */
async function waiting(next: string): Promise<{ readonly pid: number; go(): void }> {
  const [word, file] = [join(folder, 'word'), join(folder, 'next')];
  spawnSync('mkfifo', [word]);
  const pid = await agent.start(['bash', '-c', `read -t 50 < ${word}; . ${file}`]);
  await world.until('it waits', async () => {
    const { forest } = await scan();
    return forest.byPid.get(pid)?.argv?.[0] === 'bash' && stateOf(pid) === 'S';
  });
  for (let round = 0; round < SETTLING; round++) await scan();
  writeFileSync(file, next);
  return { pid, go: () => writeFileSync(word, '\n') };
}

it('a loop that took the place of a settled, bounded shell, by exec', async () => {
  const { pid, go } = await waiting(`exec bash -c 'while :; do sleep 1; done'`);
  const before = (await scan()).forest.byPid.get(pid);
  expect((await scan()).report.suspects.some(({ identity }) => identity.pid === pid)).toBe(false);
  go();
  const uncached = openProcfs('/proc', process.geteuid?.() ?? 0);
  await world.until('the other program runs', async () => {
    const reading = await uncached.read(pid);
    return reading.kind === 'found' && reading.record.argv?.[2]?.startsWith('while') === true;
  });
  uncached.close();
  let found: Scan | null = null;
  for (let turn = 0; turn < TURNS; turn++) found = await scan();
  const suspect = found?.report.suspects.find(({ identity }) => identity.pid === pid);
  expect(suspect?.identity).toEqual(before?.identity);
  expect(suspect?.decisive.kind).toBe('unbounded-loop');
});

it('a settled shell that begins to burn CPU', async () => {
  const { pid, go } = await waiting('while :; do :; done');
  const before = (await scan()).forest.byPid.get(pid)?.cpuSeconds ?? 99;
  go();
  await world.until('it burns', () => stateOf(pid) === 'R');
  let seen = 0;
  for (let scans = 0; scans < 1000 && seen === 0; scans++) {
    const { forest } = await scan();
    seen = (forest.byPid.get(pid)?.cpuSeconds ?? 0) - before;
  }
  expect(seen).toBeGreaterThan(0);
});

it('a settled process that has another parent by now, and one that is gone', async () => {
  const starter = await agent.start(['bash', '-c', 'sleep 50 & sleep 50']);
  const below = async (): Promise<readonly ProcessRecord[]> => {
    const { forest } = await scan();
    return [...forest.byPid.values()].filter(({ sid, argv }) => sid === starter && argv?.[0] === 'sleep');
  };
  await world.until('both sleep', async () => (await below()).length === 2);
  for (let round = 0; round < SETTLING; round++) await scan();
  const [one, other] = await below();
  if (one === undefined || other === undefined) throw new Error('they do not sleep');
  world.signals.send(other.identity.pid, 'SIGKILL');
  world.signals.send(starter, 'SIGKILL');
  await world.until('both are gone', () => stateOf(starter) === undefined && stateOf(other.identity.pid) === undefined);
  for (let turn = 0; turn < TURNS; turn++) await scan();
  const { forest, attribution } = await scan();
  const now = forest.byPid.get(one.identity.pid);
  expect(now?.ppid).not.toBe(starter);
  expect(attribution.owners.get(one.identity.pid)?.evidence.kind).toBe('was-descendant');
  expect(forest.byPid.get(other.identity.pid)?.state ?? 'Z').toBe('Z');
});
