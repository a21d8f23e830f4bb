/**
 * The programs of the hosts themselves, from their npm packages, without an account or a network: a model on loopback
 * says what a script says, and our own `install` has put the hook where the host reads it.
 *
 * Proven for each version named in host-programs.ts: the hook is called, its refusals and its words reach the model,
 * what is harmless runs, launches are counted, and a scan finds what the host runs and left behind.
 * Not proven: anything in a terminal, trust dialogs (Codex is told to trust), sandboxes, other versions or systems.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/registry.ts';
import { run } from '../e2e/hook-program.ts';
import { type HostProgram, hostPrograms } from './host-programs.ts';
import { cli, type HostRun, runHost } from './host-run.ts';
import type { Steps } from './script.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LOOP = 'until [ -e /nonexistent/never ]; do sleep 1; done';
const CHILD_LOOP = 'while true; do sleep 3; done';
const REFUSED = 'lifetime-watch refused this';
const NUDGED = 'lifetime-watch (long-bound, LW601)';

/** A duration that no other run uses. */
const LEFTOVER = `sleep 97.${process.pid}`;

type Process = { readonly pid: number; readonly command: string; readonly evidence: string };
type Found = Process & { readonly session: string };
type Entry = Readonly<Record<string, unknown>>;

describe.each(hostPrograms.map((host) => ({ name: host.id, host })))('$name', ({ host }) => {
  let ended: HostRun;
  let entries: readonly Entry[];
  let found: readonly Found[] = [];
  const main = (): readonly string[] => ended.seen('main');
  const ofKind = (kind: string): readonly Entry[] => entries.filter((entry) => entry.kind === kind);

  beforeAll(async () => {
    ended = await runHost({
      host,
      steps: { main: mainSteps(host), child: childSteps(host) },
      env: { LIFETIME_WATCH_AGENTS: '1' },
      meanwhile: async ({ home, env }) => {
        const now = await scan(env);
        if (!now.some(({ command, session }) => command.includes('../seen') && isOwn(session, home))) return;
        found = now;
        writeFileSync(join(home, 'seen'), '');
      },
    });
    entries = readEntries(ended.home);
  });

  afterAll(() => {
    for (const { pid, command } of found) if (command === LEFTOVER) end(pid);
    if (ended !== undefined) rmSync(ended.home, { recursive: true, force: true });
  });

  it('works through its script to the end', () => {
    expect(ended).toMatchObject({ code: 0 });
    expect(main()).toHaveLength(mainSteps(host).flat().length);
  });

  it('refuses a loop that nothing ends, and its model reads why', () => {
    expect(main()[0]).toContain(`${REFUSED} command (unbounded-loop, LW101)`);
    expect(ofKind('verdict')).toContainEqual(expect.objectContaining({ verdict: 'deny', command: LOOP }));
  });

  it('lets a harmless command run', () => {
    expect(main()[1]).toContain('harmless-42');
  });

  it('refuses what would stay behind in the background', () => {
    expect(main()[2]).toContain(`${REFUSED} command`);
  });

  it('runs what it only has a word about, and the word reaches the model', () => {
    expect(main()[3]).toContain('nudged-42');
    expect(ended.requests.some((request) => request.includes(NUDGED))).toBe(true);
  });

  it('is known by its session, which has an agent, a beginning and an end', () => {
    expect(ofKind('session-start')[0]).toMatchObject({ host: host.id, agent: { pid: expect.any(Number) } });
    expect(ofKind('session-end')).toHaveLength(1);
  });

  it('has what it runs found by a scan', () => {
    const running = found.filter(({ command }) => command.includes('../seen'));
    expect(running[0]).toMatchObject({
      session: entries[0]?.session,
      evidence: expect.stringContaining('descends from'),
    });
  });

  it('has what it left behind found by a scan', () => {
    const session = host.isNameless ? `${host.id}-unknown` : entries[0]?.session;
    expect(found.find(({ command }) => command === LEFTOVER)).toMatchObject({ session });
  });

  if (host.agent !== null) {
    it('counts launches: one child within the budget, the other refused', () => {
      const refused = main().filter((text) => text.includes('AGENT_BUDGET_EXHAUSTED'));
      expect(refused).toHaveLength(1);
      expect(ofKind('reserve')).toHaveLength(2);
      expect(ofKind('settle')).toHaveLength(1);
    });

    it('judges its children in the same session', () => {
      expect(ended.seen('child')[0]).toContain(`${REFUSED} command (unbounded-loop, LW102)`);
      expect(ofKind('verdict')).toContainEqual(expect.objectContaining({ verdict: 'deny', command: CHILD_LOOP }));
      expect(new Set(entries.map(({ session }) => session)).size).toBe(1);
    });
  }

  it('leaves a ledger that verifies', async () => {
    const { code, stdout } = await run({ argv: [process.execPath, cli, 'ledger', 'verify'], env: ended.env });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('ok') });
  });
});

describe('our plugins', () => {
  const find = (id: string): HostProgram => {
    const host = hostPrograms.find((program) => program.id === id);
    if (host === undefined) throw new Error(`no program for ${id}`);
    return host;
  };
  it.each([
    ['claude-code', { args: ['--plugin-dir', join(root, 'assets/claude-code')], files: {} }],
    ['pi', { args: [], files: { '.pi/agent/settings.json': JSON.stringify({ packages: [root] }) } }],
  ])('%s refuses with nothing but the plugin', async (id, plugin) => {
    const host = find(id);
    const ended = await runHost({ host, plugin, steps: { main: [[host.shell(LOOP)]], child: [] } });
    try {
      expect(ended.seen('main')[0]).toContain(REFUSED);
    } finally {
      rmSync(ended.home, { recursive: true, force: true });
    }
  });
});

it('has every host that npm can give', () => {
  const byHand = ['omp', 'cursor', 'hermes'];
  expect(hostPrograms.map(({ id }) => id).sort()).toEqual(
    hosts
      .map(({ id }) => id)
      .filter((id) => !byHand.includes(id))
      .sort(),
  );
});

function mainSteps({ shell, background, agent }: HostProgram): Steps {
  return [
    [shell(LOOP)],
    [shell('printf harmless-%d 42')],
    [background === null ? shell(`(${CHILD_LOOP}) & echo x`) : background('sleep 500')],
    [shell('timeout 7200 printf nudged-%d 42')],
    [shell(`setsid ${LEFTOVER} >/dev/null 2>&1 & echo started`)],
    [shell("timeout 90 sh -c 'until [ -e ../seen ]; do sleep 0.2; done'")],
    ...(agent === null ? [] : [[agent(), agent()]]),
  ];
}

function childSteps({ shell, childEnd }: HostProgram): Steps {
  return [[shell(CHILD_LOOP)], ...(childEnd === undefined ? [] : [[childEnd]])];
}

async function scan(env: HostRun['env']): Promise<readonly Found[]> {
  const { stdout } = await run({ argv: [process.execPath, cli, 'ps', '--json'], env });
  const { sessions } = JSON.parse(stdout) as { sessions: readonly { id: string; processes: readonly Process[] }[] };
  return sessions.flatMap(({ id, processes }) => processes.map((process) => ({ ...process, session: id })));
}

function isOwn(id: string, home: string): boolean {
  return readEntries(home).some(({ session }) => session === id);
}

function readEntries(home: string): readonly Entry[] {
  const folder = join(home, 'state', 'sessions');
  let files: readonly string[] = [];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
  return files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // it has ended by itself
  }
}
