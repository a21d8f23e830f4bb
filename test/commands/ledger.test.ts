import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/commands/ledger.ts';
import type { EntryBody } from '../../src/ledger/entry.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { filesOfSession } from '../../src/ledger/session-files.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { prepareSessionsFolder } from '../../src/system/state-dir.ts';
import { ask, guard, temporaryFolder } from '../ledger/temporary-ledger.ts';
import { captureIo } from './command-io.ts';

let ids = 0;

/** A state folder with its commands. */
function place(more: { readonly env?: Record<string, string>; readonly stdin?: NodeJS.ReadableStream } = {}) {
  const env = { LIFETIME_WATCH_STATE_DIR: temporaryFolder(), HOME: '/nonexistent', ...more.env };
  const folder = prepareSessionsFolder(env);
  const open = (session: string) =>
    openLedger({
      files: nodeFiles,
      folder,
      session,
      host: 'claude-code',
      now: () => Date.now(),
      newId: () => `e${ids++}`,
    });
  return {
    folder,
    open,
    write(session: string, ...bodies: readonly EntryBody[]) {
      const ledger = open(session);
      for (const body of bodies) ledger.record(body);
      ledger.close();
    },
    reserve(session: string, ...actions: readonly string[]) {
      const ledger = open(session);
      const decisions = actions.map((action) => ledger.reserve(ask(action, 1, guard(2))));
      ledger.close();
      return decisions;
    },
    async run(...argv: readonly string[]) {
      const { io, out } = captureIo({ env, ...(more.stdin === undefined ? {} : { stdin: more.stdin }) });
      const code = await command.run(argv, io);
      return { code, out: out() };
    },
  };
}

const started = { kind: 'session-start', agent: null, cwd: '/work/x', sid: null } as const;

it('names in its help every flag and every subcommand', () => {
  for (const flag of Object.keys(command.flags)) expect(command.help).toMatch(new RegExp(`--${flag}\\b`));
  for (const word of ['show', 'verify', 'repair', 'budget', 'grant', 'release'])
    expect(command.help).toContain(`  ${word} `);
});

it('refuses a subcommand that it does not know', async () => {
  await expect(place().run('forget')).rejects.toThrow(/expected one of show, .*, got 'forget'/);
});

