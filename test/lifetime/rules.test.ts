/** Proves that each rule catches its own example and spares the other one. */
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/lifetime/rules.ts';
import { RULES } from '../../src/lifetime/rules.ts';
import { analyze, judge } from './analyzing.ts';

const rows: readonly (readonly [string, Rule])[] = Object.entries(RULES);

describe.each(rows)('%s', (code, rule) => {
  const how = { background: rule.background === true };

  it('catches its example', () => {
    const found = analyze(rule.catches, how).findings.filter((finding) => finding.rule === code);
    expect(found.map((finding) => finding.kind)).toEqual([rule.kind]);
  });

  it('spares the other example', () => {
    expect(judge(rule.spares, how)).toEqual({ verdict: 'allow', kinds: [] });
  });
});
