import type { Judge } from '../lineage/suspects.ts';
import { judgeProcess } from '../policy/judge-process.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * The policy's judgement of a process, for this run.
 * @param after seconds that replace every age limit; null: as the policy says
 */
export function judgeBy(policy: Policy, after: number | null): Judge {
  const expected = policy.commands.longLived.map((command) => command.split(/\s+/).filter((word) => word !== ''));
  return ({ words, findings, ageSeconds, cpuSeconds, grantedSeconds }) => {
    const longLived = expected.length > 0 && expected.some((program) => begins(words, program));
    return judgeProcess({ findings, ageSeconds, cpuSeconds, grantedSeconds, after, longLived }, policy.processes);
  };
}

function begins(words: readonly string[], program: readonly string[]): boolean {
  return program.length > 0 && program.every((word, index) => words[index] === word);
}
