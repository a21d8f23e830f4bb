/** What there is to say of a loop that nothing ends, and of one that sleeps for long. */
import { record } from '../findings/record.ts';
import type { Remedy } from '../remedies/remedy.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import type { State } from '../state/state.ts';
import type { AnyPass } from './any-pass.ts';
import { explainLoop } from './explain-loop.ts';
import type { Loop } from './shape.ts';

type Endless = { readonly loop: Loop; readonly any: AnyPass; readonly leaves: boolean; readonly uncertain: boolean };

/** Reports the loop, with what would have to happen outside for it to end. */
export function reportEndless(scene: Scene, { loop, any, leaves, uncertain }: Endless, state: State): void {
  const explanation = explainLoop(scene, { loop, any, leaves }, state);
  record(scene, state, {
    kind: 'unbounded-loop',
    rule: explanation.rule,
    span: loop.span,
    bound: { kind: leaves ? 'conditional' : 'endless' },
    role: 'loop',
    reason: explanation.reason,
    derivation: explanation.derivation,
    remedy: limitLoop(scene, loop, state),
    uncertain,
  });
}

/** Reports how long the loop sleeps in all, as far as its pauses are fixed. */
export function reportPoll(scene: Scene, loop: Loop, { slept, state }: { slept: number; state: State }): void {
  if (slept <= 0) return;
  record(scene, state, {
    kind: 'long-poll',
    rule: 'LW501',
    span: loop.span,
    bound: { kind: 'within', seconds: slept },
    role: 'loop',
    reason: `the pauses of this loop add up to ${slept} s`,
    remedy: limitLoop(scene, loop, state),
  });
}

/**
 * A limit around the loop; around the whole text where the loop uses what was set or defined before it, since a shell of
 * its own would know nothing of that.
 */
function limitLoop(scene: Scene, { span }: Loop, { variables, shell }: State): Remedy {
  const loop = textAt(scene.source, span);
  const before = textAt(scene.source, { start: 0, end: span.start });
  const names = [...[...variables].filter(([, one]) => !one.exported).map(([name]) => name), ...shell.functions.keys()];
  const earlier = names.filter((name) => before.includes(name));
  const words = new Set(earlier.length === 0 ? [] : loop.split(/\W+/));
  const needed = earlier.filter((name) => words.has(name));
  if (needed.length > 0 && !before.includes('&'))
    return { kind: 'limit-text', text: scene.source.text, dialect: scene.source.dialect };
  // A job that is started before the loop stays outside of the limit.
  const handed = needed.filter((name) => variables.get(name)?.elements === null);
  return { kind: 'limit-text', text: loop, dialect: scene.source.dialect, names: handed };
}
