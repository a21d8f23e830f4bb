/** An EXIT trap that stops the containers which the text has started: `trap 'docker rm -f pg' EXIT`. */
import { killAll } from '../builtins/kill.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import type { State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';
import type { Call } from '../words/field.ts';

const ENGINES = new Set(['docker', 'podman', 'nerdctl', 'docker-compose', 'podman-compose']);
const STOPS = new Set(['rm', 'stop', 'kill', 'down']);

/** The state in which the containers that the command names are gone; outside of an EXIT trap it may not be reached. */
export function stopContainers(scene: Scene, call: Call, state: State): State {
  const [engine = '', ...words] = call.fields.map((field) => field.text);
  if (!scene.exitTrap || !ENGINES.has(engine) || !words.some((word) => STOPS.has(word))) return state;
  const ids = state.children.orphans.filter(({ id }) => isMeant(scene, { id, words })).map(({ id }) => id);
  return killAll(scene, ids, state);
}

/** The one with that name; a name that is only known at run time is the number that the start has printed. */
function isMeant(scene: Scene, { id, words }: { readonly id: number; readonly words: readonly string[] }): boolean {
  const child = scene.world.children[id];
  if (child === undefined || !child.detached) return false;
  const started = textAt(child.source, child.span).split(/[\s='"]+/);
  if (!started.some((word) => ENGINES.has(word))) return false;
  if (words.includes('down')) return started.includes('up');
  return words.some((word) => !isKnown(word) || (started.includes(word) && !STOPS.has(word)));
}
