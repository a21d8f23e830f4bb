/** The watch of this machine, assembled: scans, ledger, actions, flags. Screen and plain stream stand on the same one. */
import { KnownError } from '../errors.ts';
import { type Identity, identityKey } from '../lineage/identity.ts';
import { flagKey, type LineageMemory } from '../lineage/lineage-memory.ts';
import type { ScanReport, Suspect } from '../lineage/scan-report.ts';
import type { Session } from '../lineage/session.ts';
import type { ActionStep, LedgerView } from '../view/watch-model.ts';
import type { AuditPorts, AuditSettings } from './audit.ts';
import { releaseAbandoned } from './reap-abandoned.ts';
import { readLiveness } from './reap-tree.ts';
import { createScanner, type Scan } from './scan.ts';
import { type WatchPorts, type WatchUpdate, watch } from './watch.ts';
import { type Actor, createActor } from './watch-act.ts';
import type { WatchActions } from './watch-actions.ts';
import { explainSuspect } from './watch-explain.ts';
import type { WatchLedger } from './watch-ledger.ts';
import { createNotifier, type NotifyPorts } from './watch-notify.ts';

export type WatcherNews =
  | { readonly kind: 'step'; readonly suspect: Suspect; readonly step: ActionStep }
  /** something that the supervisor should know about the watch itself */
  | { readonly kind: 'notice'; readonly text: string };

export type WatcherSource = {
  readonly ports: AuditPorts;
  readonly settings: AuditSettings;
  readonly remembered: LineageMemory;
  /** only this session; null: all */
  readonly session: string | null;
  readonly ledger: WatchLedger;
  /** the supervisor's command for a new offender; null: none */
  readonly onOffender: readonly string[] | null;
  readonly startNotification: NotifyPorts['start'];
  /** resolves after so many milliseconds, or at once when the signal is raised */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** records a grant; returns why it could not be recorded, or null */
  recordGrant(suspect: Suspect, untilMs: number, why: string): string | null;
};

export type Watcher = {
  /** the scans, one every period, until the signal is raised; call once */
  updates(periodMs: number, signal: AbortSignal): AsyncGenerator<WatchUpdate>;
  readonly ledger: () => LedgerView;
  readonly actions: WatchActions;
  listen(listener: (news: WatcherNews) => void): () => void;
  /** what is being ended or paused now */
  underWay(): readonly Identity[];
  /** waits for what is under way; half a reaping would leave processes frozen */
  settled(): Promise<void>;
  /** what a later run should remember */
  memory(): LineageMemory;
};

