/** A machine of our own: processes with habits, a clock that moves only when somebody sleeps, and a record of every signal. */
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import type { Clock } from '../../src/system/clock.ts';
import type { ProcessSource } from '../../src/system/processes.ts';
import type { SignalName, SignalResult, Signals } from '../../src/system/signals.ts';
import { BOOT, running, UID } from '../lineage/table.ts';

export type Habits = {
  /** what TERM does: the default is to end; `zombie`: it ends, and its parent does not care */
  readonly onTerm?: 'end' | 'ignore' | 'relaunch' | 'zombie';
  /** starts a child this often while it runs, seconds */
  readonly spawnsEvery?: number;
  /** signals answer EPERM */
  readonly denies?: boolean;
  /** cannot be stopped nor killed, as in an uninterruptible wait */
  readonly stuck?: boolean;
};

type Living = { record: ProcessRecord; readonly habits: Habits; termPending: boolean; nextSpawn: number };
export type Sent = { readonly pid: number; readonly start: number; readonly name: SignalName; readonly at: number };

export type Machine = {
  readonly source: ProcessSource;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly sent: readonly Sent[];
  /** the markers in environments, by pid */
  readonly environments: Map<number, Readonly<Record<string, string>>>;
  start(pid: number, fields?: Parameters<typeof running>[1], habits?: Habits): ProcessRecord;
  end(pid: number): void;
  /** `pid@start` of what lives, zombies not included */
  alive(): readonly string[];
  stateOf(pid: number): string | undefined;
  /** `pid@start` of everything that was ever started by one of the given */
  offspring(of: ReadonlySet<string>): ReadonlySet<string>;
  /** called before each read of the table or of one process, with a running number */
  onRead: (number: number) => 'fine' | 'fail';
};

export function createMachine(): Machine {
  const living = new Map<number, Living>();
  const sent: Sent[] = [];
  const parentage: { readonly parent: string; readonly child: string }[] = [];
  let now = 1000;
  let reads = 0;
  let nextPid = 5000;
  let ticks = 100_000;

  const name = ({ identity }: ProcessRecord): string => `${identity.pid}@${identity.startTicks}`;
  const start: Machine['start'] = (pid, fields = {}, habits = {}) => {
    const record = running(pid, { start: ticks++, uid: UID, ...fields });
    const parent = record.ppid === null ? undefined : living.get(record.ppid);
    if (parent !== undefined) parentage.push({ parent: name(parent.record), child: name(record) });
    living.set(pid, {
      record,
      habits,
      termPending: false,
      nextSpawn: now + (habits.spawnsEvery ?? Number.POSITIVE_INFINITY),
    });
    return record;
  };
  const end = (pid: number): void => {
    living.delete(pid);
    for (const each of living.values()) if (each.record.ppid === pid) each.record = { ...each.record, ppid: 1 };
  };
  const setState = (each: Living, state: string): void => {
    each.record = { ...each.record, state };
  };
  const spawnFrom = (each: Living, habits: Habits = {}): void => {
    const { identity, argv, sid, uid } = each.record;
    start(nextPid++, { ppid: identity.pid, argv, sid, uid }, habits);
  };
  const meetTerm = (each: Living): void => {
    each.termPending = false;
    const { onTerm = 'end' } = each.habits;
    if (onTerm === 'relaunch') spawnFrom(each);
    if (onTerm === 'zombie') setState(each, 'Z');
    if (onTerm === 'end') end(each.record.identity.pid);
  };
  const advance = (seconds: number): void => {
    now += seconds;
    for (const each of [...living.values()]) {
      const every = each.habits.spawnsEvery;
      while (every !== undefined && each.record.state !== 'T' && each.nextSpawn <= now) {
        spawnFrom(each);
        each.nextSpawn += every;
      }
      if (each.record.state === 'T' && every !== undefined) each.nextSpawn = now + every;
    }
  };
  const meet = (each: Living, signal: SignalName): void => {
    if (each.habits.stuck === true) return;
    if (signal === 'SIGKILL') end(each.record.identity.pid);
    else if (signal === 'SIGSTOP') setState(each, 'T');
    else if (signal === 'SIGTERM' && each.record.state === 'T') each.termPending = true;
    else if (signal === 'SIGTERM') meetTerm(each);
    else if (signal === 'SIGCONT') {
      setState(each, 'S');
      if (each.termPending) meetTerm(each);
    }
  };
  const machine: Machine = {
    onRead: () => 'fine',
    environments: new Map(),
    sent,
    start,
    end,
    alive: () => [...living.values()].map(({ record }) => name(record)),
    stateOf: (pid) => living.get(pid)?.record.state,
    offspring(of) {
      const all = new Set(of);
      for (const { parent, child } of parentage) if (all.has(parent)) all.add(child);
      return all;
    },
    clock: {
      wallMs: () => now * 1000,
      monotonic: () => now,
      sleep: async (milliseconds) => advance(milliseconds / 1000),
    },
    signals: {
      send(pid, signal): SignalResult {
        const each = living.get(pid);
        if (each === undefined) return 'gone';
        sent.push({ pid, start: each.record.identity.startTicks ?? -1, name: signal, at: now });
        if (each.habits.denies === true) return 'denied';
        meet(each, signal);
        return 'sent';
      },
    },
    source: {
      kind: 'procfs',
      signalable: true,
      async snapshot() {
        if (machine.onRead(++reads) === 'fail') throw new Error('the table cannot be read');
        const records = [...living.values()].map(({ record }) => record);
        return { source: 'procfs', bootId: BOOT, takenAt: now, records, problems: [], complete: true };
      },
      async read(pid) {
        if (machine.onRead(++reads) === 'fail') return { kind: 'unknown', why: 'permission denied' };
        const each = living.get(pid);
        return each === undefined ? { kind: 'gone' } : { kind: 'found', record: each.record };
      },
      markers: async ({ identity }) => machine.environments.get(identity.pid) ?? null,
      close: () => undefined,
    },
  };
  return machine;
}
