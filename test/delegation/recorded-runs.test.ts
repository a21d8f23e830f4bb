/**
 * Runs of Claude Code, event by event in the order in which the host sends them: what each must leave taken at its end,
 * also when its concurrent events (a child's start and stop) arrive anywhere else, and any event arrives twice.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countActive, emptyAccount } from '../../src/delegation/account.ts';
import type { DelegationFact } from '../../src/delegation/fact.ts';
import { applyEntry } from '../../src/delegation/fold.ts';
import { findHost } from '../../src/hosts/registry.ts';
import type { Fact } from './facts.ts';

type RunEvent = {
  readonly payload: object;
  /** written by a process of its own, at the same time as others: it may arrive anywhere after the launches before it */
  readonly floats?: true;
};
type Run = { readonly name: string; readonly events: readonly RunEvent[]; readonly end: number };

const host = findHost('claude-code');
const runs = readFileSync('test/fixtures/runs/claude-code.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Run);

function factsOf({ payload }: RunEvent): readonly Fact[] {
  const event = host.decode({ session_id: 's', cwd: '/p', ...payload });
  if ('problem' in event) throw new Error(event.problem);
  if (event.what.kind === 'session-end') return [{ kind: 'session-end' }];
  return event.facts.map(underBudget);
}

function underBudget(fact: DelegationFact): DelegationFact {
  return fact.kind === 'reserve' ? { ...fact, budget: 10, mode: 'guard' } : fact;
}

function activeAfter(events: readonly RunEvent[]): number {
  const account = emptyAccount();
  let lines = 0;
  for (const event of events) {
    for (const fact of factsOf(event)) {
      applyEntry(account, { id: `e${lines++}`, at: '2026-01-01T00:00:00Z', ...fact }, null);
    }
  }
  return countActive(account);
}

/** The same events with the floating ones moved, each at most to just after the last launch before it. */
function move(events: readonly RunEvent[], picks: readonly number[]): readonly RunEvent[] {
  const moved = events.filter(({ floats }) => floats !== true);
  events.forEach((event, index) => {
    if (event.floats !== true) return;
    const before = events.slice(0, index).filter(({ floats }) => floats !== true);
    const earliest = before.findLastIndex(({ payload }) => 'tool_input' in payload && isLaunch(payload)) + 1;
    const pick = picks[index % picks.length] ?? 0;
    moved.splice(earliest + (pick % (moved.length - earliest + 1)), 0, event);
  });
  return moved;
}

function isLaunch(payload: object): boolean {
  const { hook_event_name: name, tool_name: tool } = payload as Record<string, unknown>;
  return name === 'PreToolUse' && ['Agent', 'Task', 'SendMessage'].includes(String(tool));
}

describe.each(runs)('$name', ({ events, end }) => {
  it('leaves taken what still runs', () => {
    expect(activeAfter(events)).toBe(end);
  });

  it('does so with every event told twice in a row', () => {
    expect(activeAfter(events.flatMap((event) => [event, event]))).toBe(end);
  });

  it('does so wherever its concurrent events arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 7, maxLength: 13 }),
        fc.array(fc.boolean(), { maxLength: 13 }),
        (picks, twice) => {
          const moved = move(events, picks);
          const told = moved.flatMap((event, index) => (twice[index] ? [event, event] : [event]));
          expect(activeAfter(told)).toBe(end);
        },
      ),
    );
  });
});
