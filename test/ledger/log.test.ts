import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { encodeEntry } from '../../src/ledger/entry-lines.ts';
import { openLog, openLogForReading } from '../../src/ledger/log.ts';
import { filesOfSession } from '../../src/ledger/session-files.ts';
import { type LedgerFiles, nodeFiles, type OpenFile } from '../../src/system/files.ts';
import { temporaryFolder } from './temporary-ledger.ts';

const note = (id: string): Entry => ({
  v: 1,
  id,
  at: '2026-01-02T03:04:05Z',
  session: 's',
  host: 'h',
  kind: 'fail-open',
  reason: id,
});
const lengthOf = (id: string) => encodeEntry(note(id)).length;

function place() {
  return filesOfSession(temporaryFolder(), 's');
}

/** The real files with another way to write to the log. */
function filesThatWrite(write: (file: OpenFile, bytes: Uint8Array) => number): LedgerFiles {
  const openAppend: LedgerFiles['openAppend'] = (path) => {
    const file = nodeFiles.openAppend(path);
    return { ...file, write: (bytes) => write(file, bytes) };
  };
  return { ...nodeFiles, openAppend };
}

describe('appending', () => {
  it('returns the position after the entry, others in between or not', () => {
    const paths = place();
    const [one, two] = [openLog(nodeFiles, paths), openLog(nodeFiles, paths)];
    expect(one.append(note('a'))).toBe(lengthOf('a'));
    expect(two.append(note('bb'))).toBe(lengthOf('a') + lengthOf('bb'));
    expect(one.append(note('c'))).toBe(lengthOf('a') + lengthOf('bb') + lengthOf('c'));
    expect(one.read(lengthOf('a')).entries.map(({ id }) => id)).toEqual(['bb', 'c']);
    for (const log of [one, two]) log.close();
  });

  it('finds its own line when others wrote before the look', () => {
    const paths = place();
    const busy = filesThatWrite((file, bytes) => {
      appendFileSync(paths.log, encodeEntry(note('before')));
      const count = file.write(bytes);
      appendFileSync(paths.log, encodeEntry(note('after')));
      return count;
    });
    const log = openLog(busy, paths);
    expect(log.append(note('own'))).toBe(lengthOf('before') + lengthOf('own'));
    log.close();
  });

  it('glues itself to a torn line and is read all the same', () => {
    const paths = place();
    writeFileSync(paths.log, encodeEntry(note('torn')).slice(0, 25));
    const log = openLog(nodeFiles, paths);
    expect(log.readFrom(0)).toMatchObject({ entries: [], next: 0, tornTail: true, damages: [] });
    expect(log.append(note('a'))).toBe(25 + lengthOf('a'));
    expect(log.readFrom(0)).toMatchObject({ entries: [{ id: 'a' }], torn: 1, tornTail: false, damages: [] });
    log.close();
  });

  it('writes again after a write that took only a part', () => {
    const paths = place();
    let short = true;
    const files = filesThatWrite((file, bytes) => {
      const part = short ? bytes.subarray(0, 30) : bytes;
      short = false;
      return file.write(part);
    });
    const log = openLog(files, paths);
    expect(log.append(note('a'))).toBe(30 + lengthOf('a'));
    expect(log.read(0)).toMatchObject({ entries: [{ id: 'a' }], damage: [] });
    log.close();
  });

  it('gives up when its line never comes back', () => {
    const paths = place();
    const log = openLog(
      filesThatWrite((_, bytes) => bytes.length),
      paths,
    );
    expect(() => log.append(note('a'))).toThrow(/the entry could not be read back/);
    log.close();
  });

  it('follows a file that was put in the place of the old one, in the middle of it too', () => {
    const paths = place();
    let swap = false;
    const files = filesThatWrite((file, bytes) => {
      const count = file.write(bytes);
      if (swap) {
        renameSync(paths.log, `${paths.log}.old`);
        writeFileSync(paths.log, '');
        rmSync(paths.witness);
      }
      swap = false;
      return count;
    });
    const log = openLog(files, paths);
    log.append(note('a'));
    swap = true;
    expect(log.append(note('b'))).toBe(lengthOf('b'));
    expect(log.generation()).toBe(1);
    expect(log.read(0).entries).toEqual([note('b')]);
    log.close();
  });

  it.each([
    ['ENOSPC', 'no space left on the device (ENOSPC)'],
    ['EROFS', 'the file system is read-only (EROFS)'],
    ['EWEIRD', 'EWEIRD'],
  ])('says why it cannot write: %s', (code, reason) => {
    const paths = place();
    const full = filesThatWrite(() => {
      throw new KnownError(`cannot write the ledger file ${paths.log}: ${reason}`);
    });
    const log = openLog(full, paths);
    expect(() => log.append(note(code))).toThrow(reason);
    log.close();
  });
});

