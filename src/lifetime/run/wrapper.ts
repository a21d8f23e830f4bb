/** A program that runs another command: `sudo`, `timeout`, `nohup`, `xargs`, `watch` ... */
import type { CommandDescription } from '../programs/describe.ts';
import type { Scene } from '../scene.ts';
import { assign, setVariable } from '../state/change.ts';
import { type Flow, mapFlow } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';
import type { Call, Field } from '../words/field.ts';
import { withEffect } from './effect.ts';

type Wrapper = Extract<CommandDescription, { kind: 'wrapper' }>;
type Wrapped = { readonly call: Call; readonly description: Wrapper };

/** Options of xargs that leave its items together. */
const DEALS_ALL = new Set(['-r', '-t', '--no-run-if-empty', '--verbose']);

const KEEPS_BUILTINS = new Set(['command', 'builtin']);

/** Runs what is wrapped, with the wrapper's effect on it. */
export function runWrapper(scene: Scene, { call, description }: Wrapped, state: State): Flow {
  const { effect, name, from, to, reason, remedy } = description;
  const fields = call.fields.slice(from, to);
  const inner: Call = {
    fields: effect.perItem === true ? [...fields, ...itemsFor(name, call.fields.slice(1, from), state)] : fields,
    span: { start: fields[0]?.span.start ?? call.span.start, end: call.span.end },
    finds: KEEPS_BUILTINS.has(name) ? 'builtins' : effect.externalOnly === true ? 'programs' : call.finds,
  };
  const prepared = setByEnv(scene, { name, fields: call.fields.slice(1, from) }, state);
  const flow = withEffect(
    scene,
    { call, effect, name, reason, remedy },
    {
      state: prepared,
      run: (inside, start) => inside.world.run.call(inside, inner, start),
    },
  );
  return prepared === state ? flow : mapFlow(flow, (end) => ({ ...end, variables: state.variables }));
}

/** `xargs` gives its input as arguments, all of them at once unless it is told to deal them out. */
function itemsFor(name: string, options: readonly Field[], state: State): readonly Field[] {
  const text = name === 'xargs' ? state.io.inputs.get('0')?.text : undefined;
  if (text === undefined || (isKnown(text) && options.some((one) => !DEALS_ALL.has(one.text)))) return [];
  const span = { start: 0, end: 0 };
  return text
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => ({ text: one, unsure: false, quoted: false, span }));
}

/** `env A=1 cmd` */
function setByEnv(scene: Scene, { name, fields }: { name: string; fields: readonly Field[] }, state: State): State {
  if (name !== 'env' && name !== 'sudo' && name !== 'doas') return state;
  let after = state;
  for (const { text } of fields) {
    const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    const [, key, value] = match ?? [];
    if (key === undefined || (key === 'SECONDS' && scene.source.dialect !== 'sh')) continue;
    after = assign(after, key, value ?? '');
    const variable = after.variables.get(key);
    if (variable !== undefined) after = setVariable(after, key, { ...variable, exported: true });
  }
  return after;
}
