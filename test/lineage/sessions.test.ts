/**
 * Proves that each living agent is one session with an id of its own that it keeps, whatever environments, ledger and memory
 * say, and that nothing is taken to be one agent's that may be another's.
 */
import { describe, expect, it } from 'vitest';
import type { LineageMemory } from '../../src/lineage/lineage-memory.ts';
import type { MarkerValues } from '../../src/lineage/marker-claim.ts';
import { formatMemory, parseMemory } from '../../src/lineage/parse-memory.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { RecordedSession } from '../../src/lineage/session.ts';
import { formatEvidence } from '../../src/view/audit-text.ts';
import { attributed, owner, type Scene } from './scene.ts';
import { BOOT, running } from './table.ts';

/** An agent in a terminal, started at the tick of its pid. */
const agent = (pid: number, program = 'claude', fields: Partial<ProcessRecord> = {}): ProcessRecord =>
  running(pid, { argv: [`/usr/bin/${program}`], comm: program, ppid: 40, sid: 40, start: pid, ...fields });
/** What an agent started, in a kernel session of its own as every host does it, at the tick of its pid. */
const shell = (pid: number, ppid: number): ProcessRecord => running(pid, { ppid, sid: pid, start: pid });
const orphan = (pid: number): ProcessRecord => shell(pid, 1);

const [X, Y] = [agent(50), agent(60)];
const [ofX, ofY, stray] = [shell(150, 50), shell(160, 60), orphan(170)];
const S2: MarkerValues = { CLAUDE_CODE_SESSION_ID: 'S2' };

const whose = (scene: Scene, pid: number): string | undefined => attributed(scene).owners.get(pid)?.session;
const names = (scene: Scene): Readonly<Record<number, string>> => Object.fromEntries(attributed(scene).agents);
const ids = (scene: Scene): readonly string[] => attributed(scene).sessions.map(({ id }) => id);
const evidence = (scene: Scene, pid: number): string => {
  const found = attributed(scene).owners.get(pid);
  return found === undefined ? 'nothing' : formatEvidence(found.evidence);
};
/** As a later run reads it. */
const remembered = (scene: Scene): LineageMemory => parseMemory(formatMemory(attributed(scene).next()), BOOT).memory;
const recorded = (id: string, of: ProcessRecord, ended = false): RecordedSession => ({
  id,
  host: 'claude-code',
  agent: of.identity,
  cwd: null,
  ended,
});

