/** Audits of a world: the real table, analysis and signals, narrowed to one agent; state in a folder that goes with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Audit, type AuditPorts, audit } from '../../src/flow/audit.ts';
import { createScanJournal } from '../../src/flow/scan-journal.ts';
import { openLedgerReader } from '../../src/flow/scan-ledger.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import { hosts } from '../../src/hosts/registry.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { systemLedgerSource } from '../../src/ledger/source.ts';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/policy/policy.ts';
import { systemClock } from '../../src/system/clock.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { openProcfs } from '../../src/system/procfs.ts';
import { prepareSessionsFolder } from '../../src/system/state-dir.ts';
import { analyze } from './analyzer.ts';
import type { World } from './world.ts';

export type Run = {
  readonly agentPid?: number | null;
  readonly after?: number;
  readonly armed?: boolean;
  readonly dryRun?: boolean;
  readonly memory?: LineageMemory;
  readonly policy?: Policy;
  readonly ports?: Partial<AuditPorts>;
};

export type Watcher = {
  audit(run?: Run): Promise<Audit>;
  /** what the ledger of a session holds */
  entries(session: string): readonly Entry[];
  readonly env: Readonly<Record<string, string>>;
  close(): void;
};

export async function watch(world: World): Promise<Watcher> {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  const env = { LIFETIME_WATCH_STATE_DIR: folder };
  const uid = process.geteuid?.() ?? 0;
  const source = openProcfs('/proc', uid);
  const ledger = openLedgerReader(nodeFiles, prepareSessionsFolder(env), 0);
  const self = await source.read(process.pid);
  if (self.kind !== 'found') throw new Error('we are not in the table');
  const ports: AuditPorts = {
    source,
    analyze,
    hosts,
    uid,
    clock: systemClock(),
    signals: world.signals,
    ledger: () => ledger.view(),
    openIntents: () => ledger.openIntents(),
    journal: createScanJournal((session, host) => systemLedgerSource(env, session, host)),
    self: self.record.identity,
  };
  return {
    env,
    async audit({
      agentPid = null,
      after = 0,
      armed = false,
      dryRun = false,
      memory,
      policy = DEFAULT_POLICY,
      ports: other,
    } = {}) {
      // An armed run that is not narrowed to an agent of the test would be about everybody's processes.
      if (armed && agentPid === null) throw new Error('armed without an agent of the test');
      const settings = settingsFrom(policy, { armed, after, agentPid, dryRun });
      return audit({ ...ports, ...other }, settings, memory ?? emptyMemory(self.record.identity.bootId));
    },
    entries: (session) => readSession(nodeFiles, prepareSessionsFolder(env), session)?.added ?? [],
    close() {
      ledger.close();
      source.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
