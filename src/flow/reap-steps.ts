import type { Identity } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import { type ReapRefusal, refuseMember, refuseSize } from '../policy/plan-reap.ts';
import type { SignalName } from '../system/signals.ts';
import type { Reaping } from './reap-task.ts';
import { addMembers, growTree, readLiveness, signalSame, takeForest } from './reap-tree.ts';

const FREEZE_SECONDS = 2;
const KILL_SECONDS = 2;
const FREEZE_STEP_MS = 5;
const WAIT_STEP_MS = 50;

/**
 * Stops the tree, parents first so that nobody starts another child, and looks again until nothing new runs below it and
 * everything stands still. What is found on the way passes the same gates and is recorded before it is stopped.
 * @returns why the whole must be given up; undefined: go on
 */
export async function freezeTree(reaping: Reaping): Promise<ReapRefusal | undefined> {
  const { source, clock } = reaping.ports;
  const deadline = clock.monotonic() + FREEZE_SECONDS;
  for (;;) {
    const { tree, refusal } = await admitNew(reaping);
    if (refusal !== undefined) return refusal;
    let moving = false;
    for (const [key, record] of tree) {
      if (reaping.denied.has(key) || isStopped(record)) continue;
      moving = true;
      if (!reaping.frozen.has(key)) await freeze(reaping, key, record.identity);
    }
    if (!moving) return undefined;
    if (clock.monotonic() >= deadline) {
      reaping.notes.push(`the tree did not stand still within ${FREEZE_SECONDS} s`);
      return undefined;
    }
    await clock.sleep(FREEZE_STEP_MS);
    if (source.kind === 'ps') await clock.sleep(WAIT_STEP_MS);
  }
}

/** TERM to all while they stand still, so that it is the first thing each of them meets; then CONT to all. */
export async function terminateTree(reaping: Reaping): Promise<void> {
  for (const [key, identity] of reaping.members) await signal(reaping, key, identity, 'SIGTERM');
  // Those that somebody else had stopped, too: a stopped process meets no TERM.
  for (const [key, identity] of reaping.members) {
    const result = await signal(reaping, key, identity, 'SIGCONT');
    if (result !== 'unknown' && result !== 'failed') reaping.frozen.delete(key);
  }
}

/**
 * Waits until every member is gone. A child that one of them starts on its way out is taken in and told to end, too.
 * @returns whether all are gone
 */
export async function confirmGone(reaping: Reaping, seconds: number): Promise<boolean> {
  const { clock } = reaping.ports;
  const deadline = clock.monotonic() + seconds;
  for (;;) {
    // Gone first, then the look at who is there: only in this order can nobody have started a child in between.
    const gone = await allGone(reaping);
    const known = new Set(reaping.members.keys());
    const { refusal } = await admitNew(reaping);
    if (refusal !== undefined) {
      reaping.notes.push(refusal.reason);
      return false;
    }
    const born = [...reaping.members].filter(([key]) => !known.has(key));
    if (gone && born.length === 0) return true;
    for (const [key, identity] of born) await signal(reaping, key, identity, 'SIGTERM');
    if (clock.monotonic() >= deadline) return false;
    await clock.sleep(WAIT_STEP_MS);
  }
}

/** KILL for what is left, frozen first so that it cannot start more, and again for what appeared meanwhile. */
export async function killTree(reaping: Reaping): Promise<void> {
  const { clock } = reaping.ports;
  const deadline = clock.monotonic() + KILL_SECONDS;
  for (;;) {
    const refusal = await freezeTree(reaping);
    if (refusal !== undefined) {
      reaping.notes.push(refusal.reason);
      return;
    }
    for (const [key, identity] of reaping.members) await signal(reaping, key, identity, 'SIGKILL');
    if (await allGone(reaping)) return;
    if (clock.monotonic() >= deadline) return;
    await clock.sleep(WAIT_STEP_MS);
  }
}

/** CONT to whatever this reaping stopped and that is still the same process. Never throws: it runs when others did. */
export async function releaseFrozen({ ports, frozen, notes }: Reaping): Promise<void> {
  for (const [key, identity] of frozen) {
    const result = await signalSame(ports, identity, 'SIGCONT').catch(() => 'unknown' as const);
    if (result === 'unknown' || result === 'failed') notes.push(`pid ${identity.pid} may be left stopped`);
    else frozen.delete(key);
  }
}

type Admission = { readonly tree: ReadonlyMap<string, ProcessRecord>; readonly refusal: ReapRefusal | undefined };

/** Takes in what runs below the members by now, after its gates, and on the record before anything happens to it. */
async function admitNew(reaping: Reaping): Promise<Admission> {
  const { ports, task, members } = reaping;
  const forest = await takeForest(ports.source);
  const context = ports.contextFor(forest);
  const tree = growTree(reaping, forest, context.uid);
  const fresh = [...tree].filter(([key]) => !members.has(key));
  if (fresh.length === 0) return { tree, refusal: undefined };
  const tooMany = refuseSize(task.root, tree.size);
  if (tooMany !== undefined) return { tree, refusal: tooMany };
  for (const [, record] of fresh) {
    const refusal = refuseMember(record, task.owner, context);
    if (refusal !== undefined) return { tree, refusal };
  }
  addMembers(
    reaping,
    fresh.map(([, record]) => record),
  );
  ports.journal.intent(task, [...members.values()]);
  return { tree, refusal: undefined };
}

async function freeze(reaping: Reaping, key: string, identity: Identity): Promise<void> {
  if ((await signal(reaping, key, identity, 'SIGSTOP')) === 'sent') reaping.frozen.set(key, identity);
}

async function signal(reaping: Reaping, key: string, identity: Identity, name: SignalName) {
  const result = await signalSame(reaping.ports, identity, name);
  if (result === 'denied') reaping.denied.add(key);
  return result;
}

async function allGone({ members, ports }: Reaping): Promise<boolean> {
  for (const identity of members.values()) {
    if ((await readLiveness(ports.source, identity)) !== 'gone') return false;
  }
  return true;
}

/** Whether it stands still, stopped by a signal or by a tracer. */
export function isStopped({ state }: ProcessRecord): boolean {
  return state === 'T' || state === 't';
}