describe('two living agents with one session id', () => {
  const both: Scene = { processes: [X, Y, ofX, ofY], markers: { 150: S2, 160: S2 } };

  it('are two sessions, and the older one keeps the id, in whatever order the table has them', () => {
    for (const processes of [both.processes, [...both.processes].reverse()]) {
      const scene = { ...both, processes };
      expect(names(scene)).toEqual({ 50: 'S2', 60: 'pid-60-60' });
      expect([150, 160].map((pid) => owner(scene, pid))).toEqual(['descendant S2', 'descendant pid-60-60']);
      expect([150, 160].map((pid) => evidence(scene, pid))).toEqual(['descends from 50@50', 'descends from 60@60']);
    }
  });

  it.each<[string, string, MarkerValues, MarkerValues]>([
    [
      'claude',
      'S2',
      { CLAUDE_CODE_SESSION_ID: 'S2', CLAUDE_PID: '50' },
      { CLAUDE_CODE_SESSION_ID: 'S2', CLAUDE_PID: '60' },
    ],
    ['codex', 'c-1', { CODEX_SESSION_ID: 'c-1' }, { CODEX_SESSION_ID: 'c-1' }],
    ['pi', 'p-1', { PI_SESSION_ID: 'p-1' }, { PI_SESSION_ID: 'p-1' }],
    ['copilot', 'g-1', { COPILOT_AGENT_SESSION_ID: 'g-1' }, { COPILOT_AGENT_SESSION_ID: 'g-1' }],
    [
      'opencode',
      'o-1',
      { LIFETIME_WATCH_SESSION: 'o-1', OPENCODE_PID: '50' },
      { LIFETIME_WATCH_SESSION: 'o-1', OPENCODE_PID: '60' },
    ],
    ['opencode', 'pid-50-50', { OPENCODE_PID: '50' }, { OPENCODE_PID: '60' }],
    ['gemini', 'pid-50-50', { GEMINI_CLI: '1' }, { GEMINI_CLI: '1' }],
  ])('are two sessions with %s (%s)', (program, first, one, other) => {
    const processes = [agent(60, program), agent(50, program), ofX, ofY];
    expect(names({ processes, markers: { 150: one, 160: other } })).toEqual({ 50: first, 60: 'pid-60-60' });
  });

  it('are two sessions when the ledger says so of both, whichever it recorded last', () => {
    const [one, other] = [recorded('S2', X), recorded('S2', Y)];
    for (const ledger of [
      [one, other],
      [other, one],
    ]) {
      expect(names({ processes: [Y, X], recorded: ledger })).toEqual({ 50: 'S2', 60: 'pid-60-60' });
      expect(ids({ processes: [X, Y], recorded: ledger })).toEqual(['S2', 'pid-60-60']);
    }
  });

  it('keep their names when their children come and go', () => {
    const memory = remembered(both);
    for (const processes of [
      [X, Y],
      [X, Y, ofY],
      [X, Y, ofX],
    ]) {
      expect(names({ processes, markers: both.markers ?? {}, memory })).toEqual({ 50: 'S2', 60: 'pid-60-60' });
    }
  });

  it('leave the id to the one that had it first', () => {
    const memory = remembered({ processes: [X, Y, ofY], markers: { 160: S2 } });
    const scene = { ...both, memory };
    expect(names(scene)).toEqual({ 50: 'pid-50-50', 60: 'S2' });
    expect(names({ ...scene, memory: remembered(scene) })).toEqual({ 50: 'pid-50-50', 60: 'S2' });
    expect(names({ ...scene, recorded: [recorded('S2', X), recorded('S2', Y)] })).toEqual({
      50: 'pid-50-50',
      60: 'S2',
    });
  });

  it('leave it also when that one would have liked another better, which is taken', () => {
    const [z, mark] = [agent(70), { CLAUDE_CODE_SESSION_ID: 'S1' }];
    const ledger = [recorded('S1', Y)];
    const before = remembered({ processes: [X, Y, z, ofY, shell(171, 70)], markers: { 160: S2, 171: mark } });
    expect(before.sessions.map(({ id }) => id)).toEqual(['pid-50-50', 'S2', 'S1']);
    const scene = { processes: [X, Y, z, ofX], markers: { 150: S2 }, recorded: ledger, memory: before };
    expect(names(scene)).toEqual({ 50: 'pid-50-50', 60: 'S2', 70: 'S1' });
  });

  describe('and an orphan with that id in its environment', () => {
    const withStray = (values: MarkerValues, more: Partial<Scene> = {}): Scene => ({
      processes: [...both.processes, stray],
      markers: { ...both.markers, 170: values },
      ...more,
    });

    it('belongs to the one whose pid stands there, too', () => {
      expect(owner(withStray({ ...S2, CLAUDE_PID: '50' }), 170)).toBe('marker S2');
      expect(owner(withStray({ ...S2, CLAUDE_PID: '60' }), 170)).toBe('marker pid-60-60');
      expect(evidence(withStray({ ...S2, CLAUDE_PID: '60' }), 170)).toBe('its environment holds CLAUDE_PID');
      expect(evidence(withStray({ ...S2, CLAUDE_PID: '50' }), 170)).toBe(
        'its environment holds CLAUDE_CODE_SESSION_ID',
      );
      expect(evidence(withStray(S2), 170)).toBe('its environment holds CLAUDE_CODE_SESSION_ID');
    });

    it('is a third session of its own when nothing tells whose it is', () => {
      const scene = withStray(S2);
      expect(owner(scene, 170)).toBe('marker shared-S2');
      expect(attributed(scene).sessions.at(-1)).toMatchObject({ agent: null, state: 'unknown' });
    });

    it('is so also when no child of the other one is left that says the id', () => {
      const memory = remembered(both);
      expect(owner(withStray(S2, { processes: [X, Y, ofX, stray], memory }), 170)).toBe('marker shared-S2');
      expect(owner(withStray(S2, { processes: [X, Y, stray], memory }), 170)).toBe('marker shared-S2');
    });

    it("is the older agent's when it is older than the other one", () => {
      const scene = { processes: [...both.processes, orphan(55)], markers: { ...both.markers, 55: S2 } };
      expect(owner(scene, 55)).toBe('marker S2');
    });
  });

  it('are not told apart where both are younger than what the one before them left behind', () => {
    const scene = { processes: [...both.processes, orphan(45)], markers: { ...both.markers, 45: S2 } };
    expect(whose(scene, 45)).toBe('shared-S2');
    expect(whose({ ...scene, processes: [X, ofX, orphan(45)] }, 45)).toBe('S2');
  });

  it('do not inherit from each other: what the first left behind is no work of the second', () => {
    const memory = remembered(both);
    const processes = [Y, ofY, { ...ofX, ppid: 1 }, stray];
    const scene = { processes, markers: { ...both.markers, 170: { ...S2, CLAUDE_PID: '50' } }, memory };
    expect(names(scene)).toEqual({ 60: 'pid-60-60' });
    expect([150, 170].map((pid) => owner(scene, pid))).toEqual(['was-descendant S2', 'marker S2']);
    expect(attributed(scene).sessions.find(({ id }) => id === 'S2')?.state).toBe('over');
    expect(names({ ...scene, memory: remembered(scene) })).toEqual({ 60: 'pid-60-60' });
    const ledger = [recorded('S2', X), recorded('S2', Y)];
    expect(whose({ ...scene, recorded: ledger }, 150)).toBe('S2');
    expect(names({ ...scene, recorded: ledger })).toEqual({ 60: 'pid-60-60' });
  });

  it('are told apart when their programs are known to no host', () => {
    const [one, other] = [agent(50, 'mine'), agent(60, 'mine')];
    const strays = [orphan(171), orphan(172)];
    const markers = { 171: { ...S2, CLAUDE_PID: '50' }, 172: { ...S2, CLAUDE_PID: '60' } };
    const scene = { processes: [one, other, ...strays], markers };
    expect([171, 172].map((pid) => whose(scene, pid))).toEqual(['S2', 'pid-60-60']);
    const named = { ...scene, recorded: [recorded('S2', one)], named: 50 };
    expect([171, 172].map((pid) => whose(named, pid))).toEqual(['S2', 'pid-60-60']);
  });

  describe('and a pid that is not that of an agent', () => {
    const named = { ...S2, CLAUDE_PID: '70' };
    const scene = (process: ProcessRecord, ...more: readonly ProcessRecord[]): Scene => ({
      processes: [X, ofX, process, ...more, stray],
      markers: { 150: S2, 170: named },
    });
    const tmux = running(65, { ppid: 50, comm: 'tmux: server', argv: ['tmux'], start: 65 });

    it.each<[string, Scene, string]>([
      ['is one of its own', scene(running(70, { start: 70 })), 'pid-70-70'],
      ['is its agent when it runs below one', scene(running(70, { ppid: 50, start: 70 })), 'S2'],
      ['is not when it runs in a terminal multiplexer', scene(running(70, { ppid: 65, start: 70 }), tmux), 'pid-70-70'],
      ['is of another pid namespace when it is of another user', scene(running(70, { start: 70, uid: 0 })), 'S2'],
      ['is so when it is a thread of the kernel', scene(running(70, { start: 70, kernelThread: true })), 'S2'],
      ['is so when it is younger', scene(running(70, { start: 999 })), 'S2'],
    ])('%s', (_, table, session) => {
      expect(whose(table, 170)).toBe(session);
    });

    it('is that of the agent which a wrapper of that pid has started', () => {
      const wrapper = running(45, { ppid: 40, start: 45 });
      const below = agent(50, 'claude', { ppid: 45 });
      const markers = { 150: S2, 170: { ...S2, CLAUDE_PID: '45' } };
      expect(whose({ processes: [wrapper, below, ofX, stray], markers }, 170)).toBe('S2');
    });
  });

  it('are told apart when they are of two hosts', () => {
    const scene = {
      processes: [X, agent(60, 'codex'), ofX, ofY, stray],
      markers: { 150: S2, 160: { CODEX_SESSION_ID: 'S2' }, 170: { CODEX_SESSION_ID: 'S2' } },
    };
    expect(names(scene)).toEqual({ 50: 'S2', 60: 'pid-60-60' });
    expect(whose(scene, 170)).toBe('pid-60-60');
    const without = { ...scene, processes: [X, ofX, stray] };
    expect(whose(without, 170)).toBe('codex-S2');
  });
});

