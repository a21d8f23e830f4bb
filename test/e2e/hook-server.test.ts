/**
 * Proves that a running watcher gives the front the very answers that the hook would give, that the front goes on without
 * it when it is slow, broken or gone, and that a port answers nobody who does not know the token.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Analyzer, openAnalyzer } from '../../src/flow/analyzer.ts';
import { defaultSocket, parseAddress } from '../../src/flow/hook-address.ts';
import { type HookServer, serveHook } from '../../src/flow/serve-hook.ts';
import { findProgram } from '../find-program.ts';
import { SHELLS } from './front-shells.ts';
import { entriesOf, front, payload, run, verdictOf } from './hook-program.ts';

let state = '';
let analyzer: Analyzer;
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  analyzer = await openAnalyzer();
});
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lw-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(state, { recursive: true, force: true });
});
afterAll(() => expect(closing).toEqual([]));

async function serve(address = defaultSocket(state), env: Record<string, string> = {}): Promise<HookServer> {
  const complaints: string[] = [];
  const server = await serveHook({
    address,
    analyzer,
    env: { ...env, LIFETIME_WATCH_STATE_DIR: state },
    stateFolder: state,
    complain: (line) => complaints.push(line),
  });
  closing.push(() => server.close());
  return server;
}

const ask = (input: string, env: Record<string, string> = {}, shell: readonly string[] = ['sh']) =>
  run({
    argv: [...shell, front, 'claude-code'],
    input,
    env: { LIFETIME_WATCH_STATE_DIR: state, LIFETIME_WATCH_TRACE: '1', ...env },
  });
const BY_WATCHER = 'front: answered by the watcher';
const BY_NODE = 'front: handed over to node';
const loop = 'until grep -q done /tmp/run.log; do :; done';

describe('the front with a watcher running', () => {
  const cases: readonly (readonly [string, string, Record<string, string>])[] = [
    ['a refusal', payload(loop), {}],
    ['a nudge', payload('npm install'), {}],
    ['silence', payload('sleep 5'), {}],
    ['the background flag', payload('npm run build', {}, { run_in_background: true }), {}],
    ['other alphabets', payload("until [ -e 'ü€😀' ]; do :; done"), {}],
    ['a hatch in the command', payload('LIFETIME_WATCH_ACK=1 tail -f x'), {}],
    ['the dialect of the shell', payload('repeat 9 sleep 100'), { SHELL: '/usr/bin/zsh' }],
    ['the other dialect', payload('repeat 9 sleep 100'), { SHELL: '/bin/bash' }],
  ];

  it.each(cases)('answers as the hook does: %s', async (_, input, env) => {
    const alone = await ask(input, env);
    expect(alone.stderr).toContain(BY_NODE);
    await serve();
    const served = await ask(input, env);
    expect(served.stderr).toContain(BY_WATCHER);
    expect(served.stdout).toBe(alone.stdout);
  });

  for (const { name, argv, isMissing } of SHELLS) {
    it.skipIf(isMissing)(`in ${name}, too`, async () => {
      await serve();
      const ended = await ask(payload(loop), {}, argv);
      expect(ended.stderr).toContain(BY_WATCHER);
      expect(verdictOf(ended)).toBe('deny');
      expect(entriesOf(state).map(({ kind }) => kind)).toEqual(['session-start', 'verdict']);
    });
  }

  it('goes by the policy of the agent’s environment, not by the watcher’s', async () => {
    const config = join(state, 'config');
    mkdirSync(join(config, 'lifetime-watch'), { recursive: true });
    writeFileSync(join(config, 'lifetime-watch', 'policy.json'), '{"verdicts":{"unbounded-loop":"allow"}}');
    await serve(defaultSocket(state), { XDG_CONFIG_HOME: config });
    expect(verdictOf(await ask(payload(loop)))).toBe('deny');
    const lenient = await ask(payload(loop), { XDG_CONFIG_HOME: config });
    expect(lenient.stderr).toContain(BY_WATCHER);
    expect(verdictOf(lenient)).toBe(null);
  });

  it('reads script files in the folder that the payload names', async () => {
    writeFileSync(join(state, 'wait.sh'), 'while :; do sleep 1; done\n');
    await serve();
    const ended = await ask(payload('bash wait.sh', { cwd: state }));
    expect(ended.stderr).toContain(BY_WATCHER);
    expect(verdictOf(ended)).toBe('deny');
  });

  it('leaves the hatch to a hook of its own environment', async () => {
    await serve();
    const ended = await ask(payload(loop), { LIFETIME_WATCH_ACK: '1' });
    expect(ended.stderr).toContain(BY_NODE);
    expect(ended.stdout).toBe('');
    expect(entriesOf(state).at(-1)).toMatchObject({ kind: 'bypass' });
  });

  it('never asks twice for the places of a launch', async () => {
    await serve();
    const launch = payload('', { tool_name: 'Agent', tool_input: { prompt: 'x' }, tool_use_id: 'toolu_9' });
    const ended = await ask(launch, { LIFETIME_WATCH_AGENTS: '1' });
    expect(ended.stderr).toContain(BY_NODE);
    expect(ended.stdout).toBe('');
    expect(entriesOf(state).map(({ kind }) => kind)).toEqual(['session-start', 'reserve']);
  });
});

describe('the front asks', () => {
  /** A PATH with nothing but these. */
  const only = (...programs: readonly string[]): string => {
    const bin = join(state, 'bin');
    mkdirSync(bin);
    for (const program of programs) {
      symlinkSync(findProgram(program) ?? program, join(bin, program));
    }
    return bin;
  };

  const ways: readonly (readonly [string, readonly string[], string])[] = [
    ['with perl', ['perl', 'node'], BY_WATCHER],
    ['with curl where there is no perl', ['curl', 'node'], BY_WATCHER],
    ['nobody where there is neither', ['node'], BY_NODE],
  ];
  for (const [way, programs, by] of ways) {
    it.skipIf(programs.some((program) => findProgram(program) === undefined))(way, async () => {
      await serve();
      const ended = await ask(payload(loop), { PATH: only(...programs) }, [findProgram('sh') ?? 'sh']);
      expect(ended.stderr).toContain(by);
      expect(verdictOf(ended)).toBe('deny');
      expect(ended.stdout).toMatch(/^\{.*\}\n$/);
    });
  }

  for (const { name, argv, isMissing } of SHELLS) {
    it.skipIf(isMissing)(`in ${name} with a payload that fills no pipe at once`, async () => {
      await serve();
      const long = payload(loop, {}, { description: 'ü'.repeat(200_000), run_in_background: true });
      const ended = await ask(long, {}, argv);
      expect(ended.stderr).toContain(BY_WATCHER);
      expect(verdictOf(ended)).toBe('deny');
    });
  }

  it.skipIf(findProgram('perl') === undefined)('as perl is, not as its user sets it up', async () => {
    await serve();
    const ended = await ask(payload(loop), { PERL5OPT: '-MNo::Such::Module', PERL_UNICODE: 'SDA' });
    expect(ended.stderr).toContain(BY_WATCHER);
    expect(verdictOf(ended)).toBe('deny');
  });

  it('for nobody else: a line break in the environment is no header of its own', async () => {
    await serve();
    const ended = await ask(payload(loop), { SHELL: '/bin/bash\r\nX-Lifetime-Watch-Agents: 0\r\n\r\n' });
    expect(ended.stderr).toContain(BY_WATCHER);
    expect(verdictOf(ended)).toBe('deny');
  });
});

