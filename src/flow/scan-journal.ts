import type { EntryBody, RecordedIdentity } from '../ledger/entry.ts';
import { type LedgerSource, openLedger } from '../ledger/ledger.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { ReapEnding, ReapJournal, ReapTask } from './reap-task.ts';
import type { OpenIntent } from './scan-ledger.ts';

/** Where the watcher records what it saw and did, each entry in the ledger of the session that it concerns. */
export type ScanJournal = ReapJournal & {
  flag(suspect: Suspect): void;
  outcomeOf(intent: OpenIntent, outcome: ReapEnding, detail: string): void;
};

/**
 * The journal over the ledgers of the sessions, each opened for the moment.
 * @param sourceFor the ledger of a session; throws a KnownError when the state folder cannot be used
 */
export function createScanJournal(sourceFor: (session: string, host: string) => LedgerSource): ScanJournal {
  const record = (session: string, host: string, body: EntryBody): void => {
    const ledger = openLedger(sourceFor(session, host));
    try {
      ledger.record(body);
    } finally {
      ledger.close();
    }
  };
  const of = ({ owner }: ReapTask, body: EntryBody): void => record(owner.session, owner.host, body);
  return {
    intent: (task, tree) => of(task, intentOf(task, tree)),
    outcome: (task, outcome, detail) => of(task, { kind: 'reap-outcome', plan: task.plan, outcome, detail }),
    paused: (task, kind) => of(task, { kind, process: task.root, command: task.command, by: task.reason }),
    outcomeOf: ({ session, host, plan }, outcome, detail) =>
      record(session, host, { kind: 'reap-outcome', plan, outcome, detail }),
    flag: ({ identity, owner, command, decisive: { kind, reason } }) =>
      record(owner.session, owner.host, { kind: 'flag', process: identity, command, finding: kind, reason }),
  };
}

function intentOf({ plan, root, command, reason }: ReapTask, tree: readonly RecordedIdentity[]): EntryBody {
  return { kind: 'reap-intent', plan, process: root, tree, command, reason };
}