describe('an agent that another one runs', () => {
  const OUT: MarkerValues = { CLAUDE_CODE_SESSION_ID: 'OUT', CLAUDE_PID: '50' };
  const inner = agent(155, 'claude', { ppid: 150, sid: 150 });
  const server = shell(156, 155);

  it('does not take the id that it and its children inherited', () => {
    const markers = { 150: OUT, 155: OUT, 156: OUT };
    expect(names({ processes: [X, ofX, inner, server], markers })).toEqual({ 50: 'OUT', 155: 'pid-155-155' });
    // Nor when the outer one is gone.
    expect(names({ processes: [inner, server], markers })).toEqual({ 155: 'pid-155-155' });
    // Nor when its own environment cannot be read.
    expect(names({ processes: [X, ofX, inner, server], markers: { 156: OUT } })[155]).toBe('pid-155-155');
  });

  it('may have left behind what has the markers that it inherited, unless it is younger', () => {
    const markers = { 150: OUT, 155: OUT, 170: OUT, 152: OUT };
    const scene = { processes: [X, ofX, inner, stray, orphan(152)], markers };
    expect(whose(scene, 170)).toBe('shared-OUT');
    expect(whose(scene, 152)).toBe('OUT');
    expect(whose({ ...scene, processes: [X, ofX, stray] }, 170)).toBe('OUT');
    // With the outer one gone, what looks like its orphan may be the living inner one's server.
    const alone = attributed({ ...scene, processes: [inner, stray] });
    expect(alone.sessions.find(({ id }) => id === alone.owners.get(170)?.session)?.state).toBe('unknown');
  });

  it.each<[string, MarkerValues]>([
    ['claude', { CLAUDE_CODE_SESSION_ID: 'OUT', CLAUDE_PID: '50' }],
    ['codex', { CODEX_CI: '1', CODEX_SESSION_ID: 'c-1' }],
    ['pi', { PI_SESSION_ID: 'p-1' }],
    ['copilot', { COPILOT_CLI: '1' }],
    ['opencode', { OPENCODE: '1', OPENCODE_PID: '50' }],
    ['gemini', { GEMINI_CLI: '1' }],
  ])('is a session of its own when its shell became it: %s', (program, values) => {
    const [outer, direct] = [agent(50, program), agent(155, program, { ppid: 50, sid: 155 })];
    const processes = [outer, direct, shell(156, 155)];
    expect(whose({ processes, markers: { 155: values } }, 156)).toBe('pid-155-155');
    // An agent that relaunches itself has neither a session nor markers of its own.
    const relaunched = [outer, { ...direct, sid: 40 }, shell(156, 155)];
    expect(whose({ processes: relaunched, markers: { 155: values } }, 156)).toBe('pid-50-50');
    expect(whose({ processes }, 156)).toBe('pid-50-50');
    expect(whose({ processes, markers: { 50: values, 155: values } }, 156)).toBe('pid-50-50');
  });
});

