import { describe, expect, it } from 'vitest';
import { openWatchLedger } from '../../src/flow/watch-ledger.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { ask, guard, temporaryFolder, temporaryLedger } from '../ledger/temporary-ledger.ts';

const watchOf = (folder: string) => openWatchLedger({ files: nodeFiles, folder, sinceMs: 0, budget: 7 });

describe('the ledger as the watch shows it', () => {
  it('is empty where nothing is recorded, and the same object while nothing is added', () => {
    const watch = watchOf(temporaryFolder());
    const first = watch.read();
    expect(first).toMatchObject({ accounts: [], entries: [], problem: null });
    expect(watch.read()).toBe(first);
    watch.close();
  });

  it('shows reservations, the children that took their places, and unknown results', () => {
    const { folder, ledger } = temporaryLedger();
    const watch = watchOf(folder);
    ledger.reserve(ask('toolu_1', 2, guard(4)));
    ledger.record({ kind: 'bind', action: 'toolu_1', agent: 'a1', aliases: [] });
    ledger.record({ kind: 'settle', action: 'toolu_1', result: 'unknown', agents: [] });
    const { accounts, entries } = watch.read();
    expect(accounts).toMatchObject([{ session: 's', host: 'claude-code', budget: 4, active: 2, recovery: null }]);
    expect(accounts[0]?.reservations).toEqual([{ action: 'toolu_1', pending: 1, bound: ['a1'], unknown: true }]);
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'bind', 'settle']);
    watch.close();
  });

  it('adds what comes later, and keeps a bounded number of entries', () => {
    const { folder, ledger } = temporaryLedger();
    const watch = watchOf(folder);
    watch.read();
    for (let index = 0; index < 300; index += 1) ledger.record({ kind: 'fail-open', reason: `n${index}` });
    const { entries } = watch.read();
    expect(entries).toHaveLength(200);
    expect(entries.at(-1)).toMatchObject({ reason: 'n299' });
    ledger.record({ kind: 'budget', agents: 9, mode: 'guard' });
    expect(watch.read().accounts[0]?.budget).toBe(9);
    watch.close();
  });

  it('holds a session to the budget of the policy until it has a word of its own', () => {
    const { folder, ledger } = temporaryLedger();
    ledger.record({ kind: 'agent-start', agent: 'a1' });
    const watch = watchOf(folder);
    expect(watch.read().accounts).toMatchObject([{ budget: 7, active: 1 }]);
    watch.close();
  });

  it('says what keeps it from reading, and does not throw', () => {
    const watch = watchOf('/no/such/folder');
    const { problem } = watch.read();
    expect(problem).toContain('/no/such/folder');
    expect(watch.read()).toBe(watch.read());
    watch.close();
  });
});
