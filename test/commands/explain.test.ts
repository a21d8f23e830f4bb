/** Proves what `explain` prints and returns, with the real analyzer, and that its batch never dies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/commands/explain.ts';
import { captureIo } from './command-io.ts';

async function explain(argv: readonly string[], stdin = ''): Promise<{ code: number; out: string }> {
  const { io, out } = captureIo({ stdin: Readable.from([stdin]) });
  return { code: await command.run(argv, io), out: out() };
}

const LOOP = 'cd /tmp && until grep -q done run.log; do sleep 5; done';

describe('explain', () => {
  it('underlines the culprit, says why, and shows a bounded spelling', async () => {
    const { code, out } = await explain([LOOP]);
    expect(code).toBe(1);
    expect(out).toContain('deny: unbounded-loop');
    expect(out).toContain(`    ${LOOP}\n               ${'^'.repeat(LOOP.length - 11)}`);
    expect(out).toContain('ends only when `grep -q done run.log` succeeds');
    expect(out).toContain("timeout <seconds> bash -c 'until grep");
  });

  it.each([
    ['echo hi', 0],
    ['npm install', 1],
    ['sleep 600', 1],
  ])('%s exits %d', async (text, code) => {
    expect((await explain([text])).code).toBe(code);
  });

  it('takes the background flag and the shell', async () => {
    expect((await explain(['make', '--background'])).code).toBe(1);
    expect((await explain(['repeat 3 { sleep 1 }', '--shell', 'zsh'])).code).toBe(0);
  });

  it('says of a command that the policy expects that it is expected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'explain-'));
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ longLived: ['npm run dev'] }));
    try {
      const { code, out } = await explain(['cd web && npm run dev -- --port 3000', '--policy', policy]);
      expect(code).toBe(0);
      expect(out).toContain('allow: the policy expects `npm run dev` to live long');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives one object with --json', async () => {
    const { out } = await explain([LOOP, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      schema: 1,
      verdict: 'deny',
      findings: [{ kind: 'unbounded-loop', bound: { kind: 'conditional' }, span: { start: 11, end: LOOP.length } }],
      parse: { status: 'complete' },
    });
  });

  it("names what the project's file may not loosen", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'explain-'));
    writeFileSync(join(folder, '.lifetime-watch.json'), JSON.stringify({ longSleep: { seconds: '20m' } }));
    try {
      const { io, err } = captureIo({ cwd: folder });
      expect(await command.run(['sleep 200'], io)).toBe(1);
      expect(err()).toContain("'longSleep.seconds' is ignored: it would loosen the policy");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    [['--nonsense'], "explain: Unknown option '--nonsense'"],
    [['a', '--shell', 'fish'], "explain: --shell: expected bash, sh or zsh, got 'fish'"],
    [[], 'explain: expected one command in quotes'],
    [['a', '--batch'], 'explain: expected a command, --pid, --rules or --batch, got a command and --batch'],
    [['--rules', '--pid', '1'], 'got --pid and --rules'],
    [['a', 'b'], 'explain: expected one command in quotes, got 2 words: a b'],
    [['a', '--policy', '/nowhere'], 'policy file /nowhere: cannot be read (ENOENT)'],
  ])('refuses %j in one line', async (argv, message) => {
    await expect(explain(argv)).rejects.toThrow(message);
  });

  it('lists the rules', async () => {
    const { out } = await explain(['--rules']);
    expect(out).toMatch(/^LW101 {2}unbounded-loop/);
    expect(JSON.parse((await explain(['--rules', '--json'])).out).rules[0].code).toBe('LW101');
  });
});

describe('explain --batch', () => {
  const answers = async (lines: readonly string[]) =>
    (await explain(['--batch'], lines.join('\n'))).out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('answers each line in order, and a bad one with an error', async () => {
    const rows = await answers([
      '{"id":1,"text":"while :; do :; done"}',
      '{nope',
      '[]',
      '{"id":2}',
      '{"id":3,"text":"x","shell":"fish"}',
      '',
      '{"id":4,"argv":["tail","-f","x"]}',
      '{"id":5,"argv":["tail",1]}',
      '{"id":6,"kind":"argv","text":"sleep 30"}',
      '{"id":7,"text":"make","background":true}',
      `{"id":8,"text":${JSON.stringify('('.repeat(5000))}}`,
      '{"id":9,"text":"\\u0000\\ud800 while"}',
    ]);
    expect(rows.map(({ id, verdict, error }) => [id, verdict ?? typeof error])).toEqual([
      [1, 'deny'],
      [null, 'string'],
      [null, 'string'],
      [2, 'string'],
      [3, 'string'],
      [4, 'flag'],
      [5, 'string'],
      [6, 'leave'],
      [7, 'deny'],
      [8, 'allow'],
      [9, 'allow'],
    ]);
  });
});