describe("an agent right below another user's", () => {
  const theirs = agent(50, 'claude', { uid: 0 });

  it('is no helper of that one', () => {
    const scene = { processes: [theirs, agent(60, 'claude', { ppid: 50 }), ofY] };
    expect(names(scene)).toEqual({ 60: 'pid-60-60' });
    expect(owner(scene, 160)).toBe('descendant pid-60-60');
  });

  it('of the same other user is an agent when it is named', () => {
    const scene = { processes: [theirs, agent(60, 'claude', { ppid: 50, uid: 0 })], named: 60 };
    expect(names(scene)).toEqual({ 60: 'pid-60-60' });
  });
});

describe('the id of an agent', () => {
  const S9: MarkerValues = { CLAUDE_CODE_SESSION_ID: 'S9' };

  it('stays when nothing names it any more, and what was left behind with it stays its own', () => {
    const memory = remembered({ processes: [X, ofX], markers: { 150: S9 } });
    const scene = { processes: [X, stray], markers: { 170: S9 }, memory };
    expect(names(scene)).toEqual({ 50: 'S9' });
    expect(owner(scene, 170)).toBe('marker S9');
    expect(ids({ ...scene, memory: remembered(scene) })).toEqual(['S9']);
  });

  it('is not that of another process with its pid', () => {
    const memory = remembered({ processes: [X, ofX], markers: { 150: S9 } });
    expect(
      names({ processes: [agent(50, 'claude', { identity: { pid: 50, startTicks: 99, bootId: BOOT } })], memory }),
    ).toEqual({
      50: 'pid-50-99',
    });
  });

  it('outlives a look that could not see its start', () => {
    const S4 = { CLAUDE_CODE_SESSION_ID: 'S4' };
    const memory = remembered({ processes: [X, ofX, shell(151, 50)], markers: { 150: S9, 151: S4 } });
    const blurred = agent(50, 'claude', { identity: { ...X.identity, startTicks: null } });
    const scene = { processes: [X, stray], markers: { 170: S4 }, memory: remembered({ processes: [blurred], memory }) };
    expect(names(scene)).toEqual({ 50: 'S9' });
    expect(whose(scene, 170)).toBe('S9');
  });

  it('comes late, and what was known of the agent before goes with it', () => {
    const memory = remembered({ processes: [X, ofX] });
    const scene = { processes: [X, { ...ofX, ppid: 1 }, shell(151, 50)], markers: { 151: S9 }, memory };
    expect(owner(scene, 150)).toBe('was-descendant S9');
    expect(ids(scene)).toEqual(['S9']);
    // So does the kernel session of a shell that is gone.
    const seen = remembered({ processes: [X, ofX, shell(152, 150)] });
    const member = running(153, { ppid: 1, sid: 150, start: 151 });
    const later = { ...scene, processes: [X, member, shell(151, 50)], memory: { ...seen, seen: new Map() } };
    expect(owner(later, 153)).toBe('session-id S9');
  });

  it('is told by a shell below its helper', () => {
    const launcher = running(60, {
      argv: ['node', '/usr/lib/codex/bin/codex.js'],
      comm: 'node',
      ppid: 40,
      sid: 40,
      start: 60,
    });
    const native = agent(61, 'codex', { ppid: 60 });
    const scene = { processes: [launcher, native, shell(160, 61)], markers: { 160: { CODEX_SESSION_ID: 'c-1' } } };
    expect(names(scene)).toEqual({ 60: 'c-1', 61: 'c-1' });
    expect(whose({ ...scene, named: 61 }, 160)).toBe('c-1');
  });

  it('is found behind many children that say nothing', () => {
    const servers = Array.from({ length: 30 }, (_, index) => shell(200 + index, 50));
    expect(names({ processes: [X, ...servers, shell(300, 50)], markers: { 300: S9 } })).toEqual({ 50: 'S9' });
  });

  describe('that had another one before', () => {
    const S3: MarkerValues = { CLAUDE_CODE_SESSION_ID: 'S3' };
    const S4: MarkerValues = { CLAUDE_CODE_SESSION_ID: 'S4' };
    const [older, younger] = [shell(150, 50), shell(151, 50)];
    const two: Scene = { processes: [X, younger, older], markers: { 150: S3, 151: S4, 170: S4, 171: S3 } };

    it('is that of its oldest shell, and everything of both is one session', () => {
      expect(names(two)).toEqual({ 50: 'S3' });
      const scene = { ...two, processes: [...two.processes, stray, orphan(171)] };
      expect([150, 151, 170, 171].map((pid) => whose(scene, pid))).toEqual(['S3', 'S3', 'S3', 'S3']);
    });

    it('does not change with the children that are left', () => {
      const memory = remembered(two);
      for (const children of [[older], [younger], []]) {
        const scene = { ...two, processes: [X, ...children, stray, orphan(171)], memory };
        expect(names(scene)).toEqual({ 50: 'S3' });
        expect([170, 171].map((pid) => whose(scene, pid))).toEqual(['S3', 'S3']);
        expect(names({ ...scene, memory: remembered(scene) })).toEqual({ 50: 'S3' });
      }
    });

    it('is the latest in the ledger, and the former is another name of the same session', () => {
      const scene = {
        ...two,
        processes: [X, older, orphan(171)],
        recorded: [recorded('S3', X, true), recorded('S4', X)],
      };
      expect(ids(scene)).toEqual(['S4']);
      expect([150, 171].map((pid) => whose(scene, pid))).toEqual(['S4', 'S4']);
      const memory = remembered(scene);
      expect(names({ processes: [X], memory })).toEqual({ 50: 'S4' });
      const left = { processes: [{ ...older, ppid: 1 }], recorded: scene.recorded, memory };
      expect(attributed(left).sessions.map(({ id, state }) => `${id} ${state}`)).toEqual(['S4 over', 'S3 over']);
    });

    it('is free for another agent then', () => {
      const scene = { processes: [X, Y], recorded: [recorded('S3', X, true), recorded('S4', X), recorded('S3', Y)] };
      expect(names(scene)).toEqual({ 50: 'S4', 60: 'S3' });
      const memory = remembered({ processes: [X, older], recorded: [recorded('S3', X)] });
      const moved = { ...scene, processes: [X, Y, { ...older, ppid: 1 }], memory };
      expect(owner(moved, 150)).toBe('was-descendant S4');
    });
  });
});

