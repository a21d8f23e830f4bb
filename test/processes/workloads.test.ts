/**
 * Proves on real processes that one audit finds every kind of runaway that agents are known to leave, whoever its parent is
 * by now, and that it leaves alone what only looks like one.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Audit } from '../../src/flow/audit.ts';
import { findProgram } from '../find-program.ts';
import { type Run, type Watcher, watch } from './scan-world.ts';
import { type Agent, createWorld, stateOf, type World } from './world.ts';

const AFTER = 0.5;
const pause = fileURLToPath(new URL('../fixtures/programs/pause.sh', import.meta.url));
/** Below these nothing is anybody's. */
const GUARDED: ReadonlySet<string> = new Set(['a login']);
const subreaper = fileURLToPath(new URL('../fixtures/programs/subreaper.pl', import.meta.url));
/** The number of prctl(2), by architecture. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };
const idle = fileURLToPath(new URL('../fixtures/programs/idle.mjs', import.meta.url));
let world: World;
let watcher: Watcher;
let agent: Agent;

beforeEach(async () => {
  world = createWorld();
  watcher = await watch(world);
  agent = await world.agent({ argv0: '/opt/agent/bin/claude' });
});
afterEach(async () => {
  await world.close();
  watcher.close();
});

const bash = (text: string): readonly string[] => ['bash', '-c', text];
const look = (run: Run = {}): Promise<Audit> => watcher.audit({ after: AFTER, ...run });

/** The command around which Claude Code puts its wrapper, as its shell is started. */
function wrapped(command: string): readonly string[] {
  const prelude =
    'source /nonexistent/.claude/shell-snapshots/snapshot-bash-1-ab12cd.sh 2>/dev/null || true && \\builtin shopt -u extglob 2>/dev/null || true';
  return ['/bin/bash', '-c', `${prelude} && eval '${command}' < /dev/null && pwd -P >| /tmp/claude-9f9f-cwd`];
}

/** The offenders of this world: other tests have theirs. */
async function blamed(): Promise<readonly number[]> {
  const ours = new Set(world.pids());
  const { offenders } = await look();
  return offenders.map(({ suspect }) => suspect.identity.pid).filter((pid) => ours.has(pid));
}

/** `kind evidence` of an offender by its pid; undefined: it is none. */
function verdict({ offenders }: Audit, pid: number): string | undefined {
  const found = offenders.find(({ suspect }) => suspect.identity.pid === pid)?.suspect;
  return found === undefined ? undefined : `${found.decisive.kind} ${found.owner.evidence.kind}`;
}

async function aged(pid: number, seconds = AFTER): Promise<void> {
  await world.until(`${pid} is ${seconds} s old`, async () => {
    const { scan } = await look({ after: 9999 });
    return (scan.forest.byPid.get(pid)?.ageSeconds ?? 0) > seconds;
  });
}

/** The processes of this world that have a command line like that. */
async function pidsOf(part: string): Promise<readonly number[]> {
  const ours = new Set(world.pids());
  const { scan } = await look({ after: 9999 });
  const alike = scan.snapshot.records.filter(({ argv }) => argv?.join(' ').includes(part) === true);
  return alike.map(({ identity }) => identity.pid).filter((pid) => ours.has(pid));
}

/** Starts a shell that starts the text as its own child and is gone then: an orphan. */
async function startOrphan(argv: readonly string[], env: object = {}): Promise<number> {
  const starter = await agent.start(['bash', '-c', '"$@" & disown; sleep 0.4; exit', 'starter', ...argv], { env });
  await world.until('it lost its parent', () => stateOf(starter) === undefined);
  const text = argv.at(-1) ?? '';
  await world.until('it runs', async () => (await pidsOf(text)).length > 0);
  return (await pidsOf(text))[0] ?? -1;
}

