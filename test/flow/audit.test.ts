/** Proves what an audit does with what it finds: two looks, smallest tree first, five at the most, once flagged, nothing unasked. */
import { describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import { type AuditPorts, type AuditSettings, audit } from '../../src/flow/audit.ts';
import type { Grant } from '../../src/flow/scan-grants.ts';
import type { OpenIntent } from '../../src/flow/scan-ledger.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import { hosts } from '../../src/hosts/registry.ts';
import type { Doubt } from '../../src/ledger/doubts.ts';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/policy/policy.ts';
import { finite, hidden, lookUp, loops } from '../lineage/analyses.ts';
import { BOOT, UID } from '../lineage/table.ts';
import { createMachine, type Machine } from './fake-machine.ts';

const AGENT = 50;
const SELF = 60;
const spin = 'while :; do sleep 1; done';

type Scene = {
  readonly armed?: boolean;
  readonly dryRun?: boolean;
  readonly memory?: LineageMemory;
  readonly grants?: readonly Grant[];
  readonly doubts?: readonly Doubt[];
  readonly intents?: readonly OpenIntent[];
  readonly policy?: Policy;
  readonly agentPid?: number;
  /** nothing can be written */
  readonly full?: boolean;
  /** the analysis, and what it may lack */
  readonly reading?: Pick<AuditPorts, 'analyze' | 'grammar'>;
};

/** An agent with loops of the given sizes (children each), and ourselves. */
function place(...sizes: readonly number[]) {
  const machine = createMachine();
  machine.start(AGENT, { argv: ['claude'], comm: 'claude' });
  const self = machine.start(SELF, { argv: ['lifetime-watch'] });
  sizes.forEach((size, index) => {
    const pid = 100 * (index + 1);
    machine.start(pid, { ppid: AGENT, argv: ['bash', '-c', spin], comm: 'bash' });
    for (let child = 1; child <= size; child++) machine.start(pid + child, { ppid: pid, argv: ['sleep', '1'] });
  });
  const recorded: string[] = [];
  const run = ({
    armed = false,
    dryRun = false,
    memory,
    grants = [],
    doubts = [],
    intents = [],
    policy = DEFAULT_POLICY,
    agentPid,
    full = false,
    reading = { analyze: lookUp(loops(spin), finite('sleep 1')) },
  }: Scene = {}) => {
    const write = (line: string): void => {
      if (full) throw new KnownError('no space left');
      recorded.push(line);
    };
    const ports: AuditPorts = {
      ...machine,
      hosts,
      uid: UID,
      self: self.identity,
      ...reading,
      ledger: () => ({ sessions: [], grants, doubts }),
      openIntents: () => intents,
      journal: {
        intent: ({ root }) => write(`intent ${root.pid}`),
        outcome: ({ root }, outcome) => write(`${outcome} ${root.pid}`),
        paused: ({ root }, what) => write(`${what} ${root.pid}`),
        flag: ({ identity }) => write(`flag ${identity.pid}`),
        outcomeOf: ({ plan }, outcome) => write(`${outcome} of ${plan}`),
      },
    };
    const settings: AuditSettings = settingsFrom(policy, { armed, after: null, agentPid: agentPid ?? null, dryRun });
    return audit(ports, settings, memory ?? emptyMemory(BOOT));
  };
  return { machine, recorded, run };
}

const lives = (machine: Machine, pid: number): boolean => machine.alive().some((each) => each.startsWith(`${pid}@`));

describe('a grammar that is not loaded yet', () => {
  /** Reads nothing before it is loaded. */
  const unread = (problem: string | null) => {
    let wanted = false;
    let loaded = false;
    return {
      analyze: (record: ProcessRecord) => {
        if (loaded && problem === null) return lookUp(loops(spin), finite('sleep 1'))(record);
        wanted = true;
        return hidden((record.argv ?? []).join(' '));
      },
      grammar: {
        get problem() {
          return loaded ? problem : null;
        },
        async complete() {
          if (!wanted || loaded) return false;
          loaded = true;
          return true;
        },
      },
    };
  };

  it('is loaded for the first command line that wants it, and the same scan goes by it', async () => {
    const { run } = place(0);
    const { scan, offenders } = await run({ reading: unread(null) });
    expect(offenders.map(({ suspect }) => suspect.decisive.kind)).toEqual(['unbounded-loop']);
    expect(scan.report.status).toBe('offenders');
  });

  it('that cannot be loaded makes the scan partial, and says why', async () => {
    const { run } = place(0);
    const { scan } = await run({ reading: unread('the grammar is gone') });
    expect(scan.report).toMatchObject({ status: 'partial', problems: ['the grammar is gone'] });
  });
});

describe('audit', () => {
  it('looks twice before it calls anything an offender, and once when an earlier audit saw the same', async () => {
    const { machine, run } = place(0);
    const began = machine.clock.monotonic();
    const first = await run();
    expect(first.offenders).toHaveLength(1);
    expect(machine.clock.monotonic() - began).toBe(1);
    const again = await run({ memory: first.memory });
    expect(again.offenders).toHaveLength(1);
    expect(machine.clock.monotonic() - began).toBe(1);
  });

  it('calls nothing an offender that is gone, or another process, at the second look', async () => {
    const { machine, run } = place(0);
    const { sleep } = machine.clock;
    machine.clock.sleep = async (milliseconds) => {
      machine.end(100);
      machine.start(100, { ppid: AGENT, argv: ['bash', '-c', spin], comm: 'bash' });
      await sleep(milliseconds);
    };
    expect((await run({ armed: true })).offenders).toEqual([]);
    expect(machine.sent).toEqual([]);
  });

  it('ends the smallest tree first, one after the other', async () => {
    const { machine, recorded, run } = place(3, 0, 1);
    await run({ armed: true });
    expect(recorded.filter((line) => !line.startsWith('flag'))).toEqual([
      'intent 200',
      'gone 200',
      'intent 300',
      'gone 300',
      'intent 100',
      'gone 100',
    ]);
    expect(machine.alive()).toHaveLength(2);
  });

  it('ends at most five trees at once', async () => {
    const { machine, run } = place(0, 0, 0, 0, 0, 0, 0);
    const { offenders } = await run({ armed: true });
    expect(offenders.filter(({ outcome }) => outcome?.outcome === 'gone')).toHaveLength(5);
    expect(offenders).toHaveLength(7);
    expect(machine.alive()).toHaveLength(4);
    const left = offenders.filter(({ deferred }) => deferred !== null);
    expect(left.map(({ outcome }) => outcome)).toEqual([null, null]);
    expect(left[0]?.deferred).toContain('left for the next audit');
  });

  it('counts none of those that it refuses, which would be in the way of the others at every audit', async () => {
    const { machine, run } = place(0, 0, 0, 0, 0, 1);
    const spared = DEFAULT_POLICY.processes;
    const policy = { ...DEFAULT_POLICY, processes: { ...spared, protect: ['kept'] } };
    for (const pid of [100, 200, 300, 400, 500])
      machine.start(pid + 1, { ppid: pid, argv: ['sleep', '1'], comm: 'kept' });
    const { offenders } = await run({ armed: true, policy });
    const ends = offenders.map(({ suspect, outcome }) => `${suspect.identity.pid} ${outcome?.outcome}`);
    expect(ends).toEqual([...[100, 200, 300, 400, 500].map((pid) => `${pid} refused`), '600 gone']);
  });

  it('says in a dry run what would be left for the next', async () => {
    const { machine, run } = place(0, 0, 0, 0, 0, 0, 0);
    const { offenders } = await run({ armed: true, dryRun: true });
    expect(offenders.filter(({ deferred }) => deferred !== null)).toHaveLength(2);
    expect(machine.sent).toEqual([]);
    expect((await run()).offenders.every(({ deferred }) => deferred === null)).toBe(true);
  });

  it.each<[string, Scene]>([
    ['unarmed', {}],
    ['in a dry run', { armed: true, dryRun: true }],
    ['when the policy only flags', { armed: true, policy: withAction('flag') }],
    ['when the policy leaves it', { armed: true, policy: withAction('leave') }],
  ])('signals nothing %s', async (_, scene) => {
    const { machine, run } = place(1);
    await run(scene);
    expect(machine.sent).toEqual([]);
  });

  it('pauses where the policy says so, and only once', async () => {
    const { machine, recorded, run } = place(1);
    const { memory, offenders } = await run({ armed: true, policy: withAction('pause') });
    expect(offenders[0]?.outcome?.outcome).toBe('paused');
    expect([machine.stateOf(100), machine.stateOf(101)]).toEqual(['T', 'T']);
    await run({ armed: true, policy: withAction('pause'), memory });
    expect(recorded.filter((line) => line.startsWith('pause'))).toEqual(['pause 100']);
  });

  it('flags a process once for what was found, over all audits', async () => {
    const { recorded, run } = place(0);
    const { memory } = await run();
    await run({ memory });
    expect(recorded).toEqual(['flag 100']);
  });

  it('tells what it found when it cannot be recorded, and ends nothing then', async () => {
    const { machine, recorded, run } = place(0, 0);
    const { offenders, problems, memory } = await run({ armed: true, full: true });
    expect(offenders.map(({ outcome }) => outcome?.outcome)).toEqual(['refused', 'refused']);
    expect(problems).toEqual(['no space left']);
    expect({ recorded, sent: machine.sent, flagged: memory.flagged.size }).toEqual({
      recorded: [],
      sent: [],
      flagged: 0,
    });
  });

  it('leaves alone what a grant covers, until it ends', async () => {
    const { machine, run } = place(0);
    const [, start = ''] = (machine.alive().find((each) => each.startsWith('100@')) ?? '').split('@');
    const process = { pid: 100, startTicks: Number(start), bootId: BOOT };
    const until = (ms: number) => run({ armed: true, grants: [{ process, untilMs: machine.clock.wallMs() + ms }] });
    expect((await until(60_000)).offenders).toEqual([]);
    expect(lives(machine, 100)).toBe(true);
    expect((await until(-1)).offenders).toHaveLength(1);
    expect(lives(machine, 100)).toBe(false);
  });

  describe('with a ledger that may have lost a grant', () => {
    const lost = (writtenByMs: number | null, grant = true): readonly Doubt[] => [
      { path: '/state/supervisor.jsonl', what: 'byte 0: not an entry', grant, reap: true, writtenByMs },
    ];
    /** the loops of the place are 1,000 s old, and the audit begins at this moment */
    const bornMs = 0;

    it.each<[string, Policy | undefined]>([
      ['ends', undefined],
      ['pauses', withAction('pause')],
    ])('%s nothing that ran by then, and says so', async (_, policy) => {
      const { machine, run } = place(1, 0);
      const armed = policy === undefined ? {} : { policy };
      const { offenders, problems } = await run({ armed: true, doubts: lost(null), ...armed });
      expect(machine.sent).toEqual([]);
      expect(offenders.map(({ suspect }) => suspect.action)).toEqual(['flag', 'flag']);
      expect(offenders[0]?.suspect.held).toContain('/state/supervisor.jsonl is damaged');
      expect(problems).toEqual([expect.stringMatching(/supervisor\.jsonl is damaged .*ledger repair/)]);
    });

    it.each<[string, readonly Doubt[], number]>([
      ['ends what began after it was written', lost(bornMs - 120_000), 1],
      ['leaves what began at about that time', lost(bornMs - 30_000), 2],
      ['ends what no grant can be missing of', lost(null, false), 1],
    ])('%s', async (_, doubts, left) => {
      const { machine, run } = place(0);
      await run({ armed: true, doubts });
      expect(machine.alive().length - 1).toBe(left);
    });
  });

  it.each([0, 1, 4711])('takes no agent of pid %i', async (agentPid) => {
    await expect(place(0).run({ agentPid })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('takes pid 1 where that is the agent of a container', async () => {
    const { machine, run } = place(0);
    machine.start(1, { argv: ['claude'], comm: 'claude', ppid: 0, sid: 1 });
    machine.start(900, { ppid: 1, sid: 1, argv: ['bash', '-c', spin], comm: 'bash' });
    machine.start(901, { ppid: 1, sid: 901, argv: ['bash', '-c', spin], comm: 'bash' });
    expect((await run({ agentPid: 1 })).offenders.map(({ suspect }) => suspect.identity.pid)).toEqual([900]);
  });

  it('does not extend a grant to another process of the same pid', async () => {
    const { machine, run } = place(0);
    const process = { pid: 100, startTicks: 1, bootId: BOOT };
    await run({ armed: true, grants: [{ process, untilMs: machine.clock.wallMs() + 60_000 }] });
    expect(lives(machine, 100)).toBe(false);
  });
});

describe('two agents that say the same session id', () => {
  const both = () => {
    const placed = place(0);
    const { machine } = placed;
    machine.start(51, { argv: ['claude'], comm: 'claude' });
    for (const [pid, ppid] of [
      [200, 51],
      [300, 1],
    ] as const) {
      machine.start(pid, { ppid, argv: ['bash', '-c', spin], comm: 'bash' });
    }
    for (const pid of [100, 200, 300]) machine.environments.set(pid, { CLAUDE_CODE_SESSION_ID: 'S2' });
    return placed;
  };
  const pids = ({ offenders }: Awaited<ReturnType<typeof audit>>) =>
    offenders.map(({ suspect }) => suspect.identity.pid).sort((a, b) => a - b);

  it.each([
    [50, 100, 200],
    [51, 200, 100],
  ])('an audit of %i ends what that one started', async (agentPid, own, other) => {
    const { machine, run } = both();
    expect(pids(await run({ armed: true, agentPid }))).toEqual([own]);
    expect([own, other, 300].map((pid) => lives(machine, pid))).toEqual([false, true, true]);
  });

  it('an audit of all finds what may be that of either, too', async () => {
    const { run } = both();
    const { offenders, memory } = await run();
    const sessions = offenders.map(({ suspect }) => `${suspect.identity.pid} ${suspect.owner.session}`).sort();
    expect(sessions).toEqual(['100 S2', expect.stringMatching(/^200 pid-51-/), '300 shared-S2']);
    expect(pids(await run({ armed: true, agentPid: 51, memory }))).toEqual([200]);
  });
});

describe('an intent without an outcome', () => {
  const intentOf = (machine: Machine, plan: string, boot = BOOT): OpenIntent => {
    const tree = machine
      .alive()
      .map((each) => each.split('@').map(Number))
      .filter(([pid = 0]) => pid >= 100)
      .map(([pid = 0, startTicks = 0]) => ({ pid, startTicks, bootId: boot }));
    const [process = { pid: 100, startTicks: 0, bootId: boot }] = tree;
    return { plan, process, tree, command: spin, reason: 'x', session: 's', host: 'h' };
  };
  const freeze = (machine: Machine): void => {
    for (const pid of [100, 101]) machine.signals.send(pid, 'SIGSTOP');
  };

  it('of a reaper that is gone is let go: what stands still goes on', async () => {
    const { machine, recorded, run } = place(1);
    const intents = [intentOf(machine, '999@5/1')];
    freeze(machine);
    const { released } = await run({ intents });
    expect(released).toEqual([expect.stringContaining('continued 100@')]);
    expect([machine.stateOf(100), machine.stateOf(101)]).toEqual(['S', 'S']);
    expect(recorded).toContain('aborted of 999@5/1');
  });

  it.each<[string, string, string]>([
    ['of a reaper that is still at it', `${SELF}@100001/1`, BOOT],
    ['whose reaper is not named', 'plan-1', BOOT],
  ])('%s is left alone', async (_, plan, boot) => {
    const { machine, run } = place(1);
    const intents = [intentOf(machine, plan, boot)];
    freeze(machine);
    const { released } = await run({ intents });
    expect(released).toEqual([]);
    expect(machine.stateOf(101)).toBe('T');
  });

  it('of another boot is closed, and signals nothing', async () => {
    const { machine, recorded, run } = place(1);
    const intents = [intentOf(machine, '999@5/1', 'other-boot')];
    freeze(machine);
    await run({ intents });
    expect(machine.stateOf(101)).toBe('T');
    expect(recorded).toContain('gone of 999@5/1');
  });

  it('stays open while a process of it cannot be read', async () => {
    const { machine, recorded, run } = place(1);
    const intents = [intentOf(machine, '999@5/1')];
    freeze(machine);
    const { read } = machine.source;
    machine.source.read = async (pid) => (pid === 101 ? { kind: 'unknown', why: 'permission denied' } : read(pid));
    expect((await run({ intents })).released).toEqual([]);
    expect([machine.stateOf(100), machine.stateOf(101)]).toEqual(['S', 'T']);
    expect(recorded).not.toContain('gone of 999@5/1');
  });

  it('says what it could not continue', async () => {
    const { machine, run } = place(1);
    const intents = [intentOf(machine, '999@5/1')];
    freeze(machine);
    const { send } = machine.signals;
    machine.signals.send = (pid, signal) => (pid === 101 ? 'denied' : send(pid, signal));
    const { released } = await run({ intents });
    expect(released).toEqual([expect.stringMatching(/continued 100@\d+, could not continue 101@/)]);
  });

  it('sends nothing to what runs already', async () => {
    const { machine, run } = place(1);
    const { released } = await run({ intents: [intentOf(machine, '999@5/1')] });
    expect(released).toEqual([expect.stringContaining('nothing stood still')]);
    expect(machine.sent).toEqual([]);
  });

  it('never continues another process of the same pid, nor in a dry run', async () => {
    const { machine, run } = place(1);
    const intent = intentOf(machine, '999@5/1');
    freeze(machine);
    await run({ intents: [intent], dryRun: true });
    expect(machine.stateOf(101)).toBe('T');
    const others = intent.tree.map((each) => ({ ...each, startTicks: 1 }));
    await run({ intents: [{ ...intent, tree: others }] });
    expect(machine.stateOf(101)).toBe('T');
  });
});

function withAction(action: 'leave' | 'flag' | 'pause'): Policy {
  const { rules } = DEFAULT_POLICY.processes;
  const loop = { ...rules['unbounded-loop'], action };
  return { ...DEFAULT_POLICY, processes: { ...DEFAULT_POLICY.processes, rules: { ...rules, 'unbounded-loop': loop } } };
}
