import { describe, expect, it } from 'vitest';
import { countActive, emptyAccount, findLoose } from '../../src/delegation/account.ts';
import { applyEntry } from '../../src/delegation/fold.ts';
import { REMEMBERED } from '../../src/delegation/remember.ts';
import {
  answers,
  attempt,
  bind,
  budget,
  expire,
  type Fact,
  guard,
  joined,
  killed,
  launched,
  lines,
  listBy,
  mainList,
  notStarted,
  release,
  reserve,
  rest,
  resume,
  sessionEnd,
  someList,
  start,
  stop,
  tell,
  unknown,
  watch,
} from './facts.ts';

type Row = readonly [what: string, facts: readonly Fact[], activeAfterEach: readonly number[]];

const call = { completion: 'call' } as const;
const any = { limit: watch(null) } as const;

function check([, facts, active]: Row): void {
  expect(tell(facts).active).toEqual(active);
}

describe('binding', () => {
  const rows: readonly Row[] = [
    ['a pending place becomes the child', [reserve('a'), bind('a', 'k'), stop('k')], [1, 1, 0]],
    ['a child binds once', [reserve('a'), reserve('b'), bind('a', 'k'), bind('b', 'k'), stop('k')], [1, 2, 2, 2, 1]],
    [
      'the same binding twice is one',
      [reserve('a', { places: 2 }), bind('a', 'k'), bind('a', 'k'), stop('k')],
      [2, 2, 2, 1],
    ],
    [
      'a batch binds child by child',
      [reserve('a', { places: 2 }), launched('a', 'k', 'l'), stop('l'), stop('k')],
      [2, 2, 1, 0],
    ],
    ['a start alone binds nothing', [reserve('a'), start('k'), stop('k')], [1, 1, 1]],
    [
      'a stop before its start takes up one place at most',
      [reserve('a', { places: 2 }), stop('k'), bind('a', 'k'), start('k')],
      [2, 2, 1, 1],
    ],
    [
      'a start after the release opens nothing',
      [reserve('a'), launched('a', 'k'), stop('k'), start('k'), start('k')],
      [1, 1, 0, 0, 0],
    ],
    ['a child that nobody asked for counts', [bind('a', 'k'), stop('k')], [1, 0]],
    ['more children than places count', [reserve('a'), launched('a', 'k', 'l'), stop('k'), stop('l')], [1, 2, 1, 0]],
    ['a late child of a joined call is over', [reserve('a', call), joined('a'), bind('a', 'k')], [1, 0, 0]],
  ];
  it.each(rows)('%s', (...row) => check(row));
});

describe('aliases', () => {
  const rows: readonly Row[] = [
    ['a stop under another name', [reserve('a'), bind('a', 'k', 'k-nick'), stop('k-nick')], [1, 1, 0]],
    [
      'a stop under another name that came first',
      [reserve('a'), stop('k-nick'), bind('a', 'k', 'k-nick'), stop('k')],
      [1, 1, 0, 0],
    ],
    ['a start under another name', [reserve('a'), start('k-nick'), bind('a', 'k', 'k-nick'), stop('k')], [1, 1, 1, 0]],
    [
      'a second binding under another name',
      [reserve('a', { places: 2 }), bind('a', 'k', 'n'), bind('a', 'n'), stop('n')],
      [2, 2, 2, 1],
    ],
    [
      'two that hold places are never taken for one',
      [reserve('a'), reserve('b'), bind('a', 'k'), bind('b', 'l'), bind('a', 'k', 'l'), stop('l'), stop('k')],
      [1, 2, 2, 2, 2, 1, 0],
    ],
    [
      'an attempt under another name',
      [reserve('a'), attempt('n'), bind('a', 'k', 'n'), launched('a', 'k'), mainList()],
      [1, 1, 1, 1, 0],
    ],
  ];
  it.each(rows)('%s', (...row) => check(row));
});

