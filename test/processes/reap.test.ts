/**
 * Proves on real processes that an armed audit ends what loops, whatever it does against that, and nothing else: the agent
 * lives, its other work lives, and no signal leaves the world of the test.
 */
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Audit } from '../../src/flow/audit.ts';
import { bundle } from './bundle.ts';
import { type Run, type Watcher, watch } from './scan-world.ts';
import { type Agent, createWorld, stateOf, type World } from './world.ts';

let world: World;
let watcher: Watcher;
let agent: Agent;
let bystander: number;

beforeEach(async () => {
  world = createWorld();
  watcher = await watch(world);
  agent = await world.agent();
  bystander = await agent.start(['sleep', '55']);
});
afterEach(async () => {
  await world.close();
  watcher.close();
});

const bash = (text: string): readonly string[] => ['bash', '-c', text];
const AFTER = 0.3;
const enforce = (run: Run = {}): Promise<Audit> =>
  watcher.audit({ agentPid: agent.pid, armed: true, after: AFTER, ...run });
const outcomes = ({ offenders }: Audit): readonly (string | undefined)[] =>
  offenders.map(({ outcome }) => outcome?.outcome);
const everybodyElseLives = (): void => {
  // At work or asleep: neither gone nor stopped.
  const lives = (pid: number): boolean => ['S', 'R'].includes(stateOf(pid) ?? '');
  expect({ agent: lives(agent.pid), bystander: lives(bystander) }).toEqual({ agent: true, bystander: true });
};
/** Starts a shell and waits until it is old enough to be past the limit of these tests. */
const startShell = async (text: string): Promise<number> => {
  const pid = await agent.start(bash(text));
  await world.until('it is past its limit', async () => {
    const { scan } = await watcher.audit({ agentPid: agent.pid, after: 9999 });
    return (scan.forest.byPid.get(pid)?.ageSeconds ?? 0) > AFTER;
  });
  return pid;
};
const childrenOf = async (pid: number, count: number): Promise<void> => {
  await world.until(`${pid} has ${count} children`, async () => {
    const { scan } = await watcher.audit({ agentPid: agent.pid, after: 9999 });
    return scan.forest.childrenOf(pid).length >= count;
  });
};

describe('an armed audit', () => {
  it.each<[string, string]>([
    ['a spinner', 'while :; do :; done'],
    ['an idle poll', 'until [ -f /nonexistent/never ]; do sleep 2; done'],
    ['one that ignores TERM', 'trap "" TERM; while :; do sleep 0.1; done'],
    ['one that starts another on TERM', 'trap "sleep 50 & sleep 50 & exit" TERM; while :; do sleep 0.1; done'],
    ['one that starts children all the time', 'while :; do sleep 3 & sleep 0.05; done'],
    ['one with children in groups of their own', 'set -m; sleep 50 & sleep 50 & while :; do sleep 0.1; done'],
    ['one with a child in a session of its own', 'setsid sleep 50 & while :; do sleep 0.1; done'],
    ['one that leaves zombies', 'sleep 0 & while :; do :; done'],
  ])('ends %s', async (_, text) => {
    const pid = await startShell(text);
    const result = await enforce();
    expect(outcomes(result)).toEqual(['gone']);
    expect(stateOf(pid)).toBeUndefined();
    everybodyElseLives();
    expect([...world.pids()].sort()).toEqual([agent.pid, bystander].sort());
  });

  it('ends one that somebody had stopped', async () => {
    const pid = await startShell('while :; do :; done');
    await world.until('it spins', () => stateOf(pid) === 'R');
    world.signals.send(pid, 'SIGSTOP');
    await world.until('it stands still', () => stateOf(pid) === 'T');
    expect(outcomes(await enforce())).toEqual(['gone']);
    expect(stateOf(pid)).toBeUndefined();
  });

  it('ends the fork in the background, not the shell that works on', async () => {
    const pid = await startShell('(while :; do sleep 0.2; done) & sleep 50; :');
    await childrenOf(pid, 2);
    const result = await enforce();
    expect(outcomes(result)).toEqual(['gone']);
    expect(result.offenders[0]?.suspect.identity.pid).not.toBe(pid);
    expect(stateOf(pid)).toBe('S');
    everybodyElseLives();
  });

  it('records the intent before the first signal, and the outcome', async () => {
    await startShell('while :; do :; done');
    const { scan } = await watcher.audit({ agentPid: agent.pid, after: 9999 });
    const session = scan.report.sessions[0]?.id ?? '';
    const kinds = (): readonly string[] => watcher.entries(session).map(({ kind }) => kind);
    const before: (readonly string[])[] = [];
    const send: World['signals']['send'] = (pid, signal) => {
      before.push(kinds());
      return world.signals.send(pid, signal);
    };
    await enforce({ ports: { signals: { send } } });
    expect(before[0]).toEqual(['flag', 'reap-intent']);
    expect(kinds()).toEqual(['flag', 'reap-intent', 'reap-outcome']);
  });

  it('signals nothing in a dry run, and shows the plan', async () => {
    const pid = await startShell('while :; do :; done');
    const { offenders } = await enforce({ dryRun: true });
    expect(offenders[0]).toMatchObject({ outcome: null, plan: { kind: 'plan', root: { pid } } });
    expect(stateOf(pid)).toBe('R');
  });

  it('flags and does nothing while it is not armed', async () => {
    const pid = await startShell('while :; do :; done');
    const { offenders } = await watcher.audit({ agentPid: agent.pid, after: AFTER });
    expect(offenders[0]).toMatchObject({ outcome: null, suspect: { action: 'flag', armedAction: 'reap' } });
    expect(stateOf(pid)).toBe('R');
  });
});

describe('a reaper that was killed half-way', () => {
  it('is found by the next audit, armed or not, and what it froze goes on', async () => {
    const pid = await startShell('while :; do :; done');
    const { scan } = await watcher.audit({ agentPid: agent.pid, after: 9999 });
    const session = scan.report.sessions[0]?.id ?? '';
    const program = bundle('killed-reaper.ts');
    try {
      const { signal } = spawnSync(process.execPath, [program.path, String(pid), session], {
        env: { ...process.env, ...watcher.env },
      });
      expect(signal).toBe('SIGKILL');
      await world.until('it stands still', () => stateOf(pid) === 'T');
    } finally {
      program.remove();
    }
    const { released } = await watcher.audit({ agentPid: agent.pid, after: 9999 });
    expect(released).toEqual([expect.stringContaining(`its reaper was killed half-way; continued ${pid}@`)]);
    expect(stateOf(pid)).toBe('R');
    expect(watcher.entries(session).map(({ kind }) => kind)).toEqual(['reap-intent', 'reap-outcome']);
    expect(outcomes(await enforce())).toEqual(['gone']);
  });
});
