import { describe, expect, it } from 'vitest';
import { parseFlags } from '../../src/commands/flags.ts';
import { armedBy } from '../../src/commands/scan-flags.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';

const ENFORCING = { ...DEFAULT_POLICY, processes: { ...DEFAULT_POLICY.processes, enforce: true } };
const MISTAKE = ["policy.json: protect: expected Array, got 'postgres'"];
const NOTICE = ['the policy has mistakes: --enforce is not in force'];

describe('a run is armed', () => {
  const table = { enforce: { type: 'boolean' } } as const;

  it.each([
    ['never by itself', [], DEFAULT_POLICY, [], false, []],
    ['by the flag', ['--enforce'], DEFAULT_POLICY, [], true, []],
    ['by the policy', [], ENFORCING, [], true, []],
    ['not by a policy with mistakes', [], ENFORCING, MISTAKE, false, []],
    ['not by the flag over a policy with mistakes', ['--enforce'], DEFAULT_POLICY, MISTAKE, false, NOTICE],
  ] as const)('%s', (_, argv, policy, problems, armed, notices) => {
    expect(armedBy(parseFlags('watch', argv, table), { policy, problems })).toEqual({ armed, notices });
  });
});