describe('a session of which only a host is known', () => {
  it.each<[string, MarkerValues, string]>([
    ['gemini', { GEMINI_CLI: '1' }, 'gemini-cli-unknown'],
    ['codex', { CODEX_SESSION_ID: 'c-1' }, 'c-1'],
    ['codex', { CODEX_CI: '1' }, 'codex-unknown'],
  ])('is over when the last agent of that host has ended: %s', (program, values, id) => {
    const scene = { processes: [agent(50, program), stray], markers: { 170: values } };
    const state = (of: Scene) => attributed(of).sessions.find((session) => session.id === id)?.state;
    expect(state(scene)).toBe('unknown');
    const memory = remembered(scene);
    expect(state({ ...scene, memory })).toBe('unknown');
    const alone = { ...scene, processes: [stray], memory };
    expect(owner(alone, 170)).toBe(`marker ${id}`);
    expect(state(alone)).toBe('over');
    // What another agent of that host leaves would look the same.
    expect(state({ ...scene, memory: remembered(alone) })).toBe('unknown');
  });
});

describe('the evidence of a session that was resumed in another process', () => {
  const memory = remembered({ processes: [X, ofX, shell(151, 150)], markers: { 150: S2 } });
  const late = agent(260);
  const resumed: Scene = {
    processes: [late, shell(261, 260), { ...ofX, ppid: 1 }, shell(151, 150)],
    markers: { 150: S2, 261: S2 },
    memory,
  };

  it('names the agent that was seen, at every later scan', () => {
    expect(names(resumed)).toEqual({ 260: 'S2' });
    const again = { ...resumed, memory: remembered(resumed) };
    for (const scene of [resumed, again, { ...again, memory: remembered(again) }]) {
      expect(evidence(scene, 150)).toBe('descended from 50@50 at an earlier scan');
      expect(evidence(scene, 261)).toBe('descends from 260@260');
      expect(whose(scene, 150)).toBe('S2');
    }
  });

  it('names it also for what the leftover started and left behind', () => {
    const born = { ...resumed, processes: [...resumed.processes, shell(262, 150)] };
    const left = { ...resumed, processes: [late, orphan(151), orphan(262)], memory: remembered(born) };
    expect([151, 262].map((pid) => evidence(left, pid))).toEqual([
      'descended from 50@50 at an earlier scan',
      'descended from 50@50 at an earlier scan',
    ]);
  });

  it('names none when it is not known which it was', () => {
    const forgotten = { ...memory, formerly: new Map([...memory.seen.keys()].map((key) => [key, ''])) };
    const scene = { ...resumed, memory: forgotten };
    expect(evidence(scene, 150)).toBe('descended from an agent of this session at an earlier scan');
    expect(evidence({ ...scene, memory: remembered(scene) }, 150)).toBe(
      'descended from an agent of this session at an earlier scan',
    );
  });
});