describe('the front goes on alone when the watcher', () => {
  const socket = () => join(state, 'hook.sock');
  const listen = (server: ReturnType<typeof createNetServer>) =>
    new Promise<void>((resolve) => {
      closing.push(() => new Promise((done) => server.close(done)));
      server.listen(socket(), resolve);
    });

  it('says nothing', async () => {
    const held: { destroy(): void }[] = [];
    await listen(createNetServer((connection) => held.push(connection)));
    const ended = await ask(payload(loop));
    for (const connection of held) connection.destroy();
    expect(ended.stderr).toContain('no answer from the watcher');
    expect(verdictOf(ended)).toBe('deny');
  });

  it.each([[500], [403], [404]])('refuses with %i', async (status) => {
    await listen(createServer((_, response) => response.writeHead(status).end('{"no":1}')));
    const ended = await ask(payload(loop));
    expect(ended.stderr).toContain(BY_NODE);
    expect(verdictOf(ended)).toBe('deny');
  });

  it.each<[string, string]>([
    ['is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":'],
    ['does not say how long its answer is', 'HTTP/1.1 200 OK\r\n\r\n{"no":1}'],
    ['speaks no HTTP', '{"no":1}'],
    ['hangs up', ''],
  ])('%s', async (_, answer) => {
    await listen(
      createNetServer((connection) => {
        connection.on('error', () => {});
        connection.once('data', () => connection.end(answer));
      }),
    );
    const ended = await ask(payload(loop));
    expect(ended.stderr).toContain('no answer from the watcher');
    expect(verdictOf(ended)).toBe('deny');
  });

  it('has died and left its socket, which the next one takes over', async () => {
    const first = await serve();
    // A copy of the socket file that nobody listens on any more is what a killed watcher leaves.
    await first.close();
    closing.length = 0;
    const dead = createNetServer();
    await new Promise<void>((resolve) => dead.listen(join(state, 'other.sock'), resolve));
    await run({ argv: ['mv', join(state, 'other.sock'), socket()] });
    await new Promise((resolve) => dead.close(resolve));
    const ended = await ask(payload(loop));
    expect(ended.stderr).toContain(BY_NODE);
    expect(verdictOf(ended)).toBe('deny');
    await serve();
    expect((await ask(payload(loop))).stderr).toContain(BY_WATCHER);
  });
});

