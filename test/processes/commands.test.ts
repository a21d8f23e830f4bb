/**
 * Proves what `audit`, `ps`, `stop` and `explain --pid` print and return, on real processes under a stand-in agent. An armed
 * run is always narrowed to that agent; its other work, the agent, and we ourselves live on.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command as audit } from '../../src/commands/audit.ts';
import type { Command } from '../../src/commands/command.ts';
import { command as explain } from '../../src/commands/explain.ts';
import { command as ps } from '../../src/commands/ps.ts';
import { command as stop } from '../../src/commands/stop.ts';
import { KnownError } from '../../src/errors.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { applyRepair, planRepair } from '../../src/ledger/repair.ts';
import { listSessionFiles } from '../../src/ledger/session-files.ts';
import { formatIdentity, type Identity } from '../../src/lineage/identity.ts';
import { claimAudit } from '../../src/system/audit-claim.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { captureIo } from '../commands/command-io.ts';
import { statLine } from '../lineage/table.ts';
import { type Agent, createWorld, stateOf, type World } from './world.ts';

const INCIDENT = 'until grep -q done /nonexistent/run.log; do :; done';
let world: World;
let agent: Agent;
let folder: string;
let env: Record<string, string>;
let bystander: number;

beforeEach(async () => {
  world = createWorld();
  agent = await world.agent();
  bystander = await agent.start(['sleep', '55']);
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  env = { LIFETIME_WATCH_STATE_DIR: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config'), HOME: folder };
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** As the cli does it: a known error is one line on standard error. */
async function run(command: Command, ...argv: readonly string[]): Promise<Ran> {
  const captured = captureIo({ env, cwd: folder });
  try {
    const code = await command.run(argv, captured.io);
    return { code, out: captured.out(), err: captured.err() };
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
    return { code: error.exitCode, out: captured.out(), err: `${captured.err()}${error.message}\n` };
  }
}

const ofAgent = (...argv: readonly string[]): readonly string[] => ['--pid', String(agent.pid), ...argv];

async function startLoop(seconds = 0.6): Promise<number> {
  const pid = await agent.start(['bash', '-c', INCIDENT]);
  await world.until('it is old enough', async () => {
    const { out } = await run(ps, ...ofAgent('--json'));
    return (processesIn(out).find((each) => each.pid === pid)?.ageSeconds ?? 0) > seconds;
  });
  return pid;
}

async function identityOf(pid: number): Promise<Identity> {
  const reading = await openProcfs('/proc', process.geteuid?.() ?? 0).read(pid);
  if (reading.kind !== 'found') throw new Error(`${pid} is not there`);
  return reading.record.identity;
}

type Row = { readonly id: string; readonly pid: number; readonly ageSeconds: number; readonly verdict: string };

function processesIn(json: string): readonly Row[] {
  const { sessions } = JSON.parse(json) as { sessions: readonly { processes: readonly Row[] }[] };
  return sessions.flatMap(({ processes }) => processes);
}

async function idOf(pid: number): Promise<string> {
  return processesIn((await run(ps, ...ofAgent('--json'))).out).find((each) => each.pid === pid)?.id ?? '';
}

