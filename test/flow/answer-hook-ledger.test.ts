/** Proves that what hosts really send, in the orders in which they send it, keeps the account right in a real ledger file. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countActive } from '../../src/delegation/account.ts';
import { answerHook } from '../../src/flow/answer-hook.ts';
import { openHookLedger } from '../../src/flow/answer-hook-ledger.ts';
import type { SessionKey } from '../../src/flow/answer-hook-ports.ts';
import { findHost } from '../../src/hosts/registry.ts';
import type { LedgerSource } from '../../src/ledger/ledger.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';
import { analysisOf, endlessLoop, fakePorts } from './hook-ports.ts';

/** A host under a budget; every event is a hook process of its own. */
function hostUnder(hostId: string, budget: number) {
  const host = findHost(hostId);
  const folder = temporaryFolder();
  const source = ({ id, host: of }: SessionKey): LedgerSource => ({
    files: nodeFiles,
    folder,
    session: id,
    host: of,
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    newId: randomUUID,
  });
  const { ports } = fakePorts({ userPolicy: { agents: budget } });
  return {
    folder,
    ports,
    async send(payload: object): Promise<'denied' | 'passed'> {
      const ledger = openHookLedger(source);
      try {
        const bytes = new TextEncoder().encode(JSON.stringify({ session_id: 's', cwd: '/p', ...payload }));
        const { stdout } = await answerHook(host, bytes, { ...ports, ledger });
        return stdout === '' ? 'passed' : 'denied';
      } finally {
        ledger.close();
      }
    },
    active: () => countActive(readSession(nodeFiles, folder, 's')?.account ?? failMissing()),
    kinds: () => readSession(nodeFiles, folder, 's')?.added.map(({ kind }) => kind) ?? [],
  };
}

function failMissing(): never {
  throw new Error('no session was recorded');
}

const named = (hook_event_name: string, more: object = {}) => ({ hook_event_name, ...more });