describe('listening', () => {
  it('is for the user alone, and for one watcher', async () => {
    await serve();
    expect(statSync(join(state, 'hook.sock')).mode & 0o777).toBe(0o600);
    await expect(serve()).rejects.toThrow(/another watcher answers there/);
  });

  it('takes nothing else for a socket, and removes its own at the end', async () => {
    writeFileSync(join(state, 'hook.sock'), 'mine');
    await expect(serve()).rejects.toThrow(/expected a socket or nothing/);
    expect(readFileSync(join(state, 'hook.sock'), 'utf8')).toBe('mine');
    rmSync(join(state, 'hook.sock'));
    const server = await serve();
    await server.close();
    closing.length = 0;
    expect(statSync(join(state, 'hook.sock'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it.each([['0.0.0.0:80'], ['example.com:80'], ['8080'], ['relative.sock'], ['127.0.0.1:99999'], ['']])(
    'is refused at %j',
    (text) => {
      expect(() => parseAddress(text)).toThrow(/--listen: expected/);
    },
  );
});

describe('a port', () => {
  type Reply = { readonly status: number; readonly body: string };
  const post = (url: string, headers: Record<string, string>, body: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const asked = httpRequest(`${url}`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      asked.on('error', reject);
      asked.end(body);
    });

  it('answers who knows the token, as an HTTP hook wants it', async () => {
    const { address, tokenFile } = await serve(parseAddress('127.0.0.1:0'));
    const token = readFileSync(tokenFile ?? '', 'utf8').trim();
    expect(statSync(tokenFile ?? '').mode & 0o777).toBe(0o600);
    const url = `${address}/hook/claude-code`;
    const authorization = `Bearer ${token}`;
    expect((await post(url, { authorization }, payload(loop))).body).toContain('"permissionDecision":"deny"');
    expect(await post(url, { authorization }, payload('ls'))).toEqual({ status: 200, body: '{}\n' });
    expect(await post(url, { authorization }, 'garbage')).toEqual({ status: 200, body: '{}\n' });
    const hatch = await post(url, { authorization, 'x-lifetime-watch-ack': '1' }, payload(loop));
    expect(hatch).toEqual({ status: 200, body: '{}\n' });
    expect(entriesOf(state).at(-1)).toMatchObject({ kind: 'bypass' });
  });

  it.each<[string, (token: string) => Record<string, string>, string, number]>([
    ['no token', () => ({}), '/hook/claude-code', 403],
    ['a wrong token', (token) => ({ authorization: `Bearer ${token.slice(1)}0` }), '/hook/claude-code', 403],
    [
      'a web page',
      (token) => ({ authorization: `Bearer ${token}`, origin: 'http://x.example' }),
      '/hook/claude-code',
      403,
    ],
    ['a rebound name', (token) => ({ authorization: `Bearer ${token}`, host: 'x.example' }), '/hook/claude-code', 403],
    ['an unknown host', (token) => ({ authorization: `Bearer ${token}` }), '/hook/emacs', 404],
    ['another path', (token) => ({ authorization: `Bearer ${token}` }), '/', 404],
  ])('refuses %s', async (_, headers, path, status) => {
    const { address, tokenFile } = await serve(parseAddress('127.0.0.1:0'));
    const token = readFileSync(tokenFile ?? '', 'utf8').trim();
    expect(await post(`${address}${path}`, headers(token), payload(loop))).toEqual({ status, body: '' });
  });
});
