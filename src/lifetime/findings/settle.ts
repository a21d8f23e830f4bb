/** What an outer limit does to the findings inside it. */

import type { Bound, Span } from '../../policy/finding.ts';
import type { WrapperEffect } from '../programs/describe.ts';
import type { RuleCode } from '../rules.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import type { Found } from './found.ts';

export type Limit = {
  readonly text: string;
  readonly span: Span;
  readonly name: string;
  readonly effect: WrapperEffect;
};

/** The findings that are left: what the limit ends is gone, what it only seems to end says so. */
export function settleUnderLimit(scene: Scene, limit: Limit, found: readonly Found[]): readonly Found[] {
  return found.flatMap((one) => settleOne(scene, limit, one));
}

function settleOne(scene: Scene, limit: Limit, found: Found): readonly Found[] {
  const { effect } = limit;
  if (found.kind === 'pattern-kill') return [found];
  if (found.kind === 'ineffective-bound') return passesOn(limit, found) ? [] : [found];
  const waits = found.kind === 'long-sleep' || found.kind === 'long-poll' || found.kind === 'long-bound';
  const failure = failureOf(limit, found);
  if (failure !== undefined) return waits ? [found] : [ineffective(scene, limit, { found, ...failure })];
  if (!waits) return effect.within === undefined ? [] : asWait(limit, found, effect.within);
  return effect.within === undefined ? [found] : [{ ...found, bound: atMost(found.bound, effect.within) }];
}

/** `timeout 60 timeout 0 tail -f x`: a clock that is switched off hands the signal of the outer one on, unless it is KILL. */
function passesOn(limit: Limit, found: Found): boolean {
  const { signal, within } = limit.effect;
  return (
    found.rule === 'LW801' && signal !== undefined && within !== undefined && failureOf(limit, found) === undefined
  );
}

/** `timeout 300 sleep infinity` is a fixed wait of the limit's length. */
function asWait({ text }: Limit, found: Found, seconds: number): readonly Found[] {
  if (found.kind !== 'endless-command' || found.role !== 'sleep') return [];
  const reason = `\`${text}\` waits ${seconds} s whatever happens meanwhile`;
  return [{ ...found, kind: 'long-sleep', rule: 'LW401', bound: { kind: 'within', seconds }, reason }];
}

type Failure = { readonly rule: RuleCode; readonly why: string };

/** Why the limit does not end what was found, if it does not. */
function failureOf({ effect }: Limit, found: Found): Failure | undefined {
  if (effect.ineffective !== undefined) return { rule: 'LW801', why: effect.ineffective };
  if (effect.signal !== undefined && effect.killAfter === undefined && found.trapped.includes(effect.signal)) {
    return { rule: 'LW802', why: `the shell inside does not end on ${effect.signal}` };
  }
  if (!found.detached) return undefined;
  return { rule: 'LW803', why: 'what it runs has left its process group, so the signal does not reach it' };
}

/** A finding about what the shell under the limit leaves behind: the limit is over when that shell is. */
export function outlivesLimit(scene: Scene, limit: Limit, found: Found): Found {
  const why = `the shell under \`${limit.name}\` is gone at once and \`${textAt(found.source, found.span)}\` stays behind`;
  return ineffective(scene, limit, { found, rule: 'LW803', why });
}

function atMost(bound: Bound, seconds: number): Bound {
  return bound.kind === 'within' ? { kind: 'within', seconds: Math.min(bound.seconds, seconds) } : bound;
}

type Failing = Failure & { readonly found: Found };

function ineffective(scene: Scene, limit: Limit, { found, rule, why }: Failing): Found {
  return {
    ...found,
    kind: 'ineffective-bound',
    rule,
    source: scene.source,
    span: limit.span,
    prevents: found.kind,
    reason: `\`${limit.name}\` does not bind here: ${why}`,
    derivation: [...found.derivation, `inside: ${found.reason}`],
  };
}
