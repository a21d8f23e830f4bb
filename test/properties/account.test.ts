/** Random worlds and random facts: a taken place is never freed, a free one never stays taken, and a fold is a fold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, copyAccount, countActive, emptyAccount } from '../../src/delegation/account.ts';
import { accountFromJson, accountToJson } from '../../src/delegation/account-json.ts';
import { applyEntry, foldEntries } from '../../src/delegation/fold.ts';
import type { Fact } from '../delegation/facts.ts';
import * as facts from '../delegation/facts.ts';

const BUDGET = 4;

const action = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const agent = fc.constantFrom('k', 'l', 'm', 'n', 'o', 'p');
const some = fc.array(agent, { maxLength: 3 });
const parent = fc.constantFrom(null, 'k', 'l');

/** Anything that a host could say, in any order, true or not. */
const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc
    .record({
      action,
      places: fc.option(fc.nat(3), { freq: 9 }),
      completion: fc.constantFrom('call' as const, 'children' as const, 'unknown' as const),
      parent,
      limit: fc.constantFrom(facts.guard(BUDGET), facts.guard(BUDGET), facts.watch(BUDGET), facts.guard(null)),
    })
    .map((details) => facts.reserve(details.action, details)),
  fc.tuple(action, agent, some).map(([a, k, aliases]) => facts.bind(a, k, ...aliases)),
  agent.map(facts.start),
  agent.map(facts.stop),
  agent.map(facts.attempt),
  agent.map(facts.killed),
  fc.tuple(agent, fc.option(action)).map(([k, a]) => facts.resume(k, a ?? undefined)),
  fc.tuple(action, some).map(([a, agents]) => facts.joined(a, ...agents)),
  fc.tuple(action, some).map(([a, agents]) => facts.launched(a, ...agents)),
  action.map(facts.notStarted),
  action.map(facts.unknown),
  some.map((agents) => facts.mainList(...agents)),
  fc.tuple(agent, some).map(([by, agents]) => facts.listBy(by, ...agents)),
  some.map((agents) => facts.someList(...agents)),
  parent.map(facts.rest),
  action.map(facts.expire),
  fc.oneof(action, agent).map(facts.release),
);

const anyFacts = fc.array(anyFact, { maxLength: 60 });

/** What must hold of every account, whatever was told. */
function checkWhole(account: Account): void {
  for (const [name, { pending, agents }] of account.reservations) {
    expect(pending).toBeGreaterThanOrEqual(0);
    expect(pending + agents.length).toBeGreaterThan(0);
    expect(account.closed.has(name)).toBe(false);
    for (const id of agents) expect(account.agents.get(id)?.action).toBe(name);
  }
  for (const [id, { action: home }] of account.agents) {
    expect(account.ended.has(id)).toBe(false);
    expect(account.aliases.has(id)).toBe(false);
    if (home !== null) expect(account.reservations.get(home)?.agents).toContain(id);
  }
  expect(countActive(account)).toBeGreaterThanOrEqual(0);
}

