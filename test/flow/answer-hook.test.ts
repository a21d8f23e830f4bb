/** Proves what the hook decides, says and records, over fake ports; the real parts have tests of their own. */
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/delegation/decide.ts';
import { KnownError } from '../../src/errors.ts';
import { answerHook, MOST_PAYLOAD_BYTES } from '../../src/flow/answer-hook.ts';
import type { HookPorts } from '../../src/flow/answer-hook-ports.ts';
import { claudeCode } from '../../src/hosts/claude-code.ts';
import { cursor } from '../../src/hosts/cursor.ts';
import { geminiCli } from '../../src/hosts/gemini-cli.ts';
import type { Host } from '../../src/hosts/host.ts';
import { effectivePolicy } from '../../src/policy/load-policy.ts';
import { analysisOf, endlessLoop, fakePorts, finding, slowInstall } from './hook-ports.ts';

const silent = { stdout: '', stderr: '', exitCode: 0 };
const bytes = (payload: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(payload));

const bash = (command: string, more: object = {}) => ({
  session_id: 's1',
  cwd: '/p',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, ...more },
  tool_use_id: 'toolu_1',
});
const agent = (id: string) => ({ ...bash(''), tool_name: 'Agent', tool_input: { prompt: 'x' }, tool_use_id: id });
const event = (name: string, more: object = {}) => ({ session_id: 's1', cwd: '/p', hook_event_name: name, ...more });

const finds = (...found: Parameters<typeof analysisOf>) => ({ analyze: async () => analysisOf(...found) });

async function ask(payload: unknown, ports: HookPorts, host: Host = claudeCode) {
  const answer = await answerHook(host, payload instanceof Uint8Array ? payload : bytes(payload), ports);
  return { ...answer, said: answer.stdout === '' ? null : JSON.parse(answer.stdout) };
}

describe('a command', () => {
  it('with nothing to judge is neither analysed nor recorded', async () => {
    const { ports, written } = fakePorts({
      mayNeedJudging: () => false,
      analyze: () => {
        throw new Error('must not be asked');
      },
    });
    expect(await ask(bash('ls'), ports)).toMatchObject(silent);
    expect(written).toEqual([]);
  });

  it('that is harmless after all is answered with nothing, never with an allow', async () => {
    const { ports, written } = fakePorts();
    expect(await ask(bash('ls'), ports)).toMatchObject(silent);
    expect(written).toEqual([]);
  });

  it('that never ends is refused with the reason and the bounded way', async () => {
    const { ports, written } = fakePorts(finds(endlessLoop));
    const { said } = await ask(bash('until grep -q done run.log; do :; done'), ports);
    expect(said.hookSpecificOutput.permissionDecision).toBe('deny');
    const reason = said.hookSpecificOutput.permissionDecisionReason;
    expect(reason).toContain('(unbounded-loop, LW101): it ends only when grep succeeds.');
    expect(reason).toContain("Instead: timeout <seconds> bash -c '...'");
    expect(reason).not.toContain('do :; done');
    expect(written.map(({ body }) => body)).toEqual([
      {
        kind: 'session-start',
        agent: { pid: 41, startTicks: 7, bootId: 'b' },
        cwd: '/p',
        sid: 40,
        policy: expect.any(String),
      },
      {
        kind: 'verdict',
        verdict: 'deny',
        command: 'until grep -q done run.log; do :; done',
        findings: [{ kind: 'unbounded-loop', rule: 'LW101', reason: 'it ends only when grep succeeds' }],
        toolCall: 'toolu_1',
      },
    ]);
  });

  it('is asked about where the policy says so and the host can', async () => {
    const policy = { userPolicy: { verdicts: { 'unbounded-loop': 'ask' } } };
    const { ports, written } = fakePorts({ ...finds(endlessLoop), ...policy });
    const { said } = await ask(bash('x'), ports);
    expect(said.hookSpecificOutput.permissionDecision).toBe('ask');
    expect(written.at(-1)?.body).toMatchObject({ kind: 'verdict', verdict: 'ask' });
  });

  it('that is slow runs with a word beside it', async () => {
    const { ports, kinds } = fakePorts(finds(slowInstall));
    const { said } = await ask(bash('npm ci'), ports);
    expect(said.hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      additionalContext: "lifetime-watch (slow-command, LW101): it installs. Consider: timeout <seconds> bash -c '...'",
    });
    expect(kinds()).toEqual(['session-start', 'verdict']);
  });

  it('is still refused when the refusal cannot be recorded', async () => {
    const { ports, complaints } = fakePorts(finds(endlessLoop));
    const broken = { ...ports.ledger, append: () => refuse('no space left') };
    const { said } = await ask(bash('x'), { ...ports, ledger: broken });
    expect(said.hookSpecificOutput.permissionDecision).toBe('deny');
    expect(complaints).toEqual(['no space left']);
  });

  it('runs when it cannot be analysed, and that is recorded', async () => {
    const analyze = async () => ({ ...analysisOf(), status: 'unavailable' as const, problems: ['no grammar'] });
    const { ports, written, complaints } = fakePorts({ analyze });
    expect(await ask(bash('while :; do :; done'), ports)).toMatchObject(silent);
    expect(written.at(-1)?.body).toEqual({ kind: 'fail-open', reason: 'no grammar' });
    expect(complaints).toEqual(['no grammar']);
  });

  it.each([
    ['the analysis throws', { analyze: () => Promise.reject(new TypeError('oops')) }, 'TypeError: oops'],
    [
      'the policy cannot be read',
      { ...finds(endlessLoop), policy: () => refuse('policy.json: EACCES') },
      'policy.json',
    ],
  ])('runs when %s, and that is recorded', async (_, changes, reason) => {
    const { ports, written } = fakePorts(changes);
    expect(await ask(bash('x'), ports)).toMatchObject(silent);
    expect(written.at(-1)?.body).toEqual({ kind: 'fail-open', reason: expect.stringContaining(reason) });
  });
});

