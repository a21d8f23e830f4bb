/** `wait`, `kill`, `trap`, `disown`, `jobs`: what becomes of the children. */
import type { Found } from '../findings/found.ts';
import { report, type Scene } from '../scene.ts';
import { spendTime, withShell } from '../state/change.ts';
import { bothCost, type Cost, isOpen, NO_COST } from '../state/cost.ts';
import { eitherWay, type Flow, joinFlows, NOWHERE, succeeding } from '../state/flow.ts';
import type { Children, ChildState, State } from '../state/state.ts';
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
      return own.length === 1 ? waitFor(scene, own, state) : eitherWay(state);
    }
    if (names.length === 0) return waitFor(scene, own, state);
    const chosen = names.flatMap((field) => named(scene, field, state));
    return waitFor(
      scene,
      own.filter(({ id }) => chosen.includes(id)),
      state,
    );
  },
};

function waitFor(scene: Scene, chosen: readonly ChildState[], state: State): Flow {
  if (chosen.length === 0) return eitherWay(state);
  let cost: Cost = NO_COST;
  for (const { id, killed, started } of chosen) {
    const child = scene.world.children[id];
    if (child === undefined || (killed !== 'no' && isOpen(child.cost.kind))) continue;
    const passed = Math.max(0, state.cost.least - started);
    const rest = {
      ...child.cost,
      seconds: Math.max(0, child.cost.seconds - passed),
      least: Math.max(0, child.cost.least - passed),
    };
    cost = bothCost(cost, killed === 'no' ? rest : { ...rest, least: 0 });
    if (!scene.dead)
      report(
        scene.world,
        child.found.map((one) => awaited(scene, one)),
      );
  }
  const gone = new Set(
    chosen.filter(({ id, killed }) => killed === 'no' || !isStillOpen(scene, id)).map(({ id }) => id),
  );
  const children: Children = { ...state.children, own: state.children.own.filter(({ id }) => !gone.has(id)) };
  const after = spendTime({ ...state, children }, cost);
  return eitherWay(after);
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

/** `$!`, `$pid`, `%1`, `%%` */
function named(scene: Scene, field: Field, state: State): readonly number[] {
  const ids = childrenIn(scene.world.atoms, field.text);
  if (ids.length > 0) return ids;
  const { own, last } = state.children;
  if (/^%[%+]?$/.test(field.text)) return last === undefined ? [] : [last];
  const at = /^%(\d+)$/.exec(field.text)?.[1];
  const child = at === undefined ? undefined : own[Number(at) - 1];
  return child === undefined ? [] : [child.id];
}

/** A signal to children. Signal 0 only asks whether they are there. */
export const KILL: Builtin = {
  run: (scene, call, state) => {
    const words = call.fields.slice(1).map((field) => field.text);
    const fields = call.fields.slice(1);
    const asks = /^(-0|-l|-L)$/.test(words[0] ?? '') || (words[0] === '-s' && /^(0|EXIT)$/.test(words[1] ?? ''));
    const targets = fields.slice(words[0] === '-s' || words[0] === '-n' ? 2 : /^-/.test(words[0] ?? '') ? 1 : 0);
    const chosen = targets.flatMap((field) => targetsOf(scene, field, state));
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

function targetsOf(scene: Scene, field: Field, state: State): readonly number[] {
  const { text } = field;
  const { own, orphans } = state.children;
  const attached = [...own, ...orphans].filter(({ id }) => scene.world.children[id]?.detached !== true);
  if (text === '0') return attached.map(({ id }) => id);
  if (/^-/.test(text) && text.length === 2 && isOwnNumber(scene, text.charAt(1))) return attached.map(({ id }) => id);
  if (/^%/.test(text) && scene.source.dialect === 'sh') return [];
  return named(scene, field, state);
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
    const chosen = names.flatMap((field) => named(scene, field, state));
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
