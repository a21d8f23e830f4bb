/** Proves, as root only, what a user without rights to the state folder is told: refused, with the reason, and no crash. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporary } from './ledger-storm-checks.ts';

const NOBODY = 65534;
const isRoot = process.geteuid?.() === 0;
const folder = temporary();
const outfile = `${folder}/ask.mjs`;

beforeAll(() => {
  chmodSync(folder, 0o755);
  const entry = new URL('ledger-ask-program.ts', import.meta.url).pathname;
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
});
afterAll(() => rmSync(folder, { recursive: true }));

function askAsNobody(env: NodeJS.ProcessEnv): unknown {
  const options = { uid: NOBODY, gid: NOBODY, env, encoding: 'utf8', cwd: '/' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], options);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it.runIf(isRoot)('a folder that cannot be written', () => {
  const state = `${folder}/closed`;
  mkdirSync(state, { mode: 0o500 });
  chownSync(state, NOBODY, NOBODY);
  expect(askAsNobody({ LIFETIME_WATCH_STATE_DIR: state })).toMatchObject({
    kind: 'refused',
    code: 'LEDGER_UNAVAILABLE',
    reason: expect.stringMatching(/cannot be made \(EACCES\); set LIFETIME_WATCH_STATE_DIR/),
  });
});

it.runIf(isRoot)("another user's folder", () => {
  mkdirSync(`${folder}/roots`, { mode: 0o777 });
  expect(askAsNobody({ LIFETIME_WATCH_STATE_DIR: `${folder}/roots` })).toMatchObject({
    code: 'LEDGER_UNAVAILABLE',
    reason: expect.stringContaining(`expected that it is yours (uid ${NOBODY}), it belongs to uid 0`),
  });
});

it.runIf(isRoot)("one's own folder works, with HOME not set", () => {
  mkdirSync(`${folder}/own`);
  chownSync(`${folder}/own`, NOBODY, NOBODY);
  expect(askAsNobody({ XDG_STATE_HOME: `${folder}/own` })).toMatchObject({ kind: 'granted', active: 1 });
});
