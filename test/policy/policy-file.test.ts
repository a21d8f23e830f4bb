import { describe, expect, it } from 'vitest';
import { fingerprintPolicy } from '../../src/policy/fingerprint.ts';
import { effectivePolicy } from '../../src/policy/load-policy.ts';
import { parsePolicy } from '../../src/policy/parse-policy.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';

const none = { name: '.lifetime-watch.json', text: null };
const file = (name: string, value: unknown) => ({
  name,
  text: typeof value === 'string' ? value : JSON.stringify(value),
});
const user = (value: unknown) => file('policy.json', value);
const project = (value: unknown) => file('.lifetime-watch.json', value);

describe('parsePolicy', () => {
  it('reads durations in words and numbers', () => {
    expect(parsePolicy('{"longSleep":{"seconds":"2m"},"grace":90}', 'p').file).toEqual({
      longSleep: { seconds: 120 },
      grace: 90,
    });
  });
  const bad: readonly [string, string, string][] = [
    ['a text that is no JSON', '{', 'p: not valid JSON'],
    ['a list', '[]', 'p: expected a JSON object, got an array'],
    ['an unknown member', '{"enforcee":true}', "p: unknown member 'enforcee': expected one of verdicts, longSleep, "],
    [
      'an unknown member of a member',
      '{"processes":{"orphan":{"cpuu":1}}}',
      "p: unknown member 'processes.orphan.cpuu': expected one of after, cpu, action",
    ],
    ['a wrong verdict', '{"verdicts":{"long-sleep":"denyy"}}', 'p: verdicts.long-sleep: expected'],
    ['a wrong duration', '{"grace":"soon"}', 'p: grace: expected a duration such as'],
    ['a wrong element of a list', '{"longLived":[1]}', 'p: longLived.0: expected a string, got 1'],
    ['a wrong number', '{"agents":"four"}', 'p: agents: expected a number, got "four"'],
    ['a wrong switch', '{"enforce":1}', 'p: enforce: expected true or false, got 1'],
    ['a wrong list', '{"longLived":"x"}', 'p: longLived: expected a list, got "x"'],
  ];
  it.each(bad)('names the mistake: %s', (_, text, expected) => {
    const { problems } = parsePolicy(text, 'p');
    expect(problems[0]).toContain(expected);
  });
  it('keeps what is right beside a mistake', () => {
    const parsed = parsePolicy('{"agents":3,"verdicts":{"long-sleep":"maybe","long-poll":"deny"}}', 'p');
    expect(parsed.file).toEqual({ agents: 3, verdicts: { 'long-poll': 'deny' } });
    expect(parsed.problems).toHaveLength(1);
  });
});

describe('effectivePolicy', () => {
  it('is the default without files', () => {
    expect(effectivePolicy({ name: 'policy.json', text: null }, none, undefined)).toEqual({
      policy: DEFAULT_POLICY,
      problems: [],
      ignored: [],
      fingerprint: fingerprintPolicy(DEFAULT_POLICY),
    });
  });
  it('lets the supervisor loosen and arm', () => {
    const { policy } = effectivePolicy(
      user({ enforce: true, longSleep: { seconds: 600 }, verdicts: { 'slow-command': 'allow' } }),
      none,
      undefined,
    );
    expect(policy.processes.enforce).toBe(true);
    expect(policy.commands.longSleep.seconds).toBe(600);
    expect(policy.commands.verdicts['slow-command']).toBe('allow');
    expect(policy.commands.verdicts['unbounded-loop']).toBe('deny');
  });
  it('stays unarmed while the file has a mistake', () => {
    const { policy, problems } = effectivePolicy(
      user({ enforce: true, processes: { orphan: { action: 'reep' } } }),
      none,
      undefined,
    );
    expect(policy.processes.enforce).toBe(false);
    expect(problems).toHaveLength(1);
  });
  it('takes the budget from the launching environment', () => {
    expect(effectivePolicy(user({ agents: 8 }), none, '2').policy.delegation.agents).toBe(2);
    expect(effectivePolicy(user({}), none, 'two').problems[0]).toContain(
      "LIFETIME_WATCH_AGENTS: expected a whole number, got 'two'",
    );
  });
});

describe('a project file', () => {
  const apply = (value: unknown, base: unknown = {}) => effectivePolicy(user(base), project(value), undefined);

  it('tightens verdicts, numbers and the budget', () => {
    const { policy, ignored } = apply(
      { verdicts: { 'long-poll': 'deny' }, longSleep: { seconds: 30 }, agents: 1 },
      { agents: 4 },
    );
    expect(policy.commands.verdicts['long-poll']).toBe('deny');
    expect(policy.commands.longSleep.seconds).toBe(30);
    expect(policy.delegation.agents).toBe(1);
    expect(ignored).toEqual([]);
  });
  const loosening: readonly [string, unknown][] = [
    ['a milder verdict', { verdicts: { 'unbounded-loop': 'allow' } }],
    ['a larger number', { longSleep: { seconds: 900 } }],
    ['long waits in the background', { longSleep: { background: 'allow' } }],
    ['expected long-lived programs', { longLived: ['sleep'] }],
    ['protection from signals', { protect: ['sleep'] }],
    ['arming', { enforce: true }],
    ['a stronger action', { processes: { 'endless-command': { action: 'reap' } } }],
    ['a milder action', { processes: { 'unbounded-loop': { action: 'leave' } } }],
    ['a later limit', { processes: { 'unbounded-loop': { after: '2h' } } }],
    ['no limit', { processes: { 'unbounded-loop': { after: null } } }],
    ['a larger budget', { agents: 99 }],
    ['no budget', { agents: null }],
    ['counting without refusing', { delegation: 'watch' }],
    ['a command to run', { onOffender: ['sh'] }],
    ['a longer grace', { grace: '1h' }],
  ];
  it.each(loosening)('cannot loosen: %s', (_, value) => {
    const base = effectivePolicy(user({ agents: 4 }), none, undefined).policy;
    const { policy, ignored } = apply(value, { agents: 4 });
    expect(policy).toEqual(base);
    expect(ignored).toHaveLength(1);
  });
});
