import type { Finding } from '../policy/finding.ts';
import { isCovered } from './covered.ts';
import { type Accused, blame, type CulpritContext } from './culprit.ts';
import { type Forest, isDead, subtreeOf } from './forest.ts';
import { sessionHost } from './guarded-program.ts';
import { looksLikeRunaway } from './hidden-runaway.ts';
import type { Identity } from './identity.ts';
import { type LineageMemory, memoryKey } from './lineage-memory.ts';
import { outlivedBy } from './outlived.ts';
import type { AnalyzeProcess, ProcessAnalysis } from './process-analysis.ts';
import { findingsOfProcess, hiddenFinding, orphanFinding } from './process-findings.ts';
import type { ProcessRecord } from './process-record.ts';
import type { ProcessAction, Suspect } from './scan-report.ts';
import type { Owner, Session } from './session.ts';
import type { Wait } from './shell-wait.ts';

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
  readonly facts: JudgedFacts;
  /** seconds that it has outlived its session; null: it is no orphan, or its parent is one already */
  readonly orphanSeconds: number | null;
};

/** What the command line and the session's end lead to; null: nothing. */
type Judged = { readonly candidate: Candidate; readonly accused: Accused; readonly judgement: Judgement };

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
  const accused = new Map<number, Accused>();
  const all = judgeCandidates(sources);
  for (const each of all) accused.set(each.accused.record.identity.pid, each.accused);
  const { memory } = sources;
  const waitedFor = ({ identity }: ProcessRecord): Wait | undefined =>
    memory.bootId === identity.bootId ? memory.waiting.get(memoryKey(identity) ?? '') : undefined;
  const context: CulpritContext = { ...sources, accused, waitedFor, blamed: new Map() };
  const suspects: Suspect[] = [];
  const waiting = new Map<string, Wait>();
  for (const each of all) {
    const judgement = blameFor(each, sources, context, waiting);
    if (judgement !== null && isWorthShowing(judgement)) suspects.push(toSuspect(each.candidate, judgement, sources));
  }
  return { suspects: suspects.sort(preferFurthestPast), waiting };
}

/** The worst of its findings that it is really to blame for; null: none. */
function blameFor(
  { candidate, accused, judgement }: Judged,
  sources: SuspectSources,
  context: CulpritContext,
  waiting: Map<string, Wait>,
): Judgement | null {
  let rest = candidate.facts.findings;
  let next: Judgement | null = judgement;
  let accusation = accused;
  for (;;) {
    const { decisive } = next;
    if (decisive.kind === 'orphan' || decisive.kind === 'hidden-runaway') return next;
    const found = isCovered(accusation, sources) ? null : blame(accusation, context);
    const key = memoryKey(candidate.record.identity);
    const wait = found?.kind === 'waits' ? found.for : found?.kind === 'culprit' ? found.before : undefined;
    if (wait !== undefined && key !== null) waiting.set(key, wait);
    if (found?.kind === 'culprit') return next;
    // What is found elsewhere in the same text may still be its own doing.
    rest = rest.filter((finding) => finding !== decisive);
    next = judgeCandidate(sources, candidate, rest);
    if (next === null || next.decisive === decisive) return null;
    accusation = accusationOf(candidate, next);
  }
}

function accusationOf({ record, parsed }: Candidate, { decisive, pastSeconds }: Judgement): Accused {
  return { record, parsed, finding: decisive, past: pastSeconds >= 0 };
}

function judgeCandidates(sources: SuspectSources): readonly Judged[] {
  const { forest, owners, agents } = sources;
  const outlived = outlivedBy(sources);
  const judged: Judged[] = [];
  owners.forEach((owner, pid) => {
    const record = forest.byPid.get(pid);
    if (record === undefined || record.kernelThread || isDead(record) || agents.has(pid)) return;
    const { ageSeconds } = record;
    if (ageSeconds === null || sessionHost(record) !== undefined) return;
    const candidate = toCandidate(sources, {
      record,
      owner,
      ageSeconds,
      orphanSeconds: outlived(record, owner, ageSeconds),
    });
    const judgement = judgeCandidate(sources, candidate, candidate.facts.findings);
    if (judgement !== null) judged.push({ candidate, accused: accusationOf(candidate, judgement), judgement });
  });
  return judged;
}

type Owned = Pick<Candidate, 'record' | 'owner' | 'orphanSeconds'> & { readonly ageSeconds: number };

function toCandidate(sources: SuspectSources, { record, owner, ageSeconds, orphanSeconds }: Owned): Candidate {
  const parsed = sources.analyze(record);
  const stated = findingsOfProcess(parsed);
  const hidden = looksLikeRunaway(record, { stated, command: parsed.command }, sources.forest);
  const findings = hidden === null ? stated : [...stated, hiddenFinding(record, parsed.command, hidden)];
  const grantedSeconds = sources.grantFor(record.identity);
  const facts = { findings, ageSeconds, cpuSeconds: totalCpu(record), words: parsed.words, grantedSeconds };
  return { record, owner, parsed, facts, orphanSeconds };
}

/** The worse of what its command line and its session's end lead to; at a tie what the command line says. */
function judgeCandidate(
  { judge }: SuspectSources,
  { record, owner, parsed, facts, orphanSeconds }: Candidate,
  findings: readonly Finding[],
): Judgement | null {
  const byText = judge(findings === facts.findings ? facts : { ...facts, findings });
  if (orphanSeconds === null || (byText !== null && byText.pastSeconds >= 0)) return byText;
  const orphan = orphanFinding(parsed.command || record.comm, owner.session);
  const bySession = judge({ ...facts, findings: [orphan], ageSeconds: orphanSeconds });
  if (bySession === null || (byText !== null && bySession.pastSeconds < 0)) return byText ?? bySession;
  return bySession;
}

function toSuspect(candidate: Candidate, judgement: Judgement, sources: SuspectSources): Suspect {
  const { record, owner, parsed, facts } = candidate;
  const { findings, ageSeconds, cpuSeconds, grantedSeconds } = facts;
  const { decisive, limit, pastSeconds, action, armedAction } = judgement;
  const state = standing(record.identity, judgement, sources.memory);
  return {
    identity: record.identity,
    ppid: record.ppid,
    command: parsed.command || record.comm,
    findings: findings.includes(decisive) ? findings : [...findings, decisive],
    owner,
    ageSeconds,
    cpuSeconds,
    cpuShare: sources.cpuShareOf(record),
    limit,
    pastSeconds,
    decisive,
    action: state === 'offender' ? action : 'leave',
    armedAction,
    grantedSeconds,
    state,
    tree: treeOf(sources.forest, record),
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

/** Most suspects have no children. */
function treeOf(forest: Forest, record: ProcessRecord): readonly Identity[] {
  if (forest.childrenOf(record.identity.pid).length === 0) return [record.identity];
  return subtreeOf(forest, record).map(({ identity }) => identity);
}

/** A command that keeps its own bound is nothing to report. */
function isWorthShowing({ pastSeconds, decisive }: Judgement): boolean {
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