describe('show', () => {
  it('says that there is nothing where nothing was recorded', async () => {
    expect(await place().run()).toEqual({ code: 0, out: 'No session has a ledger yet.\n' });
    expect(JSON.parse((await place().run('--json')).out)).toEqual({ schema: 1, sessions: [] });
  });

  it('shows places, who holds them, unknown results and the last entries', async () => {
    const at = place();
    at.write('one', started);
    at.reserve('one', 'call-a', 'call-b', 'call-c');
    at.write('one', { kind: 'settle', action: 'call-a', result: 'launched', agents: ['kid'] });
    at.write('one', { kind: 'agent-stop', agent: 'kid', confirmed: false });
    at.write('one', { kind: 'settle', action: 'call-b', result: 'unknown', agents: [] });
    const { out } = await at.run('show', '--last', '2');
    expect(out).toContain('claude-code  one  /work/x  open\n  2 of 2 places taken (guard)\n');
    expect(out).toContain('  call-a: agent kid (stopping)\n  call-b: result unknown: its places stay taken\n');
    expect(out.match(/^ {4}\d\d:\d\d:\d\d/gm)).toHaveLength(2);
    expect((await at.run('show')).out).toMatch(/for call-b, budget 2\n.*for call-c, budget 2: refused\n/);
  });

  it('prints the same as JSON, under a versioned schema', async () => {
    const at = place();
    at.reserve('one', 'call-a', 'call-b', 'call-c');
    at.write('one', { kind: 'settle', action: 'call-a', result: 'launched', agents: ['kid'] });
    const { out } = await at.run('--json');
    expect(JSON.parse(out)).toEqual({
      schema: 1,
      sessions: [
        {
          session: 'one',
          host: 'claude-code',
          open: true,
          state: 'ok',
          problems: [],
          budget: 2,
          mode: 'guard',
          active: 2,
          reservations: [
            {
              id: expect.any(String),
              actionId: 'call-a',
              places: 1,
              pending: 0,
              agents: ['kid'],
              stopping: [],
              unknown: false,
              parent: null,
            },
            {
              id: expect.any(String),
              actionId: 'call-b',
              places: 1,
              pending: 1,
              agents: [],
              stopping: [],
              unknown: false,
              parent: null,
            },
          ],
          unbound: [],
          entries: [
            expect.objectContaining({ v: 1, kind: 'reserve', action: 'call-a' }),
            expect.objectContaining({ kind: 'reserve', action: 'call-b' }),
            expect.objectContaining({ kind: 'reserve', action: 'call-c' }),
            expect.objectContaining({ kind: 'settle', result: 'launched' }),
          ],
        },
      ],
    });
  });

  it('takes the budget of the policy for a session that was never asked', async () => {
    const at = place({ env: { LIFETIME_WATCH_AGENTS: '7' } });
    at.write('one', started);
    expect((await at.run()).out).toContain('0 of 7 places taken (guard)');
  });

  it('leaves out what is over, and says so', async () => {
    const at = place();
    at.write('one', started);
    at.write('two', started, { kind: 'session-end', reason: 'exit' });
    expect((await at.run()).out).toMatch(/ one .*\n[\s\S]*1 more session is over: --all shows them\.\n$/);
    expect((await at.run('--all')).out).toMatch(/ two .* over\n/);
    expect((await at.run('--session', 'tw')).out).toMatch(/^claude-code {2}two /);
  });

  it('takes a session for over whose agent is gone without a word', async () => {
    const at = place();
    const dead = { pid: process.pid, startTicks: 1, bootId: null };
    at.write('one', { ...started, agent: dead });
    at.write('two', { ...started, agent: dead }, started);
    const { sessions } = JSON.parse((await at.run('--json')).out);
    expect(sessions).toMatchObject([
      { session: 'one', open: false },
      { session: 'two', open: true },
    ]);
    expect((await at.run('budget')).out).toMatch(/^two: /);
  });

  it('lets no text of a command act on the terminal', async () => {
    const at = place();
    const command_ = 'echo \x1b]0;title\x07 \u009b31m \u202e';
    at.write('one', { kind: 'bypass', variable: 'X', command: command_, verdict: 'deny' });
    for (const argv of [[], ['--json']]) {
      const { out } = await at.run(...argv);
      expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });

  it.each([
    [['--last', 'x'], /--last: expected a number of entries, got 'x'/],
    [['--session', 'none'], /session 'none': expected the id of one session, there is none/],
    [['--session', 'o'], /2 begin so: one, other/],
    [['--nope'], /ledger show: Unknown option '--nope'/],
  ])('refuses %j', async (argv, reason) => {
    const at = place();
    for (const session of ['one', 'other']) at.write(session, started);
    await expect(at.run('show', ...argv)).rejects.toThrow(reason);
  });
});

describe('verify and repair', () => {
  function damaged(more: Parameters<typeof place>[0] = {}) {
    const at = place(more);
    at.write('fine', started);
    at.reserve('hurt', 'call-a');
    const { log } = filesOfSession(at.folder, 'hurt');
    writeFileSync(log, readFileSync(log, 'latin1').replace('call-a', 'call-b'));
    return { ...at, log };
  }

  it('verifies every file', async () => {
    const at = place();
    at.write('fine', started);
    expect(await at.run('verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/fine\.jsonl: ok, 1 entry\n$/),
    });
    writeFileSync(filesOfSession(at.folder, 'fine').log, '{"v":1,"i', { flag: 'a' });
    expect(await at.run('verify')).toMatchObject({ code: 0, out: expect.stringContaining('1 torn by a crash') });
  });

  it('names the line of a damage and exits 1', async () => {
    const at = damaged();
    expect(await at.run('verify')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /hurt\.jsonl: damaged, 0 entries can be read\n {2}line 1 \(byte 0\): the checksum does not fit\n$/,
      ),
    });
    expect(await at.run('verify', '--session', 'fine')).toMatchObject({ code: 0 });
    expect(JSON.parse((await at.run('verify', '--json')).out)).toMatchObject({
      schema: 1,
      files: [
        { session: 'fine', state: 'ok' },
        { state: 'damaged', damages: [{ line: 1 }] },
      ],
    });
    expect((await at.run('show')).out).toMatch(/RECOVERY: byte 0: .*ledger repair/);
  });

  it('explains and changes nothing unless somebody agrees', async () => {
    const at = damaged();
    const before = readFileSync(at.log);
    const { code, out } = await at.run('repair');
    expect([code, readFileSync(at.log)]).toEqual([1, before]);
    expect(out).toMatch(/line 1: a record of kind reserve\n.*can be read and stay.*\n.*count as taken until/);
    expect(out).toContain('Nothing was changed');
  });

  it.each([
    ['y\n', 0],
    ['n\n', 1],
    ['', 1],
  ])('asks at a terminal: %j', async (typed, code) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.end(typed);
    expect((await damaged({ stdin }).run('repair')).code).toBe(code);
  });

  it('holds the places of what was lost until a supervisor releases them', async () => {
    const at = damaged();
    const { code, out } = await at.run('repair', '--yes');
    expect(code).toBe(0);
    expect((await at.run('verify')).code).toBe(0);
    expect(at.reserve('hurt', 'call-c')).toMatchObject([{ code: 'DELEGATION_UNPROVEN' }]);
    const hold = /ledger release (\S+)/.exec(out)?.[1] ?? '';
    await at.run('release', hold, '--why', 'looked at it');
    expect(at.reserve('hurt', 'call-d')).toMatchObject([{ kind: 'granted' }]);
    expect(await at.run('repair')).toEqual({ code: 0, out: 'Nothing to repair: every ledger can be read.\n' });
  });
});