describe('audit', () => {
  it('is silent and clean when there is nothing, and says what it looked at when asked to', async () => {
    expect(await run(audit, ...ofAgent())).toEqual({ code: 0, out: '', err: '' });
    const loud = await run(audit, ...ofAgent('--verbose'));
    expect(loud).toMatchObject({ code: 0, out: '' });
    expect(loud.err).toMatch(
      new RegExp(`\\d+ processes in \\d+ ms; sessions: agent.mjs pid-${agent.pid}-\\d+ \\(live\\)`),
    );
  });

  it('finds the loop at once, with its age and CPU time, and ends it and nothing else when armed', async () => {
    const pid = await startLoop(2.1);
    const flagged = await run(audit, ...ofAgent('--after', '2s'));
    expect(flagged).toMatchObject({ code: 1, err: '' });
    expect(flagged.out).toMatch(new RegExp(`^${pid}@\\d+  flag .*until grep -q done`));
    expect(stateOf(pid)).toMatch(/^[RSD]$/);
    const ended = await run(audit, ...ofAgent('--after', '2s', '--enforce'));
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('gone: ');
    expect({ loop: stateOf(pid), agent: stateOf(agent.pid), bystander: stateOf(bystander) }).toEqual({
      loop: undefined,
      agent: 'S',
      bystander: 'S',
    });
    expect(await run(audit, ...ofAgent('--after', '2s', '--enforce'))).toEqual({ code: 0, out: '', err: '' });
  });

  it('tells programs the same', async () => {
    const pid = await startLoop();
    const { code, out } = await run(audit, ...ofAgent('--after', '0.5', '--json'));
    const told = JSON.parse(out) as { offenders: readonly object[] };
    expect(code).toBe(1);
    expect(told).toMatchObject({ schema: 1, status: 'offenders', problems: [], scanned: expect.any(Number) });
    expect(told.offenders).toHaveLength(1);
    expect(told.offenders[0]).toMatchObject({
      id: expect.stringMatching(new RegExp(`^${pid}@\\d+$`)),
      pid,
      ppid: agent.pid,
      command: INCIDENT,
      findings: [{ kind: 'unbounded-loop', reason: expect.stringContaining('grep -q done') }],
      ageSeconds: expect.any(Number),
      cpuSeconds: expect.any(Number),
      limitSeconds: 0.5,
      session: expect.stringMatching(new RegExp(`^pid-${agent.pid}-`)),
      evidence: expect.stringContaining(`descends from ${agent.pid}@`),
      action: 'flag',
    });
  });

  it('masks secrets wherever the command is quoted', async () => {
    const pid = await agent.start(['bash', '-c', 'until grep -q --password=hunter2 .; do sleep 0.2; done 2>/dev/null']);
    await world.until('it is old enough', async () => {
      const { out } = await run(ps, ...ofAgent('--json'));
      return (processesIn(out).find((each) => each.pid === pid)?.ageSeconds ?? 0) > 0.6;
    });
    for (const flags of [['--json'], []]) {
      const { out } = await run(audit, ...ofAgent('--after', '0.5', ...flags));
      expect(out).toContain('--password=***');
      expect(out).not.toContain('hunter2');
    }
  });

  it('shows the plan in a dry run, armed or not, and signals nothing', async () => {
    const pid = await startLoop();
    const { out } = await run(audit, ...ofAgent('--after', '0.5', '--enforce', '--dry-run'));
    expect(out).toContain(`would end ${pid}@`);
    expect(stateOf(pid)).toMatch(/^[RSD]$/);
  });

  it('takes the policy file that it is given; one with mistakes is never armed', async () => {
    const pid = await startLoop();
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ processes: { 'unbounded-loop': { after: '0.5s' } } }));
    expect((await run(audit, ...ofAgent('--policy', policy))).code).toBe(1);
    writeFileSync(
      policy,
      JSON.stringify({ enforce: true, processes: { 'unbounded-loop': { after: 0.5 } }, unknown: 1 }),
    );
    const { code, err, out } = await run(audit, ...ofAgent('--policy', policy, '--enforce'));
    expect(code).toBe(2);
    expect(err).toContain("unknown member 'unknown'");
    expect(err).toContain('--enforce is not in force');
    expect(out).toContain('flag');
    expect(stateOf(pid)).toMatch(/^[RSD]$/);
  });

  it('leaves when another one is running, and says so', async () => {
    await run(audit, ...ofAgent());
    const other = await identityOf(agent.pid);
    const claim = await claimAudit(nodeFiles, String(env.LIFETIME_WATCH_STATE_DIR), other, async () => true);
    const busy = { code: 3, out: '', err: `another audit (pid ${agent.pid}) is running\n` };
    expect(await run(audit, ...ofAgent())).toEqual(busy);
    if (claim.kind === 'held') claim.release();
    expect(await run(audit, ...ofAgent())).toEqual({ code: 0, out: '', err: '' });
  });

  it('is not kept out by the claim of one that was killed', async () => {
    await run(audit, ...ofAgent());
    const dead = await identityOf(bystander);
    await claimAudit(nodeFiles, String(env.LIFETIME_WATCH_STATE_DIR), dead, async () => true);
    world.signals.send(bystander, 'SIGKILL');
    await world.until('it is gone', () => stateOf(bystander) === undefined);
    expect((await run(audit, ...ofAgent())).code).toBe(0);
  });

  it.each<[string, readonly string[], number, string]>([
    ['a flag that is none', ['--frobnicate'], 2, "'--frobnicate'"],
    ['a pid that is none', ['--pid', 'x'], 2, "got 'x'"],
    ['the pid of init', ['--pid', '1'], 2, "got '1'"],
    ['a pid that does not exist', ['--pid', '4194399'], 2, 'no process has pid 4194399'],
    ['a duration that is none', ['--after', 'soon'], 2, "got 'soon'"],
    ['a policy file that is not there', ['--policy', '/nonexistent/policy.json'], 2, '/nonexistent/policy.json'],
    ['an operand', ['now'], 2, "'now'"],
  ])('refuses %s in one line', async (_, argv, code, says) => {
    const ran = await run(audit, ...argv);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(says);
    expect(ran.err.trim().split('\n')).toHaveLength(1);
  });

  it('fails with its own code where no process can be seen, for people and for programs', async () => {
    env.LIFETIME_WATCH_PROC_ROOT = join(folder, 'none');
    expect(await run(audit)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('cannot list processes') });
    const { code, out } = await run(audit, '--json');
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 3, schema: 1, status: 'failed', offenders: [] });
  });

  it('is never clean when a row could not be read, and signals nothing of another table', async () => {
    const root = join(folder, 'proc');
    const put = (pid: number, stat: string, cmdline: string): void => {
      mkdirSync(join(root, String(pid)), { recursive: true });
      writeFileSync(join(root, String(pid), 'stat'), stat);
      writeFileSync(join(root, String(pid), 'cmdline'), cmdline);
    };
    mkdirSync(join(root, 'sys/kernel/random'), { recursive: true });
    writeFileSync(join(root, 'sys/kernel/random/boot_id'), 'b00t\n');
    writeFileSync(join(root, 'uptime'), '90000.00 1.00\n');
    put(50, statLine({ pid: 50, comm: 'claude', start: 100 }), 'claude\0');
    put(bystander, statLine({ pid: bystander, comm: 'bash', ppid: 50, start: 200 }), 'bash\0-c\0while :; do :; done\0');
    put(52, 'rubbish', '');
    env.LIFETIME_WATCH_PROC_ROOT = root;
    const { code, out } = await run(audit, '--pid', '50', '--enforce', '--json');
    const told = JSON.parse(out) as { offenders: readonly object[] };
    expect({ code, ...told }).toMatchObject({
      code: 3,
      status: 'partial',
      problems: [expect.stringContaining('process 52')],
    });
    expect(told.offenders[0]).toMatchObject({
      pid: bystander,
      outcome: 'refused',
      outcomeDetail: expect.stringContaining('not that of this machine'),
    });
    expect(stateOf(bystander)).toBe('S');
  });

  it('forgets a damaged memory, says so, and goes on', async () => {
    await run(audit, ...ofAgent());
    const file = join(folder, 'state', 'lineage.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seen"', '"sen"'));
    const { code, err } = await run(audit, ...ofAgent());
    expect(code).toBe(0);
    expect(err).toContain('lineage.json is not used');
    expect(await run(audit, ...ofAgent())).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('ps', () => {
  it('lists what the session started, as a tree', async () => {
    const pid = await agent.start(['bash', '-c', 'sleep 51; :']);
    await world.until('its child runs', async () => (await run(ps, ...ofAgent())).out.includes('sleep 51\n'));
    const { code, out } = await run(ps, ...ofAgent());
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^agent.mjs session pid-${agent.pid}-\\d+ \\(live, agent ${agent.pid}@\\d+\\)\n  ID +S +AGE +CPU `),
    );
    expect(out).toMatch(
      new RegExp(`\n  ${pid}@\\d+ .* ok +<= 51s +sleep 51; :\n +\\d+@\\d+ .* ok +<= 51s +  sleep 51\n`),
    );
  });

  it('narrows to a session, and names one that is not there', async () => {
    const { out } = await run(ps, ...ofAgent('--session', `pid-${agent.pid}`));
    expect(out).toContain('sleep 55');
    expect(await run(ps, ...ofAgent('--session', 'nobody'))).toMatchObject({ code: 2, out: '' });
  });
});

describe('a ledger with damage', () => {
  /** A grant for the process, and one byte of it changed. */
  async function loseGrant(pid: number): Promise<string> {
    const folderOf = join(String(env.LIFETIME_WATCH_STATE_DIR), 'sessions');
    const source = { files: nodeFiles, folder: folderOf, now: Date.now, newId: () => 'g' };
    const book = openLedger({ ...source, session: 'supervisor', host: 'lifetime-watch' });
    book.record({ kind: 'grant', process: await identityOf(pid), untilMs: Date.now() + 600_000, why: 'it is meant' });
    book.close();
    const log = join(folderOf, 'supervisor.jsonl');
    expect((await run(audit, ...ofAgent('--after', '0.5', '--enforce'))).out).toBe('');
    writeFileSync(log, readFileSync(log, 'utf8').replace('meant', 'mEant'));
    return log;
  }

  it('ends nothing that it may have granted, says so everywhere, and obeys a hand', async () => {
    const pid = await startLoop();
    const log = await loseGrant(pid);
    const damaged = `lifetime-watch: ${log} is damaged (byte 0: the checksum does not fit): a grant may be lost`;
    const ran = await run(audit, ...ofAgent('--after', '0.5', '--enforce'));
    expect(ran.err).toContain(damaged);
    expect(ran.out).toMatch(new RegExp(`^${pid}@\\d+  flag .*not acted upon: .*supervisor\\.jsonl is damaged`, 's'));
    expect(stateOf(pid)).toMatch(/^[RSD]$/);
    expect((await run(ps, ...ofAgent())).err).toContain(damaged);
    const stopped = await run(stop, await idOf(pid));
    expect(stopped).toMatchObject({ code: 0, err: expect.stringContaining(damaged) });
    expect(stateOf(pid)).toBeUndefined();
  });

  it('is well again after a repair', async () => {
    const pid = await startLoop();
    await loseGrant(pid);
    const [paths] = listSessionFiles(nodeFiles, join(String(env.LIFETIME_WATCH_STATE_DIR), 'sessions')).filter(
      ({ name }) => name === 'supervisor',
    );
    const plan = paths && planRepair({ files: nodeFiles, now: Date.now, newId: () => 'r' }, paths);
    if (plan) applyRepair(nodeFiles, plan);
    expect(await run(audit, ...ofAgent('--after', '0.5', '--enforce'))).toMatchObject({ code: 1, err: '' });
    expect(stateOf(pid)).toBeUndefined();
  });
});

describe('stop', () => {
  it('says in a dry run what it would do, by its name', async () => {
    // Without children: those of a loop come and go between two looks.
    const id = await idOf(bystander);
    expect((await run(stop, id, '--pause', '--dry-run')).out).toBe(`${id} would pause ${id}\n`);
    expect(JSON.parse((await run(stop, id, '--pause', '--dry-run', '--json')).out)).toMatchObject({
      plan: { pauses: [id], leavesAlone: [] },
    });
    expect((await run(stop, id, '--resume', '--dry-run')).out).toBe(`${id} would continue nothing\n`);
    expect((await run(stop, id, '--dry-run')).out).toBe(`${id} would end ${id}\n`);
  });

  it('signals nothing while what was meant to be protected cannot be read', async () => {
    const id = await idOf(bystander);
    const config = join(folder, 'config', 'lifetime-watch');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'policy.json'), JSON.stringify({ protect: 'sleep' }));
    const { code, err } = await run(stop, id);
    expect(code).toBe(2);
    expect(err).toContain('stop: the policy has mistakes');
    expect(stateOf(bystander)).toBe('S');
  });

  it('ends exactly the one process that the id names', async () => {
    const pid = await startLoop();
    const id = await idOf(pid);
    expect(await run(stop, id, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id} would end ${id}`),
    });
    expect(stateOf(pid)).toMatch(/^[RSD]$/);
    expect((await run(stop, id)).code).toBe(0);
    expect({ loop: stateOf(pid), bystander: stateOf(bystander) }).toEqual({ loop: undefined, bystander: 'S' });
    expect(await run(stop, id)).toMatchObject({ code: 2, err: expect.stringContaining('no process is') });
  });

  it('pauses and resumes', async () => {
    const id = await idOf(bystander);
    expect(await run(stop, id, '--pause')).toMatchObject({ code: 0 });
    expect(stateOf(bystander)).toBe('T');
    expect(await run(stop, id, '--resume')).toMatchObject({ code: 0 });
    expect(stateOf(bystander)).not.toBe('T');
  });

  it('never takes a pid, nor the pid of another process than the id names', async () => {
    expect(await run(stop, String(bystander))).toMatchObject({
      code: 2,
      err: expect.stringContaining('expected an id such as'),
    });
    expect(await run(stop, `${bystander}@1`)).toMatchObject({ code: 2 });
    expect(await run(stop)).toMatchObject({ code: 2 });
    expect(stateOf(bystander)).toBe('S');
  });

  it('refuses an agent by name', async () => {
    const other = await world.agent({ argv0: '/opt/agent/bin/claude' });
    const refused = await run(stop, formatIdentity(await identityOf(other.pid)));
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('refused (agent)') });
    expect(stateOf(other.pid)).toBe('S');
  });
});

