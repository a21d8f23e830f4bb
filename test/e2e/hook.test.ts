/**
 * Proves that the hook as it is installed answers, records, and lets the host go its way when anything at all is wrong. It
 * speaks Claude Code's protocol only; the words of the other hosts are tested without processes, and with the real programs.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHELLS } from './front-shells.ts';
import { entriesOf, front, hook, payload, run, verdictOf } from './hook-program.ts';

const loop = 'until grep -q done /tmp/run.log; do :; done';
let state = '';

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lifetime-watch-hook-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const kinds = () => entriesOf(state).map(({ kind }) => kind);
const ways = [
  { name: 'the front', argv: ['sh', front, 'claude-code'] },
  { name: 'the hook alone', argv: [process.execPath, hook, 'claude-code'] },
];

describe.each(ways)('$name', ({ argv }) => {
  const ask = (input: string | Uint8Array, env: Record<string, string> = {}) =>
    run({ argv, input, env: { LIFETIME_WATCH_STATE_DIR: state, ...env } });

  it.each([
    [loop, 'deny', 'verdict'],
    ['sleep 121', 'deny', 'verdict'],
    ['npm install', 'nudge', 'verdict'],
    ['LIFETIME_WATCH_ACK=1 tail -f x', 'deny', 'verdict'],
  ])('%s: %s', async (command, verdict, kind) => {
    const ended = await ask(payload(command));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(verdictOf(ended)).toBe(verdict);
    expect(kinds()).toEqual(['session-start', kind]);
  });

  it.each([
    'ls -la',
    'npm test',
    'sleep 120',
    'while read l; do echo "$l"; done < f',
    'gh issue create --body "while :; do :; done"',
  ])('has nothing to say about %s', async (command) => {
    expect(await ask(payload(command))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(kinds()).toEqual([]);
  });

  it('refuses what the host would put in the background without a bound', async () => {
    expect(verdictOf(await ask(payload('npm run build', {}, { run_in_background: true })))).toBe('deny');
  });

  it('opens the hatch for the environment, on the record', async () => {
    expect(await ask(payload(loop), { LIFETIME_WATCH_ACK: '1' })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(entriesOf(state).at(-1)).toMatchObject({ kind: 'bypass', variable: 'LIFETIME_WATCH_ACK', verdict: 'deny' });
  });

  const tenMegabytes = payload(`echo ${'x'.repeat(10 * 1024 * 1024)}`);
  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['garbage', 'PreToolUse "hook_event_name" {{{'],
    ['half a payload', payload(loop).slice(0, -9)],
    ['broken UTF-8', Buffer.concat([Buffer.from(payload(loop)).subarray(0, 60), Buffer.from([0xff, 0xc0])])],
    ['ten megabytes', tenMegabytes],
    ['a list', '[]'],
    ['another protocol', '{"event":"pre"}'],
  ])('lets the host go on after %s, and records that', async (_, input) => {
    expect(await ask(input)).toEqual({ code: 0, stdout: '', stderr: '' });
    const sessions = existsSync(join(state, 'sessions')) ? readdirSync(join(state, 'sessions')) : [];
    const names = sessions.filter((file) => file.endsWith('.jsonl')).map((file) => file.replace('.jsonl', ''));
    expect(names.flatMap((name) => entriesOf(state, name)).map(({ kind }) => kind)).toEqual(['fail-open']);
  });

  it.each<[string, Record<string, string>]>([
    ['no HOME and no state folder', { LIFETIME_WATCH_STATE_DIR: '' }],
    ['a state folder that cannot be made', { LIFETIME_WATCH_STATE_DIR: '/proc/nowhere' }],
    ['a state folder that is relative', { LIFETIME_WATCH_STATE_DIR: 'here' }],
    ['a state folder that is a file', { LIFETIME_WATCH_STATE_DIR: front }],
    ['a HOME that is no folder', { LIFETIME_WATCH_STATE_DIR: '', HOME: '/dev/null' }],
  ])('judges all the same with %s', async (_, env) => {
    const ended = await ask(payload(loop), env);
    expect(ended.code).toBe(0);
    expect(verdictOf(ended)).toBe('deny');
    expect((await ask('garbage', env)).stdout).toBe('');
  });

  it('lets the host go on when the policy file is broken or unreadable', async () => {
    const config = join(state, 'config');
    mkdirSync(join(config, 'lifetime-watch', 'policy.json'), { recursive: true });
    const ended = await ask(payload(loop), { XDG_CONFIG_HOME: config });
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(kinds()).toContain('fail-open');
  });

  it('ends with 0 when nobody reads the answer, or there is no output at all', async () => {
    const quoted = argv.map((word) => `'${word}'`).join(' ');
    const env = { LIFETIME_WATCH_STATE_DIR: state };
    const script = `printf '%s' "$1" | { ${quoted} >&-; echo "closed $?" >&2; }; printf '%s' "$1" | { ${quoted}; echo "gone $?" >&2; } | true`;
    const { stderr } = await run({ argv: ['sh', '-c', script, 'sh', payload(loop)], env });
    expect(stderr).toContain('closed 0');
    expect(stderr).toContain('gone 0');
  });

  it('ends with 0 without any input', async () => {
    const quoted = argv.map((word) => `'${word}'`).join(' ');
    const script = `${quoted} <&-; echo "closed $?"; ${quoted} </dev/null; echo "null $?"`;
    const ended = await run({ argv: ['sh', '-c', script], env: { LIFETIME_WATCH_STATE_DIR: state } });
    expect(ended.stdout).toBe('closed 0\nnull 0\n');
  });

  it('says where the time goes when asked', async () => {
    const { stderr, stdout } = await ask(payload(loop), { LIFETIME_WATCH_TRACE: '1' });
    expect(stdout).toContain('deny');
    expect(stderr).toMatch(
      /lifetime-watch: hook: ms since start: started [\d.]+, payload read [\d.]+.*answered [\d.]+/,
    );
  });
});

describe('the front', () => {
  const env = () => ({ LIFETIME_WATCH_STATE_DIR: state });

  it('is silent without node', async () => {
    const bin = join(state, 'bin');
    mkdirSync(bin);
    for (const tool of ['sh', 'cat']) symlinkSync(`/bin/${tool}`, join(bin, tool));
    const ended = await run({ argv: ['sh', front, 'claude-code'], input: payload(loop), env: { ...env(), PATH: bin } });
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('knows no other host and blocks none', async () => {
    const ended = await run({ argv: ['sh', front, 'emacs'], input: payload(loop), env: env() });
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toContain("unknown host 'emacs'");
  });

  for (const { name, argv, isMissing } of SHELLS) {
    it.skipIf(isMissing)(`hands over every byte in ${name}`, async () => {
      const echo = join(state, 'echo');
      mkdirSync(echo);
      cpSync(front, join(echo, 'front.sh'));
      writeFileSync(
        join(echo, 'hook.cjs'),
        'process.stdin.pipe(process.stdout); // a stand-in that gives back what it gets\n',
      );
      const text = `${payload("sleep 1; printf 'ü€😀\\t%s\\\\n' '$x' & ")}\n\n  \n`;
      const ended = await run({ argv: [...argv, join(echo, 'front.sh'), 'claude-code'], input: text, env: env() });
      expect(ended.stdout).toBe(text);
    });
  }
});

it('needs no grammar to judge', async () => {
  const alone = join(state, 'package', 'dist');
  mkdirSync(alone, { recursive: true });
  cpSync(dirname(hook), alone, { recursive: true });
  const ended = await run({
    argv: [process.execPath, join(alone, 'hook.cjs'), 'claude-code'],
    input: payload(loop),
    env: { LIFETIME_WATCH_STATE_DIR: state },
  });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(verdictOf(ended)).toBe('deny');
});

it('answers fifty hooks at once and records them all', async () => {
  const asked = Array.from({ length: 50 }, (_, at) => payload(loop, { tool_use_id: `toolu_${at}` }));
  const env = { LIFETIME_WATCH_STATE_DIR: state };
  const ended = await Promise.all(asked.map((input) => run({ argv: ['sh', front, 'claude-code'], input, env })));
  expect(ended.map(verdictOf)).toEqual(asked.map(() => 'deny'));
  const calls = entriesOf(state).flatMap((entry) => (entry.kind === 'verdict' ? [entry.toolCall] : []));
  expect(new Set(calls).size).toBe(50);
});