describe('Claude Code', () => {
  const pre = (id: string, input: object = {}) =>
    named('PreToolUse', { tool_name: 'Agent', tool_input: { prompt: 'x', ...input }, tool_use_id: id });
  const post = (id: string, response: object, tool = 'Agent') =>
    named('PostToolUse', { tool_name: tool, tool_input: {}, tool_response: response, tool_use_id: id });
  const started = (agent: string) => named('SubagentStart', { agent_id: agent, agent_type: 'x' });
  const ended = (agent: string, ...running: string[]) =>
    named('SubagentStop', { agent_id: agent, background_tasks: running.map((id) => ({ id, type: 'subagent' })) });
  const rests = (...running: string[]) =>
    named('Stop', { stop_hook_active: false, background_tasks: running.map((id) => ({ id, type: 'subagent' })) });
  const launched = (agent: string) => ({ status: 'async_launched', isAsync: true, agentId: agent });
  const [a, b] = ['a000000000000000a', 'a000000000000000b'];

  it('frees the place of a child that was waited for', async () => {
    const host = hostUnder('claude-code', 1);
    for (const event of [pre('t1'), started(a), ended(a)]) expect(await host.send(event)).toBe('passed');
    expect(await host.send(pre('t2'))).toBe('denied');
    await host.send(post('t1', { status: 'completed', agentId: a }));
    expect(host.active()).toBe(0);
    expect(await host.send(pre('t3'))).toBe('passed');
  });

  it.each([
    ['the start before the result', [started(a), post('t1', launched(a))]],
    ['the result before the start', [post('t1', launched(a)), started(a)]],
    ['each of them twice', [started(a), post('t1', launched(a)), started(a), post('t1', launched(a))]],
  ])('counts a background child once with %s, until the host lists it no more', async (_, events) => {
    const host = hostUnder('claude-code', 2);
    for (const event of [pre('t1', { run_in_background: true }), ...events, rests(a)]) await host.send(event);
    expect(host.active()).toBe(1);
    await host.send(ended(a, a));
    expect(host.active()).toBe(1);
    await host.send(rests());
    expect(host.active()).toBe(0);
  });

  it('counts two parallel launches whose starts come in the other order', async () => {
    const host = hostUnder('claude-code', 2);
    for (const event of [pre('t1'), pre('t2'), started(b), started(a)]) await host.send(event);
    expect(host.active()).toBe(2);
    expect(await host.send(pre('t3'))).toBe('denied');
    await host.send(post('t2', { status: 'completed', agentId: b }));
    expect(host.active()).toBe(1);
  });

  it('frees a child that was killed, of which no stop is told', async () => {
    const host = hostUnder('claude-code', 1);
    for (const event of [pre('t1'), post('t1', launched(a)), started(a)]) await host.send(event);
    await host.send(post('t9', { task_id: a, task_type: 'local_agent' }, 'TaskStop'));
    expect(host.active()).toBe(0);
  });

  it('counts a child again that a message woke, and a message to a working child not at all', async () => {
    const host = hostUnder('claude-code', 2);
    const message = (id: string) =>
      named('PreToolUse', { tool_name: 'SendMessage', tool_input: { to: a }, tool_use_id: id });
    for (const event of [pre('t1'), post('t1', launched(a)), started(a)]) await host.send(event);
    for (const event of [message('m1'), post('m1', { success: true }, 'SendMessage')]) await host.send(event);
    expect(host.active()).toBe(1);
    for (const event of [ended(a), rests()]) await host.send(event);
    expect(host.active()).toBe(0);
    const woke = [message('m2'), post('m2', { success: true, resumedAgentId: a }, 'SendMessage'), started(a)];
    for (const event of woke) await host.send(event);
    expect(host.active()).toBe(1);
  });

  it('refuses a fan-out that nobody can count', async () => {
    const host = hostUnder('claude-code', 5);
    expect(await host.send(named('PreToolUse', { tool_name: 'Workflow', tool_input: {}, tool_use_id: 'w' }))).toBe(
      'denied',
    );
  });

  it('is unmoved by a user who was asked and said no', async () => {
    const host = hostUnder('claude-code', 1);
    await host.send(pre('t1'));
    await host.send(rests());
    expect(host.active()).toBe(0);
  });

  it('forgets everything at the end', async () => {
    const host = hostUnder('claude-code', 1);
    for (const event of [pre('t1'), started(a), named('SessionEnd', { reason: 'logout' })]) await host.send(event);
    expect(host.active()).toBe(0);
  });

  it('writes nothing for turns in which nothing was launched', async () => {
    const host = hostUnder('claude-code', 1);
    for (const event of [named('SessionStart'), rests(), rests()]) await host.send(event);
    expect(host.kinds()).toEqual(['session-start']);
  });
});

describe('Codex', () => {
  const pre = (id: string, tool = 'spawn_agent') =>
    named('PreToolUse', { tool_name: tool, tool_input: { message: 'x', target: 'c1' }, tool_use_id: id });
  const post = (id: string, tool: string, response: object) =>
    named('PostToolUse', {
      tool_name: tool,
      tool_input: { target: 'c1' },
      tool_response: JSON.stringify(response),
      tool_use_id: id,
    });
  const spawn = [pre('k1'), post('k1', 'spawn_agent', { agent_id: 'c1' }), named('SubagentStart', { agent_id: 'c1' })];

  it.each([
    ['its stop', named('SubagentStop', { agent_id: 'c1' })],
    ['its close, of which no stop is told', post('k2', 'multi_agent_v1close_agent', { previous_status: 'running' })],
    ['a wait that saw it complete', post('k2', 'multi_agent_v1wait_agent', { status: { c1: { completed: 'ok' } } })],
  ])('frees a child at %s', async (_, end) => {
    const host = hostUnder('codex', 1);
    for (const event of spawn) await host.send(event);
    expect(await host.send(pre('k3'))).toBe('denied');
    await host.send(end);
    expect(host.active()).toBe(0);
  });

  it('counts a child again that was sent more input, until a wait confirms that it stopped again', async () => {
    const host = hostUnder('codex', 1);
    for (const event of [...spawn, named('SubagentStop', { agent_id: 'c1' })]) await host.send(event);
    const input = 'multi_agent_v1send_input';
    for (const event of [pre('k4', input), post('k4', input, { submission_id: 'x' })]) await host.send(event);
    expect(host.active()).toBe(1);
    await host.send(named('SubagentStop', { agent_id: 'c1' }));
    expect(host.active()).toBe(1);
    await host.send(post('k5', 'multi_agent_v1wait_agent', { status: { c1: { completed: 'ok' } } }));
    expect(host.active()).toBe(0);
  });
});

