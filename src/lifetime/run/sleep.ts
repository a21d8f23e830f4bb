/** A fixed wait. */

import { record } from '../findings/record.ts';
import type { CommandDescription } from '../programs/describe.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { spendTime } from '../state/change.ts';
import { costWith, lasting, sleeping } from '../state/cost.ts';
import { eitherWay, type Flow, failing, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { add, constant, type Linear, scale } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import type { Call } from '../words/field.ts';

type Sleep = Extract<CommandDescription, { kind: 'sleep' }>;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** It succeeds after its time; for ever, it never does. */
export function runSleep(scene: Scene, sleep: { call: Call; description: Sleep }, state: State): Flow {
  const { call, description } = sleep;
  if (!description.valid) return failing(state);
  const wait = description.seconds === undefined ? variableWait(scene, call) : constant(description.seconds);
  if (wait === undefined) return succeeding(spendTime(state, lasting({ kind: 'finite' }, false)));
  if (wait.high === Number.POSITIVE_INFINITY) return sleepForEver(scene, call, state);
  const text = textAt(scene.source, call.span);
  // In a loop every length has its turn; elsewhere only the shortest is certain (`sleep $((RANDOM % 300))`).
  const certain = scene.loops > 0 ? wait.high : wait.low;
  if (certain > 0) {
    record(scene, state, {
      kind: 'long-sleep',
      rule: 'LW401',
      span: call.span,
      bound: { kind: 'within', seconds: certain },
      role: 'sleep',
      reason: `\`${text}\` waits ${certain} s whatever happens meanwhile`,
      remedy: { kind: 'spelled', text: 'sleep <seconds>' },
    });
  }
  const least = Math.max(0, wait.low);
  return succeeding(spendTime(state, costWith(sleeping(wait.high), { least })));
}

function sleepForEver(scene: Scene, call: Call, state: State): Flow {
  const text = textAt(scene.source, call.span);
  record(scene, state, {
    kind: 'endless-command',
    rule: 'LW301',
    span: call.span,
    bound: { kind: 'endless' },
    role: 'sleep',
    reason: `\`${text}\` never returns`,
    remedy: { kind: 'spelled', text: 'sleep <seconds>' },
  });
  return eitherWay(spendTime(state, lasting({ kind: 'endless' }, false)));
}

/** A wait whose length is a number that is known in part: the longest that it can be. */
function variableWait(scene: Scene, call: Call): Linear | undefined {
  let sum = constant(0);
  for (const field of call.fields.slice(1)) {
    if (field.text.startsWith('-')) return undefined;
    const unit = UNITS[field.text.slice(-1)];
    const digits = unit === undefined ? field.text : field.text.slice(0, -1);
    const reading = readNumber(scene.world.atoms, digits);
    if (reading.kind !== 'number' || !reading.sure) return undefined;
    if (reading.form.terms.length > 0 || (scene.loops > 0 && reading.form.low !== reading.form.high))
      scene.world.counters.variantWaits += 1;
    sum = add(sum, scale(reading.form, unit ?? 1));
  }
  return sum.terms.length > 0 || !Number.isFinite(sum.high) || sum.high < 0 ? undefined : sum;
}
