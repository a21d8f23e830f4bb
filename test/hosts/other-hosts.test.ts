import { describe, expect, it } from 'vitest';
import { anonymousAction } from '../../src/hosts/anonymous-action.ts';
import { codex } from '../../src/hosts/codex.ts';
import { copilot } from '../../src/hosts/copilot.ts';
import { cursor } from '../../src/hosts/cursor.ts';
import { geminiCli } from '../../src/hosts/gemini-cli.ts';
import { hermes } from '../../src/hosts/hermes.ts';
import type { Host } from '../../src/hosts/host.ts';
import { opencode } from '../../src/hosts/opencode.ts';
import { omp, pi } from '../../src/hosts/pi.ts';
import {
  bind,
  command,
  decodeGolden,
  goldenPayloads,
  ignore,
  killed,
  launch,
  lifecycle,
  type Row,
  reserve,
  rest,
  resume,
  says,
  settle,
  start,
  stop,
} from './golden-payload.ts';

const begins = { kind: 'session-start' } as const;
const ends = (reason: string) => ({ kind: 'session-end', reason }) as const;
const generalist = anonymousAction('generalist', 'look');
const look = anonymousAction('look', 'x');

const table: readonly (readonly [Host, ...Row[]])[] = [
  [
    codex,
    says('bash', command('tail -f run.log')),
    says('bash in a child, no transcript', command('ls')),
    says('patch', ignore),
    says('spawn', launch, reserve('call_4')),
    says('spawned', lifecycle, bind('call_4', 'child-1'), settle('call_4', 'launched', 'child-1')),
    says('spawn of the second generation', launch, reserve('call_5', { parent: 'child-1' })),
    says('spawned by the second generation', lifecycle, settle('call_5', 'unknown')),
    says('subagent start', lifecycle, start('child-1')),
    says('subagent stop', lifecycle, stop('child-1', true)),
    says('waited', lifecycle, stop('child-1', true), stop('child-3', true)),
    says('closed', lifecycle, killed('child-1')),
    says('send input', launch, reserve('call_8', { completion: 'call' })),
    says('input sent', lifecycle, resume('child-1', 'call_8')),
    says('follow-up sent', lifecycle, settle('call_9', 'unknown')),
    says('prompt of a child', ignore),
    says('prompt of a person', ignore),
    says('session start', begins),
    says('session end', ends('other')),
    says('stop', lifecycle, rest(null)),
  ],
  [
    opencode,
    says('bash', command('npm test', { toolTimeoutSeconds: 60 })),
    says('read', ignore),
    says('task', launch, reserve('call_3', { completion: 'call' })),
    says('task in the background, nested', launch, reserve('call_4', { parent: 'ses_a' })),
    says('task joined', lifecycle, settle('call_3', 'joined', 'ses_a')),
    says('task launched', lifecycle, bind('call_4', 'ses_b'), settle('call_4', 'launched', 'ses_b')),
    says('earlier task goes on', lifecycle, resume('ses_b', 'call_5')),
    says('task result without a child', lifecycle, settle('call_6', 'unknown')),
    says('child created', lifecycle, start('ses_a')),
    says('child idle', lifecycle, stop('ses_a', true)),
    says('main idle', lifecycle, rest(null)),
    says('start', begins),
    says('end', ends('other')),
  ],
  [
    pi,
    says('bash', command('make', { toolTimeoutSeconds: 90 })),
    says('bash, asynchronous (OMP)', command('make', { background: true })),
    says('background tool of a third party', command('npm run dev', { background: true, toolTimeoutSeconds: 600 })),
    says('background status', ignore),
    says('one subagent', launch, reserve('call_5', { completion: 'call' })),
    says('three subagents', launch, reserve('call_6', { completion: 'call', places: 3 })),
    says('chain', launch, reserve('call_7', { completion: 'call' })),
    says('subagents done', lifecycle, settle('call_6', 'joined')),
    says('subagents refused', lifecycle, settle('call_6', 'not-started')),
    says('bash done', ignore),
    says('batch (OMP)', launch, reserve('call_8', { completion: 'unknown', places: 2 })),
    says('batch answered (OMP)', lifecycle, settle('call_8', 'launched')),
    says('child started (OMP)', lifecycle, start('sub-a'), bind('call_8', 'sub-a')),
    says('child completed (OMP)', lifecycle, stop('sub-a', true)),
    says('child aborted (OMP)', lifecycle, killed('sub-a')),
    says('at rest', lifecycle, rest(null)),
    says('start', begins),
    says('end', ends('quit')),
  ],
  [
    geminiCli,
    says('shell', command('npm test')),
    says('shell in the background', command('npm run dev', { background: true })),
    says('read', ignore),
    says('agent', launch, reserve(generalist, { completion: 'call' })),
    says('agent done', lifecycle, settle(generalist, 'joined')),
    says('shell done', command('npm test', { when: 'after' })),
    says('start', begins),
    says('end', ends('exit')),
  ],
  [
    copilot,
    says('bash', command('npm test')),
    says('bash, asynchronous', command('npm run dev', { background: true })),
    says('bash, detached', command('npm run dev', { background: true })),
    says('bash in camelCase', command('npm test')),
    says('bash in camelCase, in a child', command('npm test')),
    says('agent that is waited for', launch, reserve(look, { completion: 'call' })),
    says('agent in the background', launch, reserve(look)),
    says('agent done', lifecycle, settle(look, 'joined')),
    says('agent launched', lifecycle, bind(look, '0d9c-11'), settle(look, 'launched', '0d9c-11')),
    says('agent of an unknown type', lifecycle, settle(look, 'not-started')),
    says('subagent start', lifecycle, start('0d9c-11')),
    says('subagent stop', lifecycle, stop('0d9c-11', true)),
    says('stop', lifecycle, rest(null)),
    says('start', begins),
    says('end', ends('complete')),
  ],
  [
    cursor,
    says('shell', command('npm test')),
    says('shell in the background', command('npm run dev', { background: true })),
    says('shell, before the execution', command('npm test')),
    says('read', ignore),
    says('shell done', command('npm install', { when: 'after' })),
    says('subagent start', launch, reserve('sub-1'), bind('sub-1', 'sub-1')),
    says('subagent stop', lifecycle, stop('sub-1', true)),
    says('stop', lifecycle, rest(null)),
    says('start', begins),
    says('end', ends('completed')),
  ],
  [
    hermes,
    says('terminal', command('npm test')),
    says('terminal in the background', command('npm run dev', { background: true })),
    says('one goal', launch, reserve('call_3', { completion: 'unknown' })),
    says('three tasks as text', launch, reserve('call_4', { completion: 'unknown', places: 3 })),
    says('tasks nobody can count', launch, reserve('call_5', { completion: 'unknown', places: null })),
    says('steering a child', ignore),
    says(
      'dispatched',
      lifecycle,
      bind('call_3', 'k-1'),
      bind('call_3', 'k-2'),
      settle('call_3', 'launched', 'k-1', 'k-2'),
    ),
    says('all done', lifecycle, settle('call_3', 'joined')),
    says('one interrupted', lifecycle, settle('call_3', 'unknown')),
    says('subagent start', lifecycle, start('k-1')),
    says('subagent stop', lifecycle, stop('k-1', true)),
    says('subagent timed out', ignore),
    says('end of a turn', lifecycle, rest(null)),
    says('end', ends('other')),
  ],
];

