import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Limit } from '../../src/delegation/account.ts';
import type { Decision } from '../../src/delegation/decide.ts';
import { type Ledger, openLedger, type ReserveAsk } from '../../src/ledger/ledger.ts';
import { filesOfSession, type SessionFiles } from '../../src/ledger/session-files.ts';
import { type LedgerFiles, nodeFiles } from '../../src/system/files.ts';

const folders: string[] = [];
const open: Ledger[] = [];

afterEach(() => {
  for (const ledger of open.splice(0)) ledger.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-'));
  folders.push(folder);
  return folder;
}

export type TestLedger = { readonly folder: string; readonly paths: SessionFiles; readonly ledger: Ledger };

let ids = 0;

/** The ledger of session `s`, in a folder of its own unless one is given; its clock advances a second an entry. */
export function temporaryLedger(folder = temporaryFolder(), files: LedgerFiles = nodeFiles): TestLedger {
  let nowMs = Date.parse('2026-01-02T03:04:05Z');
  const ledger = openLedger({
    files,
    folder,
    session: 's',
    host: 'claude-code',
    now: () => {
      nowMs += 1000;
      return nowMs;
    },
    newId: () => `id-${process.pid}-${ids++}`,
  });
  open.push(ledger);
  return { folder, paths: filesOfSession(folder, 's'), ledger };
}

export const guard = (agents: number): Limit => ({ agents, mode: 'guard' });

/** an ask with everything that a test does not care about */
export function ask(action: string, places: number | null = 1, limit: Limit = guard(2)): ReserveAsk {
  return {
    action,
    places,
    completion: 'children',
    parent: null,
    limit,
    expiry: { afterSeconds: 3600, startsAreReported: true },
  };
}

/** `granted`, or the code of the refusal */
export function outcome(decision: Decision): string {
  return decision.kind === 'granted' ? 'granted' : decision.code;
}
