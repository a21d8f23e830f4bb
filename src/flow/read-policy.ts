import { type EffectivePolicy, effectivePolicy } from '../policy/load-policy.ts';
import { readProjectPolicy, readUserPolicy } from '../system/policy-files.ts';

/**
 * The policy in force for a working folder.
 * @throws KnownError when the supervisor's file cannot be read; its mistakes are `problems`, not exceptions
 */
export function readPolicy(input: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** the file of `--policy`, instead of the user's own */
  readonly file?: string | undefined;
}): EffectivePolicy {
  return effectivePolicy(
    readUserPolicy(input.env, input.file),
    readProjectPolicy(input.cwd),
    input.env.LIFETIME_WATCH_AGENTS,
  );
}
