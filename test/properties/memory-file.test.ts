/**
 * Proves that no file of the memory, whatever it holds, hides what has been there for an hour from more than one scan, or
 * makes an offender of what would be none without it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScanner, type ScanPorts } from '../../src/flow/scan.ts';
import { settingsFrom } from '../../src/flow/scan-setup.ts';
import { hosts } from '../../src/hosts/registry.ts';
import { emptyMemory, type LineageMemory } from '../../src/lineage/lineage-memory.ts';
import { formatMemory, parseMemory } from '../../src/lineage/parse-memory.ts';
import type { ProcessRecord } from '../../src/lineage/process-record.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { finite, lookUp, loops } from '../lineage/analyses.ts';
import { BOOT, running, UID } from '../lineage/table.ts';

const spin = 'while :; do sleep 1; done';
const NOW = 20_000;
const AGENT = 50;

const born = (pid: number, ageSeconds: number, fields: Parameters<typeof running>[1] = {}): ProcessRecord =>
  running(pid, { start: (NOW - ageSeconds) * 100, ageSeconds, ppid: AGENT, uid: UID, ...fields });
const loop = { argv: ['bash', '-c', spin], comm: 'bash' };
/** An agent; loops of an hour, of a minute and of nobody; a command that is no loop. */
const HOUR = born(100, 3600, loop);
const table: readonly ProcessRecord[] = [
  born(AGENT, 9000, { ppid: 1, argv: ['claude'], comm: 'claude' }),
  HOUR,
  born(101, 1, { ppid: 100, argv: ['sleep', '1'], comm: 'sleep' }),
  born(200, 60, loop),
  born(300, 7000, { argv: ['make'], comm: 'make' }),
  born(60, 1, { ppid: 1, argv: ['lifetime-watch'], comm: 'node' }),
];

/** Scans after a scan, each 2 s later; the machine has slept for `slept` seconds, before all of it began. */
function scannerOf(text: string, slept: number) {
  let passed = 0;
  const ports: ScanPorts = {
    source: {
      kind: 'procfs',
      signalable: true,
      snapshot: async () => {
        passed += 2;
        const records = table.map((record) => ({ ...record, ageSeconds: (record.ageSeconds ?? 0) + passed }));
        const [takenAt, awakeAt] = [NOW + passed, NOW + passed - slept];
        return { source: 'procfs', bootId: BOOT, takenAt, awakeAt, records, problems: [], complete: true };
      },
      read: async () => ({ kind: 'gone' }),
      markers: async () => null,
      close: () => undefined,
    },
    analyze: lookUp(loops(spin), finite('sleep 1'), finite('make')),
    hosts,
    ledger: () => ({ sessions: [], grants: [] }),
    clock: { wallMs: () => NOW * 1000, monotonic: () => NOW, sleep: async () => undefined },
    uid: UID,
  };
  const settings = settingsFrom(DEFAULT_POLICY, { armed: true, after: null, agentPid: null, dryRun: false });
  return createScanner(ports, settings, parseMemory(text, BOOT).memory);
}

async function standings(text: string, slept: number, scans: number) {
  const scanner = scannerOf(text, slept);
  const all: ReadonlyMap<number, string>[] = [];
  for (let count = 0; count < scans; count += 1) {
    const { report } = await scanner.scan();
    all.push(new Map(report.suspects.map(({ identity, state }) => [identity.pid, state])));
  }
  return { all, kept: formatMemory(scanner.memory()) };
}

const seconds = fc.oneof(
  fc.constantFrom(0, 1, 60, 3600, NOW - 1, NOW, NOW + 1, NOW + 10, 1e9, 1e15, Number.MAX_VALUE),
  fc.double({ min: 0, max: NOW * 1.1, noNaN: true }),
  fc.integer({ min: 0, max: NOW * 100 }),
);
const moment = fc.oneof({ weight: 5, arbitrary: seconds }, fc.constant(null));
const key = fc.constantFrom(...table.map(({ identity }) => `${identity.pid}@${identity.startTicks}`), '7@1', '100@1');
const id = fc.constantFrom('s', 't', `pid-${AGENT}-${table[0]?.identity.startTicks}`);
const identity = fc.constantFrom(...table.map((record) => record.identity), { pid: 9, startTicks: 1, bootId: BOOT });
const slept = fc.oneof(
  fc.array(fc.record({ until: seconds, seconds }), { maxLength: 5 }),
  fc
    .record({ count: fc.integer({ min: 1, max: 4000 }), each: seconds })
    .map(({ count, each }) => Array.from({ length: count }, (_, index) => ({ until: index + 1, seconds: each }))),
);

const file = fc
  .record({
    v: fc.constant(1),
    bootId: fc.constant(BOOT),
    scannedAt: fc.oneof(moment, fc.constant(NOW)),
    awakeAt: fc.oneof(moment, fc.constant(NOW)),
    slept,
    seen: fc.array(fc.tuple(key, id), { maxLength: 4 }),
    formerly: fc.array(fc.tuple(key, fc.oneof(key, fc.constant(''), fc.constant('x'))), { maxLength: 4 }),
    sids: fc.array(
      fc.record({ sid: fc.constantFrom(60, 100, 200, 300), leaderStart: seconds, until: seconds, session: id }),
    ),
    past: fc.array(fc.tuple(key, fc.constantFrom('unbounded-loop', 'orphan', 'x')), { maxLength: 4 }),
    sessions: fc.array(
      fc.record({
        id,
        host: fc.constantFrom('claude-code', 'x'),
        agent: fc.oneof(identity, fc.constant(null)),
        cwd: fc.constant(null),
        overSince: moment,
        also: fc.array(id, { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
    waiting: fc.array(fc.tuple(key, fc.record({ child: key, line: fc.constantFrom('0.0', '811c9dc5.0', 'x') })), {
      maxLength: 3,
    }),
    flagged: fc.array(fc.tuple(key, fc.constantFrom('unbounded-loop', 'x')).map((pair) => pair.join(' '))),
  })
  .map((memory) => JSON.stringify(memory));

const runs = { numRuns: 600, seed: 20_261_130 };
const EMPTY = formatMemory(emptyMemory(BOOT) satisfies LineageMemory);

describe('whatever the file of the memory holds', () => {
  it('what has been there for an hour is seen at once, and is an offender at the second look, now and in later runs', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(0, 900), async (text, before) => {
        const { all, kept } = await standings(text, before, 3);
        expect(all.slice(1).map((states) => states.get(HOUR.identity.pid))).toEqual(['offender', 'offender']);
        const next = await standings(kept, before, 1);
        expect(next.all[0]?.get(HOUR.identity.pid)).toBe('offender');
      }),
      runs,
    );
  });

  it('nothing is an offender that is none without it', async () => {
    const without = await standings(EMPTY, 0, 2);
    const offenders = [...(without.all[1] ?? [])].filter(([, state]) => state === 'offender').map(([pid]) => pid);
    expect(offenders).toEqual([HOUR.identity.pid]);
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const { all } = await standings(text, 0, 3);
        for (const states of all) {
          for (const [pid, state] of states) if (state === 'offender') expect(offenders).toContain(pid);
        }
      }),
      runs,
    );
  });
});
