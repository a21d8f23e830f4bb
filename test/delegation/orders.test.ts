/** Every order of start, stop and result, each possibly twice, frees a place exactly once and never too early. */
import { describe, expect, it } from 'vitest';
import type { Fact } from './facts.ts';
import { attempt, joined, killed, launched, mainList, permutations, reserve, start, stop, tell } from './facts.ts';

type Row = readonly [name: string, result: Fact, stop: Fact, taken: 'until both' | 'until joined'];

const rows: readonly Row[] = [
  ['asynchronous launch, confirmed stop', launched('act', 'kid'), stop('kid'), 'until both'],
  ['asynchronous launch, killed', launched('act', 'kid'), killed('kid'), 'until both'],
  ['foreground call, confirmed stop', joined('act', 'kid'), stop('kid'), 'until joined'],
  ['foreground call, stop only attempted', joined('act', 'kid'), attempt('kid'), 'until joined'],
];

/** every order of three facts with each of them told once or twice */
function tellings(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  return permutations(facts).flatMap((order) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((mask) => {
      const doubled = order.filter((_, index) => (mask >> index) & 1);
      return [[...order, ...doubled], order.flatMap((fact, index) => ((mask >> index) & 1 ? [fact, fact] : [fact]))];
    }),
  );
}

describe.each(rows)('%s', (_name, result, end, taken) => {
  const all = tellings([start('kid'), end, result]);

  it('knows all orders', () => {
    expect(permutations([1, 2, 3])).toHaveLength(6);
    expect(all).toHaveLength(96);
  });

  it('frees the place once, when the last word that it takes has come', () => {
    for (const facts of all) {
      const { active } = tell([reserve('act'), ...facts]);
      const lastOf = (fact: Fact) => facts.findIndex((other) => other.kind === fact.kind) + 1;
      const free = taken === 'until joined' ? lastOf(result) : Math.max(lastOf(result), lastOf(end));
      const expected = active.map((_, index) => (index < free ? 1 : 0));
      expect(active, JSON.stringify(facts)).toEqual(expected);
    }
  });

  it('leaves the places of a neighbour alone', () => {
    for (const facts of all) {
      const { active } = tell([reserve('other'), launched('other', 'neighbour'), reserve('act'), ...facts]);
      expect(active.at(-1), JSON.stringify(facts)).toBe(1);
      expect(Math.min(...active.slice(2))).toBe(1);
    }
  });
});

it('leaves nothing behind when the result names no child; a child that is seen late counts until its stop', () => {
  for (const facts of tellings([start('kid'), stop('kid'), joined('act')])) {
    expect(tell([reserve('act'), ...facts]).active.at(-1), JSON.stringify(facts)).toBe(0);
  }
});

describe('a stop that was only attempted', () => {
  it.each(permutations([start('kid'), attempt('kid'), launched('act', 'kid')]))(
    'keeps the place until the host lists its children (%j, %j, %j)',
    (...facts) => {
      expect(tell([reserve('act'), ...facts]).active.at(-1)).toBe(1);
      expect(tell([reserve('act'), ...facts, mainList('kid')]).active.at(-1)).toBe(1);
      expect(tell([reserve('act'), ...facts, mainList()]).active.at(-1)).toBe(0);
    },
  );
});
