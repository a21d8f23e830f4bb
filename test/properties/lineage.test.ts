/**
 * Proves over random process tables (cycles, vanished parents, pids used again, unknown numbers, other users) that walks
 * end, that nobody is a suspect or would be signalled who must not be, and that memory never claims more than it was told.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/registry.ts';
import { attribute } from '../../src/lineage/attribute.ts';
import { findSessions } from '../../src/lineage/find-sessions.ts';
import { ancestorsOf, buildForest, isDead, subtreeOf } from '../../src/lineage/forest.ts';
import { emptyMemory, type LineageMemory, memoryKey } from '../../src/lineage/lineage-memory.ts';
import { nextMemory } from '../../src/lineage/next-memory.ts';
import { formatMemory, parseMemory } from '../../src/lineage/parse-memory.ts';
import type { ProcessRecord, Snapshot } from '../../src/lineage/process-record.ts';
import { findSuspects } from '../../src/lineage/suspects.ts';
import { judgeProcess } from '../../src/policy/judge-process.ts';
import { planReap } from '../../src/policy/plan-reap.ts';
import { reapContext } from '../../src/policy/plan-refusals.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { loops } from '../lineage/analyses.ts';
import { BOOT, running, UID } from '../lineage/table.ts';

const SELF = 7;
const spin = 'while :; do :; done';
const argvs = [
  ['claude'],
  ['codex'],
  ['bash', '-c', spin],
  ['bash', '-c', spin],
  ['sleep', '1'],
  ['tmux'],
  ['vim', spin],
];

const pid = fc.integer({ min: 0, max: 24 });
const record = fc
  .record({
    pid,
    ppid: fc.oneof(pid, fc.constant(null), fc.constant(9999)),
    start: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(null)),
    sid: fc.oneof(pid, fc.constant(null)),
    uid: fc.oneof({ weight: 5, arbitrary: fc.constant(UID) }, fc.constant(0), fc.constant(null)),
    state: fc.constantFrom('S', 'R', 'Z', 'T', '?'),
    argv: fc.constantFrom(...argvs),
    kernelThread: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    ageSeconds: fc.oneof(fc.integer({ min: 0, max: 9000 }), fc.constant(null)),
  })
  .map(({ pid: number, argv, ...rest }): ProcessRecord => running(number, { argv, comm: argv[0] ?? '', ...rest }));

const table = fc.uniqueArray(record, { selector: ({ identity }) => identity.pid, maxLength: 22 });

function scan(records: readonly ProcessRecord[], memory: LineageMemory, takenAt = 1000) {
  const forest = buildForest(records);
  const found = findSessions({
    forest,
    hosts,
    recorded: [],
    remembered: memory.sessions,
    unreadable: new Set(),
    uid: UID,
    named: null,
    markersOf: () => null,
  });
  const attribution = attribute({ forest, found, memory, hosts, markersOf: () => null, uid: UID });
  const suspected = findSuspects({
    forest,
    ...attribution,
    agents: found.agents,
    memory,
    takenAt,
    analyze: () => loops(spin),
    judge: ({ words: _, ...facts }) =>
      judgeProcess({ ...facts, longLived: false, after: 0 }, { ...DEFAULT_POLICY.processes, enforce: true }),
    grace: 60,
    grantFor: () => null,
    cpuShareOf: () => null,
  });
  const snapshot: Snapshot = { source: 'procfs', bootId: BOOT, takenAt, records, problems: [], complete: true };
  return {
    forest,
    found,
    attribution,
    ...suspected,
    memory: nextMemory(memory, { snapshot, forest, found, attribution, ...suspected }),
  };
}

const runs = { numRuns: 400, seed: 20_261_130 };

describe('random tables', () => {
  it('never make a walk run for ever, nor list a process twice', () => {
    fc.assert(
      fc.property(table, (records) => {
        const forest = buildForest(records);
        for (const each of records) {
          const below = subtreeOf(forest, each).map(({ identity }) => identity.pid);
          const above = ancestorsOf(forest, each).map(({ identity }) => identity.pid);
          expect(new Set(below).size).toBe(below.length);
          expect(new Set(above).size).toBe(above.length);
        }
      }),
      runs,
    );
  });

  it('never make a suspect of an agent, a zombie, a kernel thread, a stranger, or a process without an age', () => {
    fc.assert(
      fc.property(table, table, (first, second) => {
        const before = scan(first, emptyMemory(BOOT));
        const { suspects, forest, found, attribution } = scan(second, before.memory);
        for (const { identity } of suspects) {
          const at = forest.byPid.get(identity.pid);
          expect(found.agents.has(identity.pid)).toBe(false);
          expect(attribution.owners.has(identity.pid)).toBe(true);
          expect(at !== undefined && !isDead(at) && !at.kernelThread && at.ageSeconds !== null).toBe(true);
        }
      }),
      runs,
    );
  });

  it('never lead to a plan that holds a process which must not be signalled', () => {
    fc.assert(
      fc.property(table, (records) => {
        const { forest, found, attribution, suspects } = scan(records, emptyMemory(BOOT));
        const isAgent = ({ identity }: ProcessRecord): boolean => found.agents.has(identity.pid);
        const context = reapContext({
          forest,
          signalable: true,
          selfPid: SELF,
          uid: UID,
          owners: attribution.owners,
          isAgent,
          protect: [],
        });
        const above = new Set(
          ancestorsOf(forest, forest.byPid.get(SELF) ?? running(SELF, { ppid: null })).map(
            ({ identity }) => identity.pid,
          ),
        );
        for (const { identity } of suspects) {
          const plan = planReap(identity, context);
          if (plan.kind === 'refused') continue;
          for (const { identity: member, uid, kernelThread, state } of plan.members) {
            expect(member.pid > 1 && member.pid !== SELF && !above.has(member.pid)).toBe(true);
            expect(found.agents.has(member.pid) || kernelThread || state === 'Z' || uid !== UID).toBe(false);
            expect(member.startTicks).not.toBeNull();
          }
        }
      }),
      runs,
    );
  });
});

describe('memory', () => {
  it('holds living processes alone, each by its start', () => {
    fc.assert(
      fc.property(fc.array(table, { maxLength: 5 }), (tables) => {
        let memory = emptyMemory(BOOT);
        for (const records of tables) {
          memory = scan(records, memory).memory;
          const living = new Set(records.map(({ identity }) => memoryKey(identity)));
          for (const key of [...memory.seen.keys(), ...memory.past.keys()]) expect(living.has(key)).toBe(true);
          expect(memory.sids.every(({ sid }) => records.some((each) => each.sid === sid))).toBe(true);
        }
      }),
      runs,
    );
  });

  it('survives its file unchanged, and a file of another boot is nothing', () => {
    fc.assert(
      fc.property(table, (records) => {
        const { memory } = scan(records, emptyMemory(BOOT));
        expect(parseMemory(formatMemory(memory), BOOT)).toEqual({ memory, problem: null });
        expect(parseMemory(formatMemory(memory), 'another')).toEqual({ memory: emptyMemory('another'), problem: null });
        expect(parseMemory(formatMemory(memory), null).memory).toEqual(emptyMemory(null));
      }),
      runs,
    );
  });

  it('of a damaged file is none, or less, but never more', () => {
    const whole = scan(
      [running(2, { argv: ['claude'], comm: 'claude' }), running(3, { ppid: 2 })],
      emptyMemory(BOOT),
    ).memory;
    const text = formatMemory(whole);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(4), (at, put, cut) => {
        const { memory, problem } = parseMemory(text.slice(0, at) + put + text.slice(at + cut), BOOT);
        if (problem !== null) expect(memory).toEqual(emptyMemory(BOOT));
        expect(memory.seen.size).toBeLessThanOrEqual(whole.seen.size);
      }),
      { ...runs, numRuns: 2000 },
    );
  });
});
