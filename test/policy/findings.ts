import type { Bound, Finding, FindingKind } from '../../src/policy/finding.ts';

export const within = (seconds: number): Bound => ({ kind: 'within', seconds });
export const finite: Bound = { kind: 'finite' };
export const conditional: Bound = { kind: 'conditional' };
export const endless: Bound = { kind: 'endless' };

/** A finding with only what the test is about. */
export function finding(kind: FindingKind, change: Partial<Finding> = {}): Finding {
  return {
    kind,
    rule: 'LW000',
    span: { start: 0, end: 1 },
    text: 'x',
    bound: endless,
    place: 'foreground',
    role: 'unknown',
    reason: 'a reason',
    derivation: [],
    remedy: '',
    ...change,
  };
}
