import type { ProcessRecord } from './process-record.ts';

/** The order in which processes were started, those whose start is unknown last; always the same one for the same processes. */
export function preferOlder({ identity: a }: ProcessRecord, { identity: b }: ProcessRecord): number {
  const [one, other] = [a.startTicks ?? Number.POSITIVE_INFINITY, b.startTicks ?? Number.POSITIVE_INFINITY];
  return one === other ? a.pid - b.pid : one - other;
}

/** Whether the first may have started the second: only a process that is known to be younger cannot have. */
export function mayHaveStarted({ identity: a }: ProcessRecord, { identity: b }: ProcessRecord): boolean {
  return a.startTicks === null || b.startTicks === null || a.startTicks <= b.startTicks;
}