describe('one audit finds', () => {
  const spin = 'while :; do :; done';
  const marks = (): object => ({
    CLAUDE_PID: String(agent.pid),
    CLAUDE_CODE_SESSION_ID: 'u-1',
    CLAUDE_CODE_CHILD_SESSION: '1',
  });

  it('a spinner under a live agent', async () => {
    const pid = await agent.start(bash(spin));
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop descendant');
  });

  it('the same when it was orphaned, by the environment that it got from the agent', async () => {
    const pid = await startOrphan(bash(spin), marks());
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop marker');
  });

  it('the same without any environment, because an earlier scan saw where it came from', async () => {
    const starter = await agent.start(['bash', '-c', `bash -c '${spin}' & sleep 50`]);
    await world.until('both run', async () => (await pidsOf(spin)).length === 2);
    const { memory } = await look({ after: 9999 });
    world.signals.send(starter, 'SIGKILL');
    await world.until('it lost its parent', () => stateOf(starter) === undefined);
    const [pid = -1] = await pidsOf(spin);
    await aged(pid);
    expect(verdict(await look({ memory }), pid)).toBe('unbounded-loop was-descendant');
  });

  it('the same after a double fork, by the kernel session of the shell that lives on', async () => {
    const shell = await agent.start(['bash', '-c', `(bash -c '${spin}' & ) ; sleep 50; :`]);
    await world.until('it lost its parent', async () => {
      const { scan } = await look({ after: 9999 });
      const [pid = -1] = (await pidsOf(spin)).filter((each) => each !== shell);
      return (
        pid !== -1 && scan.forest.byPid.get(pid)?.ppid !== shell && scan.forest.byPid.get(pid)?.argv?.[0] === 'bash'
      );
    });
    const pid = (await pidsOf(spin)).find((each) => each !== shell) ?? -1;
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop session-id');
  });

  describe.skipIf(findProgram('perl') === undefined)('an orphan that a subreaper adopted', () => {
    const reaping = (text: string): readonly string[] => [
      'perl',
      subreaper,
      String(PRCTL[process.arch]),
      ...bash(text),
    ];
    const adopted = async (by: number): Promise<number> => {
      let pid = -1;
      await world.until('it was adopted', async () => {
        const { byPid } = (await look({ after: 9999 })).scan.forest;
        pid =
          (await pidsOf(spin)).find((each) => byPid.get(each)?.ppid === by && byPid.get(each)?.argv?.[2] === spin) ??
          -1;
        return pid !== -1;
      });
      await aged(pid);
      return pid;
    };

    it('below the agent', async () => {
      const reaper = await agent.start(reaping(`bash -c '${spin}' & sleep 0.3; exit`));
      const pid = await adopted(reaper);
      expect(verdict(await look(), pid)).toBe('unbounded-loop descendant');
    });

    it('above the agent, because an earlier scan saw where it came from', async () => {
      const shell = `bash -c '${spin}' & echo $$ > "$SAID"; sleep 50; :`;
      const folder = mkdtempSync(join(tmpdir(), 'reaper-'));
      const said = join(folder, 'pid');
      const nobody = await world.agent();
      const inner = 'exec -a /opt/agent/bin/claude bash -c \'bash -c "$WORK" & wait; sleep 50\'';
      const reaper = await nobody.start(reaping(inner), { env: { WORK: shell, SAID: said } });
      await world.until('the shell works', () => existsSync(said) && readFileSync(said, 'latin1').endsWith('\n'));
      await world.until('so does the loop', async () => (await pidsOf(spin)).length > 1);
      const { memory } = await look({ after: 9999 });
      world.signals.send(Number(readFileSync(said, 'latin1')), 'SIGKILL');
      const pid = await adopted(reaper);
      rmSync(folder, { recursive: true });
      expect(verdict(await look({ memory }), pid)).toBe('unbounded-loop was-descendant');
    });
  });

  it('the fork in the background of a wrapper, orphaned: its command line is all there is', async () => {
    const shell = await agent.start(wrapped('(while :; do sleep 1; done) &'));
    await world.until('the wrapper is done', () => stateOf(shell) === undefined);
    const [pid = -1] = await pidsOf('snapshot-bash-1-ab12cd');
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop tool-shell');
  });

  it('the same under the wrapper that works on, and not the wrapper', async () => {
    const shell = await agent.start(wrapped('(while :; do sleep 1; done) & sleep 50; :'));
    await world.until('the fork runs', async () => (await pidsOf('snapshot-bash-1-ab12cd')).length === 2);
    const fork = (await pidsOf('snapshot-bash-1-ab12cd')).find((pid) => pid !== shell) ?? -1;
    await aged(fork);
    const result = await look();
    expect(verdict(result, fork)).toBe('unbounded-loop descendant');
    expect(verdict(result, shell)).toBeUndefined();
  });

  it('a poll beside the fork that works, and not the fork', async () => {
    const text = '(sleep 50; :) & until [ -e /nonexistent/built ]; do sleep 0.2; done';
    const shell = await agent.start(bash(text));
    await world.until('the fork runs', async () => (await pidsOf(text)).length === 2);
    await aged(shell, 1.5);
    expect(await blamed()).toEqual([shell]);
  });

  it('a loop below what its shell has become', async () => {
    const text = 'while :; do sleep 0.2; done & exec sleep 50';
    const shell = await agent.start(bash(text));
    await world.until(
      'it is a sleep',
      async () => (await pidsOf(text)).length === 1 && !(await pidsOf(text)).includes(shell),
    );
    const [fork = -1] = await pidsOf(text);
    await aged(fork);
    expect(await blamed()).toEqual([fork]);
  });

  it('a spinner in a work tree that was deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tree-'));
    const pid = await agent.start(bash(`cd ${folder} && ${spin}`));
    await aged(pid);
    rmSync(folder, { recursive: true });
    expect(verdict(await look(), pid)).toBe('unbounded-loop descendant');
  });

  it('a stray program by the marker of its session, over when its agent is gone', async () => {
    const pid = await startOrphan(['sleep', '51'], { CLAUDE_PID: '4194301', CLAUDE_CODE_SESSION_ID: 'u-2' });
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('orphan marker');
  });

  it('a loop in a script that was started by a relative path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
    writeFileSync(join(folder, 'poll.sh'), 'echo begin\nwhile [ ! -e /nonexistent/never ]; do sleep 1; done\n');
    const pid = await agent.start(bash(`cd ${folder} && exec bash ./poll.sh`));
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop descendant');
    rmSync(folder, { recursive: true });
  });

  it('an idle poll that uses no CPU', async () => {
    const pid = await agent.start(bash('until [ -f /nonexistent/never ]; do sleep 2; done'));
    await aged(pid);
    expect(verdict(await look(), pid)).toBe('unbounded-loop descendant');
  });

  it('a wait for a word in a log that never comes', async () => {
    const pid = await agent.start(bash('until grep -q done /nonexistent/run.log; do :; done'));
    await aged(pid);
    const result = await look();
    expect(verdict(result, pid)).toBe('unbounded-loop descendant');
    const found = result.offenders.find(({ suspect }) => suspect.identity.pid === pid)?.suspect;
    const now = (await look({ after: 9999 })).scan.forest.byPid.get(pid);
    expect(Math.abs((found?.ageSeconds ?? 0) - (now?.ageSeconds ?? 99))).toBeLessThan(3);
    expect(found?.cpuSeconds).toBeGreaterThan(0);
  });

  it('what a recorded session left behind after its agent has ended', async () => {
    const pid = await agent.start(bash(spin));
    await aged(pid);
    const { memory } = await look({ after: 9999 });
    await agent.end();
    const result = await look({ memory });
    expect(verdict(result, pid)).toBe('unbounded-loop was-descendant');
    expect(result.scan.report.sessions.find(({ agent: of }) => of?.pid === agent.pid)?.state).toBe('over');
  });
});

