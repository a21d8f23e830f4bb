/** A program that runs another command: `sudo`, `timeout`, `nohup`, `xargs`, `watch` ... */

import type { Found } from '../findings/found.ts';
import type { CommandDescription } from '../programs/describe.ts';
import { collecting, report, type Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { assign, opaque, setVariable, spendTime, withShell } from '../state/change.ts';
import { stateWith, variableWith } from '../state/copy.ts';
import { costWith, lasting } from '../state/cost.ts';
import { eitherWay, endings, type Flow, flowWith, joinFlows, mapFlow } from '../state/flow.ts';
import { settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import type { Call, Field } from '../words/field.ts';
import { processNamed } from '../words/process-substitution.ts';
import { neverEnds, settleBeside } from './beside.ts';
import { withEffect } from './effect.ts';
import { limitCall } from './program-findings.ts';
import { dealOut } from './xargs.ts';

type Wrapper = Extract<CommandDescription, { kind: 'wrapper' }>;
type Wrapped = { readonly call: Call; readonly description: Wrapper };

const KEEPS_BUILTINS = new Set(['command', 'builtin']);

/** Runs what is wrapped, with the wrapper's effect on it. */
export function runWrapper(scene: Scene, { call, description }: Wrapped, state: State): Flow {
  const { effect, name, from, to, reason, remedy } = description;
  const fields = call.fields.slice(from, to);
  const options = call.fields.slice(1, from);
  const finds = KEEPS_BUILTINS.has(name) ? 'builtins' : effect.externalOnly === true ? 'programs' : call.finds;
  const span = { start: fields[0]?.span.start ?? call.span.start, end: call.span.end };
  const input = name === 'xargs' ? state.io.inputs.get('0')?.text : undefined;
  const { calls, whole } =
    input === undefined || input.trim() === '' ? { calls: [fields], whole: true } : dealOut(fields, options, input);
  const prepared = setByEnv(scene, { name, fields: options }, effect.ignoresHangup === true ? deaf(state) : state);
  const run = (inside: Scene, start: State) =>
    runAll(
      inside,
      calls.map((one): Call => ({ fields: one, span, finds })),
      start,
    );
  const { result: flow, found } = collecting(scene.world, () =>
    withEffect(scene, { call, effect, name, reason, remedy }, { state: prepared, run }),
  );
  report(
    scene.world,
    found.map((one) => withWrapper(scene, { call, start: span.start }, one)),
  );
  const known = whole ? flow : mapFlow(flow, opaque);
  const done = name === 'xargs' ? untilInputEnds(scene, options, { flow: known, state }) : flow;
  return prepared === state
    ? done
    : mapFlow(done, (end) => stateWith(end, { variables: state.variables, shell: state.shell }));
}

/** They look for a package of the name that they are given. */
const FETCHERS = new Set(['npx', 'npm', 'pnpm', 'yarn', 'bunx', 'bun', 'pipx', 'uvx', 'uv']);

/** The remedy as it is written with the wrapper: `sudo timeout <seconds> tail -f x`, `timeout <seconds> npx vite`. */
function withWrapper(
  scene: Scene,
  { call, start }: { readonly call: Call; readonly start: number },
  found: Found,
): Found {
  const { remedy, source, span } = found;
  const inside = source === scene.source && span.start >= start && span.end <= call.span.end;
  if (!inside || remedy.kind !== 'limit-program') return found;
  if (FETCHERS.has(call.fields[0]?.text ?? '')) return { ...found, remedy: limitCall(scene, call) };
  const before = textAt(source, { start: call.span.start, end: start });
  return { ...found, remedy: { ...remedy, before: before + remedy.before } };
}

/** `nohup`: what it runs does not end on a hangup. */
function deaf(state: State): State {
  return withShell(state, { traps: new Map(state.shell.traps).set('HUP', '') });
}

/** It goes on as long as its input does; what it starts notices when nobody reads any more. */
function untilInputEnds(
  scene: Scene,
  options: readonly Field[],
  { flow, state }: { readonly flow: Flow; readonly state: State },
): Flow {
  const fromFile = options.some(({ text }) => /^-a|^--arg-file/.test(text));
  const named = options.map(({ text }) => processNamed(scene, text)).find((stream) => stream !== undefined);
  const input = fromFile ? named : state.io.inputs.get('0');
  if (input === undefined || !neverEnds(input)) return flow;
  report(scene.world, input.found);
  const cost = costWith(lasting({ kind: 'endless' }, false), { stubborn: input.supply === 'quiet' });
  return mapFlow(flow, (end) => spendTime(settleBeside(input, end), cost));
}

/** One after the other; whether they succeed is that of all of them. */
function runAll(scene: Scene, calls: readonly Call[], state: State): Flow {
  const [first, ...others] = calls;
  if (first === undefined) return eitherWay(state);
  let flow = scene.world.run.call(scene, first, state);
  for (const call of others) {
    const ends = settle(scene.world.atoms, endings(flow));
    const next = joinFlows(ends.map((end) => scene.world.run.call(scene, call, end)));
    flow = flowWith(next, { jumps: [...flow.jumps, ...next.jumps] });
  }
  return flow;
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
    if (variable !== undefined) after = setVariable(after, key, variableWith(variable, { exported: true }));
  }
  return after;
}
