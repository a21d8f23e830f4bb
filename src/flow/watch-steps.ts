/** Tells how far a reaping has come, from the signals that it sends. */
import type { Identity } from '../lineage/identity.ts';
import type { Signals } from '../system/signals.ts';
import type { ActionStep } from '../view/watch-model.ts';
import type { ReapOutcome } from './reap-task.ts';

export type StepWatch = {
  readonly root: Identity;
  /** seconds between TERM and KILL */
  readonly killGrace: number;
  now(): number;
  onStep(step: ActionStep): void;
};

/** The same signals, each step told once when its first signal is sent. */
export function tellSteps(signals: Signals, { root, killGrace, now, onStep }: StepWatch): Signals {
  const told = new Set<ActionStep['kind']>();
  const tell = (step: ActionStep): void => {
    if (told.has(step.kind)) return;
    told.add(step.kind);
    onStep(step);
  };
  return {
    send(pid, signal) {
      const result = signals.send(pid, signal);
      if (signal === 'SIGSTOP' && pid === root.pid) tell({ kind: 'freezing' });
      if (signal === 'SIGTERM') tell({ kind: 'terminating', killAtMs: now() + killGrace * 1000 });
      if (signal === 'SIGKILL') tell({ kind: 'killing' });
      return result;
    },
  };
}

/** The last step. A process that may not be signalled is told as EPERM, whatever else survived. */
export function outcomeStep({ outcome, detail, members }: ReapOutcome): ActionStep | null {
  switch (outcome) {
    case 'gone':
      return { kind: 'gone' };
    case 'survived':
      return members.some(({ end }) => end === 'denied')
        ? { kind: 'refused', detail: `EPERM: ${detail}` }
        : { kind: 'survived', detail };
    case 'refused':
    case 'aborted':
      return { kind: 'refused', detail };
    case 'unknown':
      return { kind: 'unknown', detail };
    case 'paused':
    case 'resumed':
      return null;
  }
}