describe('the hatch', () => {
  it.each(['LIFETIME_WATCH_ACK', 'AI_HATS_LIFETIME_ACK'])(
    '%s in the environment lets it run and is recorded',
    async (variable) => {
      const { ports, written } = fakePorts({ ...finds(endlessLoop), env: { [variable]: '1' } });
      expect(await ask(bash('npm run dev'), ports)).toMatchObject(silent);
      expect(written.at(-1)?.body).toEqual({ kind: 'bypass', variable, command: 'npm run dev', verdict: 'deny' });
    },
  );

  it.each(['0', '', 'true', 'yes'])('the value %j does not open it', async (value) => {
    const { ports } = fakePorts({ ...finds(endlessLoop), env: { LIFETIME_WATCH_ACK: value } });
    expect((await ask(bash('x'), ports)).said.hookSpecificOutput.permissionDecision).toBe('deny');
  });

  it('in the command is explained and not honoured', async () => {
    const { ports, kinds } = fakePorts(finds(endlessLoop));
    const { said } = await ask(bash('LIFETIME_WATCH_ACK=1 bash -c x'), ports);
    expect(said.hookSpecificOutput.permissionDecision).toBe('deny');
    expect(said.hookSpecificOutput.permissionDecisionReason).toContain(
      'LIFETIME_WATCH_ACK=1 in a command has no effect',
    );
    expect(kinds()).not.toContain('bypass');
  });

  it('in front of the command is not in what is proposed', async () => {
    const remedy = 'LIFETIME_WATCH_ACK=1 A=2 timeout <seconds> tail -f x';
    const { ports } = fakePorts(finds(finding('endless-command', { kind: 'endless' }, { remedy })));
    const { said } = await ask(bash('LIFETIME_WATCH_ACK=1 A=2 tail -f x'), ports);
    expect(said.hookSpecificOutput.permissionDecisionReason).toContain('Instead: A=2 timeout <seconds> tail -f x\n');
  });

  it('is offered, as the supervisor’s, where a long life may be meant', async () => {
    const server = finding('endless-command', { kind: 'endless' }, { role: 'server' });
    const refusal = async (...found: Parameters<typeof analysisOf>) =>
      (await ask(bash('x'), fakePorts(finds(...found)).ports)).said.hookSpecificOutput.permissionDecisionReason;
    expect(await refusal(server)).toContain('ask the person who supervises');
    expect(await refusal(endlessLoop)).not.toContain('LIFETIME_WATCH_ACK');
  });

  it('leaves a nudge a nudge', async () => {
    const { ports, kinds } = fakePorts({ ...finds(slowInstall), env: { LIFETIME_WATCH_ACK: '1' } });
    expect((await ask(bash('npm ci'), ports)).said).toHaveProperty('hookSpecificOutput.additionalContext');
    expect(kinds()).not.toContain('bypass');
  });
});

