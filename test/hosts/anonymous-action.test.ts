import { expect, it } from 'vitest';
import { anonymousAction, isAnonymous } from '../../src/hosts/anonymous-action.ts';

it('is the same for the same words and another for others', () => {
  expect(anonymousAction('scout', 'look')).toBe(anonymousAction('scout', 'look'));
  expect(anonymousAction('scout', 'look')).not.toBe(anonymousAction('scoutl', 'ook'));
});

it('needs a number as long as it has none', () => {
  expect(isAnonymous(anonymousAction('scout', 'look'))).toBe(true);
  expect(isAnonymous(`${anonymousAction('scout', 'look')}#2`)).toBe(false);
  expect(isAnonymous('toolu_01A')).toBe(false);
});
