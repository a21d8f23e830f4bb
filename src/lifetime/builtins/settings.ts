/** Builtins that change how the shell reads text: aliases, options; and those that change nothing here. */
import { withOptions, withShell } from '../state/change.ts';
import { eitherWay, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { environmentText } from '../values/atoms.ts';
import { writeOutput } from '../words/output.ts';
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
  run: (_scene, call, state) => {
    const words = call.fields.slice(1).map((field) => field.text);
    const on = words.includes('-s');
    if (!on && !words.includes('-u')) return eitherWay(state);
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
  run: (scene, _call, state) =>
    succeeding(writeOutput(scene, state, `${environmentText(scene.world.atoms, 'PWD', false)}\n`)),
};

/** `cd`, `umask`, `hash` ...: quick, and nothing that matters here. */
export const QUICK: Builtin = { run: (_scene, _call, state) => eitherWay(state) };

/** The same, and certain to succeed. */
export const QUICK_SUCCESS: Builtin = { run: (_scene, _call, state) => succeeding(state) };
