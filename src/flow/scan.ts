import { KnownError } from '../errors.ts';
import { type Attribution, attribute } from '../lineage/attribute.ts';
import { discountSleep, noteSleep } from '../lineage/awake-age.ts';
import { type FoundSessions, findSessions, type RecordedSession } from '../lineage/find-sessions.ts';
import { buildForest, type Forest, isDead } from '../lineage/forest.ts';
import { compareIdentities, type Identity } from '../lineage/identity.ts';
import type { LineageMemory } from '../lineage/lineage-memory.ts';
import { nextMemory } from '../lineage/next-memory.ts';
import { type AnalyzeProcess, cacheAnalyses } from '../lineage/process-analysis.ts';
import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';
import { hostSessionIn } from '../lineage/read-markers.ts';
import type { HostTraits } from '../lineage/recognise-agent.ts';
import type { ScanReport, Suspect } from '../lineage/scan-report.ts';
import type { Owner } from '../lineage/session.ts';
import { type FoundSuspects, findSuspects, type Judge, type SuspectSources } from '../lineage/suspects.ts';
import type { Clock } from '../system/clock.ts';
import type { Need, ProcessSource } from '../system/processes.ts';
import { createCpuTrend } from './scan-cpu.ts';
import { createMarkerReader } from './scan-markers.ts';
import { describeProblems } from './scan-problems.ts';

/** A supervisor's extension for one process. */
export type Grant = { readonly process: Identity; readonly untilMs: number };

/** What the ledger tells a scan; read anew for each. */
export type LedgerView = { readonly sessions: readonly RecordedSession[]; readonly grants: readonly Grant[] };

export type ScanPorts = {
  readonly source: ProcessSource;
  readonly analyze: AnalyzeProcess;
  /** what `analyze` may lack; absent: nothing */
  readonly grammar?: ScanGrammar;
  readonly hosts: readonly HostTraits[];
  readonly ledger: () => LedgerView;
  readonly clock: Clock;
  readonly uid: number;
};

/** A grammar that is loaded once a command line wants it. */
export type ScanGrammar = {
  /** @returns true when an analysis since the last call lacked it and it is there now, so that analyses are made again */
  complete(): Promise<boolean>;
  /** why it could not be loaded; null: all is well */
  readonly problem: string | null;
};

export type ScanSettings = {
  readonly judge: Judge;
  /** seconds that a bounded command may overrun its bound */
  readonly grace: number;
  readonly armed: boolean;
  /** only the session of this agent; null: all */
  readonly agentPid: number | null;
};

/** A report, and all that led to it: what plans, explanations and listings are made from. */
export type Scan = {
  readonly report: ScanReport;
  readonly snapshot: Snapshot;
  readonly forest: Forest;
  readonly found: FoundSessions;
  readonly attribution: Attribution;
  /** of all sessions, also when one agent was asked for */
  readonly owners: ReadonlyMap<number, Owner>;
};

export type Scanner = {
  /** @throws KnownError when the table cannot be enumerated (exit 3) or the named agent does not exist (exit 2). */
  scan(): Promise<Scan>;
  /** what to hand to a later run */
  memory(): LineageMemory;
  /** the same analysis, with its cache */
  readonly analyze: AnalyzeProcess;
};

/**
 * Scans the process table again and again. Between scans it keeps the analyses and environments of processes that still
 * live, the CPU time of the previous scan, and the memory.
 */
export function createScanner(ports: ScanPorts, settings: ScanSettings, remembered: LineageMemory): Scanner {
  let memory = remembered;
  let needOf: ((pid: number) => Need) | undefined;
  const analyses = cacheAnalyses(ports.analyze);
  const markers = createMarkerReader(ports.source, ports.hosts);
  const trend = createCpuTrend();
  return {
    analyze: analyses.analyze,
    memory: () => memory,
    async scan() {
      const began = ports.clock.monotonic();
      const raw = await ports.source.snapshot(needOf);
      const snapshot = discountSleep(raw, raw.bootId === memory.bootId ? noteSleep(memory, raw) : []);
      const forest = buildForest(snapshot.records);
      const ledger = ports.ledger();
      const attributed = await markers.attributeWith((markersOf) =>
        attributeSnapshot(ports, settings, { snapshot, forest, ledger, memory, markersOf }),
      );
      const { found, attribution } = narrow(attributed, settings.agentPid);
      const suspected = await findWithGrammar(ports, analyses, {
        forest,
        ...attribution,
        agents: found.agents,
        memory,
        takenAt: snapshot.takenAt,
        analyze: analyses.analyze,
        judge: settings.judge,
        grace: settings.grace,
        grantFor: grantsInForce(ledger.grants, ports.clock.wallMs()),
        cpuShareOf: trend.shareOf(snapshot),
      });
      needOf = needsAfter(attributed, suspected.suspects);
      memory = nextMemory(memory, { snapshot, forest, ...attributed, ...suspected });
      analyses.sweep();
      const tookMilliseconds = (ports.clock.monotonic() - began) * 1000;
      const report = toReport(snapshot, attribution, suspected.suspects, {
        unread: ports.grammar?.problem ?? null,
        armed: settings.armed,
        tookMilliseconds,
      });
      return { report, snapshot, forest, found, attribution, owners: attributed.attribution.owners };
    },
  };
}

