import type { Finding } from '../policy/finding.ts';
import { type Accused, blame, type CulpritContext, type Wait } from './culprit.ts';
import { ancestorsOf, type Forest, isDead, subtreeOf } from './forest.ts';
import { sessionHost } from './guarded-program.ts';
import { looksLikeRunaway } from './hidden-runaway.ts';
import type { Identity } from './identity.ts';
import { type LineageMemory, memoryKey } from './lineage-memory.ts';
import type { AnalyzeProcess, ProcessAnalysis } from './process-analysis.ts';
import { findingsOfProcess, hiddenFinding, orphanFinding, wholeBound } from './process-findings.ts';
import type { ProcessRecord } from './process-record.ts';
import type { ProcessAction, Suspect } from './scan-report.ts';
import type { Owner, Session } from './session.ts';

/** What a judge is told of one process. */
export type JudgedFacts = {
  readonly findings: readonly Finding[];
  readonly ageSeconds: number;
  readonly cpuSeconds: number | null;
  readonly words: readonly string[];
  readonly grantedSeconds: number | null;
};

export type Judgement = {
  readonly decisive: Finding;
  readonly limit: Suspect['limit'];
  readonly pastSeconds: number;
  readonly action: ProcessAction;
  readonly armedAction: ProcessAction;
};

/** Null: nothing that it is held to. */
export type Judge = (facts: JudgedFacts) => Judgement | null;

export type SuspectSources = {
  readonly forest: Forest;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly sessions: readonly Session[];
  /** pids of agents: never suspects */
  readonly agents: ReadonlyMap<number, string>;
  readonly memory: LineageMemory;
  /** the snapshot's clock */
  readonly takenAt: number;
  readonly analyze: AnalyzeProcess;
  readonly judge: Judge;
  readonly grace: number;
  /** seconds that a grant for this process still runs; null: none */
  readonly grantFor: (identity: Identity) => number | null;
  /** share of a core since the previous scan; null: first sight */
  readonly cpuShareOf: (record: ProcessRecord) => number | null;
};

/** A process that belongs to a session, with what can be said of it. */
type Candidate = {
  readonly record: ProcessRecord;
  readonly owner: Owner;
  readonly parsed: ProcessAnalysis;
  readonly findings: readonly Finding[];
  readonly judgement: Judgement | null;
};

export type FoundSuspects = {
  /** worst first */
  readonly suspects: readonly Suspect[];
  /** `pid@start` of shells that wait for something before or beside what was found in their text */
  readonly waiting: ReadonlyMap<string, Wait>;
};

/**
 * The processes of the sessions that have findings: those that run what was found, each with its limit. Nothing is a
 * suspect without an owner, without a known age, or as an agent.
 */
export function findSuspects(sources: SuspectSources): FoundSuspects {
  const candidates = collectCandidates(sources);
  const accused = new Map<number, Accused>();
  for (const { record, parsed, judgement } of candidates) {
    if (judgement !== null) accused.set(record.identity.pid, accusationOf(record, parsed, judgement));
  }
  const { memory } = sources;
  const waitedFor = ({ identity }: ProcessRecord): Wait | undefined =>
    memory.bootId === identity.bootId ? memory.waiting.get(memoryKey(identity) ?? '') : undefined;
  const context: CulpritContext = { ...sources, accused, waitedFor };
  const suspects: Suspect[] = [];
  const waiting = new Map<string, Wait>();
  for (const candidate of candidates) {
    const judgement = blameFor(candidate, sources, context, waiting);
    if (judgement !== null) suspects.push(toSuspect(candidate, judgement, sources));
  }
  return { suspects: suspects.filter(isWorthShowing).sort(preferFurthestPast), waiting };
}

/** The worst of its findings that it is really to blame for; null: none. */
function blameFor(
  { record, owner, parsed, findings, judgement }: Candidate,
  sources: SuspectSources,
  context: CulpritContext,
  waiting: Map<string, Wait>,
): Judgement | null {
  let rest = findings;
  let next = judgement;
  while (next !== null) {
    const { decisive } = next;
    if (decisive.kind === 'orphan' || decisive.kind === 'hidden-runaway') return next;
    const accusation = accusationOf(record, parsed, next);
    const found = isCovered(accusation, sources) ? null : blame(accusation, context);
    if (found?.kind === 'culprit') return next;
    const key = memoryKey(record.identity);
    if (found?.kind === 'waits' && key !== null) waiting.set(key, found.for);
    // What is found elsewhere in the same text may still be its own doing.
    rest = rest.filter((finding) => finding !== decisive);
    next = judgeCandidate(sources, record, owner, parsed, rest);
    if (next?.decisive === decisive) return null;
  }
  return null;
}

function accusationOf(record: ProcessRecord, parsed: ProcessAnalysis, judgement: Judgement): Accused {
  return { record, parsed, finding: judgement.decisive, past: judgement.pastSeconds >= 0 };
}

