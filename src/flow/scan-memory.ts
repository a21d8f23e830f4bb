import { discountSleep, noteSleep } from '../lineage/awake-age.ts';
import type { LineageMemory } from '../lineage/lineage-memory.ts';
import { nextMemory } from '../lineage/next-memory.ts';
import { checkMemory } from '../lineage/plausible-memory.ts';
import type { Snapshot } from '../lineage/process-record.ts';

/** The memory over the scans of one run. */
export type ScanMemory = {
  now(): LineageMemory;
  /**
   * The snapshot with ages in which nobody slept.
   * @returns as well what of the remembered cannot be, when it is looked at first; null: nothing
   */
  awake(raw: Snapshot): { readonly snapshot: Snapshot; readonly problem: string | null };
  note(scan: Parameters<typeof nextMemory>[1]): void;
};

/** @param remembered by an earlier run; held against the first snapshot before anything of it counts */
export function createScanMemory(remembered: LineageMemory): ScanMemory {
  let memory = remembered;
  let isChecked = false;
  const check = (raw: Snapshot): string | null => {
    if (isChecked) return null;
    isChecked = true;
    const checked = checkMemory(memory, raw);
    memory = checked.memory;
    return checked.problem;
  };
  return {
    now: () => memory,
    awake(raw) {
      const problem = check(raw);
      return { problem, snapshot: discountSleep(raw, raw.bootId === memory.bootId ? noteSleep(memory, raw) : []) };
    },
    note(scan) {
      memory = nextMemory(memory, scan);
    },
  };
}
