import { KnownError } from '../errors.ts';
import { formatIdentity, type Identity } from '../lineage/identity.ts';
import { formatPlanId } from '../lineage/plan-id.ts';
import { commandLineKey } from '../lineage/process-analysis.ts';
import { planReap, type ReapPlan, type ReapRefusal } from '../policy/plan-reap.ts';
import type { AuditSettings } from './audit.ts';
import { pauseTree, resumeTree } from './pause.ts';
import { reap } from './reap.ts';
import { contextAfter } from './reap-context.ts';
import type { ReapOutcome, ReapTask } from './reap-task.ts';
import type { Scan } from './scan.ts';
import type { Machine } from './scan-setup.ts';

export type Stopping = 'end' | 'pause' | 'resume';

export type Stopped = {
  readonly plan: ReapPlan | ReapRefusal;
  /** null: only planned, or refused */
  readonly outcome: ReapOutcome | null;
};

/**
 * Ends, pauses or resumes one process that a session started, and what runs below it, through the same gates as any reap.
 * Asked for from within a session, it reaches that session's own processes alone.
 * @throws KnownError (exit 2) when nothing has this identity
 */
export async function stopProcess(
  target: Identity,
  what: Stopping,
  from: { readonly machine: Machine; readonly settings: AuditSettings; readonly scan: Scan },
): Promise<Stopped> {
  const { machine, settings, scan } = from;
  const record = scan.forest.byPid.get(target.pid);
  if (record === undefined || record.identity.startTicks !== target.startTicks) {
    throw new KnownError(`stop: no process is ${formatIdentity(target)}; 'lifetime-watch ps' lists them`);
  }
  const { identity: root } = record;
  const selfPid = machine.self.pid;
  const contextFor = contextAfter({ ...machine, ...settings, scan, signalable: machine.source.signalable, selfPid });
  const plan = planReap(root, contextFor(scan.forest));
  if (plan.kind === 'refused') return { plan, outcome: null };
  const caller = scan.owners.get(selfPid)?.session;
  if (caller !== undefined && caller !== plan.owner.session) {
    const reason = `${formatIdentity(root)}: it belongs to session ${plan.owner.session}, not to that of the caller`;
    return { plan: { kind: 'refused', refusal: 'other-session', process: root, reason }, outcome: null };
  }
  if (settings.dryRun) return { plan, outcome: null };
  const task: ReapTask = {
    plan: formatPlanId(machine.self, 1),
    root,
    owner: plan.owner,
    command: machine.analyze(record).command || record.comm,
    reason: 'asked for by hand',
    commandLine: commandLineKey(record),
    killGrace: settings.killGrace,
  };
  const ports = { ...machine, contextFor, commandLineOf: commandLineKey };
  return { plan, outcome: await ACTS[what](task, ports) };
}

const ACTS = { end: reap, pause: pauseTree, resume: resumeTree } as const satisfies Record<Stopping, typeof reap>;
