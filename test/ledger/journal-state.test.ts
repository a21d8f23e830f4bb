/** Proves that no number of grants makes one that is in force be forgotten. */
import { describe, expect, it } from 'vitest';
import { applyToJournal, emptyJournal } from '../../src/ledger/journal-state.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');

/** The pids whose grants are known after so many of the length. */
function granted(count: number, seconds: (pid: number) => number): readonly number[] {
  const journal = emptyJournal();
  for (let pid = 1; pid <= count; pid += 1) {
    const at = new Date(NOW + pid * 1000).toISOString();
    const process = { pid, startTicks: 1, bootId: 'b' };
    const untilMs = NOW + pid * 1000 + seconds(pid) * 1000;
    const head = { v: 1, id: `${pid}`, at, session: 's', host: 'h' } as const;
    applyToJournal(journal, { ...head, kind: 'grant', process, untilMs, why: 'x' });
  }
  return journal.grants.map(({ process: { pid } }) => pid);
}

describe('grants', () => {
  it('in force are all kept', () => {
    expect(granted(500, () => 100_000)).toHaveLength(500);
  });

  it('that have run out make room', () => {
    const kept = granted(500, (pid) => (pid === 1 ? 100_000 : 1));
    expect(kept[0]).toBe(1);
    expect(kept.length).toBeLessThanOrEqual(201);
  });
});
