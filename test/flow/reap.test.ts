/** Proves the order of a reaping and what it does when the machine does not play along, on a machine of our own. */
import { describe, expect, it } from 'vitest';
import { pauseTree } from '../../src/flow/pause.ts';
import { reap } from '../../src/flow/reap.ts';
import type { ReapPorts, ReapTask } from '../../src/flow/reap-task.ts';
import type { Identity } from '../../src/lineage/identity.ts';
import { commandLineKey } from '../../src/lineage/process-analysis.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Owner } from '../../src/lineage/session.ts';
import { MOST_PROCESSES, reapContext } from '../../src/policy/plan-refusals.ts';
import { UID } from '../lineage/table.ts';
import { createMachine, type Machine } from './fake-machine.ts';

const AGENT = 50;
const SELF = 60;
const GRACE = 5;
const argv = ['bash', '-c', 'while :; do :; done'];

/** An agent and ourselves, living side by side. */
function machineWithAgent(): Machine {
  const machine = createMachine();
  machine.start(AGENT, { argv: ['claude'], comm: 'claude' });
  machine.start(SELF, { argv: ['lifetime-watch'] });
  return machine;
}

type Recorded = readonly [what: string, detail: string];

function portsFor(machine: Machine, recorded: Recorded[] = []): ReapPorts {
  const owner: Owner = {
    session: 's',
    host: 'claude-code',
    evidence: { kind: 'descendant', of: machine.start(51).identity },
  };
  machine.end(51);
  return {
    source: machine.source,
    signals: machine.signals,
    clock: machine.clock,
    commandLineOf: commandLineKey,
    journal: {
      intent: (_, tree) => void recorded.push(['intent', pidsOf(tree)]),
      outcome: (_, outcome, detail) => void recorded.push([outcome, detail]),
      paused: (_, what) => void recorded.push([what, '']),
    },
    contextFor: (forest) =>
      reapContext({
        forest,
        signalable: true,
        selfPid: SELF,
        uid: UID,
        protect: [],
        owners: new Map(
          [...forest.byPid.keys()].filter((pid) => pid > AGENT && pid !== SELF).map((pid) => [pid, owner]),
        ),
        isAgent: ({ identity }) => identity.pid === AGENT,
      }),
  };
}

function taskFor(record: ProcessRecord): ReapTask {
  return {
    plan: '60@1/1',
    root: record.identity,
    owner: { session: 's', host: 'claude-code', evidence: { kind: 'descendant', of: record.identity } },
    command: 'while :; do :; done',
    reason: 'unbounded-loop',
    commandLine: commandLineKey(record),
    killGrace: GRACE,
  };
}

function pidsOf(tree: readonly Identity[]): string {
  return tree.map(({ pid }) => pid).join(' ');
}

function namesOf(machine: Machine, pid: number): string {
  return machine.sent
    .filter((each) => each.pid === pid)
    .map(({ name }) => name.slice(3))
    .join(' ');
}