describe('Gemini CLI, whose calls have no ids', () => {
  const invoke = (name: string, prompt = 'look') =>
    named(name, { tool_name: 'invoke_agent', tool_input: { agent_name: 'generalist', prompt } });

  it('counts two launches that say the same', async () => {
    const host = hostUnder('gemini-cli', 2);
    expect(await host.send(invoke('BeforeTool'))).toBe('passed');
    expect(await host.send(invoke('BeforeTool'))).toBe('passed');
    expect(await host.send(invoke('BeforeTool', 'other'))).toBe('denied');
    await host.send(invoke('AfterTool'));
    expect(host.active()).toBe(1);
    await host.send(invoke('AfterTool'));
    expect(host.active()).toBe(0);
    await host.send(invoke('AfterTool'));
    expect(host.active()).toBe(0);
    expect(await host.send(invoke('BeforeTool'))).toBe('passed');
  });
});

describe('Copilot', () => {
  const task = (name: string, more: object = {}) =>
    named(name, { tool_name: 'Agent', tool_input: { name: 'look', prompt: 'x', mode: 'background' }, ...more });
  const launched = (id: string) =>
    task('PostToolUse', { tool_result: { text_result_for_llm: `Agent started in background with agent_id: ${id}` } });

  it('binds the child that the text names and frees it at its stop', async () => {
    const host = hostUnder('copilot', 2);
    for (const event of [task('PreToolUse'), launched('g1'), task('PreToolUse'), launched('g2')])
      await host.send(event);
    expect(host.active()).toBe(2);
    expect(await host.send(task('PreToolUse'))).toBe('denied');
    // The session id of a child's event is its own: the agent process tells whose session it is.
    await host.send(named('SubagentStop', { session_id: 'g1', agent_id: 'g1' }));
    expect(host.active()).toBe(1);
  });
});

describe('OpenCode', () => {
  const call = (name: string, id: string, input: object = {}, response: object = {}) =>
    named(name, { tool_name: 'task', tool_use_id: id, tool_input: input, tool_response: response });

  it('holds a place as long as the call, and a background child until it is idle', async () => {
    const host = hostUnder('opencode', 2);
    await host.send(call('tool.execute.before', 'c1'));
    await host.send(named('session.created', { agent_id: 'ses_a' }));
    expect(host.active()).toBe(1);
    await host.send(call('tool.execute.after', 'c1', {}, { sessionId: 'ses_a' }));
    expect(host.active()).toBe(0);
    await host.send(call('tool.execute.before', 'c2', { background: true }));
    await host.send(call('tool.execute.after', 'c2', { background: true }, { sessionId: 'ses_b', background: true }));
    expect(host.active()).toBe(1);
    await host.send(named('session.idle', { agent_id: 'ses_b' }));
    expect(host.active()).toBe(0);
  });
});

it('keeps secrets of a refused command out of the file', async () => {
  const host = hostUnder('claude-code', 1);
  Object.assign(host.ports, { analyze: async () => analysisOf(endlessLoop) });
  const command = 'curl -H "Authorization: Bearer abcdefgh12345678" x';
  expect(await host.send(named('PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' }))).toBe(
    'denied',
  );
  const text = readFileSync(`${host.folder}/s.jsonl`, 'utf8');
  expect(text).toContain('Authorization: Bearer ***');
  expect(text).not.toContain('abcdefgh12345678');
});