describe('results', () => {
  const rows: readonly Row[] = [
    ['refused before its start', [reserve('a'), notStarted('a'), notStarted('a')], [1, 0, 0]],
    [
      'a child of a launch that was said not to start counts',
      [reserve('a'), notStarted('a'), bind('a', 'k'), stop('k')],
      [1, 0, 1, 0],
    ],
    ['an unknown result keeps the place', [reserve('a'), unknown('a'), unknown('a')], [1, 1, 1]],
    ['until a completion comes', [reserve('a'), unknown('a'), joined('a')], [1, 1, 0]],
    ['or the child is known after all', [reserve('a'), unknown('a'), bind('a', 'k'), stop('k')], [1, 1, 1, 0]],
    ['an unknown result is not given up to silence', [reserve('a'), unknown('a'), expire('a')], [1, 1, 1]],
    ['nor is a launch whose children have no ids', [reserve('a'), launched('a'), expire('a')], [1, 1, 1]],
    [
      'an unknown result after the launch changes nothing',
      [reserve('a'), launched('a', 'k'), unknown('a'), stop('k')],
      [1, 1, 1, 0],
    ],
    ['a result without a reservation leaves nothing', [joined('a', 'k'), notStarted('b')], [0, 0]],
    ['a launch without a reservation counts its child', [launched('a', 'k'), stop('k')], [1, 0]],
    [
      'the call of a foreground launch ends all its children',
      [reserve('a', { places: 2, ...call }), bind('a', 'k'), joined('a')],
      [2, 2, 0],
    ],
  ];
  it.each(rows)('%s', (...row) => check(row));
});

describe('giving up', () => {
  const rows: readonly Row[] = [
    ['a silent launch', [reserve('a'), expire('a'), expire('a')], [1, 0, 0]],
    ['its child counts when it turns up', [reserve('a'), expire('a'), bind('a', 'k'), stop('k')], [1, 0, 1, 0]],
    ['a child that runs counts in its stead', [reserve('a'), start('k'), expire('a'), bind('a', 'k')], [1, 1, 1, 1]],
    ['a launch with a child is not silent', [reserve('a', { places: 2 }), bind('a', 'k'), expire('a')], [2, 2, 2]],
    [
      'a supervisor releases by action',
      [reserve('a', { places: 2 }), launched('a', 'k'), release('a'), bind('a', 'k')],
      [2, 2, 0, 0],
    ],
    ['by the id of the reservation', [reserve('a'), release('e0')], [1, 0]],
    ['or a child', [reserve('a', { places: 2 }), launched('a', 'k'), release('k')], [2, 2, 1]],
    [
      'the end of the session clears',
      [reserve('a'), launched('a', 'k'), reserve('b'), start('l'), sessionEnd, bind('b', 'l')],
      [1, 1, 2, 2, 0, 0],
    ],
  ];
  it.each(rows)('%s', (...row) => check(row));
});

describe('resuming', () => {
  const over: readonly Fact[] = [reserve('a'), launched('a', 'k'), stop('k')];
  const tail = (facts: readonly Fact[]) => tell([...over, ...facts]).active.slice(over.length);

  it.each<Row>([
    ['takes a place again', [resume('k')], [1]],
    ['a bare start does not', [start('k')], [0]],
    [
      'takes the place that the resuming call reserved',
      [reserve('s', call), resume('k', 's'), notStarted('s')],
      [1, 1, 1],
    ],
    ['or one more until the call is settled', [reserve('s', call), resume('k'), notStarted('s')], [1, 2, 1]],
    ['the same call resumes once', [resume('k', 's'), attempt('k'), stop('k'), resume('k', 's')], [1, 1, 0, 0]],
    ['a result of the first launch that comes again says nothing', [resume('k'), joined('a', 'k')], [1, 1]],
    ['nor when the resuming call is known', [resume('k', 's'), joined('a', 'k')], [1, 1]],
    ['the result of the resuming call ends it', [reserve('s', call), resume('k', 's'), joined('s', 'k')], [1, 1, 0]],
    ['which may come first', [reserve('s', call), joined('s', 'k'), resume('k', 's')], [1, 0, 0]],
    ['a stop that may be a copy of the old one only marks', [resume('k'), stop('k'), stop('k')], [1, 1, 0]],
    ['an attempt and a stop end it', [resume('k'), start('k'), attempt('k'), stop('k')], [1, 1, 1, 0]],
    ['an attempt and a list end it', [resume('k'), attempt('k'), mainList()], [1, 1, 0]],
    ['a kill ends it', [resume('k'), killed('k')], [1, 0]],
    ['an unheard-of child that is resumed counts', [resume('x'), killed('x')], [1, 0]],
  ])('%s', (_what, facts, active) => {
    expect(tail(facts)).toEqual(active);
  });
});

