/** Proves whose a process is taken to be, by which evidence, and where nothing is claimed. */
import { describe, expect, it } from 'vitest';
import type { MarkerValues } from '../../src/lineage/marker-claim.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { RecordedSession } from '../../src/lineage/session.ts';
import { AGENT, attributed, claude, owner } from './scene.ts';
import { running } from './table.ts';

const id = 'pid-50-50';
const toolShell = running(100, { ppid: AGENT, argv: ['bash', '-c', 'x'], sid: 100, start: 200 });
const below = running(101, { ppid: 100, sid: 100, start: 210 });

describe('a descendant', () => {
  it("is its agent's, however deep, and in a session of its own", () => {
    const detached = running(102, { ppid: 101, sid: 102, start: 220 });
    expect(owner({ processes: [claude, toolShell, below, detached] }, 102)).toBe(`descendant ${id}`);
  });

  it("is the nearest agent's when one agent runs another", () => {
    const inner = running(102, { ppid: 101, argv: ['codex'], comm: 'codex', start: 220 });
    const work = running(103, { ppid: 102, start: 230 });
    const scene = { processes: [claude, toolShell, below, inner, work] };
    expect(owner(scene, 103)).toBe('descendant pid-102-220');
    expect(owner(scene, 102)).toBeUndefined();
    expect(owner(scene, 101)).toBe(`descendant ${id}`);
  });

  it('is one session below an agent that relaunches itself', () => {
    const script = '/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js';
    const outer = running(60, { ppid: 40, argv: ['node', script], comm: 'node', start: 60 });
    const inner = running(61, {
      ppid: 60,
      argv: ['node', '--max-old-space-size=8192', script],
      comm: 'node',
      start: 61,
    });
    const scene = { processes: [outer, inner, running(62, { ppid: 61, start: 62 })] };
    expect(owner(scene, 62)).toBe('descendant pid-60-60');
    expect([...attributed(scene).agents]).toEqual([
      [60, 'pid-60-60'],
      [61, 'pid-60-60'],
    ]);
  });

  it("is nobody's below a program that hosts the sessions of others", () => {
    const tmux = running(102, { ppid: 101, comm: 'tmux: server', argv: ['tmux', 'new', '-d'], start: 220 });
    const scene = { processes: [claude, toolShell, below, tmux, running(103, { ppid: 102, start: 230 })] };
    expect(owner(scene, 102)).toBeUndefined();
    expect(owner(scene, 103)).toBeUndefined();
  });

  it('is not proved by init, agent or not', () => {
    const entry = { ...claude, identity: { ...claude.identity, pid: 1 }, ppid: 0 };
    expect(owner({ processes: [entry, running(100, { ppid: 1, start: 200 })] }, 100)).toBeUndefined();
  });

  it("is nobody's without a parent: an operator's own session in a container", () => {
    expect(owner({ processes: [claude, running(100, { ppid: 0, start: 200 })] }, 100)).toBeUndefined();
  });
});

describe('a remembered descendant', () => {
  const scanned = attributed({ processes: [claude, toolShell, below] }).next();

  it("stays its agent's when its parents are gone", () => {
    const orphan = { ...below, ppid: 1 };
    expect(owner({ processes: [claude, orphan], memory: scanned }, 101)).toBe(`was-descendant ${id}`);
  });

  it('stays so when the agent is gone, whose session is over then', () => {
    const scene = { processes: [{ ...below, ppid: 1 }], memory: scanned };
    expect(owner(scene, 101)).toBe(`was-descendant ${id}`);
    expect(attributed(scene).sessions).toMatchObject([{ id, state: 'over' }]);
  });

  it('hands its owner on to what it starts, and that is remembered, too', () => {
    const orphan = { ...below, ppid: 1 };
    const child = running(105, { ppid: 101, sid: 105, start: 400 });
    const scene = { processes: [orphan, child], memory: scanned };
    expect(owner(scene, 105)).toBe(`descendant ${id}`);
    expect([...attributed(scene).next().seen.keys()]).toContain('105@400');
  });

  it('is forgotten with its process, and is not another one with the same pid', () => {
    const stranger = running(101, { ppid: 1, start: 999 });
    const scene = { processes: [claude, stranger], memory: scanned };
    expect(owner(scene, 101)).toBeUndefined();
    expect([...attributed(scene).next().seen.keys()]).toEqual([]);
  });

  it('is nothing in another boot', () => {
    const orphan = running(101, { ppid: 1, start: 210, boot: 'other' });
    expect(owner({ processes: [orphan], memory: scanned }, 101)).toBeUndefined();
  });
});

