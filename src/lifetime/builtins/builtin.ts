/** What a builtin is. */
import type { Scene } from '../scene.ts';
import type { Flow } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Call } from '../words/field.ts';

export type Builtin = {
  readonly run: (scene: Scene, call: Call, state: State) => Flow;
  /** POSIX shells do not have it */
  readonly missingInSh?: true;
};
