/** Proves what a scan is told by the ledgers: sessions with their agents, grants, intents that are still open. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openLedgerReader } from '../../src/flow/scan-ledger.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { filesOfSession } from '../../src/ledger/session-files.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryFolder, temporaryLedger } from '../ledger/temporary-ledger.ts';

const agent = { pid: 50, startTicks: 5, bootId: 'b' };
const loop = { pid: 100, startTicks: 9, bootId: 'b' };

describe('openLedgerReader', () => {
  it('reads what is there, and later what was added', () => {
    const { folder, ledger } = temporaryLedger();
    const reader = openLedgerReader(nodeFiles, folder, 0);
    ledger.record({ kind: 'session-start', agent, cwd: '/w', sid: 40 });
    const session = { id: 's', host: 'claude-code', agent, cwd: '/w', ended: false };
    expect(reader.view()).toEqual({ sessions: [session], grants: [] });
    ledger.record({ kind: 'grant', process: loop, untilMs: 9000, why: 'it is meant' });
    ledger.record({ kind: 'session-end', reason: 'exit' });
    expect(reader.view()).toEqual({
      sessions: [{ ...session, ended: true }],
      grants: [{ process: loop, untilMs: 9000 }],
    });
    reader.close();
  });

  it('tells the sessions of all ledgers in the order in which they began', () => {
    const folder = temporaryFolder();
    const start = (session: string, at: string): void => {
      const now = (): number => Date.parse(at);
      const source = { files: nodeFiles, folder, host: 'codex', newId: () => `${Math.random()}` };
      const ledger = openLedger({ ...source, session, now });
      ledger.record({ kind: 'session-start', agent, cwd: null, sid: null });
      ledger.close();
    };
    start('c', '2026-01-02T03:00:00Z');
    start('a', '2026-01-02T04:00:00Z');
    start('b', '2026-01-02T05:00:00Z');
    const reader = openLedgerReader(nodeFiles, folder, 0);
    expect(reader.view().sessions.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    // The agent goes back to the first.
    start('c', '2026-01-02T06:00:00Z');
    expect(reader.view().sessions.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    reader.close();
  });

  it('names open intents until their outcome is there', () => {
    const { folder, ledger } = temporaryLedger();
    const reader = openLedgerReader(nodeFiles, folder, 0);
    ledger.record({ kind: 'reap-intent', plan: '7@1/1', process: loop, tree: [loop], command: 'x', reason: 'y' });
    reader.view();
    expect(reader.openIntents()).toMatchObject([
      { plan: '7@1/1', process: loop, tree: [loop], session: 's', host: 'claude-code' },
    ]);
    ledger.record({ kind: 'reap-outcome', plan: '7@1/1', outcome: 'gone', detail: '' });
    reader.view();
    expect(reader.openIntents()).toEqual([]);
    reader.close();
  });

  it('says what is in doubt, and names no intent of a ledger that may have lost its outcome', () => {
    const { folder, ledger, paths } = temporaryLedger();
    ledger.record({ kind: 'reap-intent', plan: '7@1/1', process: loop, tree: [loop], command: 'x', reason: 'y' });
    ledger.record({ kind: 'grant', process: loop, untilMs: 9000, why: 'it is meant' });
    const [intent = '', granted = ''] = readFileSync(paths.log, 'latin1').split('\n');
    const look = (...lines: readonly string[]) => {
      writeFileSync(paths.log, lines.map((line) => `${line}\n`).join(''));
      const reader = openLedgerReader(nodeFiles, folder, 0);
      const { doubts = [] } = reader.view();
      reader.close();
      return [doubts.map(({ grant, reap }) => ({ grant, reap })), reader.openIntents().length];
    };
    expect(look(intent, granted)).toEqual([[], 1]);
    expect(look(intent, granted.replace('meant', 'mEant'))).toEqual([[{ grant: true, reap: false }], 1]);
    expect(look(intent, 'x'.repeat(granted.length))).toEqual([[{ grant: true, reap: true }], 0]);
  });

  it('opens no ledger that was last written before the machine started', () => {
    const { folder, ledger, paths } = temporaryLedger();
    ledger.record({ kind: 'session-start', agent, cwd: null, sid: null });
    utimesSync(paths.log, 1000, 1000);
    const reader = openLedgerReader(nodeFiles, folder, 2_000_000);
    expect(reader.view().sessions).toEqual([]);
    reader.close();
  });

  it('takes up sessions that begin later, lets go of those that are removed, and needs no folder', () => {
    const folder = temporaryFolder();
    const reader = openLedgerReader(nodeFiles, folder, 0);
    expect(reader.view()).toEqual({ sessions: [], grants: [] });
    const source = { files: nodeFiles, folder, host: 'codex', now: () => 0, newId: () => `${Math.random()}` };
    const second = openLedger({ ...source, session: 't' });
    second.record({ kind: 'session-start', agent, cwd: null, sid: null });
    second.close();
    expect(reader.view().sessions.map(({ id }) => id)).toEqual(['t']);
    for (const path of Object.values(filesOfSession(folder, 't'))) if (path.startsWith('/')) nodeFiles.remove(path);
    expect(reader.view().sessions).toEqual([]);
    reader.close();
    expect(openLedgerReader(nodeFiles, null, 0).view()).toEqual({ sessions: [], grants: [] });
  });
});
