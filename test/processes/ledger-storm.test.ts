/**
 * Proves with real processes that a budget is never oversubscribed, that no grant is lost and nobody waits for a dead
 * process, when askers die by SIGKILL at every named point. The long run of the same is in test/deep.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorker } from './ledger-storm.ts';
import { temporary, weather } from './ledger-storm-checks.ts';

let folder = '';
let worker = '';

beforeAll(() => {
  folder = temporary();
  worker = buildWorker(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([1, 2])('8 processes, 60 asks each, deaths at named points: seed %i', async (seed) => {
  const storm = { seed, processes: 8, asks: 60, budget: 3, deathsEach: 1 };
  const aftermath = await weather(worker, storm);
  expect(aftermath.deaths.length).toBeGreaterThan(2);
});