describe('reap', () => {
  it('freezes the parent first, ends all with TERM, and reports them gone', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv });
    const recorded: Recorded[] = [];
    const outcome = await reap(taskFor(root), portsFor(machine, recorded));
    expect(outcome).toMatchObject({ outcome: 'gone', detail: '2 of 2 processes gone' });
    expect(machine.sent.map(({ pid, name }) => `${pid} ${name.slice(3)}`)).toEqual([
      '100 STOP',
      '101 STOP',
      '100 TERM',
      '101 TERM',
      '100 CONT',
      '101 CONT',
    ]);
    expect(recorded.map(([what]) => what)).toEqual(['intent', 'gone']);
    expect(machine.alive().map((each) => Number.parseInt(each, 10))).toEqual([AGENT, SELF]);
  });

  it('kills what ignores TERM, frozen again, and not before the grace is over', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv }, { onTerm: 'ignore' });
    const outcome = await reap(taskFor(root), portsFor(machine));
    expect(outcome.outcome).toBe('gone');
    expect(namesOf(machine, 100)).toBe('STOP TERM CONT STOP KILL');
    const at = (name: string): number => machine.sent.find((each) => each.name === name)?.at ?? Number.NaN;
    expect(at('SIGKILL') - at('SIGTERM')).toBeGreaterThanOrEqual(GRACE);
  });

  it('takes in children that are born while it freezes, on the record before it stops them', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv });
    let born = false;
    machine.onRead = () => {
      if (!born && machine.stateOf(100) === 'T' && machine.stateOf(101) === 'S') {
        born = true;
        machine.start(102, { ppid: 101, argv });
      }
      return 'fine';
    };
    const recorded: Recorded[] = [];
    expect((await reap(taskFor(root), portsFor(machine, recorded))).outcome).toBe('gone');
    expect(recorded.slice(0, 2)).toEqual([
      ['intent', '100 101'],
      ['intent', '100 101 102'],
    ]);
    expect(namesOf(machine, 102)).toBe('STOP TERM CONT');
  });

  it('ends the children that a trap starts on the way out', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv }, { onTerm: 'relaunch' });
    expect((await reap(taskFor(root), portsFor(machine))).outcome).toBe('gone');
    expect(machine.alive()).toHaveLength(2);
  });

  it('leaves a new owner of the pid alone between any two reads', async () => {
    for (let moment = 1; moment < 12; moment++) {
      const machine = machineWithAgent();
      const root = machine.start(100, { ppid: AGENT, argv }, { onTerm: 'ignore' });
      const ports = portsFor(machine);
      let stranger = -1;
      machine.onRead = (number) => {
        if (number === moment) {
          machine.end(100);
          stranger = machine.start(100, { ppid: 1, argv: ['vim'] }).identity.startTicks ?? -1;
        }
        return 'fine';
      };
      await reap(taskFor(root), ports);
      expect(machine.sent.filter(({ start }) => start === stranger)).toEqual([]);
    }
  });

  it('continues what it froze when the table cannot be read any more', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    const recorded: Recorded[] = [];
    let failing = false;
    machine.onRead = () => {
      const fails = machine.stateOf(100) === 'T' && !failing;
      failing ||= fails;
      return fails ? 'fail' : 'fine';
    };
    const outcome = await reap(taskFor(root), portsFor(machine, recorded));
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: 'the table cannot be read' });
    expect(machine.stateOf(100)).toBe('S');
    expect(recorded.at(-1)?.[0]).toBe('aborted');
  });

  it('leaves the intent open when it cannot continue what it froze', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    const recorded: Recorded[] = [];
    machine.onRead = () => (machine.stateOf(100) === 'T' ? 'fail' : 'fine');
    const outcome = await reap(taskFor(root), portsFor(machine, recorded));
    expect(outcome.outcome).toBe('aborted');
    expect(recorded.map(([what]) => what)).toEqual(['intent']);
  });

  it('reports what it may not signal, and what survives', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv }, { denies: true });
    const outcome = await reap(taskFor(root), portsFor(machine));
    expect(outcome.outcome).toBe('survived');
    expect(outcome.members.map(({ end }) => end)).toEqual(['gone', 'denied']);
    expect(outcome.detail).toContain('may not be signalled');
  });

  it('does not take the unreadable for gone', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv }, { stuck: true });
    const ports = portsFor(machine);
    const read = ports.source.read;
    const outcome = await reap(taskFor(root), {
      ...ports,
      source: {
        ...ports.source,
        read: async (pid) =>
          machine.sent.some(({ name }) => name === 'SIGKILL') ? { kind: 'unknown', why: 'x' } : read(pid),
      },
    });
    expect(outcome.outcome).toBe('unknown');
  });

  it('signals nothing when the intent cannot be recorded', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    const ports = portsFor(machine);
    const journal = {
      ...ports.journal,
      intent: () => {
        throw new Error('no space left');
      },
    };
    await expect(reap(taskFor(root), { ...ports, journal })).rejects.toThrow('no space left');
    expect(machine.sent).toEqual([]);
  });

  it('refuses a process that runs another program by now', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv: ['make'] });
    const outcome = await reap({ ...taskFor(root), commandLine: 'abash' }, portsFor(machine));
    expect(outcome).toMatchObject({ outcome: 'refused' });
    expect(machine.sent).toEqual([]);
  });

  it('takes a zombie for gone', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv }, { onTerm: 'zombie' });
    expect((await reap(taskFor(root), portsFor(machine))).outcome).toBe('gone');
    expect(namesOf(machine, 100)).not.toContain('KILL');
  });

  /** Something is born below the root when that stands still already. */
  const withBirth = async (birth: (machine: Machine) => void, recorded: Recorded[] = []) => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    let born = false;
    machine.onRead = () => {
      if (!born && machine.stateOf(100) === 'T') {
        born = true;
        birth(machine);
      }
      return 'fine';
    };
    return { machine, outcome: await reap(taskFor(root), portsFor(machine, recorded)) };
  };

  it('gives up, and continues all, when an agent turns up in the tree', async () => {
    const { machine, outcome } = await withBirth((each) => {
      each.end(AGENT);
      each.start(AGENT, { ppid: 100, argv: ['claude'], comm: 'claude' });
    });
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: `${AGENT}@100004: it is an agent` });
    expect({ root: machine.stateOf(100), agent: namesOf(machine, AGENT) }).toEqual({ root: 'S', agent: '' });
  });

  it('gives up, and continues all, when the tree grows too large', async () => {
    const { machine, outcome } = await withBirth((each) => {
      for (let pid = 1000; pid < 1000 + MOST_PROCESSES; pid++) each.start(pid, { ppid: 100, argv });
    });
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: expect.stringContaining('at most 512') });
    expect({ root: machine.stateOf(100), names: namesOf(machine, 100) }).toEqual({ root: 'S', names: 'STOP CONT' });
  });

  it('leaves alone what another user runs in the tree', async () => {
    const { machine, outcome } = await withBirth((each) => void each.start(200, { ppid: 100, argv, uid: 0 }));
    expect(outcome.outcome).toBe('gone');
    expect({ state: machine.stateOf(200), names: namesOf(machine, 200) }).toEqual({ state: 'S', names: '' });
  });

  it("takes in what is left in the kernel session of a member, and nothing that is older, led by another, or another user's", async () => {
    const { machine } = await withBirth((each) => {
      each.start(200, { ppid: 1, argv, sid: 100 });
      each.start(201, { ppid: 1, argv, sid: 100, start: 5 });
      each.start(202, { ppid: 1, argv, sid: 300 });
      each.start(203, { ppid: 1, argv, sid: 100, uid: 0 });
    });
    expect([200, 201, 202, 203].map((pid) => machine.stateOf(pid))).toEqual([undefined, 'S', 'S', 'S']);
  });

  it('says that it ended by itself, and continues what is left of its tree', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv });
    machine.onRead = () => {
      if (machine.stateOf(101) === 'T') machine.end(100);
      return 'fine';
    };
    expect(await reap(taskFor(root), portsFor(machine))).toMatchObject({
      outcome: 'gone',
      detail: 'it ended by itself',
    });
    expect(machine.stateOf(101)).toBe('S');
  });
});

