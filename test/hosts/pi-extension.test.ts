/** Proves that the Pi extension passes on what the hook says, and can never block by failing; Pi's own loader is another test. */
import { describe, expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript, loaded by the host as it is
import { watchLifetimes } from '../../assets/plugins/pi.js';

type Payload = Readonly<Record<string, unknown>>;
type Answer = { readonly deny?: string; readonly nudge?: string };
type Handler = (event: object, context: object) => Promise<unknown>;

function extension(answer: (payload: Payload) => Answer | Promise<Answer> = () => ({})) {
  const asked: Payload[] = [];
  const handlers = new Map<string, Handler>();
  const bus = new Map<string, (event: object) => void>();
  const pi = {
    on: (event: string, handler: Handler) => {
      if (event === 'agent_end') throw new Error('no such event');
      handlers.set(event, handler);
    },
    events: { on: (event: string, hear: (event: object) => void) => bus.set(event, hear) },
  };
  watchLifetimes(pi, 'pi', async (_: string, payload: Payload) => {
    asked.push(payload);
    return answer(payload);
  });
  const context = { cwd: '/p', sessionManager: { getSessionId: () => 'pi-1' } };
  return {
    asked,
    bus,
    names: () => asked.map(({ hook_event_name }) => hook_event_name),
    fire: async (event: string, data: object = {}) => handlers.get(event)?.(data, context),
  };
}

const call = (toolName: string, input: object, toolCallId = 'c1') => ({ toolName, toolCallId, input });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a tool call', () => {
  it.each([
    ['bash', { command: 'x' }],
    ['bg_run', { command: 'npm run dev' }],
    ['subagent', { agent: 'a', task: 'b' }],
  ])('%s is asked about and refused with the reason', async (tool, input) => {
    const { fire, asked } = extension(() => ({ deny: 'no bound' }));
    expect(await fire('tool_call', call(tool, input))).toEqual({ block: true, reason: 'no bound' });
    expect(asked).toEqual([
      {
        hook_event_name: 'tool_call',
        session_id: 'pi-1',
        cwd: '/p',
        tool_name: tool,
        tool_use_id: 'c1',
        tool_input: input,
      },
    ]);
  });

  it.each([
    ['read', { path: '/p' }],
    ['bg_status', { taskId: 't' }],
  ])('%s is not asked about', async (tool, input) => {
    const { fire, asked } = extension(() => ({ deny: 'no bound' }));
    expect(await fire('tool_call', call(tool, input))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('passes when the hook fails', async () => {
    const { fire } = extension(() => Promise.reject(new Error('broken')));
    expect(await fire('tool_call', call('bash', { command: 'x' }))).toBeUndefined();
  });

  it('hands its nudge over with its result, once', async () => {
    const { fire } = extension(() => ({ nudge: 'mind the time' }));
    await fire('tool_call', call('bash', { command: 'npm ci' }));
    const content = [{ type: 'text', text: 'ok' }];
    expect(await fire('tool_result', { ...call('bash', {}), content })).toEqual({
      content: [...content, { type: 'text', text: 'mind the time' }],
    });
    expect(await fire('tool_result', { ...call('bash', {}), content })).toBeUndefined();
  });
});

describe('a launch', () => {
  const launch = call('subagent', { agent: 'a', task: 'b' });

  it('is reported by its result', async () => {
    const { fire, names } = extension();
    await fire('tool_call', launch);
    await fire('tool_result', { ...launch, content: [] });
    await fire('tool_execution_end', { ...launch, isError: false });
    await settle();
    expect(names()).toEqual(['tool_call', 'tool_result']);
  });

  it('that somebody else refused is reported as refused', async () => {
    const { fire, names } = extension();
    await fire('tool_call', launch);
    await fire('tool_execution_end', { ...launch, isError: true });
    await settle();
    expect(names()).toEqual(['tool_call', 'tool_refused']);
  });

  it('that we refused is reported no further', async () => {
    const { fire, names } = extension(() => ({ deny: 'budget' }));
    await fire('tool_call', launch);
    await fire('tool_execution_end', { ...launch, isError: true });
    await settle();
    expect(names()).toEqual(['tool_call']);
  });
});

it('passes on what the bus says of children', async () => {
  const { fire, bus, asked } = extension();
  await fire('session_start', { reason: 'startup' });
  bus.get('task:subagent:lifecycle')?.({ id: 'sub-a', status: 'started' });
  await settle();
  expect(asked.at(-1)).toMatchObject({
    hook_event_name: 'task:subagent:lifecycle',
    session_id: 'pi-1',
    tool_response: { id: 'sub-a', status: 'started' },
  });
});