describe('any facts', () => {
  it('leave a whole account', () => {
    fc.assert(
      fc.property(anyFacts, (told) => {
        const account = emptyAccount();
        for (const line of facts.lines(told)) {
          applyEntry(account, line, null);
          checkWhole(account);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('are never granted beyond the budget, and a refusal takes nothing', () => {
    fc.assert(
      fc.property(anyFacts, (told) => {
        const account = emptyAccount();
        for (const line of facts.lines(told)) {
          const before = countActive(account);
          const decision = applyEntry(account, line, line.id);
          if (decision === null) continue;
          const after = countActive(account);
          if (decision.kind === 'refused') expect(after).toBe(before);
          else expect(after - before).toBeLessThanOrEqual(decision.taken);
          const guarded = decision.limit.mode === 'guard' && decision.limit.agents !== null;
          if (guarded && decision.kind === 'granted') expect(after).toBeLessThanOrEqual(decision.limit.agents ?? 0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('fold the same in one go, in two, and from a cache', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(60), (told, cut) => {
        const all = facts.lines(told);
        const whole = foldEntries(emptyAccount(), all);
        const prefix = foldEntries(emptyAccount(), all.slice(0, cut));
        const kept = JSON.stringify(accountToJson(prefix));
        const cached = accountFromJson(JSON.parse(kept));
        expect(foldEntries(prefix, all.slice(cut))).toEqual(whole);
        expect(cached && foldEntries(cached, all.slice(cut))).toEqual(whole);
        expect(JSON.stringify(accountToJson(prefix))).toBe(kept);
      }),
    );
  });

  it('told twice in a row are told once', () => {
    fc.assert(
      fc.property(anyFacts, anyFact, (told, last) => {
        // A second list and a second stop after a resume are new knowledge by design.
        fc.pre(last.kind !== 'live-list' && last.kind !== 'agent-stop');
        const [first, ...rest] = facts.lines([...told, last, last]).slice(-2);
        const before = foldEntries(emptyAccount(), facts.lines(told));
        const once = foldEntries(before, first ? [first] : []);
        const twice = foldEntries(once, rest);
        expect(countActive(twice)).toBe(countActive(once));
      }),
    );
  });
});

/** A world with real children: what runs is known, and its events arrive late, twice and in any order. */
type Launch = { readonly sync: boolean; readonly kids: number };
type Step =
  | { readonly launch: Launch }
  | { readonly end: number }
  | { readonly deliver: number; readonly twice: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ launch: fc.record({ sync: fc.boolean(), kids: fc.integer({ min: 1, max: 3 }) }) }),
  },
  { weight: 3, arbitrary: fc.record({ end: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ deliver: fc.nat(), twice: fc.boolean() }) },
);

function createWorld() {
  const running = new Set<string>();
  const calls = new Map<string, { sync: boolean; kids: string[] }>();
  const mail: Fact[] = [];
  const account = emptyAccount();
  let told = 0;
  const tell = (fact: Fact) => {
    const [line] = facts.lines([fact]);
    const decision = line === undefined ? null : applyEntry(account, { ...line, id: `w${told++}` }, `w${told - 1}`);
    return decision?.kind === 'granted';
  };
  const launch = ({ sync, kids }: Launch) => {
    const name = `act${calls.size}`;
    const names = Array.from({ length: kids }, (_, index) => `${name}-kid${index}`);
    const completion = sync ? 'call' : 'children';
    calls.set(name, { sync, kids: [] });
    if (!tell(facts.reserve(name, { places: kids, completion, limit: facts.guard(BUDGET) }))) return;
    calls.set(name, { sync, kids: names });
    for (const kid of names) {
      running.add(kid);
      mail.push(facts.start(kid));
    }
    if (!sync) mail.push(facts.launched(name, ...names));
  };
  const end = (index: number) => {
    const kid = [...running][index % Math.max(1, running.size)];
    if (kid === undefined) return;
    running.delete(kid);
    mail.push(facts.stop(kid));
    for (const [name, { sync, kids }] of calls) {
      if (sync && kids.includes(kid) && kids.every((other) => !running.has(other)))
        mail.push(facts.joined(name, ...kids));
    }
  };
  const deliver = (index: number, twice: boolean) => {
    const [fact] = mail.splice(index % Math.max(1, mail.length), 1);
    if (fact === undefined) return;
    tell(fact);
    if (twice) mail.push(fact);
  };
  return { account, running, mail, launch, end, deliver };
}

describe('a world whose events arrive late, twice and in any order', () => {
  it('never has more children than the budget, and never a taken place freed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const world = createWorld();
        for (const next of steps) {
          if ('launch' in next) world.launch(next.launch);
          else if ('end' in next) world.end(next.end);
          else world.deliver(next.deliver, next.twice);
          expect(world.running.size).toBeLessThanOrEqual(BUDGET);
          expect(countActive(world.account)).toBeGreaterThanOrEqual(world.running.size);
          expect(countActive(world.account)).toBeLessThanOrEqual(BUDGET);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has every place free again when all is over and told', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.infiniteStream(fc.nat()), (steps, order) => {
        const world = createWorld();
        for (const next of steps) if ('launch' in next) world.launch(next.launch);
        while (world.running.size > 0) world.end(order.next().value);
        while (world.mail.length > 0) world.deliver(order.next().value, false);
        expect(countActive(world.account)).toBe(0);
        expect(world.account.reservations.size).toBe(0);
      }),
    );
  });
});

it('does not write into an account that is only read', () => {
  const account = foldEntries(emptyAccount(), facts.lines([facts.reserve('a')]));
  const copy = copyAccount(account);
  foldEntries(account, facts.lines([facts.reserve('x'), facts.launched('a', 'k'), facts.sessionEnd]));
  expect(account).toEqual(copy);
});
