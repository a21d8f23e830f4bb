/** `wait`, `kill`, `trap`, `disown`, `jobs`: what becomes of the children. */
import type { Found } from '../findings/found.ts';
import { report, type Scene } from '../scene.ts';
import { spendTime, withShell } from '../state/change.ts';
import { bothCost, type Cost, isOpen, NO_COST } from '../state/cost.ts';
import { eitherWay, type Flow, joinFlows, NOWHERE, succeeding } from '../state/flow.ts';
import type { Children, State } from '../state/state.ts';
import { killChild } from '../state/subshell.ts';
import { childrenIn, processText } from '../values/atoms.ts';
import type { Field } from '../words/field.ts';
import { writeOutput } from '../words/output.ts';
import type { Builtin } from './builtin.ts';

/** Waits for the children that it names, or for all of the shell's own. */
export const WAIT: Builtin = {
  run: (scene, call, state) => {
    const words = call.fields.slice(1);
    const options = words.filter((field) => field.text.startsWith('-'));
    const names = words.filter((field) => !field.text.startsWith('-'));
    const { own } = state.children;
    if (options.some((field) => field.text.includes('n'))) {
      return own.length === 1 && own[0]?.count === 1 ? waitFor(scene, state, ALL) : eitherWay(state);
    }
    if (names.length === 0) return waitFor(scene, state, ALL);
    return waitFor(scene, state, mentioned(scene, names, state));
  },
};

const ALL: Mentioned = { get: () => Number.POSITIVE_INFINITY };

/** How many of each child are meant. */
type Mentioned = { readonly get: (id: number) => number | undefined };

function waitFor(scene: Scene, state: State, meant: Mentioned): Flow {
  const chosen = state.children.own.filter(({ id }) => (meant.get(id) ?? 0) > 0);
  if (chosen.length === 0) return eitherWay(state);
  let cost: Cost = NO_COST;
  for (const { id, killed, started } of chosen) {
    const child = scene.world.children[id];
    if (child === undefined || (killed !== 'no' && isOpen(child.cost.kind))) continue;
    cost = bothCost(cost, restOf(child.cost, { passed: state.cost.least - started, killed: killed !== 'no' }));
    if (!scene.dead)
      report(
        scene.world,
        child.found.map((one) => awaited(scene, one)),
      );
  }
  const own = state.children.own.flatMap((child) => {
    const left = child.count - (meant.get(child.id) ?? 0);
    if (child.killed !== 'no' && isStillOpen(scene, child.id)) return [child];
    return left > 0 ? [{ ...child, count: left }] : [];
  });
  return eitherWay(spendTime({ ...state, children: { ...state.children, own } }, cost));
}

/** What is still to be waited for of a child that has been running for a while. */
function restOf(cost: Cost, { passed, killed }: { readonly passed: number; readonly killed: boolean }): Cost {
  const gone = Math.max(0, passed);
  const least = killed ? 0 : Math.max(0, cost.least - gone);
  return { ...cost, seconds: Math.max(0, cost.seconds - gone), least };
}

/** The call waits for it, so that it is what keeps the call. */
function awaited(scene: Scene, found: Found): Found {
  if (found.kind !== 'endless-command') return { ...found, place: scene.place };
  return { ...found, rule: 'LW303', place: scene.place, reason: `${found.reason}, and \`wait\` waits for it` };
}

/** A kill on the way does not settle a child that ends in no other way. */
function isStillOpen(scene: Scene, id: number): boolean {
  return isOpen(scene.world.children[id]?.cost.kind ?? 'finite');
}

/** The children that the words name, `$pid`, `%1`, and how many of each. */
function mentioned(scene: Scene, fields: readonly Field[], state: State): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (const field of fields) {
    for (const [id, count] of named(scene, field, state)) all.set(id, (all.get(id) ?? 0) + count);
  }
  return all;
}

function named(scene: Scene, field: Field, state: State): ReadonlyMap<number, number> {
  const ids = childrenIn(scene.world.atoms, field.text);
  if (ids.size > 0) return ids;
  const { own, last } = state.children;
  const at = /^%(\d+)$/.exec(field.text)?.[1];
  const id = /^%[%+]?$/.test(field.text) ? last : at === undefined ? undefined : own[Number(at) - 1]?.id;
  return new Map(id === undefined ? [] : [[id, 1]]);
}

/** A signal to children. Signal 0 only asks whether they are there. */
export const KILL: Builtin = {
  run: (scene, call, state) => {
    const words = call.fields.slice(1).map((field) => field.text);
    const fields = call.fields.slice(1);
    const asks = /^(-0|-l|-L)$/.test(words[0] ?? '') || (words[0] === '-s' && /^(0|EXIT)$/.test(words[1] ?? ''));
    const targets = fields.slice(words[0] === '-s' || words[0] === '-n' ? 2 : /^-/.test(words[0] ?? '') ? 1 : 0);
    const chosen = wholly(
      state,
      targets.map((field) => targetsOf(scene, field, state)),
    );
    if (asks) return askWhetherAlive(chosen, state);
    if (/^-(STOP|CONT|TSTP|19|18|USR1|USR2|WINCH|CHLD|URG)$|^-SIG(STOP|CONT|USR)/.test(words[0] ?? ''))
      return eitherWay(state);
    return eitherWay(killAll(scene, chosen, state));
  },
};

