import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Aftermath, runStorm, type Storm } from './ledger-storm.ts';

/** Runs a storm in folders of its own, checks what must hold after every storm, and returns the rest for more checks. */
export async function weather(worker: string, storm: Storm): Promise<Aftermath> {
  const [folder, notes] = [temporary(), temporary()];
  try {
    const aftermath = await runStorm(worker, storm, { folder, notes });
    checkAftermath(storm, aftermath);
    return aftermath;
  } finally {
    for (const each of [folder, notes]) rmSync(each, { recursive: true, force: true });
  }
}

export function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'lifetime-watch-storm-'));
}

function checkAftermath(storm: Storm, aftermath: Aftermath): void {
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
  const odd = aftermath.files.filter((file) => !/^storm\.(jsonl|witness|snapshot)(\.\d+\.new)?$/.test(file));
  expect(odd).toEqual([]);
}
