/** Proves that a followed ledger prints what other processes append, each entry once, and nothing from before. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import { systemLedgerSource } from '../../src/ledger/source.ts';
import { temporary } from './ledger-storm-checks.ts';

const folder = temporary();
let child: ChildProcessByStdio<null, Readable, null> | null = null;
afterAll(() => {
  // Also when the test was given up in the middle.
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

it('prints the entries that are added', async () => {
  const env = { ...process.env, LIFETIME_WATCH_STATE_DIR: `${folder}/state` };
  const ledger = openLedger(systemLedgerSource(env, 'followed', 'claude-code'));
  ledger.record({ kind: 'fail-open', reason: 'before' });
  const outfile = `${folder}/follow.mjs`;
  const entry = new URL('ledger-follow-program.ts', import.meta.url).pathname;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const started = spawn(process.execPath, [outfile], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  const over = new Promise((resolve) => started.once('exit', resolve));
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '{}');
  try {
    expect(await next()).toMatchObject({ schema: 1, sessions: [{ session: 'followed', entries: [] }] });
    for (const reason of ['one', 'two']) ledger.record({ kind: 'fail-open', reason });
    expect(await next()).toMatchObject({ schema: 1, entry: { kind: 'fail-open', reason: 'one' } });
    expect(await next()).toMatchObject({ entry: { reason: 'two' } });
    const later = openLedger(systemLedgerSource(env, 'later', 'codex'));
    later.record({ kind: 'fail-open', reason: 'of a session that began later' });
    later.close();
    expect(await next()).toMatchObject({ entry: { session: 'later' } });
  } finally {
    started.kill('SIGKILL');
    await over;
    ledger.close();
  }
});
