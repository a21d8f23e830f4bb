/** Whether a way through a loop, once taken, can be taken again and again: then following the passes proves nothing. */
import type { States } from '../state/flow.ts';
import type { Constraint, State } from '../state/state.ts';
import { type Context, changeOf, isOwn } from './change-in-pass.ts';

/** Some way back to the head leaves every test on it as it was, or moves it further in the same direction. */
export function canRecur(context: Context, ways: States): boolean {
  return ways.some((way) => recurs(context, way));
}

function recurs(context: Context, way: State): boolean {
  for (let at = way.path.constraints; at !== null; at = at.rest) {
    if (!holdsAgain(context, at.first, way)) return false;
  }
  return true;
}

function holdsAgain(context: Context, { relation, form }: Constraint, way: State): boolean {
  if (!form.terms.some(([symbol]) => isOwn(context, symbol))) return true;
  const change = changeOf(context, form, way);
  if (change.terms.length > 0) return false;
  if (relation === 'not-negative') return change.low >= 0;
  if (relation === 'zero') return change.low === 0 && change.high === 0;
  // A value that the steps could have met exactly would have been found before.
  return Number.isFinite(change.low) && Number.isFinite(change.high);
}
