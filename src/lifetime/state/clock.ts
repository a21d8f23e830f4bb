/** What the clock says, in relation to the moments at which it was looked at before. */

import { type Atoms, newSymbol } from '../values/atoms.ts';
import { add, interval, type Linear, symbolForm } from '../values/linear.ts';
import { stateWith } from './copy.ts';
import type { State } from './state.ts';

/**
 * A reading of the clock in seconds since nobody knows when. As long as only known waits have gone by it is the last known
 * moment plus those; after anything else it is a moment of its own.
 */
export function readClock(atoms: Atoms, state: State): { readonly form: Linear; readonly state: State } {
  const { clock, cost } = state;
  if (clock !== null && cost === clock.since) return { form: symbolForm(clock.symbol), state };
  if (clock !== null && cost.kind === 'within') {
    const passed = interval(cost.least - clock.since.least, cost.seconds - clock.since.seconds);
    return { form: add(symbolForm(clock.symbol), passed), state };
  }
  const symbol = newSymbol(atoms, { kind: 'clock' });
  return { form: symbolForm(symbol), state: stateWith(state, { clock: { symbol, since: cost } }) };
}
