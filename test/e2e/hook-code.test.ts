/** Proves that compiled code is kept for the next hook, taken only when it is ours and whole, and never needed. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hook, payload, run, verdictOf } from './hook-program.ts';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lifetime-watch-code-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Runs the hook, which must deny whatever its code comes from; tells where that came from. */
async function codeOf(): Promise<string> {
  const ended = await run({
    argv: [process.execPath, hook, 'claude-code'],
    input: payload('while :; do :; done'),
    env: { LIFETIME_WATCH_STATE_DIR: state, LIFETIME_WATCH_TRACE: '1' },
  });
  expect(ended.code).toBe(0);
  expect(verdictOf(ended)).toBe('deny');
  return /hook: code: (.*)/.exec(ended.stderr)?.[1] ?? 'unsaid';
}

const kept = (): string => join(state, 'cache', readdirSync(join(state, 'cache'))[0] ?? '');

it('is kept by the first hook and used by the next', async () => {
  expect(await codeOf()).toBe('compiled');
  expect(lstatSync(kept()).mode & 0o777).toBe(0o600);
  expect(await codeOf()).toBe('kept');
});

it('of other builds is swept away', async () => {
  await codeOf();
  renameSync(kept(), join(state, 'cache', 'hook-0123456789abcdef-v18.0.0-x64.bin'));
  mkdirSync(join(state, 'cache', 'hook-0123456789abcdef-v18.0.0-x64.bin.77.stage'));
  expect(await codeOf()).toBe('compiled');
  expect(readdirSync(join(state, 'cache'))).toHaveLength(1);
  expect(await codeOf()).toBe('kept');
});

it('leaves no trace of its rehearsal, neither there nor in the ledger', async () => {
  await codeOf();
  expect(readdirSync(join(state, 'cache'))).toHaveLength(1);
  expect(readdirSync(join(state, 'sessions')).sort()).toEqual(['s1.jsonl', 's1.witness']);
});

it('that V8 refuses is kept anew', async () => {
  await codeOf();
  const bytes = readFileSync(kept());
  // The head of the code names the version of V8; the first four bytes are our own sum, which must fit.
  bytes.writeUInt32LE(0x2a, 8);
  const data = bytes.subarray(4);
  let sum = data.length;
  for (let at = 0; at + 4 <= data.length; at += 508) sum = (Math.imul(sum, 31) + data.readUInt32LE(at)) >>> 0;
  bytes.writeUInt32LE(sum, 0);
  writeFileSync(kept(), bytes);
  expect(await codeOf()).toBe('compiled');
  expect(await codeOf()).toBe('kept');
});

it.each<[string, (folder: string) => void]>([
  ['is a link to another', (folder) => symlinkSync(mkdtempSync(join(state, 'elsewhere-')), folder)],
  [
    'others may write to',
    (folder) => {
      mkdirSync(folder);
      chmodSync(folder, 0o777);
    },
  ],
])('goes into no folder that %s', async (_, prepare) => {
  const folder = join(state, 'cache');
  prepare(folder);
  writeFileSync(join(folder, 'hook-notes.bin'), 'of somebody');
  expect(await codeOf()).toBe('compiled');
  expect(await codeOf()).toBe('compiled');
  expect(readdirSync(folder)).toEqual(['hook-notes.bin']);
});

it('sweeps away nothing that is no code of ours', async () => {
  mkdirSync(join(state, 'cache'));
  for (const name of ['hook-notes.bin', 'hook-', 'other']) writeFileSync(join(state, 'cache', name), 'of somebody');
  await codeOf();
  expect(readdirSync(join(state, 'cache'))).toHaveLength(4);
});

it.each<[string, (path: string) => void]>([
  ['others may write to', (path) => chmodSync(path, 0o622)],
  ['is cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 9999))],
  ['is empty', (path) => writeFileSync(path, '')],
  ['has an empty page', (path) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(0, 8192, 12_288))],
  ['is something else', (path) => writeFileSync(path, 'x'.repeat(100_000))],
  [
    'is a link',
    (path) => {
      renameSync(path, join(state, 'elsewhere'));
      symlinkSync(join(state, 'elsewhere'), path);
    },
  ],
  [
    'is a FIFO that nobody writes to',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  ],
])('that %s is not run', async (_, damage) => {
  await codeOf();
  damage(kept());
  expect(await codeOf()).toBe('compiled');
});

it('is not kept where it cannot be, and nobody notices', async () => {
  writeFileSync(join(state, 'cache'), 'a file in its place');
  expect(await codeOf()).toBe('compiled');
  expect(await codeOf()).toBe('compiled');
});

it('lies in no folder of the program', async () => {
  await codeOf();
  expect(existsSync(join(hook, '..', 'cache'))).toBe(false);
});
