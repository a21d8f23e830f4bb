/** The ledger as a hook uses it: opened for the first entry, one session a process, closed at the end. */
import type { Account } from '../delegation/account.ts';
import type { Decision } from '../delegation/decide.ts';
import { KnownError } from '../errors.ts';
import { isAnonymous } from '../hosts/anonymous-action.ts';
import type { EntryBody, RecordedIdentity } from '../ledger/entry.ts';
import { type Ledger, type LedgerSource, openLedger, type ReserveAsk } from '../ledger/ledger.ts';
import { refuseBecause } from '../ledger/refuse.ts';
import { filesOfSession, listSessionFiles } from '../ledger/session-files.ts';
import { watchSession } from '../ledger/sessions.ts';
import { compareIdentities } from '../lineage/identity.ts';
import type { LedgerFiles } from '../system/files.ts';
import type { HookLedger, ReserveFact, SessionKey } from './answer-hook-ports.ts';

/** `make` may throw a KnownError: a state folder that cannot be used is found out only when something is to be kept. */
export function openHookLedger(make: (session: SessionKey) => LedgerSource): HookLedger & { close(): void } {
  const open = new Map<string, Ledger>();
  const sources = new Map<string, LedgerSource>();
  // Looking at the state folder again and again would cost more than what is written there.
  const source = (session: SessionKey): LedgerSource => {
    const made = sources.get(session.id) ?? make(session);
    sources.set(session.id, made);
    return made;
  };
  const ledgerOf = (session: SessionKey): Ledger => {
    const ledger = open.get(session.id) ?? openLedger(source(session));
    open.set(session.id, ledger);
    return ledger;
  };
  return {
    append: (session, bodies) => appendAll(ledgerOf(session), bodies),
    reserve: (session, fact) => reserve(() => ledgerOf(session), toAsk(fact)),
    isKnown(session) {
      const { files, folder } = source(session);
      return (files.sizeOf(filesOfSession(folder, session.id).log) ?? 0) > 0;
    },
    policyOf: (session) => ledgerOf(session).read().journal.policy,
    sessionRunBy(host, agent) {
      const { files, folder } = source({ id: 'none', host });
      return findRunBy({ files, folder, host, agent });
    },
    remindedOf: (session) => new Set(ledgerOf(session).read().journal.nudged),
    close() {
      for (const ledger of open.values()) ledger.close();
      open.clear();
    },
  };
}

type RunBy = {
  readonly files: LedgerFiles;
  readonly folder: string;
  readonly host: string;
  readonly agent: RecordedIdentity;
};

/** Newest first, and not for ever: the session of a running agent is among the last that were written to. */
function findRunBy({ files, folder, host, agent }: RunBy): string | null {
  const byAge = listSessionFiles(files, folder)
    .map((paths) => ({ paths, at: files.modifiedAt(paths.log) ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { paths } of byAge.slice(0, mostSessionsLookedAt)) {
    const watched = watchSession(files, paths);
    const journal = watched.read()?.journal;
    watched.close();
    const last = journal?.starts.at(-1)?.agent;
    if (journal?.host !== host || last == null || journal.session?.startsWith('pid-')) continue;
    if (compareIdentities(last, agent) === 'same') return journal.session;
  }
  return null;
}

const mostSessionsLookedAt = 50;

function appendAll(ledger: Ledger, bodies: readonly EntryBody[]): void {
  const numbers = new Map<string, string>();
  for (const body of bodies) {
    // A host rests after every turn and lists what runs: of interest only where something was ever launched.
    if ((body.kind === 'at-rest' || body.kind === 'live-list') && isEmpty(ledger.read().account)) continue;
    const ends = body.kind === 'bind' || body.kind === 'settle';
    ledger.record(
      ends && isAnonymous(body.action) ? { ...body, action: numberOf(body.action, ledger, numbers) } : body,
    );
  }
}

function isEmpty({ reservations, agents }: Account): boolean {
  return reservations.size === 0 && agents.size === 0;
}

function toAsk({ kind: _, budget, mode, ...fact }: ReserveFact): ReserveAsk {
  return { ...fact, limit: { agents: budget, mode } };
}

function reserve(ledger: () => Ledger, ask: ReserveAsk): Decision {
  try {
    return isAnonymous(ask.action) ? reserveNumbered(ledger(), ask) : ledger().reserve(ask);
  } catch (error) {
    if (error instanceof KnownError) return refuseBecause('LEDGER_UNAVAILABLE', ask, error.message);
    throw error;
  }
}

/** Two launches at once may draw the same number: the one that comes second takes no place, and draws again. */
function reserveNumbered(ledger: Ledger, ask: ReserveAsk): Decision {
  for (let draws = 1; ; draws += 1) {
    const { reservations, closed } = ledger.read().account;
    const used = [...reservations.keys(), ...closed.keys()].filter((action) => action.startsWith(`${ask.action}#`));
    const numbers = used.map((action) => Number.parseInt(action.slice(ask.action.length + 1), 10) || 0);
    const decision = ledger.reserve({ ...ask, action: `${ask.action}#${Math.max(0, ...numbers) + 1}` });
    const drawnTwice =
      decision.kind === 'granted' ? decision.taken === 0 && ask.places !== 0 : decision.code === 'DUPLICATE_ACTION_ID';
    // A ledger that cannot be kept takes no place however often it is asked.
    if (!drawnTwice || draws === mostDraws) return decision;
  }
}

const mostDraws = 16;

/**
 * What came of a launch without an id belongs to the oldest launch of its kind of which nothing was heard: their places
 * are alike. Facts that come together are about the same launch.
 */
function numberOf(action: string, ledger: Ledger, numbers: Map<string, string>): string {
  const open = [...ledger.read().account.reservations.values()].find(
    ({ action: numbered, result, everBound }) => numbered.startsWith(`${action}#`) && result === null && !everBound,
  );
  const number = numbers.get(action) ?? open?.action ?? `${action}#late`;
  numbers.set(action, number);
  return number;
}
