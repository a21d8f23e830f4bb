/** From the keys of one chunk of input to commands or text, by the mode that each key finds. */
import { type CommandName, commandFor, entersText } from './keys.ts';
import { reduceCommand, typeText } from './reduce-command.ts';
import { settle } from './settle.ts';
import type { State } from './state.ts';

/** More different keys at once than a hand can press may be a paste. */
const MOST_AT_ONCE = 3;
/** What a pasted text must not do; that it sorts or filters the list does no harm. */
const NOT_PASTED: readonly CommandName[] = ['reap', 'pause', 'grant', 'confirm', 'quit'];

/** The state after all keys of a chunk. */
export function reduceKeys(state: State, names: readonly string[]): State {
  const pasted = names.length > MOST_AT_ONCE && names.some((name) => name !== names[0]);
  let next = state;
  for (const name of names) {
    const before = next;
    next = settle(before, reduceKey(before, name, pasted));
  }
  return next;
}

function reduceKey(state: State, name: string, pasted: boolean): State {
  const command = commandFor(state.mode.kind, name);
  if (command !== undefined) return pasted && NOT_PASTED.includes(command) ? state : reduceCommand(state, command);
  if (!entersText(state.mode.kind)) return state;
  if (name === 'space') return typeText(state, ' ');
  return [...name].length === 1 ? typeText(state, name) : state;
}
