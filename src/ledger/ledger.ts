import type { Limit } from '../delegation/account.ts';
import { type Decision, decide } from '../delegation/decide.ts';
import { type ExpiryRule, findExpired } from '../delegation/expiry.ts';
import type { DelegationFact } from '../delegation/fact.ts';
import { KnownError } from '../errors.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { Entry, EntryBody } from './entry.ts';
import { openLog } from './log.ts';
import { maskBody } from './mask-body.ts';
import { refuseBecause } from './refuse.ts';
import { filesOfSession } from './session-files.ts';
import { createSessionReader, type SessionReader, type SessionReading } from './session-reader.ts';

export type LedgerSource = {
  readonly files: LedgerFiles;
  /** the `sessions` folder */
  readonly folder: string;
  readonly session: string;
  readonly host: string;
  /** milliseconds since the epoch */
  readonly now: () => number;
  /** a new unique id */
  readonly newId: () => string;
};

export type ReserveAsk = Omit<Extract<DelegationFact, { kind: 'reserve' }>, 'kind' | 'budget' | 'mode'> & {
  /** the effective limit of the policy */
  readonly limit: Limit;
  readonly expiry: Omit<ExpiryRule, 'nowMs'>;
};

export type Ledger = {
  /**
   * Appends one entry, secrets masked, and returns its id.
   * @throws KnownError when it cannot be written
   */
  record(body: EntryBody): string;
  /** Asks for places by appending and answers what the lines up to its own say. Never throws for a file's sake. */
  reserve(ask: ReserveAsk): Decision;
  /** The session up to now; only what was added since the last call is read. */
  read(): SessionReading;
  close(): void;
};

/**
 * Opens the ledger of one session.
 * @throws KnownError when its file cannot be opened for writing
 */
export function openLedger(source: LedgerSource): Ledger {
  const paths = filesOfSession(source.folder, source.session);
  const log = openLog(source.files, paths);
  const reader = createSessionReader({ files: source.files, paths, log, cache: 'use' });
  const write = (body: EntryBody): string => {
    const entry = entryOf(source, body);
    log.append(entry);
    return entry.id;
  };
  return {
    record: (body) => write(maskBody(body)),
    reserve(ask) {
      try {
        return reserve({ ask, source, write, reader });
      } catch (error) {
        if (error instanceof KnownError) return refuseBecause('LEDGER_UNAVAILABLE', ask, error.message);
        throw error;
      }
    },
    read: () => reader.read(null),
    close: () => log.close(),
  };
}

function entryOf({ session, host, now, newId }: LedgerSource, body: EntryBody): Entry {
  return { v: 1, id: newId(), at: new Date(now()).toISOString(), session, host, ...body };
}

type Reserving = {
  readonly ask: ReserveAsk;
  readonly source: LedgerSource;
  readonly write: (body: EntryBody) => string;
  readonly reader: SessionReader;
};

function reserve({ ask, source, write, reader }: Reserving): Decision {
  const before = reader.read(null);
  if (before.damages.length > 0) return refuseBecause('LEDGER_RECOVERY', ask, describeDamage(source.session, before));
  giveUpSilentOnes({ ask, source, write, reader });
  const { limit, expiry: _, ...fact } = ask;
  const places = isCount(ask.places) ? ask.places : null;
  const asker = write({ kind: 'reserve', ...fact, places, budget: limit.agents, mode: limit.mode });
  const after = reader.read(asker);
  if (after.decision !== null) return after.decision;
  return refuseBecause('LEDGER_RECOVERY', ask, describeDamage(source.session, after));
}

/** Anything else than a count proves nothing. */
function isCount(places: number | null): boolean {
  return places !== null && Number.isSafeInteger(places) && places >= 0;
}

/** Places are given up only when somebody needs them, and each on the record. */
function giveUpSilentOnes({ ask, source, write, reader }: Reserving): void {
  const { account } = reader.read(null);
  const limit = account.override ?? ask.limit;
  const decision = decide(account, ask, limit);
  if (decision.kind === 'granted' || decision.code === 'DUPLICATE_ACTION_ID') return;
  const why = `nothing was heard of it within ${ask.expiry.afterSeconds} s of its launch`;
  for (const action of findExpired(account, { ...ask.expiry, nowMs: source.now() })) {
    write({ kind: 'expire', action, why });
  }
}

function describeDamage(session: string, { damages }: SessionReading): string {
  const first = damages[0];
  const where = first === undefined ? 'its own line cannot be found' : `byte ${first.offset}: ${first.reason}`;
  return `the ledger of session ${session} is damaged (${where}); see 'lifetime-watch ledger repair'`;
}