describe('what is opened', () => {
  it('is no link and no folder', () => {
    const folder = temporaryFolder();
    const paths = filesOfSession(folder, 's');
    writeFileSync(join(folder, 'target'), '');
    symlinkSync(join(folder, 'target'), paths.log);
    expect(() => openLog(nodeFiles, paths)).toThrow(/it is a symbolic link \(ELOOP\)/);
    expect(() => openLogForReading(nodeFiles, paths)).toThrow(/ELOOP/);
    expect(() => nodeFiles.openRead(folder)).toThrow(/expected a regular file/);
  });

  it('is closed to others', () => {
    const paths = place();
    writeFileSync(paths.log, '', { mode: 0o644 });
    openLog(nodeFiles, paths).close();
    expect(statSync(paths.log).mode & 0o777).toBe(0o600);
  });

  it('is nothing where there is nothing to read', () => {
    expect(openLogForReading(nodeFiles, place())).toBeNull();
  });
});

describe('the witness', () => {
  function written() {
    const paths = place();
    const log = openLog(nodeFiles, paths);
    for (const id of ['a', 'bb', 'ccc']) log.append(note(id));
    return { paths, log, text: readFileSync(paths.log, 'latin1') };
  }

  it('has one mark at the end of each line', () => {
    const { paths, log, text } = written();
    const marks = [...readFileSync(paths.witness)].flatMap((byte, index) => (byte === 0 ? [] : [index]));
    expect(marks).toEqual([...text.matchAll(/\n/g)].map(({ index }) => index));
    log.close();
  });

  it.each<readonly [string, (text: string) => string, RegExp]>([
    ['lost its last line', (text) => text.slice(0, lengthOf('a') + lengthOf('bb')), /expected at least/],
    ['lost a byte of it', (text) => text.slice(0, -1), /expected at least/],
    [
      'lost a line in the middle',
      (text) => text.slice(0, lengthOf('a')) + text.slice(lengthOf('a') + lengthOf('bb')),
      /at least/,
    ],
    ['has a line too many in the middle', (text) => text.slice(0, lengthOf('a')) + text, /does not end here any more/],
    ['has a line that was relied on glued to the next', (text) => text.replace('\n', ' '), /not an entry/],
    ['is empty', () => '', /the file has 0 bytes/],
  ])('tells a log that %s', (_what, change, reason) => {
    const { paths, log, text } = written();
    const changed = change(text);
    writeFileSync(paths.log, changed);
    expect(log.read(0).damage.join()).toMatch(reason);
    log.close();
  });

  it('tells a torn line from one that was relied on', () => {
    const { paths, log, text } = written();
    const cut = text.indexOf('"sum"');
    writeFileSync(paths.log, `${text.slice(0, cut)}${text.slice(lengthOf('a'))}${'x'.repeat(200)}`);
    expect(log.read(0).damage.join()).toMatch(/does not end here any more/);
    log.close();
  });

  it('is not needed', () => {
    const { paths, log } = written();
    rmSync(paths.witness);
    expect(log.read(0).damage).toEqual([]);
    truncateSync(paths.log, lengthOf('a'));
    expect(log.read(0).damage).toEqual([]);
    log.close();
  });
});
