/** The long run of test/processes/shell-oracle: thousands of scripts; prints how many of each kind were covered. */
import { expect, it } from 'vitest';
import { compareBounds, compareLeftovers, seedsFrom } from '../processes/shell-oracle-checks.ts';

it.each([
  ['bash', 3000],
  ['sh', 400],
  ['zsh', 400],
] as const)('bounds hold in %s', async (flavour, count) => {
  const { wrong, counts } = await compareBounds(flavour, seedsFrom(10_000, count));
  process.stdout.write(`${flavour}: ${JSON.stringify(counts)}\n`);
  expect(wrong).toEqual([]);
});

it.each(['bash', 'sh', 'zsh'] as const)('leftovers are as predicted in %s', async (flavour) => {
  const { wrong, counts } = await compareLeftovers(flavour, seedsFrom(10_000, 400));
  process.stdout.write(`${flavour}: ${JSON.stringify(counts)}\n`);
  expect(wrong).toEqual([]);
});
