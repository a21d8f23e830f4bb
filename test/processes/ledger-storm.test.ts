/**
 * Proves with real processes that a budget is never oversubscribed, that no grant is lost and nobody waits for a dead
 * process, when askers die by SIGKILL at every named point. The long run of the same is in test/deep.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorker, runStorm } from './ledger-storm.ts';
import { checkAftermath, removeFolder } from './ledger-storm-checks.ts';

let folder = '';
let worker = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-worker-'));
  worker = buildWorker(folder);
});
afterAll(() => removeFolder(folder));

it.each([1, 2])('8 processes, 60 asks each, deaths at named points: seed %i', async (seed) => {
  const storm = { seed, processes: 8, asks: 60, budget: 3, deathsEach: 1 };
  const place = mkdtempSync(join(tmpdir(), 'lifetime-watch-storm-'));
  try {
    const aftermath = await runStorm(worker, storm, place);
    checkAftermath(storm, aftermath);
    expect(aftermath.deaths.length).toBeGreaterThan(2);
  } finally {
    removeFolder(place);
  }
});
