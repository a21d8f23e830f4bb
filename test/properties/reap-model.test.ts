/**
 * A model of the reaper against random machines: trees with habits, and accidents at any read (a process ends, its pid is
 * used again, the table cannot be read). Proves that no signal ever reaches a process that the tree did not start, that
 * nothing stays frozen without an open intent, and that only what is gone is called gone.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reap } from '../../src/flow/reap.ts';
import type { ReapPorts, ReapTask } from '../../src/flow/reap-task.ts';
import { commandLineKey } from '../../src/lineage/process-analysis.ts';
import type { Owner } from '../../src/lineage/session.ts';
import { reapContext } from '../../src/policy/plan-refusals.ts';
import { createMachine, type Habits } from '../flow/fake-machine.ts';
import { UID } from '../lineage/table.ts';

const ROOT = 100;
const GRACE = 1;

const habits = fc.record<Habits>(
  {
    onTerm: fc.constantFrom('end', 'ignore', 'relaunch'),
    spawnsEvery: fc.constantFrom(0.05, 0.3, 2),
    denies: fc.constant(true),
    stuck: fc.constant(true),
  },
  { requiredKeys: [] },
);

/** A process of the tree: which earlier one is its parent, and how it behaves. */
const node = fc.record({ parent: fc.nat(20), habits });

const accident = fc.record({
  read: fc.integer({ min: 1, max: 60 }),
  what: fc.constantFrom('end', 'reuse', 'fail', 'fail-for-good'),
  member: fc.nat(20),
});

it('signals only its tree, freezes nothing for good, and calls nothing gone that lives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { maxLength: 8 }), fc.array(accident, { maxLength: 4 }), habits, check),
    { numRuns: 80, seed: 20_261_130 },
  );
});

type Node = { readonly parent: number; readonly habits: Habits };
type Accident = { readonly read: number; readonly what: string; readonly member: number };

async function check(nodes: readonly Node[], accidents: readonly Accident[], rootHabits: Habits): Promise<void> {
  const machine = createMachine();
  machine.start(50, { argv: ['claude'] });
  machine.start(60, { argv: ['lifetime-watch'] });
  machine.start(70, { argv: ['vim'] });
  const argv = ['bash', '-c', 'while :; do :; done'];
  const root = machine.start(ROOT, { ppid: 50, argv }, rootHabits);
  const pids = [ROOT];
  for (const [index, { parent, habits: own }] of nodes.entries()) {
    const pid = ROOT + 1 + index;
    machine.start(pid, { ppid: pids[parent % pids.length] ?? ROOT, argv }, own);
    pids.push(pid);
  }
  const tree = new Set(machine.alive().filter((name) => pids.includes(Number.parseInt(name, 10))));
  let failing = false;
  machine.onRead = (number) => {
    for (const { what, member } of accidents.filter(({ read }) => read === number)) {
      const pid = pids[member % pids.length] ?? ROOT;
      if (what === 'end' || what === 'reuse') machine.end(pid);
      if (what === 'reuse') machine.start(pid, { ppid: 1, argv: ['someone-else'] });
      if (what === 'fail') return 'fail';
      if (what === 'fail-for-good') failing = true;
    }
    return failing ? 'fail' : 'fine';
  };
  const owner: Owner = { session: 's', host: 'h', evidence: { kind: 'was-descendant', of: root.identity } };
  const recorded: string[] = [];
  const ports: ReapPorts = {
    ...machine,
    commandLineOf: commandLineKey,
    journal: {
      intent: () => void (machine.sent.length === 0 ? recorded.push('intent') : recorded.push('more')),
      outcome: (_, outcome) => void recorded.push(outcome),
      paused: () => undefined,
    },
    contextFor: (forest) =>
      reapContext({
        forest,
        signalable: true,
        selfPid: 60,
        uid: UID,
        owners: new Map([[ROOT, owner]]),
        isAgent: ({ identity }) => identity.pid === 50,
        protect: [],
      }),
  };
  const task: ReapTask = {
    plan: '60@1/1',
    root: root.identity,
    owner,
    command: 'x',
    reason: 'y',
    commandLine: commandLineKey(root),
    killGrace: GRACE,
  };
  const outcome = await reap(task, ports).catch((error: unknown) => error);

  const offspring = machine.offspring(tree);
  const strangers = machine.sent.filter(({ pid, start }) => !offspring.has(`${pid}@${start}`));
  expect(strangers).toEqual([]);
  if (outcome instanceof Error) {
    expect(machine.sent).toEqual([]);
    return;
  }
  const result = outcome as Awaited<ReturnType<typeof reap>>;
  if (machine.sent.length > 0) expect(recorded[0]).toBe('intent');
  const isOpen = recorded.includes('intent') && !recorded.some((what) => what !== 'intent' && what !== 'more');
  const frozen = machine.alive().filter((name) => machine.stateOf(Number.parseInt(name, 10)) === 'T');
  if (!isOpen) expect(frozen).toEqual([]);
  const alive = new Set(machine.alive());
  for (const { identity, end } of result.members) {
    if (end === 'gone') expect(alive.has(`${identity.pid}@${identity.startTicks}`)).toBe(false);
  }
  const firstTerm = machine.sent.find(({ name }) => name === 'SIGTERM');
  const firstKill = machine.sent.find(({ name }) => name === 'SIGKILL');
  if (firstKill !== undefined)
    expect(firstKill.at - (firstTerm?.at ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(GRACE);
}
