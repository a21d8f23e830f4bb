/**
 * Proves on random scripts that what the analysis calls bounded ends in a real shell within the claimed time, that what it
 * calls endless does not end, and that exactly the predicted processes outlive a call. Not: that it finds all that end.
 */
import { expect, it } from 'vitest';
import { compareBounds, compareLeftovers, seedsFrom } from './shell-oracle-checks.ts';

it.each([
  ['bash', 60],
  ['sh', 20],
  ['zsh', 20],
] as const)('bounds hold in %s', async (flavour, count) => {
  const { wrong, counts } = await compareBounds(flavour, seedsFrom(1, count));
  expect(wrong).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(['conditional', 'endless', 'finite', 'within']);
});

it.each([
  ['bash', 40],
  ['sh', 20],
  ['zsh', 20],
] as const)('leftovers are as predicted in %s', async (flavour, count) => {
  const { wrong, counts } = await compareLeftovers(flavour, seedsFrom(1, count));
  expect(wrong).toEqual([]);
  expect(Object.keys(counts).length).toBeGreaterThan(1);
});
