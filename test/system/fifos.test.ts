/** Proves that no file of ours is waited for: a FIFO in its place would hang every hook, and the watcher for all sessions. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/system/files.ts';
import { readProjectPolicy, readUserPolicy } from '../../src/system/policy-files.ts';
import { scriptReader } from '../../src/system/script-files.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';

const rescuers: ChildProcess[] = [];
afterEach(() => {
  for (const rescuer of rescuers.splice(0)) rescuer.kill('SIGKILL');
});

/** Opened from both sides after two seconds, so that a test that hangs there fails instead. */
function fifo(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  rescuers.push(spawn('sh', ['-c', 'sleep 2; exec 3<>"$1"; sleep 1', 'sh', path], { stdio: 'ignore' }));
}

function seconds(act: () => void): number {
  const start = performance.now();
  act();
  return (performance.now() - start) / 1000;
}

describe.skipIf(process.platform === 'win32')('a FIFO', () => {
  it('as the project policy is as good as none', () => {
    const folder = temporaryFolder();
    fifo(join(folder, '.lifetime-watch.json'));
    expect(seconds(() => expect(readProjectPolicy(folder).text).toBeNull())).toBeLessThan(1);
  });

  it('as the user policy is named', () => {
    const folder = temporaryFolder();
    fifo(join(folder, 'lifetime-watch/policy.json'));
    const read = () => readUserPolicy({ XDG_CONFIG_HOME: folder }, undefined);
    expect(seconds(() => expect(read).toThrow(/policy\.json: expected a regular file/))).toBeLessThan(1);
  });

  it('as a ledger file is refused', () => {
    const path = join(temporaryFolder(), 's.jsonl');
    fifo(path);
    expect(seconds(() => expect(() => nodeFiles.openRead(path)).toThrow(/expected a regular file/))).toBeLessThan(1);
    expect(seconds(() => expect(() => nodeFiles.openAppend(path)).toThrow(/expected a regular file/))).toBeLessThan(1);
    expect(seconds(() => expect(() => nodeFiles.extend(path, 1)).toThrow(/cannot write/))).toBeLessThan(1);
  });

  it('as a script is not read', () => {
    const folder = temporaryFolder();
    fifo(join(folder, 'x'));
    expect(seconds(() => expect(scriptReader(folder)('x')).toBeUndefined())).toBeLessThan(1);
  });
});

it.skipIf(process.platform === 'win32')('does not read a device as the project policy', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/null', join(folder, '.lifetime-watch.json'));
  expect(readProjectPolicy(folder).text).toBeNull();
});
