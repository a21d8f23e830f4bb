import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../src/system/make-folders.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';

it('makes what is missing, with the mode, and is content with what is there', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolders(folder, 0o700);
  makeFolders(folder, 0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('fails below a file', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(join(file, 'a'))).toThrow(/ENOTDIR/);
});

it.runIf(existsSync('/proc/self'))('ends where no folder can ever be made', () => {
  expect(() => makeFolders('/proc/nowhere/sessions')).toThrow(/ENOENT/);
});
