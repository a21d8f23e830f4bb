/** Proves that the cheap look before the analysis never hides what the analysis would speak about, over every case. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { prefilter } from '../../src/flow/prefilter.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Dialect } from '../../src/shell/ast.ts';

type Row = { readonly kind: string; readonly text: string; readonly shell?: Dialect };

it('is silent only where the analysis is', async () => {
  const analyzer = await openAnalyzer();
  const rows = readFileSync('test/fixtures/cases.jsonl', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.kind === 'command');
  const hidden = rows
    .filter(({ text }) => !prefilter()(text))
    .filter(({ text, shell = 'bash' }) => {
      return judgeCommand(analyzer.analyze({ text, shell }), DEFAULT_POLICY.commands).verdict !== 'allow';
    });
  expect(rows.length).toBeGreaterThan(500);
  expect(hidden).toEqual([]);
});
