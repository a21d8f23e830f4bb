/**
 * Proves install, uninstall and doctor as a user runs them, in a home folder of their own: what is written to disk, what is
 * printed, and that the doctor's canary fails when the installed hook does not work. No agent is started here.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REGISTRATIONS } from '../../src/hosts/registration.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { front, payload, run } from './hook-program.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lifetime-watch-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const watch = (...argv: string[]) =>
  run({ argv: ['sh', '-c', 'cd "$HOME" && exec "$@"', 'sh', process.execPath, cli, ...argv], env: { HOME: home } });
const at = (...path: string[]) => join(home, ...path);
const settings = () => at('.claude', 'settings.json');

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('install', () => {
  it('writes, twice as once, and takes back every byte', async () => {
    const text = '{\n  // mine\n  "model": "opus"\n}\n';
    put(settings(), text);
    chmodSync(settings(), 0o640);
    const first = await watch('install', 'claude-code');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`${settings()} changed, the text before is in ${settings()}.before-lifetime-watch`);
    const installed = readFileSync(settings(), 'utf8');
    expect(installed).toContain('// mine');
    expect(statSync(settings()).mode & 0o777).toBe(0o640);
    expect((await watch('install', 'claude-code')).stdout).toContain('nothing to change');
    expect(readFileSync(settings(), 'utf8')).toBe(installed);
    await watch('uninstall', 'claude-code');
    expect(readFileSync(settings(), 'utf8')).toBe(text);
    expect(existsSync(`${settings()}.before-lifetime-watch`)).toBe(false);
  });

  it('writes a command that the host can run as it stands', async () => {
    await watch('install', 'claude-code');
    const { hooks } = JSON.parse(readFileSync(settings(), 'utf8'));
    const { command } = hooks.PreToolUse[0].hooks[0];
    const ended = await run({
      argv: ['sh', '-c', command],
      input: payload('while :; do :; done'),
      env: { HOME: home },
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('"permissionDecision":"deny"');
  });

  it('shows what it would do and does nothing', async () => {
    put(settings(), '{\n  "model": "opus"\n}\n');
    const { stdout } = await watch('install', 'claude-code', '--dry-run');
    expect(stdout).toContain(
      `--- ${settings()}\n+++ ${settings()}\n {\n-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {`,
    );
    expect(readFileSync(settings(), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
  });

  it('follows a link to where the settings really are', async () => {
    put(at('dotfiles', 'claude.json'), '{}\n');
    mkdirSync(at('.claude'));
    symlinkSync(at('dotfiles', 'claude.json'), settings());
    await watch('install', 'claude-code');
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('dotfiles', 'claude.json'), 'utf8')).toContain('PreToolUse');
  });

  it('writes to the project when asked', async () => {
    await watch('install', 'gemini-cli', '--project');
    expect(JSON.parse(readFileSync(at('.gemini', 'settings.json'), 'utf8')).hooks.BeforeTool).toHaveLength(1);
  });

  it.each([
    [
      ['install', 'emacs'],
      "unknown host 'emacs': expected one of claude-code, codex, opencode, pi, omp, gemini-cli, copilot, cursor, hermes, timer",
    ],
    [['install'], 'install: expected a host or timer, got none'],
    [['install', 'claude-code', '--prject'], '--prject'],
    [['install', 'hermes'], 'is set up by hand'],
  ])('%j is refused in one line', async (argv, message) => {
    const ended = await watch(...argv);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses a file that it cannot understand, says where, and leaves all of them alone', async () => {
    put(settings(), '{\n  "hooks": {\n');
    const ended = await watch('install', 'codex', 'claude-code');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`${settings()}:3:1: cannot be parsed`);
    expect(existsSync(at('.codex', 'hooks.json'))).toBe(false);
  });
});

describe('doctor', () => {
  it('names the first thing to mend when nothing is installed', async () => {
    const { code, stdout } = await watch('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain('mend first: hooks: lifetime-watch install <');
  });

  it('proves every installed hook by a canary, and leaves nothing behind', async () => {
    const every = Object.keys(REGISTRATIONS);
    await watch('install', ...every);
    const { code, stdout } = await watch('doctor', '--json');
    const { schema, status, checks } = JSON.parse(stdout);
    expect({ code, schema, status }).toEqual({ code: 0, schema: 1, status: 'ok' });
    for (const host of every) {
      const canary = checks.filter(({ name }: { name: string }) => name === `canary ${host}`);
      expect(canary.map(({ status: how }: { status: string }) => how)).toEqual(['ok', 'ok']);
    }
    // The canaries kept a ledger of their own.
    expect(existsSync(at('.local', 'state', 'lifetime-watch', 'sessions', 'canary.jsonl'))).toBe(false);
  });

  it('finds a hook that lets a loop pass', async () => {
    const lame = at('lame', 'lifetime-watch-hook.sh');
    put(lame, 'exit 0\n');
    await watch('install', 'claude-code');
    writeFileSync(settings(), readFileSync(settings(), 'utf8').replaceAll(front, lame));
    const { code, stdout } = await watch('doctor', 'claude-code');
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL canary claude-code {2}the installed hook let an endless loop pass/);
  });

  it('finds a hook whose program is gone', async () => {
    await watch('install', 'claude-code');
    writeFileSync(settings(), readFileSync(settings(), 'utf8').replaceAll(front, '/gone/lifetime-watch-hook.sh'));
    const { code, stdout } = await watch('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain('/gone/lifetime-watch-hook.sh is not there');
    expect(stdout).toContain('mend first: claude-code: lifetime-watch install claude-code');
  });

  it('names the mistake in the policy that is to be mended', async () => {
    put(at('.config', 'lifetime-watch', 'policy.json'), '{"agents":"four"}');
    expect((await watch('doctor')).stdout).toContain(
      `mend first: policy: correct ${at('.config', 'lifetime-watch', 'policy.json')}: agents: expected a number, got "four"`,
    );
  });

  it('finds hooks that are switched off, and settings that cannot be read', async () => {
    put(settings(), '{ "disableAllHooks": true }\n');
    await watch('install', 'claude-code');
    put(at('.codex', 'hooks.json'), '{ "hooks": ');
    const { code, stdout } = await watch('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain('disableAllHooks switches every hook off');
    expect(stdout).toContain(`${at('.codex', 'hooks.json')}:1:12: cannot be parsed`);
  });

  it('finds a hook that is installed but never fires', async () => {
    await watch('install', 'codex');
    expect((await watch('doctor', 'codex')).code).toBe(0);
    const later = Date.now() / 1000 + 60;
    const transcript = at('.codex', 'sessions', '2026', '11', '30', 'rollout-1.jsonl');
    put(transcript, '{}\n');
    utimesSync(transcript, later, later);
    const { code, stdout } = await watch('doctor', 'codex');
    expect(code).toBe(1);
    expect(stdout).toContain('installed but never fires: Codex CLI has worked since');
    expect(stdout).toContain('/hooks');
  });

  it('says when a hook was last heard of', async () => {
    await watch('install', 'claude-code');
    const hook = await run({ argv: ['sh', front, 'claude-code'], input: payload('sleep 999'), env: { HOME: home } });
    expect(hook.stdout).toContain('deny');
    expect((await watch('doctor', 'claude-code')).stdout).toMatch(
      /ok {3}claude-code {9}last heard of \d+m?s? ago: deny/,
    );
  });

  it('minds two places of Claude Code only where they differ: it runs the same hook once', async () => {
    await watch('install', 'claude-code');
    await watch('install', 'claude-code', '--project');
    expect((await watch('doctor', 'claude-code')).stdout).not.toContain('installed twice');
    const other = at('other', 'lifetime-watch-hook.sh');
    put(other, readFileSync(front, 'utf8'));
    const local = at('.claude', 'settings.local.json');
    writeFileSync(local, readFileSync(local, 'utf8').replaceAll(front, other));
    expect((await watch('doctor', 'claude-code')).stdout).toContain(`installed twice, in ${settings()} and ${local}`);
  });

  it('does not take what the hook could not make out, or what others wrote, for a sign of the host', async () => {
    await watch('install', 'claude-code');
    const folder = at('.local', 'state', 'lifetime-watch', 'sessions');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const ledger = openLedger({
      ...{ files: nodeFiles, folder, session: 's', host: 'claude-code' },
      ...{ now: Date.now, newId: () => 'flag' },
    });
    const process = { pid: 7, startTicks: 1, bootId: null };
    ledger.record({ kind: 'flag', process, command: 'x', finding: 'unbounded-loop', reason: 'no end' });
    ledger.close();
    expect((await watch('doctor', 'claude-code')).stdout).toMatch(/\? {4}claude-code {9}never heard of yet/);
    await run({ argv: ['sh', front, 'claude-code'], input: '', env: { HOME: home } });
    expect((await watch('doctor', 'claude-code')).stdout).not.toMatch(/ok {3}claude-code {9}last heard/);
  });

  it('knows an older or edited hook', async () => {
    await watch('install', 'cursor');
    const file = at('.cursor', 'hooks.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"timeout": 10', '"timeout": 99'));
    const { stdout } = await watch('doctor', 'cursor');
    expect(stdout).toContain('is not what this version would write');
  });
});
