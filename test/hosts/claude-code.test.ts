import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/hosts/claude-code.ts';
import type { HookSubject } from '../../src/hosts/host.ts';
import {
  bind,
  command,
  decodeGolden,
  goldenPayload,
  goldenPayloads,
  ignore,
  killed,
  launch,
  lifecycle,
  live,
  type Row,
  reserve,
  rest,
  resume,
  says,
  settle,
  start,
  stop,
} from './golden-payload.ts';

const child = 'a7fd38f6b9b609211';
const stopped = (held: boolean, ...tasks: { id: string; command: string | null }[]): HookSubject => ({
  kind: 'stop',
  held,
  backgroundTasks: tasks,
});

const rows: readonly Row[] = [
  says('bash', command('npm test', { toolTimeoutSeconds: 120 })),
  says('bash in a subagent, in the background', command('tail -f run.log', { background: true })),
  says('monitor', command('tail -f run.log | grep ERROR', { background: true, toolTimeoutSeconds: 300 })),
  says('monitor of a socket', ignore),
  says('powershell', ignore),
  says('read', ignore),
  says('agent, flag absent', launch, reserve('toolu_02A', { completion: 'unknown' })),
  says(
    'agent in the foreground, nested',
    launch,
    reserve('toolu_02B', { completion: 'call', parent: 'a0000000000000001' }),
  ),
  says('task, the older name, in the background', launch, reserve('toolu_02C')),
  says('agent on another machine', launch, reserve('toolu_02D')),
  says('workflow', launch, reserve('toolu_02E', { places: null })),
  says('workflow result', lifecycle, settle('toolu_02E', 'unknown')),
  says('send message', launch, reserve('toolu_02F', { completion: 'call' })),
  says('agent joined', lifecycle, settle('toolu_02A', 'joined', child)),
  says('agent launched', lifecycle, bind('toolu_02C', child), settle('toolu_02C', 'launched', child)),
  says('agent launched elsewhere', lifecycle, settle('toolu_02D', 'unknown')),
  says('message woke an agent', lifecycle, resume(child, 'toolu_02F')),
  says('message to a working agent', lifecycle, settle('toolu_02F', 'not-started')),
  says('agent of an unknown type', lifecycle, settle('toolu_02G', 'not-started')),
  says('agent failed otherwise', lifecycle, settle('toolu_02H', 'unknown')),
  says('bash failed', ignore),
  says('agent denied by the classifier', lifecycle, settle('toolu_02I', 'not-started')),
  says('task stop of an agent', lifecycle, killed(child)),
  says('task stop of a shell', ignore),
  says('subagent start', lifecycle, start(child)),
  says('subagent stop', lifecycle, live(child, child), rest(child), stop(child, false)),
  says('stop', stopped(false, { id: 'b12345678', command: 'tail -f run.log' }), live(null, child), rest(null)),
  says('stop of an older version, held', stopped(true), rest(null)),
  says('notification of a finished agent', lifecycle, stop(child, true)),
  says('notification of a killed agent', lifecycle, killed(child)),
  says('notification of a finished shell', ignore),
  says('monitor event', ignore),
  says('prompt that quotes a notification', ignore),
  says('session start', { kind: 'session-start' }),
  says('session end', { kind: 'session-end', reason: 'prompt_input_exit' }),
  says('an event of tomorrow', ignore),
];

describe('Claude Code payloads', () => {
  it.each(rows)('$name', ({ name, what, facts }) => {
    expect(decodeGolden(claudeCode, name)).toMatchObject({ what, facts });
  });

  it('has a row for every payload', () => {
    const named = [...rows.map((row) => row.name), 'bash without a command', 'agent without a call id'];
    expect(
      goldenPayloads('claude-code')
        .map((row) => row.name)
        .sort(),
    ).toEqual(named.sort());
  });

  it('keeps the session of the main agent and names the child', () => {
    expect(decodeGolden(claudeCode, 'bash')).toMatchObject({
      session: '3d1c0a52-6f0e-4a7b-9f5e-1f2a3b4c5d6e',
      cwd: '/home/ada/app',
      agent: null,
      toolCall: 'toolu_01A',
    });
    expect(decodeGolden(claudeCode, 'bash in a subagent, in the background')).toMatchObject({
      session: '3d1c0a52-6f0e-4a7b-9f5e-1f2a3b4c5d6e',
      agent: child,
    });
  });

  it.each([
    ['bash without a command', 'a shell call without a command'],
    ['agent without a call id', 'a launch of subagents without the id of its call'],
  ])('%s is a problem', (name, problem) => {
    expect(claudeCode.decode(goldenPayload('claude-code', name))).toEqual({ problem });
  });

  it.each([[null], [[]], ['text'], [7], [{}], [{ hook_event_name: 3 }]])('%j is a problem', (payload) => {
    expect(claudeCode.decode(payload)).toHaveProperty('problem');
  });
});

describe('Claude Code answers', () => {
  const event = decodeGolden(claudeCode, 'bash');
  const printed = (text: string): unknown => JSON.parse(text);

  it('says nothing at all when silent', () => {
    expect(claudeCode.encode({ kind: 'silent' }, event)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it.each(['deny', 'ask'] as const)('%s carries its reason', (kind) => {
    const answer = claudeCode.encode({ kind, reason: 'no bound' }, event);
    expect(answer).toMatchObject({ stderr: '', exitCode: 0 });
    expect(printed(answer.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: kind,
        permissionDecisionReason: 'no bound',
      },
    });
  });

  it('a nudge is context beside the call and no decision', () => {
    const answer = claudeCode.encode({ kind: 'nudge', text: 'mind the time' }, event);
    expect(printed(answer.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'mind the time' },
    });
  });

  it('a nudge at a stop holds the agent so that it hears it', () => {
    const answer = claudeCode.encode({ kind: 'nudge', text: 'still running' }, decodeGolden(claudeCode, 'stop'));
    expect(printed(answer.stdout)).toEqual({ decision: 'block', reason: 'still running' });
  });

  it('cuts what the host would cut, and never through a surrogate pair', () => {
    const answer = claudeCode.encode({ kind: 'deny', reason: '𝒙'.repeat(6000) }, event);
    const reason = JSON.stringify(printed(answer.stdout));
    expect(reason.length).toBeLessThan(10_000);
    expect(reason).not.toMatch(/\\ud8/i);
  });
});