describe("the host's list of what runs", () => {
  const two: readonly Fact[] = [reserve('a'), launched('a', 'k'), reserve('b'), launched('b', 'l')];
  const nested: readonly Fact[] = [reserve('a'), launched('a', 'k'), reserve('n', { parent: 'k' }), launched('n', 'm')];
  const tail = (base: readonly Fact[], facts: readonly Fact[]) => tell([...base, ...facts]).active.slice(base.length);

  it.each<readonly [string, readonly Fact[], readonly Fact[], readonly number[]]>([
    ['ends those that it does not name', two, [mainList('l'), mainList()], [1, 0]],
    ['of its own agent only', nested, [mainList('k'), listBy('k')], [2, 1]],
    ['and any that was stopping', nested, [attempt('m'), mainList('k')], [2, 1]],
    [
      'one of unknown origin must be confirmed by a second',
      two,
      [someList('l'), someList('l'), someList('l')],
      [2, 1, 1],
    ],
    ['being named in between starts anew', two, [someList('l'), someList('k', 'l'), someList('l')], [2, 2, 2]],
    ['opens nothing that is over', two, [stop('k'), mainList('k', 'l')], [1, 1]],
    ['shows that an attempt to stop failed', two, [attempt('k'), mainList('k', 'l'), someList('l')], [2, 2, 2]],
    [
      'its own list says nothing about the one that is stopping',
      two,
      [attempt('k'), listBy('k', 'k'), mainList('l')],
      [2, 2, 1],
    ],
    ['a child that only it names counts', [], [mainList('x')], [1]],
    ['never ends a foreground child', [reserve('a', call), bind('a', 'k')], [mainList()], [1]],
  ])('%s', (_what, base, facts, active) => {
    expect(tail(base, facts)).toEqual(active);
  });
});

describe('coming to rest', () => {
  const rows: readonly Row[] = [
    ['cancels a call that never reported', [reserve('a', call), start('k'), rest()], [1, 1, 0]],
    ['not those of others', [reserve('a', { ...call, parent: 'p' }), rest(), rest('p')], [1, 1, 0]],
    ['nor an unknown result', [reserve('a', call), unknown('a'), rest()], [1, 1, 1]],
    ['nor an asynchronous launch', [reserve('a'), rest(), launched('a', 'k'), rest()], [1, 1, 1, 1]],
    [
      'nor a running child while a launch is under way',
      [reserve('a', call), reserve('b'), start('k'), rest()],
      [1, 2, 2, 1],
    ],
    ['nor a child that is listed', [reserve('a', { completion: 'unknown' }), mainList('k'), rest()], [1, 1, 1]],
  ];
  it.each(rows)('%s', (...row) => check(row));
});

