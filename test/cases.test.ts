/**
 * Proves the verdict of every row of test/fixtures/cases.jsonl under the default policy, and that the finding that carries
 * it is of the named kind. Rows of kind `argv` are command lines of running processes.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../src/flow/analyzer.ts';
import { DEFAULT_POLICY } from '../src/policy/policy.ts';
import { answerBatchLine } from '../src/view/batch-line.ts';

type Row = {
  readonly id: string;
  readonly family: string;
  readonly expected: string;
  readonly finding?: string;
  readonly text?: string;
  readonly argv?: readonly string[];
};

const lines = readFileSync('test/fixtures/cases.jsonl', 'utf8').split('\n').filter(Boolean);
const rows = lines.map((line) => ({ line, row: JSON.parse(line) as Row }));
const families = [...new Set(rows.map(({ row }) => row.family))];
const analyzer = await openAnalyzer();

describe.each(families)('%s', (family) => {
  const own = rows.filter(({ row }) => row.family === family);
  it.each(own.map(({ line, row }) => [row.id, row.expected, row.text ?? row.argv?.join(' '), line, row] as const))(
    '%s %s: %s',
    (_, expected, _text, line, row) => {
      const answer = answerBatchLine(line, analyzer, DEFAULT_POLICY);
      expect(answer).toMatchObject({ id: row.id, verdict: expected });
      if (row.finding !== undefined && 'findings' in answer) {
        expect(answer.findings.map(({ kind }) => kind)).toContain(row.finding);
      }
    },
  );
});
