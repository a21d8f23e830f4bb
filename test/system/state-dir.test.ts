import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findSessionsFolder,
  prepareSessionsFolder,
  prepareSessionsFolderAmong,
  stateFolder,
} from '../../src/system/state-dir.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';

const mode = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe('where the state lies', () => {
  it.each([
    [{ LIFETIME_WATCH_STATE_DIR: '/s', XDG_STATE_HOME: '/x', HOME: '/h' }, '/s'],
    [{ LIFETIME_WATCH_STATE_DIR: '', XDG_STATE_HOME: '/x', HOME: '/h' }, '/x/lifetime-watch'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/lifetime-watch'],
    [{ HOME: '/h' }, '/h/.local/state/lifetime-watch'],
  ])('%j: %s', (env, folder) => {
    expect(stateFolder(env)).toBe(folder);
  });

  it('asks the user database when HOME is not set', () => {
    expect(stateFolder({})).toMatch(/^\/.*\/?\.local\/state\/lifetime-watch$/);
  });

  it('refuses a relative folder, which would depend on where the agent stands', () => {
    expect(() => stateFolder({ LIFETIME_WATCH_STATE_DIR: 'state' })).toThrow(/expected an absolute path, got 'state'/);
  });
});

describe('making the state folder', () => {
  const env = (folder: string) => ({ LIFETIME_WATCH_STATE_DIR: folder });

  it('makes all of it for the owner alone', () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    expect(findSessionsFolder(env(folder))).toBeNull();
    expect(existsSync(folder)).toBe(false);
    const sessions = prepareSessionsFolder(env(folder));
    expect([mode(join(folder, '..')), mode(folder), mode(sessions)]).toEqual(['700', '700', '700']);
    expect(findSessionsFolder(env(folder))).toBe(sessions);
  });

  it('closes its own sessions folder but leaves the mode of a folder that was there', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'sessions'), { mode: 0o755 });
    prepareSessionsFolder(env(folder));
    expect([mode(folder), mode(join(folder, 'sessions'))]).toEqual(['755', '700']);
  });

  it('refuses a folder that others can write to', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o1777);
    expect(() => prepareSessionsFolder(env(folder))).toThrow(/only you can write to it, got mode 1777/);
  });

  it('refuses a symbolic link as the folder or as its sessions', () => {
    const target = temporaryFolder();
    const folder = temporaryFolder();
    symlinkSync(target, join(folder, 'link'));
    symlinkSync(target, join(folder, 'sessions'));
    expect(() => prepareSessionsFolder(env(join(folder, 'link')))).toThrow(/got a symbolic link/);
    expect(() => prepareSessionsFolder(env(folder))).toThrow(/got a symbolic link/);
    expect(() => findSessionsFolder(env(folder))).toThrow(/got a symbolic link/);
  });

  it('refuses a network file system, and says what to do', () => {
    const folder = temporaryFolder();
    symlinkSync(temporaryFolder(), join(folder, 'link'));
    const mounts = [{ point: '/', type: 'ext4' }];
    const remote = [...mounts, { point: realpathSync(join(folder, 'link')), type: 'nfs4' }];
    const below = env(join(folder, 'link', 'not', 'there', 'yet'));
    expect(() => prepareSessionsFolderAmong(remote, below)).toThrow(
      /lies on a network file system \(nfs4\); set LIFETIME_WATCH_STATE_DIR to a folder of yours on a local disk/,
    );
    expect(existsSync(join(folder, 'link', 'not'))).toBe(false);
    expect(prepareSessionsFolderAmong(mounts, below)).toMatch(/yet\/sessions$/);
  });

  it('refuses a file in its place', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => prepareSessionsFolder(env(file))).toThrow(/expected a folder, got a file/);
    expect(() => prepareSessionsFolder(env(join(file, 'below')))).toThrow(/cannot be made \(ENOTDIR\)/);
  });

  it.runIf(process.geteuid?.() === 0)('refuses a folder of another user', () => {
    const folder = temporaryFolder();
    chownSync(folder, 12345, 12345);
    expect(() => prepareSessionsFolder(env(folder))).toThrow(/yours \(uid 0\), it belongs to uid 12345/);
  });
});
