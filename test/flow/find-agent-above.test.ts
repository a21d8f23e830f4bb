/** Proves which agent is taken to have started a hook: the nearest one, and of one that relaunched itself the first process. */
import { describe, expect, it } from 'vitest';
import { findAgentAbove } from '../../src/flow/find-agent-above.ts';
import { createMachine } from './fake-machine.ts';

const HOOK = 900;

/** A hook below processes, the outermost first: `program`, or `program*` for one that leads its kernel session. */
function below(...programs: readonly string[]) {
  const machine = createMachine();
  const pids = [...programs.map((_, index) => 100 + index), HOOK];
  programs.forEach((program, index) => {
    const name = program.replace('*', '');
    const pid = pids[index] ?? 0;
    machine.start(pid, { argv: [name], comm: name, ppid: pids[index - 1] ?? 1, sid: program.endsWith('*') ? pid : 40 });
  });
  machine.start(HOOK, { argv: ['node', 'hook.js'], comm: 'node', ppid: pids.at(-2) ?? 1 });
  return machine;
}

const above = async (machine: ReturnType<typeof below>) => (await findAgentAbove(HOOK, machine.source))?.identity.pid;

describe('the agent above a hook', () => {
  it.each<[string, readonly string[], number | undefined]>([
    ['is the nearest', ['codex', 'bash', 'claude', 'sh'], 102],
    ['is the first process of one that relaunched itself', ['zsh', 'gemini', 'gemini', 'sh'], 101],
    ['is none where there is none', ['zsh', 'vim'], undefined],
  ])('%s', async (_, programs, pid) => {
    expect(await above(below(...programs))).toBe(pid);
  });

  it('is the inner one where a shell became the command', async () => {
    const machine = below('codex', 'codex*', 'sh');
    expect(await above(machine)).toBe(100);
    machine.environments.set(101, { CODEX_SESSION_ID: 'c-1' });
    expect(await above(machine)).toBe(101);
  });

  it('is pid 1 of a container', async () => {
    const machine = createMachine();
    machine.start(1, { argv: ['claude'], comm: 'claude', ppid: 0, sid: 1 });
    machine.start(HOOK, { argv: ['node', 'hook.js'], comm: 'node', ppid: 1 });
    expect(await above(machine)).toBe(1);
    // One that it adopted is another agent, one in its own kernel session is its helper.
    machine.start(50, { argv: ['claude'], comm: 'claude', ppid: 1, sid: 40 });
    machine.start(HOOK, { argv: ['node', 'hook.js'], comm: 'node', ppid: 50 });
    expect(await above(machine)).toBe(50);
    machine.start(50, { argv: ['claude'], comm: 'claude', ppid: 1, sid: 1 });
    expect(await above(machine)).toBe(1);
  });
});
