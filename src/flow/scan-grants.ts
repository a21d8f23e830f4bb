/** The supervisor's extensions: those in force, and those that a damaged ledger may have lost. */
import type { Doubt } from '../ledger/doubts.ts';
import { compareIdentities, type Identity } from '../lineage/identity.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Suspect } from '../lineage/scan-report.ts';

/** A supervisor's extension for one process. */
export type Grant = { readonly process: Identity; readonly untilMs: number };

/** The seconds that grants still run, by process; null: none. */
export function grantsInForce(grants: readonly Grant[], nowMs: number): (identity: Identity) => number | null {
  const open = grants.filter(({ untilMs }) => untilMs > nowMs);
  if (open.length === 0) return () => null;
  return (identity) => {
    const mine = open.filter(({ process }) => compareIdentities(process, identity) === 'same');
    return mine.length === 0 ? null : (Math.max(...mine.map(({ untilMs }) => untilMs)) - nowMs) / 1000;
  };
}

/** What two clocks and two writers may be apart. */
const SLACK_MS = 60_000;

/** One line for people: what is damaged, what follows from it, and what helps. */
export function describeDoubt({ path, what, grant, reap }: Doubt): string {
  const follows = [
    ...(grant ? ['a grant may be lost, so what ran by then is flagged and not ended'] : []),
    ...(reap ? ['a reap may have been left half-done, so what stands still is not continued'] : []),
  ];
  return `${path} is damaged (${what}): ${follows.join('; ')}; see 'lifetime-watch ledger repair'`;
}

/** Whether anything that an automatic action stands on may be missing. */
export function matters({ grant, reap }: Doubt): boolean {
  return grant || reap;
}

export type HoldingBack = {
  readonly doubts: readonly Doubt[];
  /** as they were read, with ages in which the machine may have slept */
  readonly records: readonly ProcessRecord[];
  readonly nowMs: number;
};

/**
 * The suspects as they may be acted upon: one that ran when what is lost was written may have been granted more time there,
 * so nothing but a flag is due. Whatever is asked for by hand is done all the same.
 */
export function holdBack(suspects: readonly Suspect[], { doubts, records, nowMs }: HoldingBack): readonly Suspect[] {
  const grants = doubts.filter(({ grant }) => grant);
  if (grants.length === 0) return suspects;
  const ages = new Map(records.map(({ identity, ageSeconds }) => [identity.pid, ageSeconds]));
  return suspects.map((suspect) => {
    if (!isActive(suspect.armedAction)) return suspect;
    const age = ages.get(suspect.identity.pid) ?? null;
    const startedMs = age === null ? Number.NEGATIVE_INFINITY : nowMs - age * 1000;
    const doubt = grants.find(({ writtenByMs }) => writtenByMs === null || startedMs < writtenByMs + SLACK_MS);
    if (doubt === undefined) return suspect;
    const action = isActive(suspect.action) ? 'flag' : suspect.action;
    return { ...suspect, action, held: `${doubt.path} is damaged, and may have granted it more time` };
  });
}

function isActive(action: Suspect['action']): boolean {
  return action === 'reap' || action === 'pause';
}