export function createWatcher(source: WatcherSource): Watcher {
  const { ports } = source;
  const listeners = new Set<(news: WatcherNews) => void>();
  const tell = (news: WatcherNews): void => {
    for (const listener of listeners) listener(news);
  };
  const notice = (text: string): void => tell({ kind: 'notice', text });
  const scans = createScans(source, notice);
  const actor = createActor({
    ...source,
    lastScan: scans.last,
    onStep: (suspect, step) => tell({ kind: 'step', suspect, step }),
  });
  const notify = createNotifier(source.onOffender, {
    start: source.startNotification,
    now: () => ports.clock.wallMs(),
    report: notice,
  });
  return {
    async *updates(periodMs, signal) {
      for await (const update of watch(loopPorts(source, scans, actor), periodMs, signal)) {
        notify(update.changes);
        yield update;
      }
    },
    ledger: () => source.ledger.read(),
    actions: actionsOver(source, { actor, last: scans.last, notice }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    underWay: actor.underWay,
    settled: actor.settled,
    memory: scans.memory,
  };
}

function loopPorts({ ports, settings, wait }: WatcherSource, scans: Scans, actor: Actor): WatchPorts {
  return {
    scan: async () => {
      const scan = await scans.next();
      if (settings.armed) actor.enforce(scan);
      return scan.report;
    },
    liveness: (identity) => readLiveness(ports.source, identity),
    now: () => ports.clock.wallMs(),
    wait,
  };
}

type Scans = { next(): Promise<Scan>; last(): Scan | null; memory(): LineageMemory };

/** Scans one after the other: narrowed to what was asked for, flagged, and on after a named agent has ended. */
function createScans({ ports, settings, remembered, session }: WatcherSource, notice: (text: string) => void): Scans {
  let scanner = createScanner(ports, settings, remembered);
  let named: Identity | null = null;
  let hasEnded = false;
  let only: Only | null = session === null ? null : { id: session, whole: false };
  let last: Scan | null = null;
  let unwritten: string | null = null;
  let warned: ReadonlySet<string> = new Set();
  const flagged = new Set(remembered.flagged);
  const next = async (): Promise<Scan> => {
    if (named !== null && !hasEnded && (await readLiveness(ports.source, named)) === 'gone') {
      // What it left behind matters now more than before: watch its session on, as one that is over.
      scanner = createScanner(ports, { ...settings, agentPid: null }, scanner.memory());
      hasEnded = true;
    }
    const scan = await scanner.scan();
    if (last === null) {
      await releaseLeftBehind(ports, scan, notice);
      named = sessionOfAgent(scan, settings.agentPid)?.agent ?? null;
      // A helper that was named may end long before its agent.
      if (named !== null && named.pid !== settings.agentPid)
        scanner = createScanner(ports, { ...settings, agentPid: named.pid }, scanner.memory());
    }
    if (session === null && named !== null) only = onlyOf(scan, named, only);
    last = only === null ? scan : { ...scan, report: narrowReport(scan.report, only) };
    for (const line of scan.report.warnings ?? []) if (!warned.has(line)) notice(line);
    warned = new Set(scan.report.warnings);
    const problem = flagNew(ports, last.report.suspects, flagged);
    if (problem !== null && problem !== unwritten) notice(problem);
    unwritten = problem;
    forgetEnded(flagged, scan);
    return last;
  };
  return { next, last: () => last, memory: () => ({ ...scanner.memory(), flagged }) };
}

/** The session of a named agent. Its host may tell its id late, or give it another; and when it is gone, another may take it. */
function onlyOf(scan: Scan, named: Identity, before: Only | null): Only {
  const own = sessionOfAgent(scan, named.pid);
  if (own?.agent != null && identityKey(own.agent) === identityKey(named)) return { id: own.id, whole: true };
  const isTaken = scan.found.sessions.some(({ id, state }) => id === before?.id && state === 'live');
  return before === null || isTaken ? NONE : before;
}

const NONE = { id: '', whole: true } as const;

function sessionOfAgent({ found }: Scan, pid: number | null): Session | undefined {
  const id = pid === null ? undefined : found.agents.get(pid);
  return found.sessions.find((session) => session.id === id);
}

/** One session, by its id or by a beginning of it. */
type Only = { readonly id: string; readonly whole: boolean };

function narrowReport(report: ScanReport, only: Only): ScanReport {
  const isMeant = (id: string): boolean => (only.whole ? id === only.id : id.startsWith(only.id));
  const suspects = report.suspects.filter(({ owner }) => isMeant(owner.session));
  const quiet = report.status === 'offenders' && !suspects.some(({ state }) => state === 'offender');
  return {
    ...report,
    status: quiet ? 'clean' : report.status,
    sessions: report.sessions.filter(({ id }) => isMeant(id)),
    suspects,
  };
}

/**
 * Each process is flagged in the ledger once for a kind of finding. That it cannot be written must not stop the watch: it
 * is tried again at the next scan.
 * @returns what kept a flag from being written; null: nothing
 */
function flagNew({ journal }: AuditPorts, suspects: readonly Suspect[], flagged: Set<string>): string | null {
  let problem: string | null = null;
  for (const suspect of suspects) {
    if (suspect.state !== 'offender') continue;
    const key = flagKey(suspect.identity, suspect.decisive.kind);
    if (key === null || flagged.has(key)) continue;
    try {
      journal.flag(suspect);
      flagged.add(key);
    } catch (error) {
      if (!(error instanceof KnownError)) throw error;
      problem = error.message;
    }
  }
  return problem;
}

/** Flags of processes that are gone would pile up over the days. */
function forgetEnded(flagged: Set<string>, { forest }: Scan): void {
  for (const flag of flagged) if (!forest.byPid.has(Number.parseInt(flag, 10))) flagged.delete(flag);
}

/** A reaper that was killed half-way may have left processes frozen. */
async function releaseLeftBehind(ports: AuditPorts, scan: Scan, notice: (text: string) => void): Promise<void> {
  if (!ports.source.signalable) return;
  for (const { intent, outcome, detail } of await releaseAbandoned(ports.openIntents(), ports, scan.snapshot.bootId)) {
    notice(`${intent.process.pid}: ${detail}`);
    try {
      ports.journal.outcomeOf(intent, outcome, detail);
    } catch (error) {
      // The intent stays open, and the next run finds nothing left to do.
      if (!(error instanceof KnownError)) throw error;
      notice(error.message);
    }
  }
}

const BY_HAND = 'asked for at the watch';

type Hands = { readonly actor: Actor; readonly last: () => Scan | null; notice(text: string): void };

function actionsOver(source: WatcherSource, { actor, last, notice }: Hands): WatchActions {
  const find = (target: Identity): Suspect | undefined =>
    last()?.report.suspects.find(({ identity }) => identityKey(identity) === identityKey(target));
  const act = (kind: 'reap' | 'pause', target: Identity): Promise<string | null> => {
    const held = find(target)?.held;
    if (held !== undefined) notice(`${target.pid}: asked for by hand, although ${held}`);
    return actor.act(kind, target, BY_HAND);
  };
  return {
    pause: (target) => act('pause', target),
    resume: (target) => actor.act('resume', target, BY_HAND),
    reap: (target) => act('reap', target),
    async grant(target, seconds, why) {
      const suspect = find(target);
      if (suspect === undefined) return 'it is not on the list any more';
      return source.recordGrant(suspect, source.ports.clock.wallMs() + seconds * 1000, why);
    },
    async explain(target) {
      const scan = last();
      const suspect = find(target);
      return scan === null || suspect === undefined
        ? ['It is not on the list any more.']
        : explainSuspect(suspect, scan, source);
    },
  };
}
