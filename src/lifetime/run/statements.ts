/** Runs a list of statements on every way that leads to it. */

import type { Statement } from '../../shell/ast.ts';
import { deadScene, type Scene } from '../scene.ts';
import {
  endings,
  type Flow,
  flowWith,
  type Jump,
  joinFlows,
  jumpWith,
  NOWHERE,
  type States,
  succeeding,
} from '../state/flow.ts';
import { settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { startInBackground } from './background.ts';
import { underWatchdog, watchdogOf } from './watchdog.ts';

/** The ways in which the list can end. Without a way that leads to it, it is looked at all the same, as dead text. */
export function runStatements(scene: Scene, statements: readonly Statement[], states: States): Flow {
  let flow: Flow = flowWith(NOWHERE, { ok: states });
  let current = states;
  let alive = states[0];
  const jumps: Jump[] = [];
  for (const [at, statement] of statements.entries()) {
    if (current.length === 0) {
      if (alive !== undefined) runStatement(deadScene(scene), statement, alive);
      continue;
    }
    flow = joinFlows(current.map((state) => runStatement(scene, statement, state)));
    for (const jump of flow.jumps) jumps.push(jump);
    current = settle(scene.world.atoms, endings(flow));
    alive = current[0] ?? alive;
    const guarded = statement.background === 'no' ? undefined : afterWatchdog(scene, statements.slice(at), current);
    if (guarded !== undefined) return flowWith(guarded, { jumps: [...jumps, ...guarded.jumps] });
  }
  const { atoms } = scene.world;
  return { ok: settle(atoms, flow.ok), no: settle(atoms, flow.no), jumps: fewer(scene, jumps) };
}

/** The rest of the list, where its first statement has started a child that ends this shell; undefined where it has not. */
function afterWatchdog(scene: Scene, [first, ...rest]: readonly Statement[], states: States): Flow | undefined {
  const [before] = states;
  if (first === undefined || before === undefined || states.length > 1 || rest.length === 0) return undefined;
  const watchdog = watchdogOf(scene, first, before);
  if (watchdog === undefined) return undefined;
  return underWatchdog(scene, { watchdog, rest, before }, () => runStatements(scene, rest, states));
}

function runStatement(scene: Scene, statement: Statement, state: State): Flow {
  if (statement.background === 'no') return scene.world.run.command(scene, statement.command, state);
  const { command, span, background } = statement;
  return succeeding(startInBackground(scene, { command, span, disowned: background === 'disowned' }, state));
}

/** Jumps of the same kind are ways like any other: those that differ in nothing become one. */
function fewer(scene: Scene, jumps: readonly Jump[]): readonly Jump[] {
  if (jumps.length < 3) return jumps;
  const groups = new Map<string, Jump[]>();
  for (const jump of jumps) {
    const key = 'levels' in jump ? `${jump.kind} ${jump.levels}` : jump.kind;
    groups.set(key, [...(groups.get(key) ?? []), jump]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const states = settle(
      scene.world.atoms,
      group.map((jump) => jump.state),
    );
    return first === undefined ? [] : states.map((state) => jumpWith(first, state));
  });
}
