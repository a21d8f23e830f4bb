/** Compares numbers that are known in part, with the help of what is known to hold on the path. */

import type { Scene } from '../scene.ts';
import { constrain } from '../state/change.ts';
import type { Split } from '../state/flow.ts';
import type { Constraint, Constraints, State } from '../state/state.ts';
import { type Linear, negate, sameTerms, shiftBy, subtract } from '../values/linear.ts';

const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

export function isComparison(operator: string): boolean {
  return operator in OPPOSITE;
}

/** Whether the comparison holds; undefined when it could go either way. */
export function compareForms(known: Constraints, operator: string, left: Linear, right: Linear): boolean | undefined {
  const claim = claimOf(operator, left, right);
  if (holds(known, claim)) return true;
  const opposite = OPPOSITE[operator];
  return opposite !== undefined && holds(known, claimOf(opposite, left, right)) ? false : undefined;
}

/** Follows a comparison both ways, each with what it says about the numbers; only one way when it is certain. */
export function splitComparison(scene: Scene, state: State, comparison: Comparison): Split {
  const { operator, left, right } = comparison;
  const truth = compareForms(state.path.constraints, operator, left, right);
  if (truth !== undefined) return truth ? { yes: [state], no: [] } : { yes: [], no: [state] };
  if (left.terms.length + right.terms.length === 0) scene.world.counters.vague += 1;
  const yes = claimOf(operator, left, right);
  const no = claimOf(OPPOSITE[operator] ?? operator, left, right);
  return { yes: [claim(state, yes)], no: [claim(state, no)] };
}

/** A whole number that is not below 0 and not 0 is at least 1. */
function claim(state: State, { relation, form }: Constraint): State {
  const after = constrain(state, relation, form);
  if (relation !== 'not-zero' || form.low !== form.high) return after;
  const { low, high } = rangeOf(state.path.constraints, form);
  if (low === 0) return constrain(after, 'not-negative', shiftBy(form, -1));
  return high === 0 ? constrain(after, 'not-negative', shiftBy(negate(form), -1)) : after;
}

export type Comparison = { readonly operator: string; readonly left: Linear; readonly right: Linear };

/** Numbers are whole, so that `a < b` is `b - a - 1 >= 0`. */
function claimOf(operator: string, left: Linear, right: Linear): Constraint {
  switch (operator) {
    case '<':
      return { relation: 'not-negative', form: shiftBy(subtract(right, left), -1) };
    case '<=':
      return { relation: 'not-negative', form: subtract(right, left) };
    case '>':
      return { relation: 'not-negative', form: shiftBy(subtract(left, right), -1) };
    case '>=':
      return { relation: 'not-negative', form: subtract(left, right) };
    case '!=':
      return { relation: 'not-zero', form: subtract(left, right) };
    default:
      return { relation: 'zero', form: subtract(left, right) };
  }
}

function holds(known: Constraints, { relation, form }: Constraint): boolean {
  const { low, high } = rangeOf(known, form);
  if (relation === 'not-negative') return low >= 0;
  if (relation === 'zero') return low === 0 && high === 0;
  return low > 0 || high < 0 || excluded(known, form);
}

/** The range of a form, narrowed by constraints on the same symbols. */
function rangeOf(known: Constraints, form: Linear): { readonly low: number; readonly high: number } {
  if (form.terms.length === 0) return form;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const opposite = negate(form);
  for (let at = known; at !== null; at = at.rest) {
    const { relation, form: other } = at.first;
    if (relation === 'not-zero') continue;
    if (sameTerms(other, form)) {
      // other >= 0 means that the symbols together are at least -other.high
      low = Math.max(low, form.low - other.high);
      if (relation === 'zero') high = Math.min(high, form.high - other.low);
    } else if (sameTerms(other, opposite)) {
      high = Math.min(high, form.high + other.high);
      if (relation === 'zero') low = Math.max(low, form.low + other.low);
    }
  }
  return { low, high };
}

function excluded(known: Constraints, form: Linear): boolean {
  if (form.low !== form.high) return false;
  for (let at = known; at !== null; at = at.rest) {
    const { relation, form: other } = at.first;
    if (relation !== 'not-zero' || other.low !== other.high) continue;
    if (sameTerms(other, form) && other.low === form.low) return true;
    if (sameTerms(other, negate(form)) && other.low === -form.high) return true;
  }
  return false;
}