describe.each(table.map(([host, ...rows]) => ({ host, name: host.name, rows })))('$name payloads', ({ host, rows }) => {
  it.each(rows)('$name', ({ name, what, facts }) => {
    expect(decodeGolden(host, name)).toMatchObject({ what, facts });
  });

  it('has a row for every payload', () => {
    expect(goldenPayloads(host.id).map((row) => row.name)).toEqual(rows.map((row) => row.name));
  });
});

describe('which session an event belongs to', () => {
  it.each([
    [codex, 'bash in a child, no transcript', 'root', '01997a10-cccc-7000-8000-000000000003'],
    [opencode, 'task in the background, nested', 'ses_root', 'ses_a'],
    [copilot, 'bash', 'c-1', null],
    // The session id of a child is its own: only the process tells whose session it is.
    [copilot, 'bash in camelCase, in a child', null, 'child-1'],
    [cursor, 'subagent stop', 'cv-1', 'sub-1'],
    [hermes, 'subagent stop', 'h-1', null],
  ])('$name: %s', (host, name, session, agent) => {
    expect(decodeGolden(host as Host, name as string)).toMatchObject({ session, agent });
  });
});

describe('answers in each host’s own words', () => {
  const said = (host: Host, kind: 'deny' | 'ask' | 'nudge'): unknown => {
    const speaker = host === omp ? pi : host;
    const withResult = kind === 'nudge' && (host === cursor || host === geminiCli);
    const atNudge = withResult ? 'shell done' : (goldenPayloads(speaker.id)[0]?.name ?? '');
    const event = decodeGolden(speaker, atNudge);
    const { stdout, stderr, exitCode } = host.encode(
      kind === 'nudge' ? { kind, text: 'T' } : { kind, reason: 'R' },
      event,
    );
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    return stdout === '' ? null : JSON.parse(stdout);
  };
  const context = (output: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...output } });
  const refusal = context({ permissionDecision: 'deny', permissionDecisionReason: 'R' });

  it.each([
    [codex, refusal, context({ additionalContext: 'T' })],
    [opencode, { deny: 'R' }, { nudge: 'T' }],
    [pi, { deny: 'R' }, { nudge: 'T' }],
    [omp, { deny: 'R' }, { nudge: 'T' }],
    [
      geminiCli,
      { decision: 'deny', reason: 'R' },
      { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'T' } },
    ],
    [copilot, { permissionDecision: 'deny', permissionDecisionReason: 'R' }, { additionalContext: 'T' }],
    [cursor, { permission: 'deny', agent_message: 'R', user_message: 'R' }, { additional_context: 'T' }],
    [hermes, { action: 'block', message: 'R' }, null],
  ])('$name', (host, deny, nudge) => {
    expect(said(host, 'deny')).toEqual(deny);
    // None of these can ask a person: the safe reading is no.
    expect(said(host, 'ask')).toEqual(deny);
    expect(said(host, 'nudge')).toEqual(nudge);
  });

  it.each([cursor, geminiCli])('$name hears a nudge only with the result', (host) => {
    const before = host.encode({ kind: 'nudge', text: 'T' }, decodeGolden(host, 'shell'));
    expect(before).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });
});
