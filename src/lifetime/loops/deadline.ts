/** Deadlines: a reading of the clock that is made in every pass, compared by order with a moment that stays. */
import type { State } from '../state/state.ts';
import { type Linear, substitute } from '../values/linear.ts';
import { type Context, isOwn, valueAfter } from './change-in-pass.ts';

export type Deadline = {
  /** from the first pass on; undefined when the moment is only known at run time */
  readonly seconds: number | undefined;
};

/** A moment further off than this is none. */
const MOST_SECONDS = 10 * 365 * 86_400;

/** The deadline that this way has compared the clock with, or undefined. */
export function deadlineOf(context: Context, back: State): Deadline | undefined {
  for (let at = back.path.constraints; at !== null; at = at.rest) {
    const { relation, form } = at.first;
    if (relation === 'not-zero') continue;
    const direct = asDeadline(context, form);
    if (direct !== undefined) return direct;
    const later = asLaterDeadline(context, form);
    if (later !== undefined) return later;
  }
  return undefined;
}

/** `moment - clock + rest >= 0`, with the clock read in this pass and everything else fixed. */
function asDeadline(context: Context, form: Linear): Deadline | undefined {
  const { scene, symbols } = context;
  let fresh = 0;
  let old = 0;
  let fixed = false;
  for (const [symbol, factor] of form.terms) {
    const meaning = scene.world.atoms.meanings[symbol];
    if (meaning?.kind === 'clock' && symbol >= symbols.firstSymbol) {
      if (factor > 0) return undefined;
      fresh += factor;
    } else if (meaning?.kind === 'clock') old += factor;
    else if (isOwn(context, symbol)) return undefined;
    else fixed = true;
  }
  if (fresh >= 0 || !Number.isFinite(form.high)) return undefined;
  const known = !fixed && fresh + old === 0;
  const seconds = known ? Math.max(0, form.high / -fresh) + 1 : undefined;
  return seconds !== undefined && seconds > MOST_SECONDS ? undefined : { seconds };
}

/** The same for a variable into which every pass puts the clock for the next one. */
function asLaterDeadline(context: Context, form: Linear): Deadline | undefined {
  const own = form.terms.filter(([symbol]) => isOwn(context, symbol));
  if (own.length === 0) return undefined;
  let most: Deadline | undefined;
  for (const way of context.all) {
    const deadline = asDeadline(
      context,
      substitute(form, (symbol) => valueAfter(context, symbol, way)),
    );
    if (deadline === undefined) return undefined;
    const both = most?.seconds !== undefined && deadline.seconds !== undefined;
    const seconds = both ? Math.max(most?.seconds ?? 0, deadline.seconds ?? 0) : deadline.seconds;
    most = most === undefined ? deadline : { seconds: most.seconds === undefined ? undefined : seconds };
  }
  return most;
}
