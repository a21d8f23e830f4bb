/** Proves that every gate refuses, by name, and that it alone does: without it the tree would be signalled. */
import { describe, expect, it } from 'vitest';
import { buildForest } from '../../src/lineage/forest.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Owner } from '../../src/lineage/session.ts';
import { planReap } from '../../src/policy/plan-reap.ts';
import { GATES, MOST_PROCESSES, type RefusalName, ROOT_GATES, reapContext } from '../../src/policy/plan-refusals.ts';
import { running, UID } from '../lineage/table.ts';

const AGENT = 50;
const SELF = 60;
const LOOP = 100;
const ours: Owner = {
  session: 's1',
  host: 'claude-code',
  evidence: { kind: 'was-descendant', of: running(AGENT).identity },
};
const theirs: Owner = { ...ours, session: 's2' };

/** An agent, ourselves and a loop of the agent's with a child; what a test changes stands in `changed`. */
type Scene = {
  readonly changed?: readonly ProcessRecord[];
  readonly owners?: ReadonlyMap<number, Owner>;
  readonly signalable?: boolean;
  readonly protect?: readonly string[];
  readonly agents?: readonly number[];
};

const loop = running(LOOP, { ppid: AGENT, argv: ['bash', '-c', 'while :; do :; done'] });
const child = running(LOOP + 1, { ppid: LOOP, argv: ['sleep', '1'] });
const owned = new Map([LOOP, LOOP + 1].map((pid) => [pid, ours]));

function plan(target: number, scene: Scene = {}) {
  const { changed = [], owners = owned, signalable = true, protect = [], agents = [AGENT] } = scene;
  const table = new Map(
    [running(AGENT), running(SELF), loop, child, ...changed].map((each) => [each.identity.pid, each]),
  );
  const forest = buildForest([...table.values()]);
  const isAgent = ({ identity }: ProcessRecord): boolean => agents.includes(identity.pid);
  const context = reapContext({ forest, signalable, selfPid: SELF, uid: UID, owners, isAgent, protect });
  const root = table.get(target) ?? running(target);
  return { context, table, result: planReap(root.identity, context) };
}

const rows: readonly (readonly [RefusalName, number, Scene])[] = [
  [
    'init',
    1,
    {
      changed: [running(1, { ppid: 0, pgid: 5 }), running(AGENT, { ppid: 0 }), running(SELF, { ppid: 0 })],
      owners: new Map([[1, ours]]),
    },
  ],
  ['unknown-identity', LOOP, { changed: [running(LOOP, { start: null })] }],
  ['self', SELF, { owners: new Map([[SELF, ours]]) }],
  ['own-ancestor', LOOP, { changed: [running(SELF, { ppid: LOOP })] }],
  ['agent', LOOP, { agents: [LOOP] }],
  ['agent-ancestor', LOOP, { changed: [running(AGENT, { ppid: LOOP }), running(LOOP)] }],
  ['kernel-thread', LOOP, { changed: [running(LOOP, { kernelThread: true })] }],
  ['session-host', LOOP, { changed: [running(LOOP, { comm: 'tmux: server', argv: ['tmux'] })] }],
  ['system-group', LOOP, { changed: [running(LOOP, { pgid: 1 })] }],
  ['system-group', LOOP, { changed: [running(LOOP, { pgid: null })] }],
  ['protected', LOOP, { protect: ['while :;'] }],
  ['foreign-table', LOOP, { signalable: false }],
  ['other-user', LOOP, { changed: [running(LOOP, { uid: UID + 1 })] }],
  ['other-user', LOOP, { changed: [running(LOOP, { uid: null })] }],
  ['unattributed', LOOP, { owners: new Map() }],
];

describe('planReap', () => {
  it('plans the loop and what runs below it, parents first', () => {
    const { result } = plan(LOOP);
    expect(result).toMatchObject({ kind: 'plan', owner: ours, leftOut: [] });
    expect(result.kind === 'plan' && result.members.map(({ identity }) => identity.pid)).toEqual([LOOP, LOOP + 1]);
  });

  it.each(rows)('refuses: %s', (name, target, scene) => {
    const { result, table, context } = plan(target, scene);
    expect(result).toMatchObject({ kind: 'refused', refusal: name });
    const record = table.get(target);
    const refusing = [...GATES, ...ROOT_GATES].filter((gate) => record !== undefined && gate.refuses(record, context));
    expect(refusing.map((gate) => gate.name)).toEqual([name]);
  });

  it('has a row above for every gate', () => {
    const covered = new Set(rows.map(([name]) => name));
    expect([...GATES, ...ROOT_GATES].map((gate) => gate.name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each<[RefusalName, Scene]>([
    ['self', { changed: [running(SELF, { ppid: LOOP + 1 })] }],
    ['agent', { agents: [AGENT, LOOP + 1] }],
    ['session-host', { changed: [running(LOOP + 1, { ppid: LOOP, argv: ['/usr/sbin/sshd'] })] }],
    ['protected', { protect: ['sleep 1'] }],
    [
      'other-session',
      {
        owners: new Map([
          [LOOP, ours],
          [LOOP + 1, theirs],
        ]),
      },
    ],
  ])('refuses the whole tree for one below: %s', (name, scene) => {
    const { result } = plan(LOOP, scene);
    expect(result.kind).toBe('refused');
    // What stands above us or above an agent refuses for the same reason, one step earlier.
    expect([name, 'own-ancestor', 'agent-ancestor']).toContain(result.kind === 'refused' && result.refusal);
  });

  it('leaves out what belongs to another user, and what runs below it', () => {
    const sudo = running(LOOP + 1, { ppid: LOOP, uid: 0 });
    const below = running(LOOP + 2, { ppid: LOOP + 1 });
    const { result } = plan(LOOP, { changed: [sudo, below] });
    expect(result.kind === 'plan' && result.members.map(({ identity }) => identity.pid)).toEqual([LOOP]);
    expect(result.kind === 'plan' && result.leftOut.map(({ pid }) => pid)).toEqual([LOOP + 1]);
  });

  it.each([
    [MOST_PROCESSES - 2, 'plan'],
    [MOST_PROCESSES - 1, 'refused'],
  ])('ends at most 512 processes at once: %i more', (more, kind) => {
    const changed = Array.from({ length: more }, (_, index) => running(1000 + index, { ppid: LOOP }));
    expect(plan(LOOP, { changed }).result.kind).toBe(kind);
  });

  it('refuses what has ended, a zombie included, and a pid that is another process by now', () => {
    expect(plan(999).result).toMatchObject({ refusal: 'gone' });
    expect(plan(LOOP, { changed: [running(LOOP, { state: 'Z' })] }).result).toMatchObject({ refusal: 'gone' });
    const { context } = plan(LOOP);
    expect(planReap({ ...loop.identity, startTicks: 99 }, context)).toMatchObject({ refusal: 'changed' });
    expect(planReap({ ...loop.identity, bootId: 'other' }, context)).toMatchObject({ refusal: 'changed' });
  });

  it('refuses an identity that was never known whole', () => {
    const { context } = plan(LOOP);
    expect(planReap({ ...loop.identity, startTicks: null }, context)).toMatchObject({ refusal: 'unknown-identity' });
    expect(planReap({ ...loop.identity, bootId: null }, context)).toMatchObject({ refusal: 'unknown-identity' });
  });
});
