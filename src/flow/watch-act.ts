/** Acting on what the watch sees: for the person at the screen, and, when armed, for the policy. */
import { type Identity, identityKey } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { ActionStep } from '../view/watch-model.ts';
import { type AuditPorts, type AuditSettings, MOST_TREES, preferSmallerTree, taskFor } from './audit.ts';
import { pauseTree, resumeTree } from './pause.ts';
import { reap } from './reap.ts';
import type { ReapOutcome, ReapPorts, ReapTask } from './reap-task.ts';
import type { Scan } from './scan.ts';
import { gatesOf } from './watch-explain.ts';
import { outcomeStep, tellSteps } from './watch-steps.ts';

export type ActorSource = {
  readonly ports: AuditPorts;
  readonly settings: AuditSettings;
  /** the scan that is on the screen; null before the first */
  lastScan(): Scan | null;
  onStep(suspect: Suspect, step: ActionStep): void;
};

type Kind = 'reap' | 'pause' | 'resume';

export type Actor = {
  /** @returns null when done, else why not */
  act(kind: Kind, target: Identity, why: string): Promise<string | null>;
  /** carries out what the armed policy asks for, one after the other; returns at once */
  enforce(scan: Scan): void;
  /** what is being acted on now */
  underWay(): readonly Identity[];
  /** resolves when nothing is under way any more */
  settled(): Promise<void>;
};

/** Trees that a person's word for a whole group ends at the same time. */
const AT_ONCE = 4;

export function createActor(source: ActorSource): Actor {
  const busy = new Map<string, Identity>();
  const works = new Set<Promise<unknown>>();
  const limit = limiter(AT_ONCE);
  let number = 0;
  const track = (work: Promise<unknown>): void => {
    works.add(work);
    void work.catch(() => {}).finally(() => works.delete(work));
  };
  const act: Actor['act'] = async (kind, target, why) => {
    const key = identityKey(target);
    const scan = source.lastScan();
    const suspect = findSuspect(scan, key);
    if (scan === null || suspect === undefined) return 'it is not on the list any more';
    if (busy.has(key)) return 'it is being acted on already';
    busy.set(key, target);
    number += 1;
    const task = { ...taskFor(suspect, { ...source, scan, number }), reason: why };
    const work = limit(() => carryOut(source, { kind, scan, suspect, task })).finally(() => busy.delete(key));
    track(work);
    return work;
  };
  return {
    act,
    enforce: createEnforcer({ act, track, lastScan: source.lastScan, isBusy: (key) => busy.has(key) }),
    underWay: () => [...busy.values()],
    settled: async () => {
      while (works.size > 0) await Promise.allSettled([...works]);
    },
  };
}

type Enforcing = Pick<Actor, 'act'> & {
  track(work: Promise<unknown>): void;
  lastScan(): Scan | null;
  isBusy(key: string): boolean;
};

/** One after the other, smallest tree first, each confirmed before the next. */
function createEnforcer({ act, track, lastScan, isBusy }: Enforcing): Actor['enforce'] {
  const queued = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();
  /** The list may have changed while others were ended: what was due then must still be due now. */
  const actIfDue = async (key: string): Promise<void> => {
    queued.delete(key);
    const suspect = findSuspect(lastScan(), key);
    if (suspect === undefined || !isDue(suspect)) return;
    const { action, decisive, identity } = suspect;
    await act(action === 'pause' ? 'pause' : 'reap', identity, `${decisive.kind}: ${decisive.reason}`);
  };
  return ({ report }) => {
    for (const { identity } of report.suspects.filter(isDue).sort(preferSmallerTree)) {
      const key = identityKey(identity);
      if (queued.size >= MOST_TREES || queued.has(key) || isBusy(key)) continue;
      queued.add(key);
      queue = queue.then(() => actIfDue(key)).catch(() => {});
      track(queue);
    }
  };
}

function findSuspect(scan: Scan | null, key: string): Suspect | undefined {
  return scan?.report.suspects.find(({ identity }) => identityKey(identity) === key);
}

function isDue({ state, action, processState }: Suspect): boolean {
  if (state !== 'offender') return false;
  return action === 'reap' || (action === 'pause' && processState !== 'T');
}

type Work = { readonly kind: Kind; readonly scan: Scan; readonly suspect: Suspect; readonly task: ReapTask };

async function carryOut(source: ActorSource, { kind, scan, suspect, task }: Work): Promise<string | null> {
  const tell = (step: ActionStep) => source.onStep(suspect, step);
  try {
    const outcome = await ACTS[kind](task, portsFor(source, scan, task, kind === 'reap' ? tell : () => {}));
    const step = outcomeStep(outcome);
    if (step !== null) tell(step);
    return step === null || step.kind === 'gone' ? null : outcome.detail;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    tell({ kind: 'refused', detail });
    return detail;
  }
}

const ACTS = { reap, pause: pauseTree, resume: resumeTree } as const satisfies Record<
  Kind,
  (task: ReapTask, ports: ReapPorts) => Promise<ReapOutcome>
>;

function portsFor(
  { ports, settings }: ActorSource,
  scan: Scan,
  task: ReapTask,
  onStep: (step: ActionStep) => void,
): ReapPorts {
  const { root, killGrace } = task;
  const signals = tellSteps(ports.signals, { root, killGrace, now: () => ports.clock.wallMs(), onStep });
  return { ...ports, ...gatesOf(scan, { ports, settings }), signals };
}

/** Runs at most so many at a time; the others wait for their turn. */
function limiter(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
