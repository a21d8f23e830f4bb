/** The long run of test/processes/ledger-storm: 32 processes, 200 asks each, 20 seeds, with deaths at every named point. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorker, DEATH_POINTS } from '../processes/ledger-storm.ts';
import { temporary, weather } from '../processes/ledger-storm-checks.ts';

let folder = '';
let worker = '';
const deaths = new Set<string>();

beforeAll(() => {
  folder = temporary();
  worker = buildWorker(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(Array.from({ length: 20 }, (_, seed) => seed + 100))('seed %i', async (seed) => {
  const storm = { seed, processes: 32, asks: 200, budget: 5, deathsEach: 2 };
  const aftermath = await weather(worker, storm);
  for (const death of aftermath.deaths) deaths.add(death);
});

it('had deaths at every named point', () => {
  expect([...deaths].sort()).toEqual([...DEATH_POINTS].sort());
});