describe('a member of a kernel session', () => {
  const stray = running(103, { ppid: 1, sid: 100, start: 215 });

  it("is its shell's agent's while the shell lives", () => {
    expect(owner({ processes: [claude, toolShell, stray] }, 103)).toBe(`session-id ${id}`);
  });

  it('stays so when the shell is gone', () => {
    const memory = attributed({ processes: [claude, toolShell, below, running(900, { start: 300 })] }).next();
    expect(owner({ processes: [claude, stray], memory }, 103)).toBe(`session-id ${id}`);
  });

  it('is not one of a later leader of the same number', () => {
    const memory = attributed({ processes: [claude, toolShell, below] }).next();
    const leader = running(100, { ppid: 1, sid: 100, start: 800 });
    expect(owner({ processes: [claude, leader, stray], memory }, 103)).toBeUndefined();
    const late = running(104, { ppid: 1, sid: 100, start: 900 });
    expect(owner({ processes: [claude, late], memory }, 104)).toBeUndefined();
  });

  it("is not the user's other work in the terminal of the agent", () => {
    const memory = attributed({ processes: [claude, toolShell, running(900, { start: 300 })] }).next();
    const editor = running(106, { ppid: 1, sid: 40, start: 250 });
    expect(owner({ processes: [claude, editor], memory }, 106)).toBeUndefined();
  });
});

describe('a marker in the environment', () => {
  const stray = running(110, { ppid: 1, start: 300, argv: ['sleep', '371'] });
  const mark = (values: MarkerValues) => ({ processes: [claude, toolShell, stray], markers: { 110: values } });

  it.each<[string, MarkerValues, string]>([
    ["the agent's pid", { CLAUDE_PID: '50' }, `marker ${id}`],
    ['a session that nobody else names', { CLAUDE_CODE_SESSION_ID: 'u-1' }, 'marker u-1'],
    ['both: the agent decides', { CLAUDE_CODE_SESSION_ID: 'u-1', CLAUDE_PID: '50' }, `marker ${id}`],
    ['a host without ids', { GEMINI_CLI: '1' }, 'marker gemini-cli-unknown'],
    ['codex', { CODEX_SESSION_ID: 'c-1' }, 'marker c-1'],
    ['pi', { PI_SESSION_ID: 'p-1', PI_CODING_AGENT: 'true' }, 'marker p-1'],
    ['copilot', { COPILOT_AGENT_SESSION_ID: 'g-1' }, 'marker g-1'],
    ['opencode, whose pid is all there is', { OPENCODE_PID: '77' }, 'marker opencode-pid-77'],
  ])('names the session: %s', (_, values, expected) => {
    expect(owner(mark(values), 110)).toBe(expected);
  });

  it('gives an agent its own session id from the shells that it started', () => {
    const markers = { 100: { CLAUDE_CODE_SESSION_ID: 'u-1' }, 110: { CLAUDE_CODE_SESSION_ID: 'u-1' } };
    const scene = { processes: [claude, toolShell, stray], markers };
    expect(owner(scene, 100)).toBe('descendant u-1');
    expect(owner(scene, 110)).toBe('marker u-1');
  });

  it('tells whether the session is over', () => {
    const state = (values: MarkerValues, processes = [claude, stray]) =>
      attributed({ processes, markers: { 110: values } }).sessions.find(({ id: of }) => of !== id)?.state;
    expect(state({ CLAUDE_PID: '77', CLAUDE_CODE_SESSION_ID: 'u-9' })).toBe('over');
    expect(state({ CLAUDE_CODE_SESSION_ID: 'u-9' })).toBe('unknown');
    expect(state({ CLAUDE_CODE_SESSION_ID: 'u-9' }, [stray])).toBe('over');
    expect(state({ CODEX_SESSION_ID: 'c-9' })).toBe('over');
  });

  it('is not believed for a pid that a younger process has by now', () => {
    const young = running(77, { argv: ['vim'], start: 900 });
    const scene = { processes: [claude, stray, young], markers: { 110: { CLAUDE_PID: '77' } } };
    expect(attributed(scene).sessions.find(({ state }) => state === 'over')?.agent).toBeNull();
  });

  it('of two hosts counts for the inner one, and for neither when nothing tells them apart', () => {
    const codex = running(120, { ppid: 100, argv: ['codex'], comm: 'codex', start: 220 });
    const shell = running(121, { ppid: 120, sid: 121, start: 230 });
    const both = { CLAUDE_CODE_SESSION_ID: 'u-1', CLAUDE_PID: '50', CODEX_SESSION_ID: 'c-1' };
    const markers = { 110: both, 121: both };
    expect(owner({ processes: [claude, toolShell, codex, shell, stray], markers }, 110)).toBe('marker c-1');
    expect(owner({ processes: [claude, toolShell, stray], markers }, 110)).toBeUndefined();
  });

  it('counts for nothing below a terminal multiplexer, nor for another user', () => {
    const tmux = running(111, { comm: 'tmux: server', argv: ['tmux'], start: 290 });
    const pane = { ...stray, ppid: 111 };
    const values = { CLAUDE_PID: '50' };
    expect(owner({ processes: [claude, tmux, pane], markers: { 110: values, 111: values } }, 110)).toBeUndefined();
    expect(owner({ processes: [claude, { ...stray, uid: 0 }], markers: { 110: values } }, 110)).toBeUndefined();
  });
});

