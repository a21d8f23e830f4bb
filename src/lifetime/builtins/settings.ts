/** Builtins that change how the shell reads text: aliases, options; and those that change nothing here. */
import { assign, readVariable, withOptions, withShell } from '../state/change.ts';
import { eitherWay, failing, joinFlows, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { type Atoms, lengthText, unknownText } from '../values/atoms.ts';
import { interval } from '../values/linear.ts';
import { folderOf } from '../values/paths.ts';
import { printSomething, writeOutput } from '../words/output.ts';
import type { Builtin } from './builtin.ts';

export const ALIAS: Builtin = {
  run: (scene, call, state) => {
    const aliases = new Map(state.shell.aliases);
    for (const { text } of call.fields.slice(1)) {
      const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
      if (name !== undefined) aliases.set(name, { text: value ?? '', definedAt: call.span, source: scene.source });
    }
    return succeeding(withShell(state, { aliases }));
  },
};

export const UNALIAS: Builtin = {
  run: (_scene, call, state) => {
    const aliases = new Map(state.shell.aliases);
    for (const { text } of call.fields.slice(1)) {
      if (text === '-a') aliases.clear();
      else aliases.delete(text);
    }
    return eitherWay(withShell(state, { aliases }));
  },
};

export const SHOPT: Builtin = {
  missingInSh: true,
  run: (scene, call, state) => {
    const words = call.fields.slice(1).map((field) => field.text);
    const on = words.includes('-s');
    if (!on && !words.includes('-u')) return eitherWay(printSomething(scene, state));
    return succeeding(switchOptions(state, words, on));
  },
};

function switchOptions(state: State, words: readonly string[], on: boolean): State {
  let after = state;
  if (words.includes('expand_aliases')) after = withOptions(after, { expandAliases: on });
  if (words.includes('lastpipe')) after = withOptions(after, { lastpipe: on });
  return after;
}

/** `pwd` prints an absolute path. */
export const PWD: Builtin = {
  run: (scene, _call, state) => {
    const { atoms } = scene.world;
    return succeeding(
      writeOutput(scene, state, `${readVariable(atoms, state, 'PWD').text ?? unknownText(atoms, false)}\n`),
    );
  },
};

/** The folder above and the root are always there; whether another folder is nobody knows. */
export const CD: Builtin = {
  run: (scene, call, before) => {
    const { atoms } = scene.world;
    // to an old place: it says where that is
    const state = call.fields.at(-1)?.text === '-' ? printSomething(scene, before) : before;
    const [operand] = call.fields.slice(1).filter((field) => !/^-[LPe@]+$/.test(field.text));
    const to = operand?.text ?? '';
    if (/^\.\.\/?$/.test(to)) {
      const above = folderOf(atoms, readVariable(atoms, state, 'PWD').text ?? '');
      return succeeding(assign(state, 'PWD', above ?? somewhere(atoms)));
    }
    const there = assign(state, 'PWD', /^\/[\w./-]*$/.test(to) && !to.includes('/.') ? to : somewhere(atoms));
    return to === '/' ? succeeding(there) : joinFlows([succeeding(there), failing(state)]);
  },
};

function somewhere(atoms: Atoms): string {
  return lengthText(atoms, interval(1, Number.POSITIVE_INFINITY), 'absolute');
}

/** `umask`, `hash`, `type` ...: quick, and nothing that matters here. */
export const QUICK: Builtin = { run: (scene, _call, state) => eitherWay(printSomething(scene, state)) };

/** A builtin that lists what there is when nothing but options is said. */
export function listing(builtin: Builtin): Builtin {
  const run: Builtin['run'] = (scene, call, state) => {
    const lists = call.fields.slice(1).every((field) => /^-/.test(field.text)) || call.fields[1]?.text === '-p';
    return builtin.run(scene, call, lists ? printSomething(scene, state) : state);
  };
  return { ...builtin, run };
}

/** The same, and certain to succeed. */
export const QUICK_SUCCESS: Builtin = { run: (scene, _call, state) => succeeding(printSomething(scene, state)) };
