import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountToJson } from '../../src/delegation/account-json.ts';
import { checksum } from '../../src/ledger/entry-lines.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { readSession, watchSession } from '../../src/ledger/sessions.ts';
import { verifySession } from '../../src/ledger/verify.ts';
import { type LedgerFiles, nodeFiles } from '../../src/system/files.ts';
import { ask, guard, outcome, temporaryFolder, temporaryLedger } from './temporary-ledger.ts';

/** Changes a cache so that its checksum fits again, and says that something was closed that never was. */
function reseal(path: string, change: (text: string) => string): void {
  const [text = ''] = readFileSync(path, 'utf8').split('\n');
  const changed = change(text.replace('"closed":[', '"closed":[["z","done"]'));
  writeFileSync(path, `${changed}\n${checksum(changed)}\n`);
}

/** Enough entries for a cache, the last of which takes a place. */
function fill(ledger: Ledger): void {
  for (let index = 0; index < 700; index += 1) {
    ledger.record({ kind: 'fail-open', reason: 'x'.repeat(100) });
  }
  ledger.reserve(ask('a'));
}

function filled() {
  const made = temporaryLedger();
  fill(made.ledger);
  return made;
}

const stateIn = (ledger: Ledger) => {
  const { account, journal, damages } = ledger.read();
  return { account: accountToJson(account), journal, damages };
};

describe('the cache', () => {
  it('is written after a while and gives the same state as all the lines', () => {
    const { folder, paths, ledger } = filled();
    expect(statSync(paths.snapshot).mode & 0o777).toBe(0o600);
    const again = temporaryLedger(folder).ledger;
    const whole = readSession(nodeFiles, folder, 's');
    expect(stateIn(again)).toEqual(stateIn(ledger));
    expect(whole && accountToJson(whole.account)).toEqual(stateIn(ledger).account);
    expect(whole?.journal).toEqual(stateIn(ledger).journal);
  });

  it('spares the reading of what it covers', () => {
    const { paths, folder } = filled();
    let read = 0;
    const counting: LedgerFiles = {
      ...nodeFiles,
      openAppend(path) {
        const file = nodeFiles.openAppend(path);
        return {
          ...file,
          read: (position, length) =>
            path === paths.log ? count(file.read(position, length)) : file.read(position, length),
        };
      },
    };
    const count = (bytes: Uint8Array) => {
      read += bytes.length;
      return bytes;
    };
    temporaryLedger(folder, counting).ledger.read();
    expect(read).toBeLessThan(statSync(paths.log).size / 2);
  });

  it.each<readonly [string, (path: string) => void]>([
    ['gone', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path)],
    ['cut', (path) => truncateSync(path, 100)],
    [
      'changed',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"closed":[', '"closed":[["z","done"],')),
    ],
    ['of another version', (path) => reseal(path, (text) => text.replace(/"fold":\d+/, '"fold":0'))],
  ])('is not believed when it is %s', (_what, harm) => {
    const { folder, paths, ledger } = filled();
    harm(paths.snapshot);
    expect(stateIn(temporaryLedger(folder).ledger)).toEqual(stateIn(ledger));
  });

  it('is not believed when it is of another log', () => {
    const { paths } = filled();
    const other = temporaryLedger();
    other.ledger.reserve(ask('b'));
    fill(other.ledger);
    writeFileSync(other.paths.snapshot, readFileSync(paths.snapshot));
    expect([...temporaryLedger(other.folder).ledger.read().account.reservations.keys()]).toEqual(['b', 'a']);
  });

  it('does not hide that the log lost its end', () => {
    const { folder, paths } = filled();
    rmSync(paths.witness);
    truncateSync(paths.log, 1000);
    expect(temporaryLedger(folder).ledger.read().damages).toMatchObject([{ offset: 1000, line: 0 }]);
    expect(verifySession(nodeFiles, paths)).toMatchObject({ state: 'damaged', damages: [{ offset: 1000 }] });
  });

  it('is not written of a damaged log', () => {
    const { paths, folder } = filled();
    rmSync(paths.snapshot);
    writeFileSync(paths.log, readFileSync(paths.log, 'latin1').replace('xxx', 'yyy'));
    expect(outcome(temporaryLedger(folder).ledger.reserve(ask('c', 1, guard(9))))).toBe('LEDGER_RECOVERY');
    expect(existsSync(paths.snapshot)).toBe(false);
  });

  it('is no reason to fail', () => {
    const broken: LedgerFiles = {
      ...nodeFiles,
      replace: (path, bytes) => nodeFiles.replace(`${path}/nowhere`, bytes),
    };
    const { ledger } = temporaryLedger(temporaryFolder(), broken);
    fill(ledger);
    expect(outcome(ledger.reserve(ask('b')))).toBe('granted');
  });
});

describe('watching a session', () => {
  it('brings what was added since the last look', () => {
    const { folder, paths, ledger } = temporaryLedger();
    const missing = watchSession(nodeFiles, { ...paths, log: `${paths.log}-none` });
    expect(missing.read()).toBeNull();
    ledger.record({ kind: 'fail-open', reason: 'one' });
    const watched = watchSession(nodeFiles, paths);
    expect(watched.read()?.added).toHaveLength(1);
    expect(watched.read()?.added).toHaveLength(0);
    ledger.reserve(ask('a'));
    expect(watched.read()?.added.map(({ kind }) => kind)).toEqual(['reserve']);
    rmSync(folder, { recursive: true });
    expect(watched.read()).toBeNull();
    for (const each of [missing, watched]) each.close();
  });
});
