/** What there is to say of a loop that nothing ends, and of one that sleeps for long. */
import { record } from '../findings/record.ts';
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
    remedy: { kind: 'limit-text', text: textAt(scene.source, loop.span), dialect: scene.source.dialect },
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
    remedy: { kind: 'limit-text', text: textAt(scene.source, loop.span), dialect: scene.source.dialect },
  });
}
