import { KnownError } from '../errors.ts';
import { formatIdentity, type Identity } from '../lineage/identity.ts';
import { flagKey, type LineageMemory } from '../lineage/lineage-memory.ts';
import { formatPlanId } from '../lineage/plan-id.ts';
import { commandLineKey } from '../lineage/process-analysis.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import { planReap, type ReapPlan, type ReapRefusal } from '../policy/plan-reap.ts';
import type { Signals } from '../system/signals.ts';
import { pauseTree } from './pause.ts';
import { reap, recordRefusal } from './reap.ts';
import { releaseAbandoned } from './reap-abandoned.ts';
import { contextAfter } from './reap-context.ts';
import type { ReapOutcome, ReapPorts, ReapTask } from './reap-task.ts';
import { createScanner, type Scan, type ScanPorts, type ScanSettings } from './scan.ts';
import type { ScanJournal } from './scan-journal.ts';
import type { OpenIntent } from './scan-ledger.ts';

export type AuditPorts = ScanPorts & {
  readonly signals: Signals;
  readonly journal: ScanJournal;
  /** as of the last scan */
  readonly openIntents: () => readonly OpenIntent[];
  readonly self: Identity;
};

export type AuditSettings = ScanSettings & {
  readonly killGrace: number;
  readonly protect: readonly string[];
  /** plan and show, and signal nothing */
  readonly dryRun: boolean;
};

export type AuditedOffender = {
  readonly suspect: Suspect;
  /** what a reap would end, or why it may not; null: the policy asks for none */
  readonly plan: ReapPlan | ReapRefusal | null;
  /** null: nothing was done */
  readonly outcome: ReapOutcome | null;
  /** why what is due is left for the next audit; null: it is not */
  readonly deferred: string | null;
};

export type Audit = {
  readonly scan: Scan;
  readonly offenders: readonly AuditedOffender[];
  /** lines about what an earlier run left behind */
  readonly released: readonly string[];
  /** what could not be recorded or remembered */
  readonly problems: readonly string[];
  readonly memory: LineageMemory;
};

/** Nothing is acted on after one look: this long after the first, what was new there is looked at again. */
const CONFIRM_MS = 1000;
/** The most trees that one scan sets on the way to their end. */
export const MOST_TREES = 5;
const DEFERRED = `left for the next audit: one acts on ${MOST_TREES} trees at the most`;

/**
 * Scans once, and once more when something new is past its limit; flags what held in both, and, when armed, does what the
 * policy says, smallest tree first and one after the other.
 * @throws KnownError when the table cannot be enumerated (exit 3), or the named agent does not exist (exit 2)
 */
export async function audit(ports: AuditPorts, settings: AuditSettings, remembered: LineageMemory): Promise<Audit> {
  const scanner = createScanner(ports, settings, remembered);
  let scan = await scanner.scan();
  const problems = new Set<string>();
  const warn = ({ report }: Scan): void => report.warnings?.forEach((line) => void problems.add(line));
  warn(scan);
  const attempt: Attempt = (write) => attemptOr(write, (problem) => problems.add(problem));
  const released = await releaseLeftBehind(ports, settings, scan, attempt);
  if (scan.report.suspects.some(({ state }) => state === 'pending')) {
    await ports.clock.sleep(CONFIRM_MS);
    scan = await scanner.scan();
    warn(scan);
  }
  const offenders = scan.report.suspects.filter(({ state }) => state === 'offender');
  const memory = flagNew(ports, offenders, scanner.memory(), attempt);
  const audited = await act(ports, settings, scan, offenders);
  return { scan, offenders: audited, released, problems: [...problems], memory };
}

/** Whether it was written. */
type Attempt = (write: () => void) => boolean;

/** What an audit has found is told also when it cannot be recorded. */
function attemptOr(write: () => void, tell: (problem: string) => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
    tell(error.message);
    return false;
  }
}

