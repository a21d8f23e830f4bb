import { describe, expect, it } from 'vitest';
import { formatProcess } from '../../src/view/process-explanation.ts';
import { loops } from '../lineage/analyses.ts';
import { running } from '../lineage/table.ts';
import { identity, suspect } from './suspects.ts';

const spin = 'while :; do sleep 1; done';
const parsed = loops(spin);

function actionBeside(...pids: readonly number[]): string | undefined {
  const text = formatProcess({
    record: running(9, { argv: ['bash', '-c', spin] }),
    parsed,
    findings: parsed.analysis.findings,
    owner: null,
    session: null,
    agentOf: null,
    suspect: null,
    elsewhere: pids.map((pid) => suspect(pid)),
    plan: { kind: 'refused', refusal: 'gone', process: identity(9), reason: 'it has ended' },
  });
  return /^action +(.*)$/m.exec(text)?.[1];
}

describe('what is done about a process whose findings are run by others', () => {
  it.each<readonly [readonly number[], string]>([
    [[], "leave: it does not run what was found, or is nobody's"],
    [[11], 'leave: what was found is run by another process, which is held to it: 11@110'],
    [
      [1, 2, 3, 4, 5, 6, 7],
      'leave: what was found is run by other processes, which are held to it: 1@10, 2@20, 3@30, 4@40, 5@50 and 2 more',
    ],
  ])('%j', (pids, expected) => {
    expect(actionBeside(...pids)).toBe(expected);
  });
});