describe('the help of ps', () => {
  it('names every member of a process that is printed', async () => {
    const { sessions } = JSON.parse((await run(ps, ...ofAgent('--json'))).out);
    const members = Object.keys(sessions[0].processes[0]);
    expect(members.filter((member) => !new RegExp(`\\b${member}\\b`).test(ps.help))).toEqual([]);
  });
});

describe('explain --pid', () => {
  it('shows what it runs, what was found, whose it is, its limit and what would happen', async () => {
    const pid = await startLoop();
    const { code, out } = await run(explain, '--pid', String(pid));
    expect(code).toBe(0);
    for (const part of [
      `${pid}@`,
      'argv       bash -c',
      `runs       ${INCIDENT}`,
      'found      unbounded-loop',
      'a reap     ',
    ]) {
      expect(out).toContain(part);
    }
    expect(JSON.parse((await run(explain, '--pid', String(pid), '--json')).out)).toMatchObject({
      schema: 1,
      pid,
      form: 'script',
    });
  });

  it('says of an agent whose agent it is', async () => {
    const other = await world.agent({ argv0: '/opt/agent/bin/claude' });
    const { out } = await run(explain, '--pid', String(other.pid));
    expect(out).toMatch(/owner {6}it is the agent of claude-code session \S+: it is never signalled\n/);
  });

  it('says nothing of what runs below an agent, which shows nothing itself', async () => {
    const other = await world.agent({ argv0: '/opt/agent/bin/claude' });
    const pid = await other.start(['bash', '-c', INCIDENT]);
    await world.until('the loop is known', async () => (await run(explain, '--pid', `${pid}`)).out.includes('limit '));
    const { out } = await run(explain, '--pid', String(other.pid));
    expect(out).toMatch(/^found {6}nothing$/m);
    expect(out).toMatch(/^action {5}leave$/m);
    expect(JSON.parse((await run(explain, '--pid', `${other.pid}`, '--json')).out)).toMatchObject({ runsIn: [] });
  });

  it('names a pid that nobody has', async () => {
    expect(await run(explain, '--pid', '4194399')).toMatchObject({ code: 2, err: expect.stringContaining('4194399') });
  });
});
