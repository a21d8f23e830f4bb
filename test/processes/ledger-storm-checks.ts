import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import type { Aftermath, Storm } from './ledger-storm.ts';

/** What must hold after every storm. */
export function checkAftermath(storm: Storm, aftermath: Aftermath): void {
  const { answers, decisions, damages, mostActive, mostHeld, activeAtEnd } = aftermath;
  expect(damages).toBe(0);
  expect(mostActive, 'places taken at one line').toBeLessThanOrEqual(storm.budget);
  expect(mostHeld, 'launches under way at one line').toBeLessThanOrEqual(storm.budget);
  expect(mostActive, 'the budget was really contended for').toBe(storm.budget);
  expect(activeAtEnd).toBe(0);
  // Everybody who got an answer got the one that all the others compute.
  expect([...answers].filter(([action, answer]) => decisions.get(action) !== answer)).toEqual([]);
  expect(decisions.size).toBeGreaterThanOrEqual(storm.processes * storm.asks - aftermath.deaths.length);
  // Only the files of the session are left, and half-written caches of the dead.
  const odd = aftermath.files.filter(
    (file) => !/^(storm\.(jsonl|witness|snapshot)(\.\d+\.new)?|answers(-\d+)?|deaths)$/.test(file),
  );
  expect(odd).toEqual([]);
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
