/** Proves what a watch does with what it sees: nothing unasked, each act with its steps, one after the other when armed. */
import { describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import type { AuditPorts } from '../../src/flow/audit.ts';
import type { Grant } from '../../src/flow/scan-grants.ts';
import type { OpenIntent } from '../../src/flow/scan-ledger.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import type { WatchUpdate } from '../../src/flow/watch.ts';
import { createWatcher, type WatcherNews } from '../../src/flow/watcher.ts';
import { hosts } from '../../src/hosts/registry.ts';
import type { Doubt } from '../../src/ledger/doubts.ts';
import { emptyMemory } from '../../src/lineage/lineage-memory.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { EMPTY_LEDGER } from '../../src/view/watch-model.ts';
import { lookUp, loops } from '../lineage/analyses.ts';
import { BOOT, UID } from '../lineage/table.ts';
import { createMachine, type Habits } from './fake-machine.ts';

const AGENT = 50;
const spin = 'while :; do :; done';

type Scene = {
  readonly armed?: boolean;
  readonly named?: boolean;
  readonly session?: string;
  readonly grants?: readonly Grant[];
  readonly doubts?: readonly Doubt[];
  readonly intents?: readonly OpenIntent[];
  /** how often the ledger cannot be written before it can */
  readonly fullFor?: number;
};

/** An agent with a loop at each of the pids, and a watch of it. */
function place(loopsAt: readonly (readonly [pid: number, habits?: Habits])[], scene: Scene = {}) {
  const machine = createMachine();
  machine.start(AGENT, { argv: ['claude'], comm: 'claude' });
  const self = machine.start(60, { argv: ['lifetime-watch'] });
  for (const [pid, habits] of loopsAt) {
    machine.start(pid, { ppid: AGENT, argv: ['bash', '-c', spin], comm: 'bash' }, habits);
  }
  const recorded: string[] = [];
  let full = scene.fullFor ?? 0;
  const write = (line: string): void => {
    full -= 1;
    if (full >= 0) throw new KnownError('no space left');
    recorded.push(line);
  };
  const ports: AuditPorts = {
    ...machine,
    hosts,
    uid: UID,
    self: self.identity,
    analyze: lookUp(loops(spin)),
    ledger: () => ({ sessions: [], grants: scene.grants ?? [], doubts: scene.doubts ?? [] }),
    openIntents: () => scene.intents ?? [],
    journal: {
      intent: ({ root, reason }) => void recorded.push(`intent ${root.pid}: ${reason}`),
      outcome: ({ root }, outcome) => void recorded.push(`${outcome} ${root.pid}`),
      paused: ({ root }, what) => void recorded.push(`${what} ${root.pid}`),
      flag: ({ identity }) => write(`flag ${identity.pid}`),
      outcomeOf: ({ plan }, outcome) => write(`${outcome} of ${plan}`),
    },
  };
  const agentPid = scene.named === true ? AGENT : null;
  const watcher = createWatcher({
    ports,
    settings: settingsFrom(DEFAULT_POLICY, { armed: scene.armed ?? false, after: null, agentPid, dryRun: false }),
    remembered: emptyMemory(BOOT),
    session: scene.session ?? null,
    ledger: { read: () => EMPTY_LEDGER, close: () => undefined },
    onOffender: null,
    startNotification: () => undefined,
    wait: (milliseconds) => machine.clock.sleep(milliseconds),
    recordGrant: ({ identity }, _until, why) => {
      recorded.push(`grant ${identity.pid}: ${why}`);
      return null;
    },
  });
  const news: string[] = [];
  watcher.listen((each: WatcherNews) => {
    news.push(each.kind === 'notice' ? each.text : `${each.suspect.identity.pid} ${each.step.kind}`);
  });
  return { machine, recorded, watcher, news, ...scanning(watcher, machine) };
}

function scanning(watcher: ReturnType<typeof createWatcher>, machine: ReturnType<typeof createMachine>) {
  const stop = new AbortController();
  const updates = watcher.updates(2000, stop.signal);
  const scan = async (times = 1): Promise<WatchUpdate> => {
    let last: WatchUpdate | undefined;
    for (let count = 0; count < times; count += 1) last = (await updates.next()).value ?? last;
    if (last === undefined) throw new Error('no scan');
    return last;
  };
  const identityOf = async (pid: number) => {
    const reading = await machine.source.read(pid);
    if (reading.kind !== 'found') throw new Error(`no process ${pid}`);
    return reading.record.identity;
  };
  return { scan, identityOf };
}

const pidsOf = ({ report }: WatchUpdate): readonly number[] => report.suspects.map(({ identity }) => identity.pid);

describe('a watch that is not armed', () => {
  it('flags once what holds in two scans, and signals nothing', async () => {
    const { machine, recorded, scan } = place([[100], [200]]);
    const first = await scan();
    expect(first.report.suspects.map(({ state }) => state)).toEqual(['pending', 'pending']);
    const later = await scan(5);
    expect(later.report.suspects.map(({ state, action }) => `${state} ${action}`)).toEqual([
      'offender flag',
      'offender flag',
    ]);
    expect(recorded).toEqual(['flag 100', 'flag 200']);
    expect(machine.sent).toEqual([]);
  });

  it('says once that a flag cannot be written, and writes it as soon as it can', async () => {
    const { recorded, news, scan } = place([[100]], { fullFor: 3 });
    await scan(6);
    expect(news).toEqual(['no space left']);
    expect(recorded).toEqual(['flag 100']);
  });

  it('goes on when it cannot be written that an abandoned reap was let go of', async () => {
    const process = { pid: 4000, startTicks: 1, bootId: BOOT };
    const intent = { plan: '999@5/1', process, tree: [process], command: spin, reason: 'x', session: 's', host: 'h' };
    const { news, scan } = place([[100]], { fullFor: 1, intents: [intent] });
    expect((await scan(3)).report.status).toBe('offenders');
    expect(news).toEqual([expect.stringContaining('4000: its reaper was killed'), 'no space left']);
  });

  it('ends by hand exactly what is named, and tells each step', async () => {
    const { machine, recorded, watcher, news, scan, identityOf } = place([[100], [200]]);
    await scan(2);
    expect(await watcher.actions.reap(await identityOf(100))).toBeNull();
    expect(news).toEqual(['100 freezing', '100 terminating', '100 gone']);
    expect(machine.alive().map((each) => Number.parseInt(each, 10))).toEqual(expect.arrayContaining([AGENT, 200]));
    expect(machine.sent.every(({ pid }) => pid === 100)).toBe(true);
    expect(recorded.slice(-2)).toEqual(['intent 100: asked for at the watch', 'gone 100']);
  });

  it('goes on to KILL for what ignores TERM', async () => {
    const { watcher, news, scan, identityOf } = place([[100, { onTerm: 'ignore' }]]);
    await scan(2);
    expect(await watcher.actions.reap(await identityOf(100))).toBeNull();
    expect(news).toEqual(['100 freezing', '100 terminating', '100 killing', '100 gone']);
  });

  it('says EPERM where a process may not be signalled, and what survived', async () => {
    const denied = place([[100, { denies: true }]]);
    await denied.scan(2);
    expect(await denied.watcher.actions.reap(await denied.identityOf(100))).toContain('may not be signalled');
    expect(denied.news.at(-1)).toBe('100 refused');
    const stuck = place([[100, { stuck: true, onTerm: 'ignore' }]]);
    await stuck.scan(2);
    expect(await stuck.watcher.actions.reap(await stuck.identityOf(100))).toContain('still runs');
    expect(stuck.news.at(-1)).toBe('100 survived');
  });

  it('refuses what is not on its list, and another process with the same pid', async () => {
    const { machine, watcher, scan, identityOf } = place([[100]]);
    await scan(2);
    const identity = await identityOf(100);
    expect(await watcher.actions.reap({ ...identity, startTicks: 1 })).toBe('it is not on the list any more');
    expect(await watcher.actions.reap(await identityOf(AGENT))).toBe('it is not on the list any more');
    machine.end(100);
    machine.start(100, { ppid: AGENT, argv: ['make'] });
    expect(await watcher.actions.reap(identity)).toContain('another process');
    expect(machine.sent).toEqual([]);
  });

  it('acts on a process once at a time', async () => {
    const { watcher, scan, identityOf } = place([[100]]);
    await scan(2);
    const identity = await identityOf(100);
    const first = watcher.actions.reap(identity);
    expect(watcher.underWay()).toEqual([identity]);
    expect(await watcher.actions.reap(identity)).toBe('it is being acted on already');
    await watcher.settled();
    expect(await first).toBeNull();
    expect(watcher.underWay()).toEqual([]);
  });

  it('pauses, resumes, grants and explains by hand', async () => {
    const { machine, recorded, watcher, scan, identityOf } = place([[100]]);
    await scan(2);
    const identity = await identityOf(100);
    expect(await watcher.actions.pause(identity)).toBeNull();
    expect(machine.stateOf(100)).toBe('T');
    expect(await watcher.actions.resume(identity)).toBeNull();
    expect(machine.stateOf(100)).not.toBe('T');
    expect(await watcher.actions.grant(identity, 600, 'a long build')).toBeNull();
    expect(recorded.slice(-3)).toEqual(['pause 100', 'resume 100', 'grant 100: a long build']);
    expect((await watcher.actions.explain(identity)).join('\n')).toContain('unbounded-loop');
  });
});

describe('an armed watch', () => {
  it('ends what held in two scans, one after the other, and nothing else', async () => {
    const { machine, watcher, news, scan } = place([[100], [200], [300]], { armed: true });
    await scan(1);
    expect(machine.sent).toEqual([]);
    await scan(1);
    await watcher.settled();
    const order = news.filter((line) => /terminating|gone/.test(line));
    expect(order).toEqual([
      '100 terminating',
      '100 gone',
      '200 terminating',
      '200 gone',
      '300 terminating',
      '300 gone',
    ]);
    expect(machine.alive().some((each) => each.startsWith(`${AGENT}@`))).toBe(true);
  });

  it('sets at most five on the way at a time', async () => {
    const { watcher, news, scan } = place(
      [100, 200, 300, 400, 500, 600, 700].map((pid) => [pid] as const),
      { armed: true },
    );
    await scan(2);
    await watcher.settled();
    expect(news.filter((line) => line.endsWith('gone'))).toHaveLength(5);
    await scan(1);
    await watcher.settled();
    expect(news.filter((line) => line.endsWith('gone'))).toHaveLength(7);
  });

  it('leaves alone what a grant covers', async () => {
    const machine = place([[100]]);
    const process = await machine.identityOf(100);
    const granted = place([[100]], { armed: true, grants: [{ process, untilMs: Number.MAX_SAFE_INTEGER }] });
    await granted.scan(4);
    await granted.watcher.settled();
    expect(granted.machine.sent).toEqual([]);
  });
});

describe('a watch whose ledger may have lost a grant', () => {
  const doubts: readonly Doubt[] = [
    { path: '/state/supervisor.jsonl', what: 'byte 0: not an entry', grant: true, reap: true, writtenByMs: null },
  ];

  it('ends nothing of itself although it is armed, and says once why', async () => {
    const { machine, watcher, news, scan } = place([[100], [200]], { armed: true, doubts });
    const { report } = await scan(5);
    await watcher.settled();
    expect(machine.sent).toEqual([]);
    expect(news).toEqual([expect.stringContaining('supervisor.jsonl is damaged')]);
    expect(report.warnings).toEqual(news);
  });

  it('ends by hand what is named, and says what is not known', async () => {
    const { machine, watcher, news, scan, identityOf } = place([[100], [200]], { armed: true, doubts });
    await scan(2);
    expect(await watcher.actions.reap(await identityOf(100))).toBeNull();
    expect(news[1]).toMatch(/^100: asked for by hand, although .*supervisor\.jsonl is damaged/);
    expect(machine.sent.every(({ pid }) => pid === 100)).toBe(true);
    expect(machine.alive().some((each) => each.startsWith('100@'))).toBe(false);
  });
});

describe('what is watched', () => {
  it('is the named agent alone, and what it left behind when it is gone', async () => {
    const { machine, scan } = place([[100]], { named: true });
    machine.start(70, { argv: ['claude'], comm: 'claude' });
    machine.start(300, { ppid: 70, argv: ['bash', '-c', spin], comm: 'bash' });
    expect(pidsOf(await scan(2))).toEqual([100]);
    machine.end(AGENT);
    const after = await scan(1);
    expect(pidsOf(after)).toEqual([100]);
    expect(after.changes.map(({ kind }) => kind)).toContain('agent-over');
  });

  it('is the named agent alone when its host tells its session id later, or gives it another', async () => {
    const { machine, scan } = place([[100]], { named: true });
    const sessions = async () => {
      const update = await scan(2);
      expect(pidsOf(update)).toEqual([100]);
      return update.report.sessions.map(({ id }) => id);
    };
    expect(await sessions()).toEqual([expect.stringMatching(/^pid-50-/)]);
    machine.start(101, { ppid: AGENT, argv: ['sleep'], comm: 'sleep' });
    machine.environments.set(101, { CLAUDE_CODE_SESSION_ID: 'S9' });
    expect(await sessions()).toEqual(['S9']);
  });

  it('is no session whose id begins as that of the named agent, nor one that takes its id over', async () => {
    const { machine, scan } = place([[100]], { named: true });
    const loop = (pid: number, ppid: number, id: string) => {
      machine.start(pid, { ppid, argv: ['bash', '-c', spin], comm: 'bash' });
      machine.environments.set(pid, { CLAUDE_CODE_SESSION_ID: id });
    };
    machine.environments.set(100, { CLAUDE_CODE_SESSION_ID: 'S2' });
    machine.start(70, { argv: ['claude'], comm: 'claude' });
    loop(300, 70, 'S22');
    expect(pidsOf(await scan(2))).toEqual([100]);
    machine.end(AGENT);
    expect(pidsOf(await scan(2))).toEqual([100]);
    machine.end(100);
    await scan(2);
    machine.start(80, { argv: ['claude'], comm: 'claude' });
    loop(400, 80, 'S2');
    expect(pidsOf(await scan(2))).toEqual([]);
  });

  it('is the agent of a helper that was named, also when the helper has ended', async () => {
    const { machine, scan } = place([[100]], { named: true });
    machine.start(40, { argv: ['claude'], comm: 'claude', sid: 40 });
    machine.end(AGENT);
    machine.start(AGENT, { ppid: 40, argv: ['claude'], comm: 'claude', sid: 40 });
    machine.start(300, { ppid: 40, argv: ['bash', '-c', spin], comm: 'bash' });
    expect(pidsOf(await scan(2))).toEqual([300]);
    machine.end(AGENT);
    expect(pidsOf(await scan(2))).toEqual([300]);
  });

  it('is one session, by the beginning of its id', async () => {
    const { machine, scan } = place([[100]], { session: 'pid-70' });
    machine.start(70, { argv: ['claude'], comm: 'claude' });
    machine.start(300, { ppid: 70, argv: ['bash', '-c', spin], comm: 'bash' });
    const update = await scan(2);
    expect(pidsOf(update)).toEqual([300]);
    expect(update.report.sessions.map(({ id }) => id)).toEqual([expect.stringMatching(/^pid-70-/)]);
  });
});
