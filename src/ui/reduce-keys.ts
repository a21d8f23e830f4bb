/** From the keys of one chunk of input to commands or text, by the mode that each key finds. */
import { commandFor, entersText } from './keys.ts';
import { reduceCommand, typeText } from './reduce-command.ts';
import { settle } from './settle.ts';
import type { State } from './state.ts';

/** More different keys at once than a hand can press are a paste: no command, or a pasted text could stop a process. */
const MOST_AT_ONCE = 3;

/** The state after all keys of a chunk. */
export function reduceKeys(state: State, names: readonly string[]): State {
  const held = names.every((name) => name === names[0]);
  if (!entersText(state.mode.kind) && names.length > MOST_AT_ONCE && !held) return state;
  let next = state;
  for (const name of names) {
    const before = next;
    next = settle(before, reduceKey(before, name));
  }
  return next;
}

function reduceKey(state: State, name: string): State {
  const command = commandFor(state.mode.kind, name);
  if (command !== undefined) return reduceCommand(state, command);
  if (!entersText(state.mode.kind)) return state;
  if (name === 'space') return typeText(state, ' ');
  return [...name].length === 1 ? typeText(state, name) : state;
}
