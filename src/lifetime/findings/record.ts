/** Puts a finding where the analysis collects them. */
import type { FindingKind, Span } from '../../policy/finding.ts';
import { collecting, type Scene } from '../scene.ts';
import { embeddedText } from '../source-text.ts';
import { endings } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Found } from './found.ts';

type Details = Omit<Found, 'source' | 'place' | 'trapped' | 'detached' | 'uncertain' | 'derivation'> & {
  readonly derivation?: readonly string[];
  readonly uncertain?: boolean;
};

/** What is reported on branches that cannot be taken as well. */
const ALSO_WHEN_DEAD: readonly FindingKind[] = ['long-sleep', 'endless-command'];

/** Reports what was found at this point of the text in this state. */
export function record(scene: Scene, state: State, details: Details): void {
  if (scene.dead && !ALSO_WHEN_DEAD.includes(details.kind)) return;
  scene.world.sink.push({
    uncertain: false,
    ...details,
    source: scene.source,
    place: scene.place,
    derivation: [...scene.trail, ...(details.derivation ?? [])],
    trapped: trappedSignals(scene, state),
    detached: false,
  });
}

/** Signals whose trap does not leave the shell. */
function trappedSignals(scene: Scene, state: State): readonly string[] {
  const { traps } = state.shell;
  if (traps.size === 0) return [];
  return [...traps]
    .filter(([signal, action]) => signal !== 'EXIT' && goesOnAfter(scene, action, state))
    .map(([signal]) => signal);
}

function goesOnAfter(scene: Scene, action: string, state: State): boolean {
  if (action === '') return true;
  const span: Span = { start: 0, end: 0 };
  const source = embeddedText(scene.source, span, { text: action, dialect: scene.source.dialect });
  const quiet = { ...scene, depth: scene.depth + 1, trail: [] };
  const free = { ...state, shell: { ...state.shell, traps: new Map() } };
  const { result } = collecting(scene.world, () => scene.world.run.text(quiet, source, free));
  return endings(result).length > 0;
}