describe('it leaves alone', () => {
  const started = (argv: readonly string[], options: { env?: object; argv0?: string } = {}): Promise<number> =>
    agent.start(argv, options);
  const named = (argv0: string, ...args: readonly string[]) => started([process.execPath, idle, ...args], { argv0 });
  const titled = (TITLE: string, more: object = {}) =>
    started([process.execPath, idle, 'x'.repeat(100)], { env: { TITLE, ...more } });

  const controls: readonly (readonly [string, () => Promise<number>])[] = [
    [
      'a headless agent with a loop in its prompt',
      () => named('/opt/agent/bin/claude', '-p', 'fix `while :; do :; done`'),
    ],
    ['another agent', () => named('codex', '-c', 'check_updates=false')],
    [
      'an agent whose settings quote a loop',
      () => named('claude', '--settings', '{"command":"while true; do sleep 5; done"}'),
    ],
    ['an editor that searches for a loop', () => named('vim', '+/while true; do', 'poll.sh')],
    ['a tool that is given a text with a loop', () => named('gh', 'issue', 'create', '--body', 'while :; do :; done')],
    ['a parallel build', () => titled('make -j8 all')],
    ['a test run that burns CPU', () => titled('go test -race ./...', { SPIN: '1' })],
    ['a language server', () => titled('typescript-language-server --stdio')],
    ['a tool server', () => named('node', '/opt/mcp/fs-server.js', '--stdio')],
    ['a login', () => titled('sshd: user@pts/0')],
    ['a login shell', () => started([process.execPath, idle], { argv0: '-bash' })],
    ['a long build with a budget', () => started(['timeout', '1800', 'bash', '-c', 'sleep 50; :'])],
    ['a counted wait', () => started(bash('for i in {1..40}; do sleep 1; done'))],
    ['a shell that waits for a bounded child', () => started(bash('run() { timeout 300 "$@"; }; run sleep 50; :'))],
    [
      'a shell that is given its command by a variable',
      () => started(bash('eval "$WORK"; :'), { env: { WORK: 'sleep 50' } }),
    ],
    ['a shell that runs a script', () => started(['bash', pause, '50'])],
  ];

  it('all of these, in one look', async () => {
    const pids = new Map<string, number>();
    for (const [name, start] of controls) pids.set(name, await start());
    for (const pid of pids.values()) await aged(pid);
    const result = await look();
    for (const [name, pid] of pids) {
      const { found, owners } = result.scan;
      // Each of them was really looked at: it lives, and it is an agent or somebody's.
      const known = found.agents.has(pid) || owners.has(pid) || GUARDED.has(name);
      expect({ name, verdict: verdict(result, pid), known }).toEqual({ name, verdict: undefined, known: true });
      expect({ name, alive: stateOf(pid) !== undefined }).toEqual({ name, alive: true });
    }
  });

  it.each([
    ['a shell that sleeps after its loop', 'until [ -e / ]; do sleep 1; done; sleep 50; :', 1],
    [
      'the forks of a pipeline after a loop',
      'until [ -e / ]; do sleep 1; done; sleep 50 | while read -r line; do :; done; :',
      2,
    ],
    [
      'the forks of a pipeline before a loop',
      '(sleep 50; :) | while read -r line; do :; done; until [ -e /nonexistent/x ]; do sleep 1; done',
      3,
    ],
  ])('%s', async (_, text, forks) => {
    await started(bash(text));
    await world.until(
      'it waits',
      async () => (await pidsOf(text)).length === forks && (await pidsOf('sleep 50')).length > forks,
    );
    for (const pid of await pidsOf(text)) await aged(pid, 1.5);
    expect(await blamed()).toEqual([]);
  });

  it('a server under a bound, and flags it without', async () => {
    const bounded = await started(['timeout', '900', process.execPath, idle, 'x'.repeat(100)], {
      env: { TITLE: 'npm run dev' },
    });
    const free = await titled('npm run dev');
    await world.until('both have their title', async () => (await pidsOf('npm run dev')).length === 2);
    await aged(free);
    const child = (await pidsOf('npm run dev')).find((pid) => pid !== free) ?? -1;
    const result = await look();
    expect([bounded, child].map((pid) => verdict(result, pid))).toEqual([undefined, undefined]);
    expect(verdict(result, free)).toBe('endless-command descendant');
  });

  it('what runs in a terminal multiplexer', async () => {
    const socket = `lw-${process.pid}`;
    await started([
      'tmux',
      '-L',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      "bash -c 'while :; do sleep 1; done'",
    ]);
    await world.until('it runs', async () => (await pidsOf('while :; do sleep 1; done')).length >= 2);
    const inside = await pidsOf('while :; do sleep 1; done');
    for (const pid of inside) await aged(pid);
    const result = await look();
    expect(inside.map((pid) => verdict(result, pid))).toEqual(inside.map(() => undefined));
  });

  it("a loop of nobody's, and us", async () => {
    const stranger = spawn('bash', ['-c', 'while :; do sleep 1; done'], {
      env: { PATH: process.env.PATH, ...world.mark },
      stdio: 'ignore',
    });
    const pid = stranger.pid ?? -1;
    await aged(pid);
    const result = await look({ agentPid: agent.pid });
    expect([pid, process.pid].map((each) => verdict(result, each))).toEqual([undefined, undefined]);
  });
});