describe('deciding', () => {
  const decide = (...facts: readonly Fact[]) => answers(tell(facts));

  it('grants up to the budget, whole batches only, and consumes nothing on a refusal', () => {
    expect(decide(reserve('a'), reserve('b', { places: 2 }), reserve('c'), reserve('d'))).toEqual([
      'granted',
      'AGENT_BUDGET_EXHAUSTED',
      'granted',
      'AGENT_BUDGET_EXHAUSTED',
    ]);
    expect(tell([reserve('a'), reserve('b', { places: 2 })]).active).toEqual([1, 1]);
  });

  it('grants nothing on a budget of none', () => {
    expect(decide(reserve('a', { limit: guard(0) }))).toEqual(['AGENT_BUDGET_EXHAUSTED']);
  });

  it('refuses the same action again, whatever became of it', () => {
    const again = 'DUPLICATE_ACTION_ID';
    expect(decide(reserve('a'), reserve('a'))).toEqual(['granted', again]);
    expect(decide(reserve('a'), launched('a', 'k'), reserve('a'))).toEqual(['granted', again]);
    expect(decide(reserve('a'), joined('a'), reserve('a'))).toEqual(['granted', again]);
    expect(decide(reserve('a', { places: 9 }), reserve('a'))).toEqual(['AGENT_BUDGET_EXHAUSTED', again]);
    expect(tell([reserve('a'), reserve('a')]).active).toEqual([1, 1]);
  });

  it('takes the same line read twice for one line', () => {
    const [line] = lines([reserve('a')]);
    const account = emptyAccount();
    expect(line && applyEntry(account, line, line.id)?.kind).toBe('granted');
    expect(line && applyEntry(account, line, line.id)).toBeNull();
    expect(countActive(account)).toBe(1);
  });

  it('counts the same action once in watch mode, and does not refuse it', () => {
    const told = tell([reserve('a', any), reserve('a', any)]);
    expect([answers(told), told.active]).toEqual([
      ['granted', 'granted'],
      [1, 1],
    ]);
  });

  it('refuses what cannot be proved, under a finite budget only', () => {
    expect(decide(reserve('w', { places: null }))).toEqual(['DELEGATION_UNPROVEN']);
    expect(decide(reserve('w', { places: null, limit: guard(null) }))).toEqual(['granted']);
    expect(decide(reserve('w', { places: null, limit: watch(2) }))).toEqual(['granted']);
  });

  it('refuses everything while something of unproved size runs', () => {
    const wide = reserve('w', { places: null, limit: watch(2) });
    expect(decide(wide, reserve('a'), joined('w'), reserve('b'))).toEqual([
      'granted',
      'DELEGATION_UNPROVEN',
      'granted',
    ]);
    expect(tell([wide, reserve('a')]).decisions[1]).toMatchObject({
      reason: expect.stringContaining('w may be running'),
    });
  });

  it('keeps what was taken when watch becomes guard', () => {
    expect(decide(reserve('a', any), reserve('b', any), reserve('c', any), reserve('d'), stop('x'))).toEqual([
      'granted',
      'granted',
      'granted',
      'AGENT_BUDGET_EXHAUSTED',
    ]);
  });

  it("follows the supervisor's word in the session over the policy", () => {
    expect(decide(budget(guard(1)), reserve('a'), reserve('b'), budget(guard(2)), reserve('c'))).toEqual([
      'granted',
      'AGENT_BUDGET_EXHAUSTED',
      'granted',
    ]);
    expect(decide(budget(watch(0)), reserve('a'))).toEqual(['granted']);
  });

  it('says who holds the places and which of them must not be reused', () => {
    const { decisions } = tell([reserve('a'), launched('a', 'k'), reserve('b'), unknown('b'), reserve('c')]);
    expect(decisions[2]).toEqual({
      kind: 'refused',
      action: 'c',
      code: 'AGENT_BUDGET_EXHAUSTED',
      reason:
        'AGENT_BUDGET_EXHAUSTED: 2 of 2 places are taken and this launch asks for 1; nothing was reserved (held by a: agent k, ' +
        'b: 1 with unknown result). Wait for one of them to finish, or do this part yourself. The result of b is not known: ' +
        'do not reuse its place until its completion is reported.',
      active: 2,
      limit: guard(2),
    });
  });

  it('keeps its reason short when many hold places', () => {
    const many = Array.from({ length: 40 }, (_, index) => reserve(`a${index}`, any));
    const { decisions } = tell([...many, reserve('z')]);
    expect(decisions.at(-1)).toMatchObject({ reason: expect.stringMatching(/a4: 1 starting and 35 more\)/) });
  });
});

it('remembers a bounded number of what is over, so that no session gets expensive', () => {
  const facts_ = Array.from({ length: REMEMBERED + 50 }, (_, index) => [
    reserve(`a${index}`),
    launched(`a${index}`, `k${index}`),
    stop(`k${index}`),
  ]).flat();
  const { account } = tell(facts_);
  expect([account.closed.size, account.ended.size]).toEqual([REMEMBERED, REMEMBERED]);
  expect(answers(tell([...facts_, reserve('a51')])).at(-1)).toBe('DUPLICATE_ACTION_ID');
});

it('names the children that run without a known launch', () => {
  expect(findLoose(tell([start('k'), start('l'), attempt('l'), bind('a', 'm')]).account)).toEqual(['k']);
});
