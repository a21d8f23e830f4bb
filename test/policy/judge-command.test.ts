import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/policy/finding.ts';
import { judgeCommand, judgeFinding } from '../../src/policy/judge-command.ts';
import { type CommandPolicy, DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Verdict } from '../../src/policy/verdict.ts';
import { conditional, finding, finite, within } from './findings.ts';

const policy = DEFAULT_POLICY.commands;
const leftover = { place: 'leftover' } as const;
const hostBackground = { place: 'host-background' } as const;

describe('judgeFinding by the default policy', () => {
  const rows: readonly [string, Finding, Verdict][] = [
    ['a loop that nothing inside ends', finding('unbounded-loop', { bound: conditional }), 'deny'],
    ['an endless command', finding('endless-command'), 'deny'],
    ['a wait of exactly the limit', finding('long-sleep', { bound: within(120) }), 'allow'],
    ['a wait just over the limit', finding('long-sleep', { bound: within(120.5) }), 'deny'],
    ['a wait without an end', finding('long-sleep'), 'deny'],
    ['a long wait left behind', finding('long-sleep', { bound: within(600), ...leftover }), 'deny'],
    ['a poll of ten minutes', finding('long-poll', { bound: within(600) }), 'allow'],
    ['a poll of more', finding('long-poll', { bound: within(601) }), 'nudge'],
    ['a bound of an hour', finding('long-bound', { bound: within(3600) }), 'allow'],
    ['a bound of more', finding('long-bound', { bound: within(3601) }), 'nudge'],
    ['a slow command', finding('slow-command', { bound: finite }), 'nudge'],
    [
      'the host background flag, even for a finite program',
      finding('unbounded-background', { bound: finite, ...hostBackground }),
      'deny',
    ],
    ['an ordinary program left behind', finding('unbounded-background', { bound: finite, ...leftover }), 'nudge'],
    ['a server left behind', finding('unbounded-background', { bound: finite, role: 'server', ...leftover }), 'deny'],
    ['a conditional leftover', finding('unbounded-background', { bound: conditional, ...leftover }), 'deny'],
    ['a bound that fails to hold a loop', finding('ineffective-bound', { prevents: 'unbounded-loop' }), 'deny'],
    ['a bound that fails to hold a slow command', finding('ineffective-bound', { prevents: 'slow-command' }), 'nudge'],
    ['a bound that fails to hold nothing known', finding('ineffective-bound'), 'allow'],
    ['a finding about processes only', finding('orphan'), 'allow'],
  ];
  it.each(rows)('%s', (_, row, verdict) => {
    expect(judgeFinding(row, policy)).toBe(verdict);
  });

  it('lets a long wait pass in the background when the policy says so, and only there', () => {
    const lenient: CommandPolicy = { ...policy, longSleep: { seconds: 120, background: 'allow' } };
    expect(judgeFinding(finding('long-sleep', { bound: within(600), ...hostBackground }), lenient)).toBe('allow');
    expect(judgeFinding(finding('long-sleep', { bound: within(600) }), lenient)).toBe('deny');
  });
});

describe('judgeCommand', () => {
  const analysis = (...findings: readonly Finding[]) =>
    ({ status: 'complete', problems: [], call: finite, leftovers: [], findings }) as const;

  it('takes the strictest verdict and lists it first, without what is allowed', () => {
    const slow = finding('slow-command', { span: { start: 0, end: 1 } });
    const loop = finding('unbounded-loop', { span: { start: 5, end: 9 } });
    const short = finding('long-sleep', { bound: within(1) });
    const judged = judgeCommand(analysis(slow, short, loop), policy);
    expect(judged.verdict).toBe('deny');
    expect(judged.findings.map((row) => row.finding.kind)).toEqual(['unbounded-loop', 'slow-command']);
  });

  it('is silent about what could not be understood', () => {
    expect(judgeCommand({ ...analysis(), status: 'unavailable' }, policy)).toEqual({ verdict: 'allow', findings: [] });
  });
});