describe("the supervisor's word", () => {
  it('sets the budget of the only open session', async () => {
    const at = place();
    at.reserve('one', 'call-a');
    expect((await at.run('budget')).out).toBe('one: 1 of 2 places taken (guard)\n');
    expect((await at.run('budget', '1')).out).toBe('one: 1 of 1 place taken (guard)\n');
    expect(at.reserve('one', 'call-b')).toMatchObject([{ code: 'AGENT_BUDGET_EXHAUSTED' }]);
    await at.run('budget', '--mode', 'watch');
    expect(at.reserve('one', 'call-c')).toMatchObject([{ kind: 'granted' }]);
    expect((await at.run('budget', 'unlimited')).out).toBe('one: 2 places taken, no budget\n');
  });

  it('shows the budgets of all open sessions when only asked for them', async () => {
    const at = place();
    expect(await at.run('budget')).toEqual({ code: 0, out: 'No session is open.\n' });
    for (const session of ['one', 'two']) at.reserve(session, 'call-a');
    expect((await at.run('budget')).out).toBe('one: 1 of 2 places taken (guard)\ntwo: 1 of 2 places taken (guard)\n');
    expect((await at.run('budget', '--session', 'two')).out).toBe('two: 1 of 2 places taken (guard)\n');
  });

  it('releases a reservation by its call, its id, or a child', async () => {
    const at = place();
    at.reserve('one', 'call-a', 'call-b');
    at.write('one', { kind: 'settle', action: 'call-a', result: 'launched', agents: ['kid'] });
    await at.run('release', 'kid', '--why', 'gone');
    await at.run('release', 'call-b', '--why', 'gone');
    expect((await at.run()).out).toContain('0 of 2 places taken');
    await expect(at.run('release', 'call-b', '--why', 'x')).rejects.toThrow(/'call-b' holds no place/);
  });

  it('asks which session is meant', async () => {
    const at = place();
    await expect(at.run('budget', '3')).rejects.toThrow(/no session is open/);
    for (const session of ['one', 'two']) at.reserve(session, 'call-a');
    await expect(at.run('budget', '3')).rejects.toThrow(
      /^ledger budget: expected --session, 2 sessions are open: one, two/,
    );
    await expect(at.run('release', 'call-a', '--why', 'x')).rejects.toThrow(/in several sessions; add --session/);
    expect((await at.run('budget', '3', '--session', 'two')).out).toBe('two: 1 of 3 places taken (guard)\n');
  });

  it.runIf(process.platform === 'linux')(
    'grants a running process more time, and only the one that is meant',
    async () => {
      const at = place();
      const start = /\) \S(?: \S+){18} (\d+)/.exec(readFileSync('/proc/self/stat', 'utf8'))?.[1] ?? '';
      const { out } = await at.run('grant', `${process.pid}@${start}`, '--for', '1h30m', '--why', 'a long build');
      expect(out).toMatch(/^\d+@\d+ may run for another 1h 30m, until 2/);
      const [session] = JSON.parse((await at.run('--json')).out).sessions;
      expect(session).toMatchObject({
        session: 'supervisor',
        entries: [{ kind: 'grant', process: { pid: process.pid } }],
      });
      expect(session.entries[0].process.bootId).toMatch(/^[0-9a-f-]{36}$/);
      await expect(at.run('grant', `${process.pid}@1`, '--for', '1h', '--why', 'x')).rejects.toThrow(
        /does not run any more/,
      );
      await expect(at.run('budget', '3')).rejects.toThrow(/no session is open/);
    },
  );

  it.each([
    [['budget', 'many'], /expected a number of agents or 'unlimited', got 'many'/],
    [['budget', '1', '--mode', 'off'], /--mode: expected watch or guard, got 'off'/],
    [['release', 'x'], /expected --why/],
    [['release', 'x', '--why', ' '], /expected --why/],
    [['release'], /expected a reservation, got none; see 'lifetime-watch help ledger'/],
    [['grant', 'x', '--for', '1h', '--why', 'y'], /expected <pid@start> as listings print it, got 'x'/],
    [['grant', '--for', '1h', '--why', 'y'], /expected <pid@start>, got none/],
    [['grant', '1@1', '--why', 'y'], /expected --for with a duration such as 2h/],
    [['grant', '1@1', '--for', '0s', '--why', 'y'], /--for: expected a duration/],
    [['grant', '1@1', '--for', '1h'], /expected --why/],
  ])('refuses %j', async (argv, reason) => {
    const at = place();
    at.write('one', started);
    await expect(at.run(...argv)).rejects.toThrow(reason);
  });

  it.each([
    ['budget', '9'],
    ['release', 'call-a', '--why', 'x'],
    ['grant', '1@1', '--for', '1h', '--why', 'x'],
  ])('is not for an agent to give: %s', async (...argv) => {
    const at = place({ env: { CLAUDE_CODE_SESSION_ID: 'one' } });
    at.reserve('one', 'call-a');
    await expect(at.run(...argv)).rejects.toThrow(/not an agent's \(CLAUDE_CODE_SESSION_ID is set\)/);
    expect((await at.run('budget')).code).toBe(0);
  });
});
