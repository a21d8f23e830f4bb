/** Proves that a watcher which sees thousands of processes come and go holds on to none of them. */
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScanner } from '../../src/flow/scan.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import { hosts } from '../../src/hosts/registry.ts';
import { emptyMemory } from '../../src/lineage/lineage-memory.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { systemClock } from '../../src/system/clock.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { analyze } from './analyzer.ts';
import { createWorld, type World } from './world.ts';

const COUNT = process.env.LIFETIME_WATCH_LANE === 'deep' ? 10_000 : 500;
const MEGABYTE = 1024 * 1024;
let world: World;
beforeEach(() => {
  world = createWorld(15 * 60);
});
afterEach(() => world.close());

it(`keeps nothing of ${COUNT} short-lived processes`, { timeout: 15 * 60_000 }, async () => {
  const agent = await world.agent();
  const uid = process.geteuid?.() ?? 0;
  const source = openProcfs('/proc', uid);
  const settings = settingsFrom(DEFAULT_POLICY, { armed: false, after: null, agentPid: agent.pid, dryRun: true });
  const ledger = () => ({ sessions: [], grants: [] });
  const scanner = createScanner(
    { source, analyze, hosts, uid, ledger, clock: systemClock() },
    settings,
    emptyMemory(null),
  );
  for (let round = 0; round < 20; round++) await scanner.scan();
  const before = process.memoryUsage().rss;
  // Each has a command line of its own, so that nothing is the same twice.
  const text = `for ((i = 0; i < ${COUNT}; i++)); do bash -c "sleep 0.0$i; : $i" & ((i % 50 == 0)) && wait; done; wait`;
  const spawner = await agent.start(['bash', '-c', text]);
  let most = 0;
  await world.until(
    'all have come and gone',
    async () => {
      const { forest, report } = await scanner.scan();
      most = Math.max(most, report.scanned);
      return !forest.byPid.has(spawner);
    },
    15 * 60_000,
  );
  const { report } = await scanner.scan();
  const held = readdirSync('/proc/self/fd').length;
  expect(scanner.memory().seen.size).toBeLessThanOrEqual(report.scanned);
  expect(held).toBeLessThan(report.scanned + 100);
  expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(80);
  source.close();
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(held);
});
