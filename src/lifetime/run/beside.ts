/** A process that a command has at the other end of a pipe with a name, and what becomes of it. */
import type { Span } from '../../policy/finding.ts';
import type { Statement } from '../../shell/ast.ts';
import { type Found, staysWithText } from '../findings/found.ts';
import { report, type Scene } from '../scene.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import type { Cost } from '../state/cost.ts';
import type { State, Stream } from '../state/state.ts';
import { addChild, redirectsOutput, roleOf } from './add-child.ts';

type Started = {
  readonly part: { readonly direction: '<' | '>'; readonly body: readonly Statement[]; readonly span: Span };
  readonly found: readonly Found[];
  readonly cost: Cost;
};

/** The state in which it runs, no job of the shell: `jobs` does not list it, bash calls it `$!`. */
export function startBeside(
  scene: Scene,
  { part, found, cost }: Started,
  state: State,
): { readonly child: number | undefined; readonly state: State } {
  report(scene.world, found.filter(staysWithText));
  const child = {
    source: scene.source,
    span: part.span,
    cost,
    role: roleOf(found),
    found: found.filter((one) => !staysWithText(one)),
    detached: false,
    ownGroup: false,
    holdsOutput: part.direction === '>' && !part.body.every(({ command }) => redirectsOutput(command)),
    direct: true,
    beside: part.direction === '<' ? ('writer' as const) : ('reader' as const),
    understood: true,
    outlives: undefined,
  };
  const started = addChild(scene, child, { state, disowned: true });
  const { last } = started.children;
  if (scene.source.dialect === 'bash') return { child: last, state: started };
  return {
    child: last,
    state: stateWith(started, { children: childrenWith(started.children, { last: state.children.last }) }),
  };
}

/** Who reads it to its end waits for it as for a child: it is what keeps the call, and nothing of it is left. */
export function readToEnd(scene: Scene, stream: Stream, state: State): State {
  report(scene.world, stream.found);
  return settleBeside(stream, state);
}

/** It is not left behind. */
export function settleBeside({ child }: Stream, state: State): State {
  if (child === undefined) return state;
  const orphans = state.children.orphans.filter(({ id }) => id !== child);
  return stateWith(state, { children: childrenWith(state.children, { orphans }) });
}

/** Whether its reader may wait for ever. */
export function neverEnds({ supply }: Stream): boolean {
  return supply === 'chatty' || supply === 'quiet';
}
