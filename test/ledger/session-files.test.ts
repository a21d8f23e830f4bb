import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damagedCopy, filesOfSession, listAllFilesOf, listSessionFiles } from '../../src/ledger/session-files.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryFolder } from './temporary-ledger.ts';

const nameOf = (session: string) => filesOfSession('/f', session).name;

describe('the name of a session', () => {
  it.each(['30209444-1c1e-4f9b-8d2a-0123456789ab', 'ses_7f', 'pid-4711-99'])('%s names its own file', (session) => {
    expect(nameOf(session)).toBe(session);
  });

  it.each([
    ['../../etc/passwd', /^etc-passwd\.[0-9a-f]{20}$/],
    ['..', /^session\.[0-9a-f]{20}$/],
    ['', /^session\.[0-9a-f]{20}$/],
    ['a\0b\nc', /^a-b-c\.[0-9a-f]{20}$/],
    ['Upper', /^upper\.[0-9a-f]{20}$/],
    ['x'.repeat(5000), /^x{40}\.[0-9a-f]{20}$/],
    ['.hidden', /^hidden\./],
    ['über', /^ber\./],
  ])('%j is spelled safely', (session, name) => {
    expect(nameOf(session)).toMatch(name);
  });

  it('stays in the folder, is short, and differs for ids that differ', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const { log } = filesOfSession('/f', one);
        expect([dirname(log), basename(log).length < 100]).toEqual(['/f', true]);
        if (one !== other) expect(nameOf(one).toLowerCase()).not.toBe(nameOf(other).toLowerCase());
      }),
    );
  });
});

it('lists sessions once, and nothing that is not one', () => {
  const folder = temporaryFolder();
  const paths = filesOfSession(folder, 'one');
  const own = [paths.log, paths.witness, paths.snapshot, damagedCopy(paths, 1), `${paths.snapshot}.77.new`];
  for (const file of own) writeFileSync(file, '');
  for (const file of ['two.witness', 'three.snapshot', 'README', '.jsonl', 'one-more.jsonl'])
    writeFileSync(join(folder, file), '');
  mkdirSync(join(folder, 'folder'));
  expect(listSessionFiles(nodeFiles, folder).map(({ name }) => name)).toEqual(['one', 'one-more', 'two']);
  expect([...listAllFilesOf(nodeFiles, folder, paths)].sort()).toEqual([...own].sort());
  expect(readdirSync(folder)).toHaveLength(11);
});
