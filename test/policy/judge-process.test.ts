import { describe, expect, it } from 'vitest';
import { judgeProcess, type ProcessFacts } from '../../src/policy/judge-process.ts';
import { DEFAULT_POLICY, type ProcessPolicy } from '../../src/policy/policy.ts';
import { conditional, finding, finite, within } from './findings.ts';

const unarmed = DEFAULT_POLICY.processes;
const armed: ProcessPolicy = { ...unarmed, enforce: true };
const loop = finding('unbounded-loop', { bound: conditional, place: 'process' });

function facts(change: Partial<ProcessFacts>): ProcessFacts {
  return {
    findings: [loop],
    ageSeconds: 0,
    cpuSeconds: 0,
    longLived: false,
    after: null,
    grantedSeconds: null,
    ...change,
  };
}

describe('judgeProcess', () => {
  it('leaves a young loop alone and says how long it has', () => {
    expect(judgeProcess(facts({ ageSeconds: 60 }), armed)).toMatchObject({ action: 'leave', pastSeconds: 60 - 900 });
  });
  it('reaps an old loop when armed and flags it when not', () => {
    expect(judgeProcess(facts({ ageSeconds: 900 }), armed)).toMatchObject({
      action: 'reap',
      limit: { kind: 'age', seconds: 900 },
    });
    expect(judgeProcess(facts({ ageSeconds: 900 }), unarmed)).toMatchObject({ action: 'flag', armedAction: 'reap' });
  });
  it('lets CPU trip the rule before age does, and never lets its absence excuse', () => {
    expect(judgeProcess(facts({ ageSeconds: 400, cpuSeconds: 300 }), armed)).toMatchObject({
      action: 'reap',
      limit: { kind: 'cpu' },
    });
    expect(judgeProcess(facts({ ageSeconds: 901, cpuSeconds: null }), armed)).toMatchObject({ action: 'reap' });
  });
  it('holds a long wait to its own bound and a grace', () => {
    const wait = finding('long-sleep', { bound: within(900) });
    expect(judgeProcess(facts({ findings: [wait], ageSeconds: 959 }), armed)).toMatchObject({
      action: 'leave',
      pastSeconds: -1,
    });
    expect(judgeProcess(facts({ findings: [wait], ageSeconds: 960 }), armed)).toMatchObject({
      action: 'flag',
      limit: { kind: 'bound', seconds: 960 },
    });
  });
  it('reaps a counted loop that overran its own bound', () => {
    const poll = finding('long-poll', { bound: within(1200) });
    expect(judgeProcess(facts({ findings: [poll], ageSeconds: 1300 }), armed)).toMatchObject({ action: 'reap' });
  });
  it('does not let a young orphan hasten the reaping of its loop', () => {
    const orphan = finding('orphan');
    expect(judgeProcess(facts({ findings: [loop, orphan], ageSeconds: 61 }), armed)).toMatchObject({
      action: 'flag',
      limit: { kind: 'orphan', seconds: 60 },
    });
  });
  it('takes the override for limits of age, not for a stated bound', () => {
    expect(judgeProcess(facts({ ageSeconds: 3, after: 2 }), armed)).toMatchObject({
      action: 'reap',
      limit: { seconds: 2 },
    });
    const wait = finding('long-sleep', { bound: within(900) });
    expect(judgeProcess(facts({ findings: [wait], ageSeconds: 3, after: 2 }), armed)).toMatchObject({
      action: 'leave',
    });
  });
  it('respects a grant', () => {
    expect(judgeProcess(facts({ ageSeconds: 9000, grantedSeconds: 30 }), armed)).toMatchObject({
      action: 'leave',
      pastSeconds: -30,
    });
  });
  it('gives an expected long-lived program a limit of its own', () => {
    const server = finding('endless-command', { role: 'server' });
    expect(judgeProcess(facts({ findings: [server], ageSeconds: 7200, longLived: true }), armed)).toMatchObject({
      action: 'leave',
    });
    expect(judgeProcess(facts({ findings: [server], ageSeconds: 7200 }), armed)).toMatchObject({ action: 'flag' });
  });
  it('has nothing to say about what no rule limits', () => {
    expect(judgeProcess(facts({ findings: [], ageSeconds: 1e6 }), armed)).toBeNull();
    expect(judgeProcess(facts({ findings: [finding('slow-command')], ageSeconds: 1e6 }), armed)).toBeNull();
    expect(
      judgeProcess(facts({ findings: [finding('unbounded-background', { bound: finite })], ageSeconds: 1e6 }), armed),
    ).toBeNull();
  });
});
