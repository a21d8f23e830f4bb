/** The policy file as people write it. The published JSON Schema is generated from these definitions. */
import * as v from 'valibot';
import { parseDuration } from './duration.ts';
import type { CommandPolicy, ProcessRuleName } from './policy.ts';
import { ACTIONS, VERDICTS } from './verdict.ts';

const DURATION_TEXT = /^(\d+(\.\d+)?|(\d+(\.\d+)?[smhd])+)$/;

const duration = v.union(
  [
    v.pipe(v.number(), v.minValue(0)),
    v.pipe(
      v.string(),
      v.regex(DURATION_TEXT),
      v.transform((text) => parseDuration(text) ?? 0),
    ),
  ],
  'a duration such as 90, "15m" or "1h30m"',
);
const limit = v.nullable(duration);
const verdict = v.picklist(VERDICTS);
const words = v.array(v.pipe(v.string(), v.nonEmpty()));

const verdictNames = {
  'unbounded-loop': verdict,
  'endless-command': verdict,
  'long-sleep': verdict,
  'long-poll': verdict,
  'long-bound': verdict,
  'slow-command': verdict,
  'pattern-kill': verdict,
  'host-background': verdict,
  'endless-leftover': verdict,
  'finite-leftover': verdict,
} satisfies Record<keyof CommandPolicy['verdicts'], unknown>;

const processRule = v.partial(v.strictObject({ after: limit, cpu: limit, action: v.picklist(ACTIONS) }));

const processNames = {
  'unbounded-loop': processRule,
  'endless-command': processRule,
  'past-bound': processRule,
  'past-bound-loop': processRule,
  orphan: processRule,
  'hidden-runaway': processRule,
  'long-lived': processRule,
} satisfies Record<ProcessRuleName, unknown>;

/** Every member is optional: what is absent keeps the default. */
export const POLICY_FILE = v.partial(
  v.strictObject({
    $schema: v.string(),
    verdicts: v.partial(v.strictObject(verdictNames)),
    longSleep: v.partial(v.strictObject({ seconds: duration, background: v.picklist(['deny', 'allow']) })),
    longPoll: v.partial(v.strictObject({ seconds: duration })),
    longBound: v.partial(v.strictObject({ seconds: duration })),
    longLived: words,
    processes: v.partial(v.strictObject(processNames)),
    grace: duration,
    killGrace: duration,
    protect: words,
    enforce: v.boolean(),
    agents: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    delegation: v.picklist(['watch', 'guard']),
    unboundExpiry: duration,
    onOffender: v.nullable(v.pipe(words, v.nonEmpty())),
    retention: v.partial(
      v.strictObject({ days: v.pipe(v.number(), v.minValue(0)), megabytes: v.pipe(v.number(), v.minValue(1)) }),
    ),
  }),
);

export type PolicyFile = v.InferOutput<typeof POLICY_FILE>;
