/** Calls a function that the text defines. */

import { record } from '../findings/record.ts';
import type { Scene } from '../scene.ts';
import { sceneWith } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { setVariable, spendTime, withParameters, withShell } from '../state/change.ts';
import { stateWith } from '../state/copy.ts';
import { lasting } from '../state/cost.ts';
import { eitherWay, type Flow, type Jump, jumpWith } from '../state/flow.ts';
import { sameParameters, sameVariables, settle } from '../state/merge.ts';
import type { Frame, Parameters, ShellFunction, State } from '../state/state.ts';
import { interval } from '../values/linear.ts';
import type { Call, Field } from '../words/field.ts';
import { withRedirects } from './redirects.ts';

type Calling = { readonly call: Call; readonly name: string; readonly called: ShellFunction };

/** A function that calls itself more often than this is taken to do so for ever. */
const DEEPEST_RECURSION = 60;

/** The ways in which the call can end; `return` ends it, and what was local comes back. */
export function callFunction(scene: Scene, calling: Calling, state: State): Flow {
  const { call, name, called } = calling;
  const entered: State = stateWith(withParameters(state, parametersOf(call.fields.slice(1))), {
    frame: { saved: new Map(), outer: state.frame },
  });
  if (isEndless(scene, name, entered)) return reportRecursion(scene, calling, state);
  const inside: Scene = sceneWith(scene, {
    source: called.source,
    depth: scene.depth + 1,
    loops: scene.source.dialect === 'zsh' ? scene.loops : 0,
    returns: true,
    calls: [...scene.calls, { name, state: entered }],
    trail: called.source === scene.source ? scene.trail : [...scene.trail, `\`${name}\` is called`],
  });
  const flow = withRedirects(inside, called.redirects, {
    state: entered,
    run: (within) => scene.world.run.command(inside, called.body, within),
  });
  return comeBack(scene, flow, state);
}

/** The parameters of a call; a word that may be several leaves only their number, if that. */
export function parametersOf(fields: readonly Field[]): Parameters {
  if (fields.some((field) => field.unsure)) return { kind: 'counted', count: interval(0, Number.POSITIVE_INFINITY) };
  return { kind: 'list', values: fields.map((field) => field.text) };
}

/** It is being called already, and nothing has changed since or it has gone on for long. */
function isEndless(scene: Scene, name: string, state: State): boolean {
  const before = scene.calls.filter((one) => one.name === name);
  const last = before.at(-1);
  if (last === undefined) return false;
  if (before.length >= DEEPEST_RECURSION) return true;
  return (
    sameVariables(last.state.variables, state.variables) && sameParameters(last.state.parameters, state.parameters)
  );
}

function reportRecursion(scene: Scene, { call, name }: Calling, state: State): Flow {
  const text = textAt(scene.source, call.span);
  record(scene, state, {
    kind: 'unbounded-loop',
    rule: 'LW105',
    span: call.span,
    bound: { kind: 'conditional' },
    role: 'loop',
    reason: `\`${name}\` calls itself, and nothing that it counts ends that`,
    derivation: [`\`${text}\` stands inside \`${name}\` and starts it again with the same values`],
    remedy: { kind: 'limit-text', text: scene.source.text, dialect: scene.source.dialect },
  });
  return eitherWay(spendTime(state, lasting({ kind: 'conditional' }, false)));
}

function comeBack(scene: Scene, flow: Flow, before: State): Flow {
  const returned = flow.jumps.filter((jump) => jump.kind === 'return').map((jump) => jump.state);
  const { atoms } = scene.world;
  const back = (state: State) => leaveFunction(scene, before, state);
  return {
    ok: settle(atoms, [...flow.ok, ...returned.filter(({ status }) => status !== 'failed')].map(back)),
    no: settle(atoms, [...flow.no, ...returned.filter(({ status }) => status !== 'ok')].map(back)),
    jumps: flow.jumps
      .filter((jump) => jump.kind !== 'return')
      .map(
        (jump): Jump => (jump.kind === 'exit' || jump.kind === 'replaced' ? jump : jumpWith(jump, back(jump.state))),
      ),
  };
}

function leaveFunction(scene: Scene, before: State, state: State): State {
  const restored = giveBack(state, state.frame);
  const after = stateWith(restored, { frame: before.frame, parameters: before.parameters });
  if (scene.source.dialect !== 'zsh' || state.shell.traps === before.shell.traps) return after;
  // In zsh an EXIT trap that a function sets runs when that function ends.
  const traps = new Map(state.shell.traps);
  const outer = before.shell.traps.get('EXIT');
  if (outer === undefined) traps.delete('EXIT');
  else traps.set('EXIT', outer);
  return withShell(after, { traps });
}

function giveBack(state: State, frame: Frame | null): State {
  let restored = state;
  for (const [name, variable] of frame?.saved ?? []) restored = setVariable(restored, name, variable);
  return restored;
}
