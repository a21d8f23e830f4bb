/** `kill`: what a signal to children ends. */

import type { Scene } from '../scene.ts';
import { constrain } from '../state/change.ts';
import { readClock } from '../state/clock.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import { eitherWay, type Flow, failing, flowWith, joinFlows, NOWHERE, succeeding } from '../state/flow.ts';
import type { Children, State } from '../state/state.ts';
import { killChild } from '../state/subshell.ts';
import { fixedNumberText } from '../values/atoms.ts';
import { subtract } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import type { Field } from '../words/field.ts';
import { printSomething } from '../words/output.ts';
import type { Builtin } from './builtin.ts';
import { attachedChildren, knowsJobs, meantBy } from './named-children.ts';

/** Signals that end nothing. */
const HARMLESS = /^-(SIG)?(STOP|CONT|TSTP|USR1|USR2|WINCH|CHLD|URG)$|^-(10|12|18|19|20)$/;

/** A signal to children. Signal 0 only asks whether they are there. */
export const KILL: Builtin = {
  run: (scene, call, state) => {
    const fields = call.fields.slice(1);
    const [first = '', second = ''] = fields.map((field) => field.text);
    const named = first === '-s' || first === '-n';
    const asks = first === '-0' || (named && /^(0|EXIT)$/.test(second));
    const targets = fields.slice(named ? 2 : first.startsWith('-') ? 1 : 0);
    const chosen = targetsOf(scene, targets, state);
    if (/^-[lL]$/.test(first)) return eitherWay(printSomething(scene, state));
    if (asks) return askWhetherAlive(scene, { targets, chosen }, state);
    if (HARMLESS.test(named ? `-${second}` : first)) return eitherWay(state);
    return eitherWay(killAll(scene, chosen, wound(scene, targets, { chosen, state })));
  },
};

/** Of several children of one place a signal to one ends that one alone. */
function wound(
  scene: Scene,
  fields: readonly Field[],
  { chosen, state }: { readonly chosen: readonly number[]; readonly state: State },
): State {
  const some = [...meantBy(scene, fields, state).keys()].filter((id) => !chosen.includes(id));
  if (some.length === 0) return state;
  const own = state.children.own.map((child) =>
    some.includes(child.id) && child.killed === 'no' ? { ...child, killed: 'perhaps' as const } : child,
  );
  return stateWith(state, { children: childrenWith(state.children, { own }) });
}

/** Marks the children as killed: for certain in an EXIT trap, which runs however the shell ends. */
export function killAll(scene: Scene, ids: readonly number[], state: State): State {
  if (ids.length === 0) return state;
  const killed = scene.exitTrap ? 'leaving' : 'passing';
  const children = ids.reduce<Children>((after, id) => killChild(after, id, killed), state.children);
  return stateWith(state, { children });
}

type Asked = { readonly targets: readonly Field[]; readonly chosen: readonly number[] };

/** Where it fails the child is gone already. Where it succeeds the time of a child that is bounded is not yet over. */
function askWhetherAlive(scene: Scene, { targets, chosen: ids }: Asked, state: State): Flow {
  const alive = boundedLife(scene, targets, state);
  if (ids.length === 0) return alive === state ? eitherWay(state) : joinFlows([succeeding(alive), failing(state)]);
  const children = ids.reduce<Children>((after, id) => killChild(after, id, 'leaving'), state.children);
  return joinFlows([succeeding(alive), flowWith(NOWHERE, { no: [stateWith(state, { children, status: 'failed' })] })]);
}

/** Every one of the words is a child that ends within a time: by a moment that nobody here knows it is gone. */
function boundedLife(scene: Scene, targets: readonly Field[], state: State): State {
  const { atoms, children: known } = scene.world;
  const ids = targets.flatMap((field) => {
    const meant = [...meantBy(scene, [field], state).keys()];
    return meant.length === 1 ? meant : [undefined];
  });
  const bounded = ids.every((id) => {
    const own = state.children.own.find((one) => one.id === id);
    const child = id === undefined ? undefined : known[id];
    return own?.count === 1 && child?.understood === true && child.cost.kind === 'within';
  });
  if (ids.length === 0 || !bounded) return state;
  const gone = readNumber(atoms, fixedNumberText(atoms, `the end of children ${ids.join(' ')}`));
  const now = readClock(atoms, state);
  return gone.kind === 'number' ? constrain(now.state, 'not-negative', subtract(gone.form, now.form)) : state;
}

/** The children of which a signal to these words ends every one. */
function targetsOf(scene: Scene, fields: readonly Field[], state: State): readonly number[] {
  const groups = fields.filter((field) => isGroup(scene, field.text));
  if (groups.length > 0) return attachedChildren(scene, state);
  const usable = fields.filter((field) => !field.text.startsWith('%') || knowsJobs(scene));
  const { own, orphans } = state.children;
  const countOf = (id: number) => [...own, ...orphans].find((child) => child.id === id)?.count ?? 1;
  return [...meantBy(scene, usable, state)]
    .filter(([id, count]) => count >= countOf(id) && endsBySignal(scene, id))
    .map(([id]) => id);
}

/** `kill 0`, and `kill -- -$$`: the shell leads its group when the host has started it. */
function isGroup(scene: Scene, text: string): boolean {
  if (text === '0') return true;
  const own = scene.source.file === undefined ? scene.world.atoms.index.get('fixed $') : undefined;
  return own !== undefined && text === `-${own}`;
}

/** A signal to the shell around a program leaves the program; a loop of the shell is gone with it. */
function endsBySignal(scene: Scene, id: number): boolean {
  const child = scene.world.children[id];
  return child === undefined || child.direct || child.role === 'loop';
}