describe('two sessions', () => {
  it('are never mixed up', async () => {
    const other = await world.agent({ argv0: '/opt/agent/bin/codex' });
    const [mine, theirs] = [
      await agent.start(bash('while :; do sleep 1; done')),
      await other.start(bash('while :; do sleep 1; done')),
    ];
    await aged(theirs);
    const { offenders } = await look();
    const sessionOf = (pid: number) =>
      offenders.find(({ suspect }) => suspect.identity.pid === pid)?.suspect.owner.session;
    expect(sessionOf(mine)).toMatch(new RegExp(`^pid-${agent.pid}-`));
    expect(sessionOf(theirs)).toMatch(new RegExp(`^pid-${other.pid}-`));
    const armed = await look({ armed: true, agentPid: agent.pid });
    expect(armed.offenders.map(({ outcome }) => outcome?.outcome)).toEqual(['gone']);
    expect({ mine: stateOf(mine), theirs: stateOf(theirs), agent: stateOf(agent.pid) }).toEqual({
      mine: undefined,
      theirs: 'S',
      agent: 'S',
    });
  });

  it('are two also when both say the same id, and each is ended for itself', async () => {
    const twin = await world.agent({ argv0: '/opt/agent/bin/claude' });
    const [mine, theirs, either] = [bash('while :; do sleep 1; done'), bash('while :; do sleep 2; done'), 'sleep 3'];
    const env = { CLAUDE_CODE_SESSION_ID: 'u-7' };
    const [ofMine, ofTwin] = [await agent.start(mine, { env }), await twin.start(theirs, { env })];
    const stray = await startOrphan(bash(`while :; do ${either}; done`), env);
    const known = await startOrphan(bash('while :; do sleep 4; done'), { ...env, CLAUDE_PID: String(agent.pid) });
    await aged(known);
    const { offenders, memory } = await look();
    const sessionOf = (pid: number) =>
      offenders.find(({ suspect }) => suspect.identity.pid === pid)?.suspect.owner.session;
    expect([ofMine, known, stray].map(sessionOf)).toEqual(['u-7', 'u-7', 'shared-u-7']);
    expect(sessionOf(ofTwin)).toMatch(new RegExp(`^pid-${twin.pid}-`));
    const ended = async (pid: number, before = memory) => {
      const { offenders: own } = await look({ armed: true, agentPid: pid, memory: before });
      return own.map(({ suspect, outcome }) => `${suspect.identity.pid} ${outcome?.outcome}`).sort();
    };
    expect(await ended(twin.pid)).toEqual([`${ofTwin} gone`]);
    expect(await ended(agent.pid)).toEqual([`${ofMine} gone`, `${known} gone`].sort());
    expect([ofMine, ofTwin, known].map(stateOf)).toEqual([undefined, undefined, undefined]);
    expect(stateOf(stray)).toBeDefined();
  });

  it('are two when one runs the other through a shell that becomes it', async () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'u-8', CLAUDE_PID: String(agent.pid) };
    const inner = await agent.start(bash('exec -a /opt/agent/bin/claude bash -c "$TEXT"'), {
      env: { ...env, TEXT: 'bash -c "$WORK" & wait; :', WORK: 'while :; do sleep 1; done' },
    });
    await world.until('its loop runs', async () => (await pidsOf('while :; do sleep 1; done')).length === 1);
    const [pid = -1] = await pidsOf('while :; do sleep 1; done');
    await agent.start(['sleep', '50'], { env });
    const { owners, found } = (await look()).scan;
    expect(found.agents.get(agent.pid)).toBe('u-8');
    expect(owners.get(pid)?.session).toBe(found.agents.get(inner));
    expect(found.agents.get(inner)).toMatch(new RegExp(`^pid-${inner}-`));
  });
});

