/** `wait`, `disown`, `jobs`: what becomes of the children. */

import type { Found } from '../findings/found.ts';
import { report, type Scene } from '../scene.ts';
import { spendTime, withPath } from '../state/change.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import { bothCost, type Cost, costWith, isOpen, lasting, NO_COST } from '../state/cost.ts';
import { eitherWay, type Flow, mapFlow, succeeding } from '../state/flow.ts';
import { type Children, type ChildState, OWN_CHILDREN, type State } from '../state/state.ts';
import { isKilled } from '../state/subshell.ts';
import { collectedText, mayBeEmpty, processText, unknownText } from '../values/atoms.ts';
import type { Field } from '../words/field.ts';
import { addOutput, isWatched, writeOutput } from '../words/output.ts';
import type { Builtin } from './builtin.ts';
import { knowsJobs, type Meant, meantBy } from './named-children.ts';

/** Waits for the children that it names, or for all of the shell's own. */
export const WAIT: Builtin = {
  run: (scene, call, state) => {
    const words = call.fields.slice(1);
    const names = words.filter((field) => !field.text.startsWith('-'));
    const { own } = state.children;
    if (words.some((field) => /^-\w*n/.test(field.text))) {
      return own.length === 1 && own[0]?.count === 1 ? waitFor(scene, ALL, state) : waitForOne(scene, state);
    }
    if (names.length === 0) return waitFor(scene, ALL, state);
    const meant = meantBy(scene, names, state);
    // a name that is not there leaves `wait` alone, which is for all; zsh takes an empty one for that too
    const empty = (field: Field) => field.unsure || (zsh(scene) && mayBeEmpty(scene.world.atoms, field.text));
    const all = names.some((field) => empty(field) && meantBy(scene, [field], state).size === 0);
    if (all) return keeping(state, waitFor(scene, ALL, state));
    const jobs = knowsJobs(scene) || !names.some((field) => field.text.startsWith('%'));
    return jobs ? waitFor(scene, meant, state) : keeping(state, waitFor(scene, meant, state));
  },
};

/** The first that ends. Success uses one of the children up: without any it fails. */
function waitForOne(scene: Scene, state: State): Flow {
  const costs = state.children.own.flatMap(({ id }) => scene.world.children[id]?.cost ?? []);
  if (costs.length > 0 && costs.every((cost) => isOpen(cost.kind))) return waitFor(scene, ALL, state);
  const waited = spendTime(state, lasting({ kind: 'finite' }, false));
  const used = withPath(waited, { consumed: [...state.path.consumed, OWN_CHILDREN] });
  return { ok: [stateWith(used, { status: 'ok' })], no: [stateWith(waited, { status: 'failed' })], jumps: [] };
}

function zsh(scene: Scene): boolean {
  return scene.source.dialect === 'zsh';
}

/** It may have waited, or not; nobody knows for whom. */
function keeping({ children, cost }: State, flow: Flow): Flow {
  return mapFlow(flow, (end) => stateWith(end, { children, cost: costWith(end.cost, { least: cost.least }) }));
}

/** Waits for the children that are named by number, as `wait` does: `tail --pid=$!`. */
export function waitForNamed(scene: Scene, names: readonly Field[], state: State): State {
  const [after = state] = waitFor(scene, meantBy(scene, names, state), state).ok;
  return stateWith(after, { status: state.status });
}

const ALL: Pick<Meant, 'get'> = { get: () => Number.POSITIVE_INFINITY };

/** The jobs, and the last process beside a command where that is what `$!` names. */
function waitable({ world }: Scene, { own, orphans, last }: Children): readonly ChildState[] {
  const beside = orphans.filter(({ id }) => id === last && world.children[id]?.beside !== undefined);
  return beside.length === 0 ? own : [...own, ...beside];
}