describe('an agent that is pid 1 of its container', () => {
  const one = running(1, { argv: ['/usr/bin/claude'], comm: 'claude', ppid: 0, sid: 1, start: 1 });
  const own = (pid: number): ProcessRecord => running(pid, { ppid: 1, sid: 1, start: pid });

  it("owns what is in the kernel session that it leads, and not by descent: it adopts an operator's, too", () => {
    const scene = { processes: [one, own(90), stray, shell(91, 90)] };
    expect(owner(scene, 90)).toBe('session-id pid-1-1');
    expect(owner(scene, 91)).toBe('descendant pid-1-1');
    expect(owner(scene, 170)).toBeUndefined();
    expect(owner({ processes: [own(90)] }, 90)).toBeUndefined();
  });

  it.each<[string, MarkerValues]>([
    ['/usr/bin/claude', { CLAUDE_PID: '1' }],
    ['/usr/bin/claude', { CLAUDE_CODE_SESSION_ID: 'S9', CLAUDE_PID: '1' }],
    ['/usr/bin/opencode', { OPENCODE_PID: '1' }],
  ])('is named by its pid: %s %j', (program, values) => {
    const first = { ...one, argv: [program], comm: program.slice(9) };
    expect(owner({ processes: [first, stray], markers: { 170: values } }, 170)).toBe(
      `marker ${values.CLAUDE_CODE_SESSION_ID ?? 'pid-1-1'}`,
    );
  });

  it('is not taken for the pid 1 of the machine around it', () => {
    const seen = attributed({ processes: [stray, agent(60, 'opencode')], markers: { 170: { OPENCODE_PID: '1' } } });
    const session = seen.sessions.find(({ id }) => id === seen.owners.get(170)?.session);
    expect(session).toMatchObject({ agent: null, state: 'unknown' });
  });

  it('is not the agent that it adopted', () => {
    expect(names({ processes: [one, agent(50, 'claude', { ppid: 1 })] })).toEqual({ 1: 'pid-1-1', 50: 'pid-50-50' });
    expect(names({ processes: [one, agent(50, 'claude', { ppid: 1, sid: 1 })] })).toEqual({
      1: 'pid-1-1',
      50: 'pid-1-1',
    });
  });

  it('leaves a memory that can be read', () => {
    const script = '/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js';
    const first = { ...one, argv: ['node', script], comm: 'node' };
    const helper = { ...own(7), argv: ['node', script], comm: 'node' };
    const below = running(8, { ppid: 7, sid: 1, start: 8 });
    const text = formatMemory(attributed({ processes: [first, helper, below] }).next());
    expect(parseMemory(text, BOOT).problem).toBeNull();
    expect(parseMemory(text, BOOT).memory.seen.get('8@8')).toBe('pid-1-1');
  });
});

describe('the memory of a version that knew less', () => {
  it('is read', () => {
    const memory = remembered({ processes: [X, ofX], markers: { 150: S2 } });
    const { formerly: _, ...less } = JSON.parse(formatMemory(memory)) as Record<string, unknown>;
    expect(parseMemory(JSON.stringify(less), BOOT)).toEqual({ memory, problem: null });
  });
});
