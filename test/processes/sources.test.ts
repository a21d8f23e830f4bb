/** Proves that both process tables tell the same of the same real processes, and that ours stays in the parents' order. */
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { ProcessSource } from '../../src/system/processes.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { openPs, PS_DIALECTS } from '../../src/system/ps-processes.ts';
import { bundle } from './bundle.ts';
import { type Agent, createWorld, type World } from './world.ts';

let world: World;
let agent: Agent;
const uid = process.geteuid?.() ?? 0;
const dialect = PS_DIALECTS.linux;

beforeEach(async () => {
  world = createWorld();
  agent = await world.agent();
});
afterEach(() => world.close());

async function find(source: ProcessSource, pid: number): Promise<ProcessRecord> {
  const record = (await source.snapshot()).records.find(({ identity }) => identity.pid === pid);
  if (record === undefined) throw new Error(`no record of ${pid}`);
  return record;
}

describe('both tables', () => {
  it('agree on ids, parents, states, users, command lines and ages', async () => {
    const pid = await agent.start(['sleep', '50'], { argv0: 'a name' });
    await world.until('sleep runs', async () => (await find(openProcfs('/proc', uid), pid)).argv?.[1] === '50');
    const [kernel, ps] = [await find(openProcfs('/proc', uid), pid), await find(openPs(dialect, 'x'), pid)];
    const { ppid, pgid, sid, state } = kernel;
    expect(ps).toMatchObject({ ppid, pgid, sid, uid, state, argvText: kernel.argv?.join(' '), kernelThread: false });
    expect(kernel).toMatchObject({ ppid: agent.pid, uid });
    expect(Math.abs((ps.ageSeconds ?? 99) - (kernel.ageSeconds ?? 0))).toBeLessThan(2);
    const startedAgo = (Date.now() - (ps.identity.startTicks ?? 0)) / 1000;
    expect(Math.abs(startedAgo - (kernel.ageSeconds ?? 0))).toBeLessThan(3);
  });

  it('agree on CPU time', async () => {
    const pid = await agent.start(['bash', '-c', 'while :; do :; done']);
    const source = openProcfs('/proc', uid);
    await world.until('it has burnt a second', async () => ((await find(source, pid)).cpuSeconds ?? 0) > 1.1);
    const [before, ps, after] = [
      await find(source, pid),
      await find(openPs(dialect, 'x'), pid),
      await find(source, pid),
    ];
    expect(ps.cpuSeconds).toBeGreaterThanOrEqual(Math.floor(before.cpuSeconds ?? 99));
    expect(ps.cpuSeconds).toBeLessThanOrEqual(after.cpuSeconds ?? 0);
  });

  it('show the named variables alone', async () => {
    const pid = await agent.start(['sleep', '50'], { env: { CLAUDE_PID: '7', TOKEN: 's' } });
    for (const source of [openProcfs('/proc', uid), openPs(dialect, 'x')]) {
      const record = await find(source, pid);
      expect(await source.markers(record, new Set(['CLAUDE_PID']))).toEqual({ CLAUDE_PID: '7' });
    }
  });

  it('read one process anew, and know when it is gone', async () => {
    const pid = await agent.start(['sleep', '50']);
    for (const source of [openProcfs('/proc', uid), openPs(dialect, 'x')]) {
      const { identity } = await find(source, pid);
      expect(await source.read(pid)).toMatchObject({ kind: 'found', record: { identity } });
    }
    world.signals.send(pid, 'SIGKILL');
    await world.until('it is gone', async () => {
      const [a, b] = await Promise.all([openProcfs('/proc', uid).read(pid), openPs(dialect, 'x').read(pid)]);
      return a.kind === 'gone' && b.kind === 'gone';
    });
  });
});

describe("the kernel's table", () => {
  it('reads names with blanks and parentheses, newlines and 100 kB in arguments, and bytes that are no text', async () => {
    const long = 'x'.repeat(100_000);
    const pid = await agent.start(['bash', '-c', 'printf "a) b" > /proc/$$/comm; sleep 50; :', 'zero', 'a\nb', long]);
    const source = openProcfs('/proc', uid);
    await world.until('it has its name', async () => (await find(source, pid)).comm === 'a) b');
    const { argv, ppid } = await find(source, pid);
    expect(argv?.slice(3)).toEqual(['zero', 'a\nb', long]);
    expect(ppid).toBe(agent.pid);
  });

  it('sees a new program in the same process', async () => {
    const pid = await agent.start([
      'bash',
      '-c',
      'while [ ! -e /proc/self ]; do :; done; read -t 1 < <(sleep 9); exec sleep 50',
    ]);
    const source = openProcfs('/proc', uid);
    await world.until('the shell runs', async () => (await find(source, pid)).argv?.[0] === 'bash');
    await world.until('the other program runs', async () => (await find(source, pid)).argv?.[1] === '50');
  });

  it('takes zombies for what they are', async () => {
    const pid = await agent.start(['bash', '-c', 'sleep 0 & exec sleep 50']);
    const source = openProcfs('/proc', uid);
    await world.until('its child is a zombie', async () =>
      (await source.snapshot()).records.some(
        ({ ppid, state, argv }) => ppid === pid && state === 'Z' && argv?.length === 0,
      ),
    );
  });

  it('is read when nothing can be forked any more', () => {
    const program = bundle('scan-without-fork.ts');
    try {
      const { stdout, stderr } = spawnSync(process.execPath, [program.path], { encoding: 'utf8', timeout: 30_000 });
      expect({ ...JSON.parse(stdout), stderr }).toEqual({ fork: 'EAGAIN', ours: true, stderr: '' });
    } finally {
      program.remove();
    }
  });

  it('is refused when its numbers are those of another pid namespace', () => {
    const program = bundle('open-procfs.ts');
    const namespace =
      process.geteuid?.() === 0 ? ['--fork', '--pid'] : ['--user', '--map-root-user', '--fork', '--pid'];
    try {
      const { stdout, stderr } = spawnSync('unshare', [...namespace, process.execPath, program.path], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect({ ...JSON.parse(stdout || '{}'), stderr }).toEqual({
        error: expect.stringContaining('another pid namespace'),
        exitCode: 3,
        stderr: '',
      });
    } finally {
      program.remove();
    }
  });
});