function waitFor(scene: Scene, meant: Pick<Meant, 'get'>, state: State): Flow {
  const known = waitable(scene, state.children);
  const chosen = known.filter(({ id }) => (meant.get(id) ?? 0) > 0);
  if (chosen.length === 0) return eitherWay(state);
  let cost: Cost = NO_COST;
  for (const { id, killed, started } of chosen) {
    const child = scene.world.children[id];
    if (child === undefined || (isKilled(killed) && isOpen(child.cost.kind))) continue;
    cost = bothCost(cost, restOf(child.cost, { passed: state.cost.least - started, killed: killed !== 'no' }));
    if (!scene.dead)
      report(
        scene.world,
        child.found.map((one) => awaited(scene, one)),
      );
  }
  const rest = (child: ChildState): readonly ChildState[] => {
    const left = child.count - (meant.get(child.id) ?? 0);
    // A kill on the way does not settle a child that ends in no other way.
    if (isKilled(child.killed) && isOpen(scene.world.children[child.id]?.cost.kind ?? 'finite')) return [child];
    return left > 0 ? [{ ...child, count: left }] : [];
  };
  const own = state.children.own.flatMap(rest);
  const orphans = state.children.orphans.flatMap((child) => (chosen.includes(child) ? rest(child) : [child]));
  return eitherWay(spendTime(stateWith(state, { children: childrenWith(state.children, { own, orphans }) }), cost));
}

/** What is still to be waited for of a child that has been running for a while. */
function restOf(cost: Cost, { passed, killed }: { readonly passed: number; readonly killed: boolean }): Cost {
  const gone = Math.max(0, passed);
  const least = killed ? 0 : Math.max(0, cost.least - gone);
  return costWith(cost, { seconds: Math.max(0, cost.seconds - gone), least });
}

/** The call waits for it, so that it is what keeps the call. */
function awaited(scene: Scene, found: Found): Found {
  if (found.kind !== 'endless-command') return { ...found, place: scene.place };
  return { ...found, rule: 'LW303', place: scene.place, reason: `${found.reason}, and \`wait\` waits for it` };
}

/** What `jobs` prints of the children: something, as long as there are any. */
function listed(scene: Scene, lines: readonly string[]): string {
  return lines.length === 0 ? '' : unknownText(scene.world.atoms, true);
}

/** The child lives on, and nobody can wait for it any more. */
export const DISOWN: Builtin = {
  missingInSh: true,
  run: (scene, call, state) => {
    const { own, last } = state.children;
    const names = call.fields.slice(1).filter((field) => !field.text.startsWith('-'));
    const all = call.fields.some((field) => /^-\w*a/.test(field.text));
    // With -h it only ignores the hangup and stays in the table.
    if (call.fields.some((field) => /^-\w*h/.test(field.text))) return succeeding(state);
    const chosen = [...meantBy(scene, names, state).keys()];
    const ids = all ? own.map(({ id }) => id) : names.length === 0 && last !== undefined ? [last] : chosen;
    const children: Children = childrenWith(state.children, {
      own: own.filter(({ id }) => !ids.includes(id)),
      orphans: [...state.children.orphans, ...own.filter(({ id }) => ids.includes(id))],
    });
    return succeeding(stateWith(state, { children }));
  },
};

/** `jobs -p` prints their process numbers; only bash still knows them in `$( )`. */
export const JOBS: Builtin = {
  run: (scene, call, state) => {
    const numbers = call.fields.some((field) => /^-\w*p/.test(field.text));
    const { own, inherited } = state.children;
    const { atoms } = scene.world;
    const lines = [...inherited, ...own].map(
      ({ id, count }) => `${count === 1 ? processText(atoms, id) : collectedText(atoms, [id])}\n`,
    );
    const asked = isWatched(state) ? withPath(state, { consumed: [...state.path.consumed, OWN_CHILDREN] }) : state;
    return succeeding(
      numbers ? writeOutput(scene, asked, lines.join('')) : addOutput(scene, asked, listed(scene, lines)),
    );
  },
};