/** Each process is flagged in the ledger once for a kind of finding, not at every scan. */
function flagNew(
  { journal }: AuditPorts,
  offenders: readonly Suspect[],
  memory: LineageMemory,
  attempt: Attempt,
): LineageMemory {
  const flagged = new Set(memory.flagged);
  for (const suspect of offenders) {
    const key = flagKey(suspect.identity, suspect.decisive.kind);
    if (key === null || flagged.has(key)) continue;
    if (attempt(() => journal.flag(suspect))) flagged.add(key);
  }
  return { ...memory, flagged };
}

async function releaseLeftBehind(
  ports: AuditPorts,
  { dryRun }: AuditSettings,
  scan: Scan,
  attempt: Attempt,
): Promise<readonly string[]> {
  if (dryRun || !ports.source.signalable) return [];
  const abandoned = await releaseAbandoned(ports.openIntents(), ports, scan.snapshot.bootId);
  for (const { intent, outcome, detail } of abandoned) attempt(() => ports.journal.outcomeOf(intent, outcome, detail));
  return abandoned.map(({ intent, detail }) => `${formatIdentity(intent.process)}: ${detail}`);
}

async function act(
  ports: AuditPorts,
  settings: AuditSettings,
  scan: Scan,
  offenders: readonly Suspect[],
): Promise<readonly AuditedOffender[]> {
  const contextFor = contextAfter({
    ...ports,
    ...settings,
    scan,
    signalable: ports.source.signalable,
    selfPid: ports.self.pid,
  });
  const context = contextFor(scan.forest);
  const reapPorts: ReapPorts = { ...ports, contextFor, commandLineOf: commandLineKey };
  const audited = new Map<Suspect, AuditedOffender>();
  let trees = 0;
  for (const suspect of [...offenders].sort(preferSmallerTree)) {
    const wanted = suspect.armedAction === 'reap' || suspect.armedAction === 'pause';
    const plan = wanted ? planReap(suspect.identity, context) : null;
    const standsStill = suspect.action === 'pause' && suspect.processState === 'T';
    const due = (suspect.action === 'reap' || suspect.action === 'pause') && !standsStill;
    // What a gate refuses takes nothing from the others: it would be in their way at every audit.
    const takes = due && plan?.kind === 'plan';
    const deferred = takes && trees >= MOST_TREES ? DEFERRED : null;
    if (takes) trees++;
    const acts = due && deferred === null && !settings.dryRun;
    const task = taskFor(suspect, { ports, settings, scan, number: audited.size + 1 });
    const outcome = acts && plan !== null ? await end(suspect, { task, plan }, reapPorts) : null;
    audited.set(suspect, { suspect, plan, outcome, deferred });
  }
  return offenders.flatMap((suspect) => audited.get(suspect) ?? []);
}

type Planned = { readonly task: ReapTask; readonly plan: ReapPlan | ReapRefusal };

async function end(suspect: Suspect, { task, plan }: Planned, ports: ReapPorts): Promise<ReapOutcome> {
  try {
    // Not asked again: for hundreds of them that would be hundreds of looks at everything.
    if (plan.kind === 'refused') return recordRefusal(task, ports, plan);
    return await (suspect.action === 'pause' ? pauseTree(task, ports) : reap(task, ports));
  } catch (error) {
    // What cannot be recorded is not done, and the next one may belong to another ledger.
    if (!(error instanceof KnownError)) throw error;
    return { plan: task.plan, outcome: 'refused', detail: error.message, members: [] };
  }
}

type TaskSources = {
  readonly ports: AuditPorts;
  readonly settings: AuditSettings;
  readonly scan: Scan;
  readonly number: number;
};

/** The same suspect as a task, as it was judged. */
export function taskFor(suspect: Suspect, { ports, settings, scan, number }: TaskSources): ReapTask {
  const { identity: root, owner, command, decisive } = suspect;
  const record = scan.forest.byPid.get(root.pid);
  return {
    plan: formatPlanId(ports.self, number),
    root,
    owner,
    command,
    reason: `${decisive.kind}: ${decisive.reason}`,
    commandLine: record === undefined ? '' : commandLineKey(record),
    killGrace: settings.killGrace,
  };
}

/** The loop before the shell that hosts it. */
export function preferSmallerTree(a: Suspect, b: Suspect): number {
  return a.tree.length - b.tree.length;
}