describe('a session', () => {
  const poll = 'until [ -f /nonexistent/never ]; do sleep 1; done';

  it('keeps its id, and what it left behind, when no other child names it any more', async () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'u-9' };
    const marked = await agent.start(['sleep', '50'], { env });
    const pid = await startOrphan(bash(poll), env);
    await aged(pid);
    const { memory } = await look({ after: 9999 });
    world.signals.send(marked, 'SIGKILL');
    await world.until('it is gone', () => stateOf(marked) === undefined);
    const result = await look({ agentPid: agent.pid, memory });
    expect(verdict(result, pid)).toBe('unbounded-loop marker');
    expect(result.scan.found.agents.get(agent.pid)).toBe('u-9');
  });

  it('that is resumed in another process does not make that one the parent of what the first one left', async () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'u-9' };
    const pid = await agent.start(bash(poll), { env });
    await aged(pid);
    let { memory } = await look({ after: 9999 });
    const before = agent.pid;
    await agent.end();
    const next = await world.agent({ argv0: '/opt/agent/bin/claude' });
    await next.start(['sleep', '50'], { env });
    for (let time = 1; time <= 2; time += 1) {
      const result = await look({ memory });
      const owner = result.offenders.find(({ suspect }) => suspect.identity.pid === pid)?.suspect.owner;
      expect(owner).toMatchObject({ session: 'u-9', evidence: { kind: 'was-descendant', of: { pid: before } } });
      expect(result.scan.found.agents.get(next.pid)).toBe('u-9');
      memory = result.memory;
    }
  });
});