describe('a payload that is none', () => {
  const latin1 = Uint8Array.from([...bytes({ a: 1 }), 0xff, 0xfe]);
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'an empty payload'],
    ['garbage', bytes('x').slice(1), 'the payload is not JSON'],
    ['broken UTF-8', latin1, 'the payload is not valid UTF-8'],
    ['too large', new Uint8Array(MOST_PAYLOAD_BYTES + 1), 'a payload of more than 8388608 bytes'],
    ['another protocol', bytes({ event: 'x' }), 'the payload names no event'],
  ])('%s: silent and recorded under the agent process', async (_, payload, reason) => {
    const { ports, written } = fakePorts();
    expect(await ask(payload, ports)).toMatchObject(silent);
    expect(written).toEqual([
      {
        session: { id: 'pid-41-7', host: 'claude-code' },
        body: { kind: 'fail-open', reason: expect.stringContaining(reason) },
      },
    ]);
  });

  it('is silent even when nothing can be recorded', async () => {
    const { ports, complaints } = fakePorts({ agentAbove: async () => null });
    const ledger = { ...ports.ledger, append: () => refuse('read-only') };
    expect(await ask(new Uint8Array(), { ...ports, ledger })).toMatchObject(silent);
    expect(complaints).toEqual(['an empty payload; and read-only']);
  });
});

describe('a launch', () => {
  it('asks for its place under the supervisor’s budget', async () => {
    const { ports, written } = fakePorts({ userPolicy: { agents: 2, delegation: 'guard' } });
    expect(await ask(agent('toolu_7'), ports)).toMatchObject(silent);
    expect(written.map(({ body }) => body)).toMatchObject([
      { kind: 'session-start' },
      { kind: 'reserve', action: 'toolu_7', places: 1, budget: 2, mode: 'guard' },
    ]);
  });

  it('is refused with the code when there is none', async () => {
    const { ports } = fakePorts({ userPolicy: { agents: 2 } });
    const refused: Decision = {
      kind: 'refused',
      action: 'toolu_7',
      code: 'AGENT_BUDGET_EXHAUSTED',
      reason: 'AGENT_BUDGET_EXHAUSTED: 2 of 2 places are taken.',
      active: 2,
      limit: { agents: 2, mode: 'guard' },
    };
    const { said } = await ask(agent('toolu_7'), { ...ports, ledger: { ...ports.ledger, reserve: () => refused } });
    expect(said.hookSpecificOutput.permissionDecision).toBe('deny');
    expect(said.hookSpecificOutput.permissionDecisionReason).toBe(
      'lifetime-watch refused this launch. AGENT_BUDGET_EXHAUSTED: 2 of 2 places are taken.',
    );
  });

  it('binds at once where the host names the child with the question', async () => {
    const { ports, kinds } = fakePorts();
    const start = { hook_event_name: 'subagentStart', subagent_id: 'sub-1', parent_conversation_id: 'cv' };
    expect(await ask(start, ports, cursor)).toMatchObject(silent);
    expect(kinds()).toEqual(['session-start', 'reserve', 'bind']);
  });
});

