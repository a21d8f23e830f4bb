/** Whatever happens to the bytes of a ledger, there is never more room in its account than before, nor after a repair. */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countActive } from '../../src/delegation/account.ts';
import { decide } from '../../src/delegation/decide.ts';
import type { EntryBody } from '../../src/ledger/entry.ts';
import { applyRepair, planRepair } from '../../src/ledger/repair.ts';
import { filesOfSession } from '../../src/ledger/session-files.ts';
import { readSession } from '../../src/ledger/sessions.ts';
import { verifySession } from '../../src/ledger/verify.ts';
import { nodeFiles } from '../../src/system/files.ts';
import * as facts from '../delegation/facts.ts';
import { ask, guard, temporaryFolder, temporaryLedger } from '../ledger/temporary-ledger.ts';

const BUDGET = 4;

type Deed = { readonly reserve: number } | { readonly tell: (index: number) => EntryBody };

const action = fc.nat(9).map((index) => `act${index}`);
const agent = fc.constantFrom('k', 'l', 'm', 'n');
const told = (fact: facts.Fact): Deed => ({ tell: () => fact as EntryBody });

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }).map((reserve) => ({ reserve })) },
  { weight: 2, arbitrary: fc.tuple(action, agent).map(([a, k]) => told(facts.launched(a, k))) },
  { weight: 1, arbitrary: agent.map((k) => told(facts.stop(k))) },
  { weight: 1, arbitrary: agent.map((k) => told(facts.resume(k))) },
  { weight: 1, arbitrary: action.map((a) => told(facts.joined(a))) },
  { weight: 1, arbitrary: action.map((a) => told(facts.release(a))) },
  { weight: 1, arbitrary: fc.constant(told(facts.mainList('k'))) },
  { weight: 1, arbitrary: fc.constant(told({ kind: 'budget', agents: 3, mode: 'guard' } as facts.Fact)) },
  { weight: 2, arbitrary: fc.string().map((reason) => told({ kind: 'fail-open', reason } as unknown as facts.Fact)) },
);

/** Writes a ledger as hooks would. */
function write(deeds: readonly Deed[]) {
  const made = temporaryLedger();
  let launches = 0;
  deeds.forEach((next, index) => {
    if ('reserve' in next) made.ledger.reserve(ask(`act${launches++}`, next.reserve, guard(BUDGET)));
    else made.ledger.record(next.tell(index));
  });
  return made;
}

/** How many places a launch could get. */
function roomIn(folder: string): number {
  const reading = readSession(nodeFiles, folder, 's');
  if (reading === null || reading.damages.length > 0) return 0;
  const limit = reading.account.override ?? guard(BUDGET);
  const decision = decide(reading.account, { action: 'new', places: 0 }, limit);
  return decision.kind === 'refused' ? 0 : Math.max(0, (limit.agents ?? 0) - countActive(reading.account));
}

type Harm = { readonly name: string; readonly to: (bytes: Buffer) => Buffer };

const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const indexIn = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);