function collectCandidates(sources: SuspectSources): readonly Candidate[] {
  const { forest, owners, agents, analyze } = sources;
  const candidates: Candidate[] = [];
  for (const [pid, owner] of owners) {
    const record = forest.byPid.get(pid);
    if (record === undefined || record.kernelThread || isDead(record) || agents.has(pid)) continue;
    if (record.ageSeconds === null || sessionHost(record) !== undefined) continue;
    const parsed = analyze(record);
    const stated = findingsOfProcess(parsed);
    const hidden = looksLikeRunaway(record, parsed, forest);
    const findings = hidden === null ? stated : [...stated, hiddenFinding(record, parsed.command, hidden)];
    candidates.push({
      record,
      owner,
      parsed,
      findings,
      judgement: judgeCandidate(sources, record, owner, parsed, findings),
    });
  }
  return candidates;
}

/** The worse of what its command line and its session's end lead to; at a tie what the command line says. */
function judgeCandidate(
  sources: SuspectSources,
  record: ProcessRecord,
  owner: Owner,
  parsed: ProcessAnalysis,
  findings: readonly Finding[],
): Judgement | null {
  const { judge, grantFor } = sources;
  const ageSeconds = record.ageSeconds ?? 0;
  const cpuSeconds = totalCpu(record);
  const facts = { cpuSeconds, words: parsed.words, grantedSeconds: grantFor(record.identity), findings, ageSeconds };
  const byText = judge(facts);
  const over = orphanSeconds(sources, record, owner, ageSeconds);
  if (over === null || (byText !== null && byText.pastSeconds >= 0)) return byText;
  const orphan = orphanFinding(parsed.command || record.comm, owner.session);
  const bySession = judge({ ...facts, findings: [orphan], ageSeconds: over });
  if (bySession === null || (byText !== null && bySession.pastSeconds < 0)) return byText ?? bySession;
  return bySession;
}

/** Seconds that its session has been over while it ran; null: the session is not over, or its parent is an orphan already. */
function orphanSeconds(
  { sessions, memory, takenAt, owners, forest }: SuspectSources,
  record: ProcessRecord,
  owner: Owner,
  ageSeconds: number,
): number | null {
  const session = sessions.find(({ id }) => id === owner.session);
  if (session?.state !== 'over') return null;
  const parent = record.ppid === null ? undefined : owners.get(record.ppid);
  if (parent?.session === owner.session && forest.byPid.has(record.ppid ?? 0)) return null;
  const remembered = memory.sessions.find(({ id }) => id === owner.session);
  // Never seen alive: all that is known is that it is over now. Seen alive at the previous scan: it ended just now.
  if (remembered === undefined) return ageSeconds;
  return remembered.overSince === null ? 0 : Math.min(ageSeconds, Math.max(0, takenAt - remembered.overSince));
}

/** A process above, of the same owner, that is bounded as a whole and still within its bound will end this one. */
function isCovered({ record, finding }: Accused, { forest, owners, analyze, grace }: SuspectSources): boolean {
  if (finding.bound.kind === 'within') return false;
  const session = owners.get(record.identity.pid)?.session;
  for (const above of ancestorsOf(forest, record)) {
    if (owners.get(above.identity.pid)?.session !== session) return false;
    const { analysis, form } = analyze(above);
    const seconds = form === 'none' || form === 'hidden' ? null : wholeBound(analysis);
    if (seconds !== null && above.ageSeconds !== null && above.ageSeconds <= seconds + grace) return true;
  }
  return false;
}

function toSuspect(candidate: Candidate, judgement: Judgement, sources: SuspectSources): Suspect {
  const { record, owner, parsed, findings } = candidate;
  const { decisive, limit, pastSeconds, action, armedAction } = judgement;
  const state = standing(record.identity, judgement, sources.memory);
  return {
    identity: record.identity,
    ppid: record.ppid,
    command: parsed.command || record.comm,
    findings: findings.includes(decisive) ? findings : [...findings, decisive],
    owner,
    ageSeconds: record.ageSeconds ?? 0,
    cpuSeconds: totalCpu(record),
    cpuShare: sources.cpuShareOf(record),
    limit,
    pastSeconds,
    decisive,
    action: state === 'offender' ? action : 'leave',
    armedAction,
    grantedSeconds: sources.grantFor(record.identity),
    state,
    tree: subtreeOf(sources.forest, record).map(({ identity }) => identity),
    processState: record.state,
  };
}

/** Past its limit now and, for the same kind of finding, at the previous scan of the same boot. */
function standing(identity: Identity, { pastSeconds, decisive }: Judgement, memory: LineageMemory): Suspect['state'] {
  if (pastSeconds < 0) return 'near';
  const key = memoryKey(identity);
  const before = key === null || memory.bootId !== identity.bootId ? undefined : memory.past.get(key);
  return before === decisive.kind ? 'offender' : 'pending';
}

/** A command that keeps its own bound is nothing to report. */
function isWorthShowing({ pastSeconds, decisive }: Suspect): boolean {
  return pastSeconds >= 0 || decisive.bound.kind !== 'within' || decisive.bound.seconds >= LONG_SECONDS;
}

const LONG_SECONDS = 60;

/** Own and reaped children's: a polling loop burns its CPU in children that are gone. */
export function totalCpu({ cpuSeconds, childCpuSeconds }: ProcessRecord): number | null {
  if (cpuSeconds === null) return childCpuSeconds;
  return cpuSeconds + (childCpuSeconds ?? 0);
}

function preferFurthestPast(a: Suspect, b: Suspect): number {
  return b.pastSeconds - a.pastSeconds || a.identity.pid - b.identity.pid;
}
