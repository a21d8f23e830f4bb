/** Proves that the OpenCode plugin passes on what the hook says, reports children under their root, and can never block by failing. */
import { describe, expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript, loaded by the host as it is
import { createPlugin } from '../../assets/plugins/opencode.js';

type Payload = Readonly<Record<string, unknown>>;
type Answer = { readonly deny?: string; readonly nudge?: string };

async function plugin(answer: (payload: Payload) => Answer | Promise<Answer> = () => ({})) {
  const asked: Payload[] = [];
  const ask = async (_: string, payload: Payload) => {
    asked.push(payload);
    return answer(payload);
  };
  const hooks = await createPlugin({ directory: '/p' }, ask);
  const call = (tool: string, sessionID = 'ses_root', callID = 'c1') => ({ tool, sessionID, callID, args: {} });
  return { hooks, asked, call, names: () => asked.map(({ hook_event_name }) => hook_event_name) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('before a call', () => {
  it('throws the reason of a refusal', async () => {
    const { hooks, call } = await plugin(({ tool_name }) => (tool_name === 'bash' ? { deny: 'no bound' } : {}));
    const output = { args: { command: 'x' } };
    await expect(hooks['tool.execute.before'](call('bash'), output)).rejects.toThrow('no bound');
  });

  it('lets everything else pass, and asks about shells and tasks only', async () => {
    const { hooks, call, names } = await plugin();
    await hooks['tool.execute.before'](call('read'), { args: {} });
    expect(names()).toEqual([]);
    await hooks['tool.execute.before'](call('bash'), { args: { command: 'ls' } });
    await hooks['tool.execute.before'](call('task'), { args: { prompt: 'x' } });
    await settle();
    expect(names().sort()).toEqual(['session.start', 'tool.execute.before', 'tool.execute.before']);
  });

  it.each([
    ['the hook fails', () => Promise.reject(new Error('broken'))],
    ['the answer is none', () => undefined as unknown as Answer],
  ])('passes when %s', async (_, answer) => {
    const { hooks, call } = await plugin(answer);
    await expect(hooks['tool.execute.before'](call('bash'), { args: {} })).resolves.toBeUndefined();
    await expect(hooks['tool.execute.before'](call('bash'), undefined)).resolves.toBeUndefined();
  });
});

describe('after a call', () => {
  it('appends the nudge of that call to its output, once', async () => {
    const { hooks, call } = await plugin(() => ({ nudge: 'mind the time' }));
    await hooks['tool.execute.before'](call('bash'), { args: {} });
    const output = { output: 'done', metadata: {} };
    await hooks['tool.execute.after'](call('bash', 'ses_root', 'other'), { output: 'x', metadata: {} });
    await hooks['tool.execute.after'](call('bash'), output);
    expect(output.output).toBe('done\n\nmind the time');
    await hooks['tool.execute.after'](call('bash'), output);
    expect(output.output).toBe('done\n\nmind the time');
  });

  it('reports what became of a task', async () => {
    const { hooks, call, asked } = await plugin();
    await hooks['tool.execute.after'](call('task'), { output: '', metadata: { sessionId: 'ses_a' } });
    await settle();
    expect(asked.at(-1)).toMatchObject({
      hook_event_name: 'tool.execute.after',
      tool_use_id: 'c1',
      tool_response: { sessionId: 'ses_a' },
    });
  });
});

describe('children', () => {
  const created = (id: string, parentID?: string) => ({
    event: { type: 'session.created', properties: { info: { id, parentID } } },
  });

  it('are reported under the root session, grandchildren too', async () => {
    const { hooks, call, asked } = await plugin();
    await hooks.event(created('ses_root'));
    await hooks.event(created('ses_a', 'ses_root'));
    await hooks.event(created('ses_b', 'ses_a'));
    await hooks['tool.execute.before'](call('bash', 'ses_b'), { args: {} });
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_b' } } });
    await settle();
    await settle();
    const about = asked.filter(({ agent_id }) => agent_id === 'ses_b');
    expect(about.map(({ hook_event_name }) => hook_event_name).sort()).toEqual([
      'session.created',
      'session.idle',
      'session.start',
      'tool.execute.before',
    ]);
    expect(new Set(asked.map(({ session_id }) => session_id))).toEqual(new Set(['ses_root']));
  });

  it('mark their shells with the root session and the call', async () => {
    const { hooks } = await plugin();
    await hooks.event(created('ses_a', 'ses_root'));
    const output = { env: {} };
    await hooks['shell.env']({ cwd: '/p', sessionID: 'ses_a', callID: 'c9' }, output);
    expect(output.env).toEqual({ LIFETIME_WATCH_SESSION: 'ses_root', LIFETIME_WATCH_CALL: 'c9' });
    await expect(hooks['shell.env']({ cwd: '/p' }, {})).resolves.toBeUndefined();
  });
});

it('says goodbye for each session that it has seen', async () => {
  const { hooks, call, asked } = await plugin();
  await hooks['tool.execute.before'](call('bash'), { args: {} });
  await hooks.dispose();
  expect(asked.at(-1)).toMatchObject({ hook_event_name: 'dispose', session_id: 'ses_root' });
});
