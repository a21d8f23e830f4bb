/** The policy file as people write it. The published JSON Schema is generated from these definitions. */
import * as v from 'valibot';
import { DURATION_TEXT, parseDuration } from './duration.ts';
import type { CommandPolicy, ProcessRuleName } from './policy.ts';
import { ACTIONS, VERDICTS } from './verdict.ts';

const durationOf = () =>
  v.union(
    [
      v.pipe(v.number(), v.minValue(0)),
      v.pipe(
        v.string(),
        v.regex(DURATION_TEXT),
        // Of the right form and no number: longer than anything lives.
        v.transform((text) => parseDuration(text) ?? Number.POSITIVE_INFINITY),
      ),
    ],
    'a duration such as 90, "15m" or "1h30m"',
  );

function verdictsOf() {
  const verdict = v.picklist(VERDICTS);
  return v.partial(
    v.strictObject({
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
    } satisfies Record<keyof CommandPolicy['verdicts'], unknown>),
  );
}

function processesOf() {
  const limit = v.nullable(durationOf());
  const rule = v.partial(v.strictObject({ after: limit, cpu: limit, action: v.picklist(ACTIONS) }));
  return v.partial(
    v.strictObject({
      'unbounded-loop': rule,
      'endless-command': rule,
      'past-bound': rule,
      'past-bound-loop': rule,
      orphan: rule,
      'hidden-runaway': rule,
      'long-lived': rule,
    } satisfies Record<ProcessRuleName, unknown>),
  );
}

/**
 * Every member is optional: what is absent keeps the default. Made when there is a file to read: most hooks find none.
 */
export function policyFileSchema() {
  const duration = durationOf();
  const words = v.array(v.pipe(v.string(), v.nonEmpty()));
  return v.partial(
    v.strictObject({
      $schema: v.string(),
      verdicts: verdictsOf(),
      longSleep: v.partial(v.strictObject({ seconds: duration, background: v.picklist(['deny', 'allow']) })),
      longPoll: v.partial(v.strictObject({ seconds: duration })),
      longBound: v.partial(v.strictObject({ seconds: duration })),
      longLived: words,
      processes: processesOf(),
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
}

export type PolicyFile = v.InferOutput<ReturnType<typeof policyFileSchema>>;