describe('the life of a session', () => {
  it('records its start with the agent, its facts and its end', async () => {
    const { ports, written } = fakePorts();
    await ask(event('SessionStart', { source: 'startup' }), ports);
    await ask(event('SubagentStart', { agent_id: 'a1' }), ports);
    await ask(event('SessionEnd', { reason: 'logout' }), ports);
    expect(written.map(({ body }) => body)).toEqual([
      {
        kind: 'session-start',
        agent: { pid: 41, startTicks: 7, bootId: 'b' },
        cwd: '/p',
        sid: 40,
        policy: expect.any(String),
      },
      { kind: 'agent-start', agent: 'a1' },
      { kind: 'session-end', reason: 'logout' },
    ]);
  });

  it('tidies up when one starts, and at no other event', async () => {
    const tidied: (string | null)[] = [];
    const { ports } = fakePorts({ tidy: async (cwd) => void tidied.push(cwd) });
    for (const name of ['SessionStart', 'SubagentStart', 'SessionEnd'])
      await ask(event(name, { agent_id: 'a1' }), ports);
    expect(tidied).toEqual(['/p']);
  });

  it('records that the policy of the supervisor changed under it, once, and never for the project file', async () => {
    const { ports, kinds } = fakePorts();
    const policyOf = (agents: number | null, project: object) => () =>
      effectivePolicy(
        { name: 'policy.json', text: JSON.stringify({ agents }) },
        { name: 'project', text: JSON.stringify(project) },
        undefined,
      );
    await ask(event('SessionStart'), { ...ports, policy: policyOf(4, {}) });
    await ask(event('SessionEnd', { reason: 'clear' }), { ...ports, policy: policyOf(4, { agents: 1 }) });
    expect(kinds()).not.toContain('policy-change');
    await ask(event('SessionEnd', { reason: 'clear' }), { ...ports, policy: policyOf(9, {}) });
    await ask(event('SessionEnd', { reason: 'clear' }), { ...ports, policy: policyOf(9, {}) });
    expect(kinds().filter((kind) => kind === 'policy-change')).toHaveLength(1);
  });

  it('belongs to the agent process where the host gives no id', async () => {
    const { ports, written } = fakePorts();
    await ask({ hook_event_name: 'SessionStart' }, ports, geminiCli);
    expect(written[0]?.session).toEqual({ id: 'pid-41-7', host: 'gemini-cli' });
  });
});

describe('a stop with background tasks', () => {
  const stop = (more: object = {}) =>
    event('Stop', {
      stop_hook_active: false,
      background_tasks: [
        { id: 'b1', type: 'shell', command: 'tail -f run.log' },
        { id: 'b2', type: 'shell', command: 'npm run build' },
      ],
      ...more,
    });
  const byCommand = {
    analyze: async ({ command }: { readonly command: string }) => {
      const endless = command.startsWith('tail');
      return analysisOf(
        finding('unbounded-background', { kind: endless ? 'endless' : 'finite' }, { place: 'host-background' }),
      );
    },
  };

  it('reminds once of those that nothing ends', async () => {
    const { ports } = fakePorts(byCommand);
    const { said } = await ask(stop(), ports);
    expect(said.decision).toBe('block');
    expect(said.reason).toContain('- b1: tail -f run.log');
    expect(said.reason).not.toContain('b2');
    expect(await ask(stop(), ports)).toMatchObject(silent);
  });

  it.each([
    ['it was held already', {}, { stop_hook_active: true }],
    ['the hatch is open', { env: { LIFETIME_WATCH_ACK: '1' } }, {}],
    ['nothing runs', {}, { background_tasks: [] }],
  ])('says nothing when %s', async (_, changes, more) => {
    const { ports } = fakePorts({ ...byCommand, ...changes });
    expect(await ask(stop(more), ports)).toMatchObject(silent);
  });
});

function refuse(message: string): never {
  throw new KnownError(message);
}