describe('a wrapper in the command line', () => {
  const wrapper = `source /h/.claude/shell-snapshots/snapshot-bash-1-ab.sh 2>/dev/null || true && eval '(while :; do sleep 1; done) &' < /dev/null && pwd -P >| /tmp/claude-1f-cwd`;

  it('is the last evidence, of a session that is not known', () => {
    const orphan = running(110, { ppid: 1, start: 300, argv: ['/bin/bash', '-c', wrapper] });
    expect(owner({ processes: [orphan] }, 110)).toBe('tool-shell claude-code-unknown');
    expect(attributed({ processes: [orphan] }).sessions[0]?.state).toBe('over');
    expect(attributed({ processes: [claude, orphan] }).sessions.at(-1)?.state).toBe('unknown');
  });

  it('proves nothing when it is only quoted', () => {
    const quoting = running(110, { ppid: 1, start: 300, argv: ['vim', '-c', wrapper] });
    expect(owner({ processes: [quoting] }, 110)).toBeUndefined();
  });
});

describe('a session', () => {
  const recorded = (ended: boolean): RecordedSession => ({
    id: 'u-1',
    host: 'claude-code',
    agent: claude.identity,
    cwd: '/w',
    ended,
  });

  it('has the name that the ledger gave it, the last one of an agent', () => {
    const later = { ...recorded(false), id: 'u-2' };
    expect(owner({ processes: [claude, toolShell], recorded: [recorded(true), later] }, 100)).toBe('descendant u-2');
  });

  it('is over when its agent is gone, and not when only its end was told', () => {
    const state = (processes: readonly ProcessRecord[]) =>
      attributed({ processes, recorded: [recorded(true)] }).sessions[0]?.state;
    expect(state([])).toBe('over');
    expect(state([claude])).toBe('live');
    expect(state([{ ...claude, state: 'Z' }])).toBe('over');
    expect(state([running(AGENT, { start: 999 })])).toBe('over');
  });

  it('is that of any process which the supervisor names', () => {
    const standIn = running(60, { ppid: 40, argv: ['node', 'stand-in.js'], start: 60 });
    const scene = { processes: [standIn, running(61, { ppid: 60, start: 61 })], named: 60 };
    expect(owner(scene, 61)).toBe('descendant pid-60-60');
    expect(attributed(scene).sessions.map(({ host }) => host)).toEqual(['stand-in.js']);
  });

  it("is never that of an argument, nor of another user's agent", () => {
    for (const argv of [
      ['vim', 'claude'],
      ['bash', '-c', 'claude'],
      ['pgrep', '-f', '/usr/bin/claude'],
      ['node', '-e', '/claude'],
    ]) {
      expect(attributed({ processes: [running(60, { argv, comm: argv[0] ?? '' })] }).sessions).toEqual([]);
    }
    expect(attributed({ processes: [{ ...claude, uid: 0 }] }).sessions).toEqual([]);
  });
});