/** The suspects, found anew when the grammar had to be loaded for one of them. */
async function findWithGrammar(
  { grammar }: ScanPorts,
  analyses: ReturnType<typeof cacheAnalyses>,
  sources: SuspectSources,
): Promise<FoundSuspects> {
  const found = findSuspects(sources);
  if ((await grammar?.complete()) !== true) return found;
  analyses.clear();
  return findSuspects(sources);
}

/** Whose rows the next scan needs: agents and what is past its limit as they are then, the rest of a session as it was lately. */
function needsAfter({ found, attribution }: Attributed, suspects: readonly Suspect[]): (pid: number) => Need {
  const past = new Set(suspects.flatMap(({ identity, pastSeconds }) => (pastSeconds >= 0 ? identity.pid : [])));
  return (pid) => {
    if (past.has(pid) || found.agents.has(pid)) return 'now';
    return attribution.owners.has(pid) ? 'recent' : 'any';
  };
}

type Attributed = { readonly found: FoundSessions; readonly attribution: Attribution };

type AttributionInput = {
  readonly snapshot: Snapshot;
  readonly forest: Forest;
  readonly ledger: LedgerView;
  readonly memory: LineageMemory;
  readonly markersOf: (record: ProcessRecord) => Readonly<Record<string, string>> | null;
};

/** An agent's own session id is in the environment of the shells that it started; a few of them are enough. */
const SHELLS_ASKED = 8;

function attributeSnapshot({ hosts, uid }: ScanPorts, { agentPid }: ScanSettings, input: AttributionInput): Attributed {
  const { snapshot, forest, ledger, memory, markersOf } = input;
  const found = findSessions({
    forest,
    hosts,
    recorded: ledger.sessions,
    remembered: memory.bootId === snapshot.bootId ? memory.sessions : [],
    unreadable: new Set(snapshot.problems.flatMap(({ pid }) => pid ?? [])),
    uid,
    named: agentPid === null ? null : requireAgent(forest, agentPid),
    hostSessionOf: (agent, host) => {
      for (const child of forest.childrenOf(agent.identity.pid).slice(0, SHELLS_ASKED)) {
        const values = markersOf(child);
        const id = values === null ? null : hostSessionIn(values, host);
        if (id !== null) return id;
      }
      return null;
    },
  });
  return { found, attribution: attribute({ forest, found, memory, hosts, markersOf, uid }) };
}

function requireAgent(forest: Forest, pid: number): ProcessRecord {
  if (pid <= 1) throw new KnownError(`--pid: expected the pid of an agent, got ${pid}: everything descends from it`);
  const record = forest.byPid.get(pid);
  if (record === undefined || isDead(record)) throw new KnownError(`--pid: no process has pid ${pid}`);
  return record;
}

/** Only the named agent's session and what belongs to it. */
function narrow(all: Attributed, agentPid: number | null): Attributed {
  if (agentPid === null) return all;
  const id = all.found.agents.get(agentPid);
  const sessions = all.attribution.sessions.filter((session) => session.id === id);
  const owners = new Map([...all.attribution.owners].filter(([, owner]) => owner.session === id));
  // All agents stay known: whatever is asked for, none of them is ever a suspect.
  return { found: { ...all.found, sessions }, attribution: { owners, sessions } };
}

/** The seconds that grants still run, by process; null: none. */
function grantsInForce(grants: readonly Grant[], nowMs: number): (identity: Identity) => number | null {
  const open = grants.filter(({ untilMs }) => untilMs > nowMs);
  if (open.length === 0) return () => null;
  return (identity) => {
    const mine = open.filter(({ process }) => compareIdentities(process, identity) === 'same');
    return mine.length === 0 ? null : (Math.max(...mine.map(({ untilMs }) => untilMs)) - nowMs) / 1000;
  };
}

function toReport(
  snapshot: Snapshot,
  { sessions }: Attribution,
  suspects: readonly Suspect[],
  { unread, ...extra }: { readonly unread: string | null; readonly armed: boolean; readonly tookMilliseconds: number },
): ScanReport {
  const offenders = suspects.some(({ state }) => state === 'offender');
  const status = !snapshot.complete || unread !== null ? 'partial' : offenders ? 'offenders' : 'clean';
  return {
    status,
    scanned: snapshot.records.length,
    problems: [...(unread === null ? [] : [unread]), ...describeProblems(snapshot.problems)],
    sessions,
    suspects,
    ...extra,
  };
}