/** Marks the children as killed: for certain in an EXIT trap, which runs however the shell ends. */
export function killAll(scene: Scene, ids: readonly number[], state: State): State {
  if (ids.length === 0) return state;
  const killed = scene.exitTrap ? 'leaving' : 'passing';
  const children = ids.reduce<Children>((after, id) => killChild(after, id, killed), state.children);
  return { ...state, children };
}

/** Where it fails the child is gone already. */
function askWhetherAlive(ids: readonly number[], state: State): Flow {
  if (ids.length === 0) return eitherWay(state);
  const children = ids.reduce<Children>((after, id) => killChild(after, id, 'leaving'), state.children);
  const gone: State = { ...state, children };
  return joinFlows([succeeding(state), { ...NOWHERE, no: [{ ...gone, status: 'failed' }] }]);
}

/** The children of which every one is meant. */
function wholly(state: State, targets: readonly ReadonlyMap<number, number>[]): readonly number[] {
  const all = new Map<number, number>();
  for (const target of targets) for (const [id, count] of target) all.set(id, (all.get(id) ?? 0) + count);
  const { own, orphans } = state.children;
  const countOf = (id: number) => [...own, ...orphans].find((child) => child.id === id)?.count ?? 1;
  return [...all].filter(([id, count]) => count >= countOf(id)).map(([id]) => id);
}

function targetsOf(scene: Scene, field: Field, state: State): ReadonlyMap<number, number> {
  const { text } = field;
  const group = text === '0' || (text.length === 2 && text.startsWith('-') && isOwnNumber(scene, text.charAt(1)));
  if (group) return attachedChildren(scene, state);
  if (text.startsWith('%') && scene.source.dialect === 'sh') return new Map();
  return named(scene, field, state);
}

/** The children that are still in the shell's process group. */
export function attachedChildren(scene: Scene, state: State): ReadonlyMap<number, number> {
  const { own, orphans, inherited } = state.children;
  const attached = [...own, ...orphans, ...inherited].filter(({ id }) => scene.world.children[id]?.detached !== true);
  return new Map(attached.map(({ id }) => [id, Number.POSITIVE_INFINITY]));
}

/** `kill -- -$$`: the whole group, which the shell leads when the host starts it. */
function isOwnNumber(scene: Scene, text: string): boolean {
  return scene.source.file === undefined && scene.world.atoms.index.get('fixed $') === text;
}

/** `trap action SIGNAL...` */
export const TRAP: Builtin = {
  run: (_scene, call, state) => {
    const [action, ...signals] = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1).map((field) => field.text);
    if (action === undefined || signals.length === 0) return succeeding(state);
    const traps = new Map(state.shell.traps);
    for (const signal of signals) {
      const name = signalName(signal);
      if (action === '-') traps.delete(name);
      else traps.set(name, action);
    }
    return succeeding(withShell(state, { traps }));
  },
};

const NUMBERS: Readonly<Record<string, string>> = {
  '0': 'EXIT',
  '1': 'HUP',
  '2': 'INT',
  '3': 'QUIT',
  '9': 'KILL',
  '15': 'TERM',
};

function signalName(text: string): string {
  return NUMBERS[text] ?? text.toUpperCase().replace(/^SIG/, '');
}

/** The child lives on, and nobody can wait for it any more. */
export const DISOWN: Builtin = {
  run: (scene, call, state) => {
    const { own, last } = state.children;
    const names = call.fields.slice(1).filter((field) => !field.text.startsWith('-'));
    const all = call.fields.some((field) => /^-\w*a/.test(field.text));
    const chosen = [...mentioned(scene, names, state).keys()];
    const ids = all ? own.map(({ id }) => id) : names.length === 0 && last !== undefined ? [last] : chosen;
    const moved = own.filter(({ id }) => ids.includes(id));
    const children: Children = {
      ...state.children,
      own: own.filter(({ id }) => !ids.includes(id)),
      orphans: [...state.children.orphans, ...moved],
    };
    return succeeding({ ...state, children });
  },
};

/** `jobs -p` prints their process numbers; only bash still knows them in `$( )`. */
export const JOBS: Builtin = {
  run: (scene, call, state) => {
    const numbers = call.fields.some((field) => /^-\w*p/.test(field.text));
    const { own, inherited } = state.children;
    const lines = [...inherited, ...own].map(({ id }) => `${processText(scene.world.atoms, id)}\n`);
    return succeeding(numbers ? writeOutput(scene, state, lines.join('')) : state);
  },
};
