/** Proves that a followed ledger prints what other processes append, each entry once, and nothing from before. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import { systemLedgerSource } from '../../src/ledger/source.ts';
import { temporary } from './ledger-storm-checks.ts';

const folder = temporary();
afterAll(() => rmSync(folder, { recursive: true }));

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
  const child = spawn(process.execPath, [outfile], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const over = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
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
    child.kill('SIGKILL');
    await over;
    ledger.close();
  }
});
