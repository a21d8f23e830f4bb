/** Proves that the supervisor's command really runs with the facts, and that a hanging or missing one holds nothing up. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startNotification } from '../../src/flow/watch-notify.ts';

const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-notify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = startNotification(process.env);
const run = (command: readonly string[], facts = {}) =>
  new Promise<string | null>((resolve) => {
    start(command, facts, resolve);
  });

describe('the notice as a real process', () => {
  it('has the facts in its environment, unchanged by any shell', async () => {
    const out = join(folder, 'out');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(out)}, process.env.LIFETIME_WATCH_COMMAND)`;
    const command = 'while :; do "$(x)" `y` $HOME; done \u001b[2J';
    expect(await run([process.execPath, '-e', script], { LIFETIME_WATCH_COMMAND: command })).toBeNull();
    expect(readFileSync(out, 'utf8')).toBe(command);
  });

  it.each([
    ['that is missing', ['/no/such/program'], 'cannot run /no/such/program'],
    ['that fails', [process.execPath, '-e', 'process.exit(3)'], 'ended with 3'],
  ])('of a command %s is a problem, not an exception', async (_name, command, expected) => {
    expect(await run(command)).toContain(expected);
  });

  it('returns at once, however long the command takes', async () => {
    const out = join(folder, 'late');
    const script = `setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(out)}, ''), 300)`;
    const ended = run([process.execPath, '-e', script]);
    expect(existsSync(out)).toBe(false);
    expect(await ended).toBeNull();
    expect(existsSync(out)).toBe(true);
  });
});
