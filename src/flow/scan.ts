import { KnownError } from '../errors.ts';
import type { Doubt } from '../ledger/doubts.ts';
import { type Attribution, attribute } from '../lineage/attribute.ts';
import { type FoundSessions, findSessions } from '../lineage/find-sessions.ts';
import { buildForest, type Forest, isDead } from '../lineage/forest.ts';
import type { LineageMemory } from '../lineage/lineage-memory.ts';
import { type AnalyzeProcess, cacheAnalyses } from '../lineage/process-analysis.ts';
import type { ProcessRecord, Snapshot } from '../lineage/process-record.ts';
import { type HostTraits, recogniseAgent } from '../lineage/recognise-agent.ts';
import type { ScanReport, Suspect } from '../lineage/scan-report.ts';
import type { Owner, RecordedSession } from '../lineage/session.ts';
import { type FoundSuspects, findSuspects, type Judge, type SuspectSources } from '../lineage/suspects.ts';
import type { Clock } from '../system/clock.ts';
import type { Need, ProcessSource } from '../system/processes.ts';
import { createCpuTrend } from './scan-cpu.ts';
import { describeDoubt, type Grant, grantsInForce, holdBack } from './scan-grants.ts';
import { createMarkerReader } from './scan-markers.ts';
import { createScanMemory } from './scan-memory.ts';
import { describeProblems } from './scan-problems.ts';

/** What the ledger tells a scan; read anew for each. */
export type LedgerView = {
  readonly sessions: readonly RecordedSession[];
  readonly grants: readonly Grant[];
  /** ledgers of which a part that matters cannot be read; absent: none */
  readonly doubts?: readonly Doubt[];
};

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
  const memory = createScanMemory(remembered);
  let needOf: ((pid: number) => Need) | undefined;
  const analyses = cacheAnalyses(ports.analyze);
  const markers = createMarkerReader(ports.source, ports.hosts);
  const trend = createCpuTrend();
  return {
    analyze: analyses.analyze,
    memory: memory.now,
    async scan() {
      const began = ports.clock.monotonic();
      const raw = await ports.source.snapshot(needOf);
      const { snapshot, problem } = memory.awake(raw);
      const forest = buildForest(snapshot.records);
      const ledger = ports.ledger();
      const attributed = await markers.attributeWith((markersOf) =>
        attributeSnapshot(ports, settings, { snapshot, forest, ledger, memory: memory.now(), markersOf }),
      );
      const { found, attribution } = narrow(attributed, settings.agentPid);
      const suspected = await findWithGrammar(ports, analyses, {
        forest,
        ...attribution,
        agents: found.agents,
        memory: memory.now(),
        takenAt: snapshot.takenAt,
        analyze: analyses.analyze,
        judge: settings.judge,
        grace: settings.grace,
        grantFor: grantsInForce(ledger.grants, ports.clock.wallMs()),
        cpuShareOf: trend.shareOf(snapshot),
      });
      needOf = needsAfter(attributed, suspected.suspects);
      memory.note({ snapshot, forest, ...attributed, ...suspected });
      analyses.sweep();
      const nowMs = ports.clock.wallMs();
      const report = toReport(snapshot, attribution, {
        suspects: holdBack(suspected.suspects, { doubts: ledger.doubts ?? [], records: raw.records, nowMs }),
        warnings: [...(problem === null ? [] : [problem]), ...(ledger.doubts ?? []).map(describeDoubt)],
        unread: ports.grammar?.problem ?? null,
        armed: settings.armed,
        tookMilliseconds: (ports.clock.monotonic() - began) * 1000,
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

function attributeSnapshot({ hosts, uid }: ScanPorts, { agentPid }: ScanSettings, input: AttributionInput): Attributed {
  const { snapshot, forest, ledger, memory, markersOf } = input;
  const found = findSessions({
    forest,
    hosts,
    recorded: ledger.sessions,
    remembered: memory.bootId === snapshot.bootId ? memory.sessions : [],
    unreadable: new Set(snapshot.problems.flatMap(({ pid }) => pid ?? [])),
    uid,
    named: agentPid === null ? null : requireAgent({ forest, hosts, uid }, agentPid),
    markersOf,
  });
  return { found, attribution: attribute({ forest, found, memory, hosts, markersOf, uid }) };
}

type Known = { readonly forest: Forest; readonly hosts: readonly HostTraits[]; readonly uid: number };

function requireAgent({ forest, hosts, uid }: Known, pid: number): ProcessRecord {
  const record = forest.byPid.get(pid);
  if (pid <= 1) {
    // In a container the agent may be pid 1, and then it must look like one.
    const isAgent = record !== undefined && record.uid === uid && recogniseAgent(record, hosts) !== undefined;
    if (!isAgent)
      throw new KnownError(`--pid: expected the pid of an agent, got '${pid}': everything descends from it`);
  }
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

type Said = Pick<ScanReport, 'armed' | 'tookMilliseconds' | 'suspects'> & {
  readonly unread: string | null;
  readonly warnings: readonly string[];
};

function toReport(snapshot: Snapshot, { sessions }: Attribution, { unread, warnings, ...said }: Said): ScanReport {
  const unreadRows = snapshot.problems.filter(({ pid }) => pid !== null).length;
  const offenders = said.suspects.some(({ state }) => state === 'offender');
  const status = !snapshot.complete || unread !== null ? 'partial' : offenders ? 'offenders' : 'clean';
  return {
    status,
    scanned: snapshot.records.length,
    ...(unreadRows === 0 ? {} : { unread: unreadRows }),
    problems: [...(unread === null ? [] : [unread]), ...describeProblems(snapshot.problems)],
    ...(warnings.length === 0 ? {} : { warnings }),
    sessions,
    ...said,
  };
}
