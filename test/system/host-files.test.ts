/** Proves that a file that is taken away takes along the folders that were made for it, and no other. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostFiles } from '../../src/system/host-files.ts';

let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'host-files-'));
  mkdirSync(join(home, 'old'));
  // The age is what is told apart.
  await delay(120);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A file system that keeps no birth time shows the last change in its place: then no folder is removed. */
function keepsBirthTimes(): boolean {
  const before = statSync(home).birthtimeMs;
  writeFileSync(join(home, 'x'), '');
  rmSync(join(home, 'x'));
  return statSync(home).birthtimeMs === before;
}

describe('remove', () => {
  it('takes along the folders that were made for the file', () => {
    const file = join(home, '.agent', 'plugins', 'hook.js');
    hostFiles.write(file, 'x');
    hostFiles.remove(file);
    expect(existsSync(join(home, '.agent'))).toBe(!keepsBirthTimes());
    expect(existsSync(home)).toBe(true);
  });

  it('leaves a folder that was there before, empty as it is', () => {
    hostFiles.write(join(home, 'old', 'hook.js'), 'x');
    hostFiles.remove(join(home, 'old', 'hook.js'));
    expect(existsSync(join(home, 'old'))).toBe(true);
  });

  it('leaves a folder with something else in it', () => {
    hostFiles.write(join(home, '.agent', 'hook.js'), 'x');
    writeFileSync(join(home, '.agent', 'mine'), '');
    hostFiles.remove(join(home, '.agent', 'hook.js'));
    expect(existsSync(join(home, '.agent', 'mine'))).toBe(true);
  });

  it('knows no file that is not there', () => {
    hostFiles.remove(join(home, 'nothing', 'hook.js'));
    expect(existsSync(home)).toBe(true);
  });
});
