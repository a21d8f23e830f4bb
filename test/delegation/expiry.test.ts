import { expect, it } from 'vitest';
import { findExpired } from '../../src/delegation/expiry.ts';
import { bind, type Fact, launched, reserve, resume, start, tell, unknown } from './facts.ts';

/** The launches that are given up a minute after the first line, when each may be silent for 30 seconds. */
function expired(facts: readonly Fact[], startsAreReported = true): readonly string[] {
  const nowMs = Date.UTC(2026, 0, 1, 0, 1, 0);
  return findExpired(tell(facts).account, { nowMs, afterSeconds: 30, startsAreReported });
}

const later = Array.from({ length: 40 }, (_, index) => start(`other${index}`));

it.each<readonly [string, readonly Fact[], readonly string[]]>([
  ['a launch that nothing was heard of', [reserve('a')], ['a']],
  ['not one that has time left', [...later, reserve('a', { places: 1, limit: { agents: null, mode: 'guard' } })], []],
  ['not one with a child', [reserve('a', { places: 2 }), bind('a', 'k')], []],
  ['not one whose result is unknown', [reserve('a'), unknown('a')], []],
  ['not one whose children have no ids', [reserve('a'), launched('a')], []],
  ['not what nobody asked for', [resume('k')], []],
])('gives up %s', (_what, facts, actions) => {
  expect(expired(facts)).toEqual(actions);
});

it('gives up nothing where no start is ever reported: silence says nothing there', () => {
  expect(expired([reserve('a')], false)).toEqual([]);
});

it('gives up nothing when the clock was put back', () => {
  const account = tell([reserve('a')]).account;
  expect(findExpired(account, { nowMs: 0, afterSeconds: 30, startsAreReported: true })).toEqual([]);
});
