/** Puts a finding where the analysis collects them. */

import type { FindingKind, Span } from '../../policy/finding.ts';
import { collecting, type Scene, sceneWith } from '../scene.ts';
import { embeddedText } from '../source-text.ts';
import { shellWith, stateWith } from '../state/copy.ts';
import { endings } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Found } from './found.ts';

type Details = Omit<
  Found,
  'source' | 'place' | 'prevents' | 'trapped' | 'detached' | 'uncertain' | 'noticesReader' | 'derivation'
> & {
  readonly derivation?: readonly string[];
  readonly uncertain?: boolean;
  readonly noticesReader?: boolean;
};

/** What is reported on branches that cannot be taken as well. */
const ALSO_WHEN_DEAD: readonly FindingKind[] = ['long-sleep', 'endless-command'];

/** Reports what was found at this point of the text in this state. */
export function record(scene: Scene, state: State, details: Details): void {
  const { kind, rule, span, bound, role, reason, derivation = [], remedy, uncertain = false, noticesReader } = details;
  if (scene.dead && !ALSO_WHEN_DEAD.includes(kind)) return;
  scene.world.sink.push({
    kind,
    rule,
    source: scene.source,
    span,
    bound,
    place: scene.place,
    role,
    reason,
    derivation: [...scene.trail, ...derivation],
    remedy,
    trapped: trappedSignals(scene, state),
    detached: false,
    ...(noticesReader === undefined ? {} : { noticesReader }),
    uncertain,
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

/** Whether the shell goes on once the trap has run. */
export function goesOnAfter(scene: Scene, action: string, state: State): boolean {
  if (action === '') return true;
  const span: Span = { start: 0, end: 0 };
  const source = embeddedText(scene.source, span, { text: action, dialect: scene.source.dialect });
  const quiet = sceneWith(scene, { depth: scene.depth + 1, trail: [] });
  const free = stateWith(state, { shell: shellWith(state.shell, { traps: new Map() }) });
  const { result } = collecting(scene.world, () => scene.world.run.text(quiet, source, free));
  return endings(result).length > 0;
}
