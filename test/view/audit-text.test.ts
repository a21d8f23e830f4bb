/** Proves what an audit prints of its offenders: alike ones once, with every one of them and its end to be found. */
import { describe, expect, it } from 'vitest';
import { command as audit } from '../../src/commands/audit.ts';
import type { Suspect } from '../../src/lineage/scan-report.ts';
import { type OffenderRow, offenderToJson } from '../../src/view/audit-text.ts';
import { formatOffenders } from '../../src/view/offender-rows.ts';
import { finding } from '../policy/findings.ts';
import { suspect } from './suspects.ts';

const row = (pid: number, change: Partial<Suspect> = {}, rest: Partial<OffenderRow> = {}): OffenderRow => ({
  suspect: suspect(pid, change),
  plan: null,
  outcome: null,
  deferred: null,
  ...rest,
});
const format = (rows: readonly OffenderRow[], options = {}) =>
  formatOffenders(rows, { showPlan: false, each: false, ...options });

describe('the lines of an offender', () => {
  it('let no text of others act on the terminal', () => {
    const acting = '\u001b]0;x\u0007';
    const { decisive, owner, ...rest } = suspect(7, { command: acting });
    const change = { ...rest, decisive: { ...decisive, reason: acting }, owner: { ...owner, session: acting } };
    const plan = { kind: 'refused', refusal: 'agent', process: rest.identity, reason: acting } as const;
    const said = { plan, outcome: { outcome: 'refused', detail: acting }, deferred: acting };
    const rows = [row(7, { ...change, held: acting }, said), row(8, { ...change, held: acting }, said)];
    for (const each of [true, false]) {
      expect(format(rows, { showPlan: true, each })).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
  });

  it('begin with what it is, and say what was done or why not', () => {
    const text = format([row(7, { held: 'a grant may be lost' }, { outcome: { outcome: 'gone', detail: '1 of 1' } })]);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^7@70 {2}flag {3}age 21h 25m, CPU 1h 23m {2}until grep/),
      expect.stringMatching(/^ {4}unbounded-loop: only something outside can end it; limit age 15m$/),
      expect.stringMatching(/^ {4}claude-code session a1b2c3d4-0000: descends from 4242@42420$/),
      '    not acted upon: a grant may be lost',
      '    gone: 1 of 1',
      '',
    ]);
  });
});

describe('offenders that are alike', () => {
  const ages = [77_103, 60, 7200];
  const loops = [7, 8, 9].map((pid, index) => row(pid, { ageSeconds: ages[index] ?? 0, cpuSeconds: 10 }));

  it('are one row with a count, their ages, their CPU time, and the id of each', () => {
    expect(format(loops).split('\n')).toEqual([
      expect.stringMatching(/^3 alike {2}flag {3}age 1m to 21h 25m, CPU 30s in all {2}until grep/),
      '    7@70 8@80 9@90',
      expect.stringContaining('unbounded-loop: '),
      expect.stringContaining('session a1b2c3d4-0000: '),
      '',
    ]);
  });

  it('name those that came to another end than the rest', () => {
    const gone = { outcome: { outcome: 'gone', detail: '1 of 1 processes gone' } };
    const ends = [
      row(7, {}, gone),
      row(8, {}, gone),
      row(9, {}, { outcome: { outcome: 'survived', detail: '9@90 still runs' } }),
      row(10, {}, { deferred: 'left for the next audit' }),
    ];
    expect(format(ends).split('\n').slice(4)).toEqual([
      '    gone: 1 of 1 processes gone (7@70 8@80)',
      '    survived: 9@90 still runs (9@90)',
      '    deferred: left for the next audit (10@100)',
      '',
    ]);
  });

  it('are a row each when asked for', () => {
    expect(format(loops, { each: true }).match(/^\S+@/gm)).toEqual(['7@', '8@', '9@']);
  });

  it.each<[string, Partial<Suspect>]>([
    ['another command', { command: 'while :; do :; done' }],
    ['another finding', { decisive: finding('endless-command', {}) }],
    ['another action', { action: 'reap' }],
    ['another session', { owner: { ...suspect(7).owner, session: 't' } }],
  ])('are not those with %s', (_, change) => {
    expect(format([row(7), row(8, change)])).toMatch(/^7@70 .*^8@80 /ms);
  });
});

describe('an offender for programs', () => {
  it('says what is held back and what is left for the next audit', () => {
    const every = offenderToJson(row(7, { held: 'x' }, { deferred: 'y' }), false);
    expect(
      Object.keys(every).filter(
        (member) => !new RegExp(`\\b${member}\\b`).test(audit.help.replace(/^[\s\S]*JSON:/, '')),
      ),
    ).toEqual([]);
    expect(offenderToJson(row(7), false)).not.toHaveProperty('deferred');
    expect(offenderToJson(row(7, { held: 'x' }, { deferred: 'y' }), false)).toMatchObject({ held: 'x', deferred: 'y' });
  });
});