describe('pause', () => {
  it('leaves the tree standing', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv });
    const recorded: Recorded[] = [];
    const outcome = await pauseTree(taskFor(root), portsFor(machine, recorded));
    expect(outcome).toMatchObject({ outcome: 'paused', detail: '2 of 2 processes stand still' });
    expect([machine.stateOf(100), machine.stateOf(101)]).toEqual(['T', 'T']);
    expect(recorded.map(([what]) => what)).toEqual(['pause']);
  });

  it('counts what stood still before', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv });
    machine.signals.send(101, 'SIGSTOP');
    const first = await pauseTree(taskFor(root), portsFor(machine));
    expect(first).toMatchObject({ outcome: 'paused', detail: '2 of 2 processes stand still' });
    const again = await pauseTree(taskFor(root), portsFor(machine));
    expect(again).toMatchObject({
      outcome: 'paused',
      detail: '2 of 2 processes stand still, as they did before',
    });
  });

  it('has paused nothing when nothing stands still', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv }, { denies: true });
    const outcome = await pauseTree(taskFor(root), portsFor(machine));
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: '0 of 1 processes stand still, as they did before' });
  });

  it('has paused nothing when a part of it does not stand still, and continues the rest', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    machine.start(101, { ppid: 100, argv }, { denies: true });
    const outcome = await pauseTree(taskFor(root), portsFor(machine));
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: '1 of 2 processes stand still' });
    expect(namesOf(machine, 100)).toBe('STOP CONT');
  });

  it('continues what it stopped when the table cannot be read any more', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    const { source } = machine;
    const { snapshot } = source;
    source.snapshot = async () => {
      if (machine.stateOf(100) === 'T') throw new Error('the table cannot be read');
      return snapshot();
    };
    const outcome = await pauseTree(taskFor(root), portsFor(machine));
    expect(outcome).toMatchObject({ outcome: 'aborted', detail: 'the table cannot be read' });
    expect(namesOf(machine, 100)).toBe('STOP CONT');
  });

  it('refuses a process that runs another program by now', async () => {
    const machine = machineWithAgent();
    const root = machine.start(100, { ppid: AGENT, argv });
    const outcome = await pauseTree({ ...taskFor(root), commandLine: 'make' }, portsFor(machine));
    expect(outcome.outcome).toBe('refused');
    expect(machine.sent).toEqual([]);
  });
});
