import { describe, expect, it } from 'vitest';
import { formatLimit, shortLimit } from '../../src/view/limit-text.ts';
import { finding } from '../policy/findings.ts';
import { suspect } from './suspects.ts';

const waits = (seconds: number) => finding('long-sleep', { bound: { kind: 'within', seconds } });

describe('a limit', () => {
  it.each([
    ['an age', suspect(1), 'age 15m', 'age 15m'],
    [
      'its own bound, which it may overrun',
      suspect(1, { decisive: waits(90), limit: { kind: 'bound', seconds: 150 } }),
      'own 90s+1m',
      'its own bound 90s and 1m of grace',
    ],
    [
      'its own bound without a grace',
      suspect(1, { decisive: waits(90), limit: { kind: 'bound', seconds: 90 } }),
      'own 90s',
      'its own bound 90s',
    ],
    [
      'an age, of what states an end as well',
      suspect(1, { decisive: waits(90), limit: { kind: 'orphan', seconds: 60 } }),
      'orph 1m',
      'orphan 1m',
    ],
  ])('that is %s', (_what, held, short, long) => {
    expect([shortLimit(held), formatLimit(held)]).toEqual([short, long]);
  });
});