const harm: fc.Arbitrary<Harm> = fc.oneof(
  fc.array(fc.tuple(at, fc.nat(7)), { minLength: 1, maxLength: 12 }).map(
    (flips): Harm => ({
      name: 'flipped bits',
      to: (bytes) => {
        const changed = Buffer.from(bytes);
        for (const [where, bit] of flips)
          changed[indexIn(bytes, where)] = (bytes[indexIn(bytes, where)] ?? 0) ^ (1 << bit);
        return changed;
      },
    }),
  ),
  at.map((where): Harm => ({ name: 'cut', to: (bytes) => bytes.subarray(0, indexIn(bytes, where)) })),
  fc.tuple(at, at).map(
    ([one, two]): Harm => ({
      name: 'a piece lost',
      to: (bytes) => {
        const [begin, end] = [indexIn(bytes, Math.min(one, two)), indexIn(bytes, Math.max(one, two))];
        return Buffer.concat([bytes.subarray(0, begin), bytes.subarray(end)]);
      },
    }),
  ),
  fc.nat(40).map(
    (which): Harm => ({
      name: 'two lines glued',
      to: (bytes) => {
        const breaks = [...bytes].flatMap((byte, index) => (byte === 10 ? [index] : []));
        const cut = breaks[which % Math.max(1, breaks.length)] ?? 0;
        return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + 1)]);
      },
    }),
  ),
  fc.nat(40).map(
    (which): Harm => ({
      name: 'a line lost',
      to: (bytes) => {
        const lines = bytes.toString('latin1').split(/(?<=\n)/);
        return Buffer.from(lines.filter((_, index) => index !== which % Math.max(1, lines.length)).join(''), 'latin1');
      },
    }),
  ),
  at.map(
    (where): Harm => ({
      name: 'a block of zeros',
      to: (bytes) =>
        Buffer.from(bytes).fill(0, indexIn(bytes, where), Math.min(bytes.length, indexIn(bytes, where) + 512)),
    }),
  ),
  fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 30 })).map(
    ([where, garbage]): Harm => ({
      name: 'garbage inside',
      to: (bytes) => {
        const begin = indexIn(bytes, where);
        return Buffer.concat([bytes.subarray(0, begin), garbage, bytes.subarray(begin)]);
      },
    }),
  ),
  fc.constantFrom<Harm>(
    { name: 'UTF-16', to: (bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le') },
    { name: 'a byte order mark', to: (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) },
    {
      name: 'other line breaks',
      to: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    },
    { name: 'base64', to: (bytes) => Buffer.from(bytes.toString('base64')) },
    { name: 'nothing left', to: () => Buffer.alloc(0) },
  ),
);

let ids = 0;
const source = { files: nodeFiles, now: () => Date.parse('2026-02-03T04:05:06Z'), newId: () => `repair-${ids++}` };

describe('a damaged ledger', () => {
  it('never has more room than before, nor after its repair', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 25 }), harm, (deeds, { name, to }) => {
        const { folder, paths } = write(deeds);
        const before = roomIn(folder);
        const bytes = to(readFileSync(paths.log));
        writeFileSync(paths.log, bytes);
        expect(roomIn(folder)).toBeLessThanOrEqual(before);
        const plan = planRepair(source, paths);
        if (plan !== null) {
          applyRepair(nodeFiles, plan);
          expect(readFileSync(plan.keptAs)).toEqual(bytes);
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
        expect(verifySession(nodeFiles, paths).state).not.toBe('damaged');
        expect(roomIn(folder)).toBeLessThanOrEqual(before);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 250 },
    );
    // Every kind of harm was noticed at least once: none of them is harmless by accident.
    expect([...seen.keys()].length).toBeGreaterThanOrEqual(8);
  });

  it('without its witness still gives no room to what only bits were changed in', () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 25 }), at, fc.nat(7), (deeds, where, bit) => {
        const { folder, paths } = write(deeds);
        rmSync(paths.witness);
        const bytes = readFileSync(paths.log);
        const index = indexIn(bytes, where);
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        writeFileSync(paths.log, bytes);
        // A flip in the last line break leaves a line that is not finished: the one tear that looks like a crash.
        fc.pre(index !== bytes.length - 1);
        expect(roomIn(folder)).toBe(0);
        expect(verifySession(nodeFiles, paths).state).toBe('damaged');
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 150 },
    );
  });

  it('whose log is gone has no room', () => {
    const { folder, paths } = write([{ reserve: 1 }]);
    rmSync(paths.log);
    const { ledger } = temporaryLedger(folder);
    expect(ledger.reserve(ask('x', 1, guard(BUDGET)))).toMatchObject({ kind: 'refused', code: 'LEDGER_RECOVERY' });
    expect(existsSync(paths.log)).toBe(true);
  });

  it('copied to another place with all its files is the same ledger', () => {
    const { folder, paths } = write([{ reserve: 2 }, { reserve: 1 }]);
    const other = temporaryFolder();
    const copy = filesOfSession(other, 's');
    copyFileSync(paths.log, copy.log);
    copyFileSync(paths.witness, copy.witness);
    expect(roomIn(other)).toBe(roomIn(folder));
    expect(roomIn(other)).toBe(1);
  });
});
