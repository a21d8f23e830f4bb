/** What goes to standard output, as far as somebody will look at it. */
import type { Scene } from '../scene.ts';
import { withOutput, withPath } from '../state/change.ts';
import type { State } from '../state/state.ts';
import { ANY_TEXT, unknownText } from '../values/atoms.ts';

/** Longer output is not kept. */
const LONGEST = 20_000;

/** A program has printed the text. */
export function addOutput(scene: Scene, state: State, text: string): State {
  const { output } = state.io;
  if (text === '' || !('text' in output)) return state;
  // a text of which nothing is known says as much once as twice
  if (text === ANY_TEXT && output.text.endsWith(ANY_TEXT)) return state;
  const whole = output.text + text;
  if (whole.length <= LONGEST) return withOutput(state, { kind: output.kind, text: whole });
  const unknown = unknownText(scene.world.atoms, false);
  return output.text === unknown ? state : withOutput(state, { kind: output.kind, text: unknown });
}

/** Something may have been printed. */
export function printSomething(scene: Scene, state: State): State {
  return addOutput(scene, state, unknownText(scene.world.atoms, true));
}

/** The shell itself has printed the text, so it notices when nobody reads it any more. */
export function writeOutput(scene: Scene, state: State, text: string): State {
  const { output } = state.io;
  const piped = output.kind === 'plain' || output.kind === 'captured';
  // with a trap on PIPE the shell goes on when nobody reads
  const dies = piped && !state.path.wrote && !state.shell.traps.has('PIPE');
  const noted = dies ? withPath(state, { wrote: true }) : state;
  return addOutput(scene, noted, text);
}

/** Whether somebody will look at what is printed here. */
export function isWatched(state: State): boolean {
  return 'text' in state.io.output;
}
