/** The long run of test/processes/ledger-storm: 32 processes, 200 asks each, 20 seeds, on disk and on a full tmpfs. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorker, DEATH_POINTS, runStorm } from '../processes/ledger-storm.ts';
import { checkAftermath, removeFolder } from '../processes/ledger-storm-checks.ts';

let folder = '';
let worker = '';
const deaths = new Set<string>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-worker-'));
  worker = buildWorker(folder);
});
afterAll(() => removeFolder(folder));

it.each(Array.from({ length: 20 }, (_, seed) => seed + 100))('seed %i', async (seed) => {
  const storm = { seed, processes: 32, asks: 200, budget: 5, deathsEach: 2 };
  const place = mkdtempSync(join(tmpdir(), 'lifetime-watch-storm-'));
  try {
    const aftermath = await runStorm(worker, storm, place);
    checkAftermath(storm, aftermath);
    for (const death of aftermath.deaths) deaths.add(death);
  } finally {
    removeFolder(place);
  }
});

it('had deaths at every named point', () => {
  expect([...deaths].sort()).toEqual([...DEATH_POINTS].sort());
});
