/** The states behind a loop: what was a symbol in its passes is told in terms of what was before it. */

import type { Scene } from '../scene.ts';
import { childrenWith, ioWith, stateWith, variableWith } from '../state/copy.ts';
import type { Cost } from '../state/cost.ts';
import { type Jump, jumpWith, type States } from '../state/flow.ts';
import { sameVariable } from '../state/merge.ts';
import type { Children, ChildState, Output, Parameters, State, Variable } from '../state/state.ts';
import {
  ANY_TEXT,
  atomOf,
  childrenIn,
  collectedText,
  isKnown,
  lengthText,
  numberText,
  unknownText,
} from '../values/atoms.ts';
import { ANY_NUMBER, add, interval, type Linear, substitute } from '../values/linear.ts';
import type { AnyPass } from './any-pass.ts';
import { type Context, changeOf, isOwn, valueAfter } from './change-in-pass.ts';

export type Ends = { readonly outside: States; readonly broke: States; readonly jumps: readonly Jump[] };

type Around = { readonly entry: State; readonly total: (end: State) => Cost };

/** The ends of the loop as the shell around it sees them. */
export function afterLoop(scene: Scene, any: AnyPass, around: Around): Ends {
  const { pass, symbols } = any;
  const context: Context = { scene, symbols, entry: around.entry, all: pass.back };
  const ranges = rangesOf(context);
  const leave = (end: State): State => leaveLoop({ context, ranges, any, around }, end);
  return {
    outside: pass.outside.map(leave),
    broke: pass.broke.map(leave),
    jumps: pass.jumps.map((jump) => jumpWith(jump, leave(jump.state))),
  };
}

type Leaving = {
  readonly context: Context;
  readonly ranges: ReadonlyMap<number, Linear>;
  readonly any: AnyPass;
  readonly around: Around;
};

/** What each symbol can be at the head of any pass: at least (or at most) what it was before, if it only moves one way. */
function rangesOf(context: Context): ReadonlyMap<number, Linear> {
  const ranges = new Map<number, Linear>();
  for (const symbol of [...context.symbols.numbers.values(), ...context.symbols.texts.values()]) {
    ranges.set(symbol, rangeOf(context, symbol));
  }
  return ranges;
}

function rangeOf(context: Context, symbol: number): Linear {
  const before = context.symbols.peeled ? undefined : valueAfter(context, symbol, context.entry);
  if (before === undefined) return ANY_NUMBER;
  const form: Linear = { terms: [[symbol, 1]], low: 0, high: 0 };
  let low = 0;
  let high = 0;
  for (const way of context.all) {
    const change = changeOf(context, form, way);
    if (change.terms.length > 0 || change.low < 0) low = Number.NEGATIVE_INFINITY;
    if (change.terms.length > 0 || change.high > 0) high = Number.POSITIVE_INFINITY;
  }
  return add(before, interval(low, high));
}

function leaveLoop(leaving: Leaving, end: State): State {
  const { around, any } = leaving;
  const variables = projectAll(leaving, end.variables);
  const { path } = end;
  const output = outputOf(leaving, end);
  const fresh = end.children === around.entry.children ? end.children : restart(end.children, around);
  return stateWith(end, {
    variables,
    parameters: projectParameters(leaving, end.parameters),
    io: output === end.io.output ? end.io : ioWith(end.io, { output }),
    children: withEarlier(fresh, any, around),
    cost: around.total(end),
    clock: null,
    path: {
      constraints: around.entry.path.constraints,
      consumed: [...around.entry.path.consumed, ...path.consumed],
      wrote: around.entry.path.wrote || path.wrote,
      opaque: around.entry.path.opaque || path.opaque,
      decision: path.decision ?? around.entry.path.decision,
    },
  });
}

/** What the passes before have printed stands before what the last one has. */
function outputOf({ any, around }: Leaving, end: State): Output {
  const before = around.entry.io.output;
  const { output } = end.io;
  if (!('text' in before) || !('text' in output) || output.kind !== before.kind) return output;
  const printed = ({ io }: State): boolean => 'text' in io.output && io.output.text !== before.text;
  if (!any.pass.back.some(printed)) return output;
  const last = output.text.startsWith(before.text) ? output.text.slice(before.text.length) : '';
  return { kind: output.kind, text: `${before.text}${ANY_TEXT}${last}` };
}

function projectAll(leaving: Leaving, variables: State['variables']): State['variables'] {
  if (leaving.ranges.size === 0) return variables;
  let projected: Map<string, Variable> | undefined;
  for (const [name, variable] of variables) {
    const after = project(leaving, { name, variable });
    if (after === variable) continue;
    projected ??= new Map(variables);
    projected.set(name, after);
  }
  return projected ?? variables;
}

function project(leaving: Leaving, named: { readonly name: string; readonly variable: Variable }): Variable {
  const { variable, name } = named;
  if (variable.elements === null && isKnown(variable.text ?? '')) return variable;
  const text = variable.text === undefined ? undefined : projectText(leaving, { name, text: variable.text });
  const elements = variable.elements?.map((one) => projectText(leaving, { name, text: one })) ?? null;
  const projected = variableWith(variable, { text, elements });
  return sameVariable(projected, variable) ? variable : projected;
}

function projectText(leaving: Leaving, { name, text }: { readonly name: string; readonly text: string }): string {
  if (isKnown(text)) return text;
  const { atoms } = leaving.context.scene.world;
  const collected = collectedIn(leaving, { name, text });
  if (collected !== undefined) return collected;
  let result = '';
  for (const character of text) {
    const atom = atomOf(atoms, character);
    if (atom?.kind === 'number') result += numberText(atoms, projectForm(leaving, atom.form));
    else if (atom?.kind === 'unknown' && atom.length !== undefined) {
      result += hasOwn(leaving.context, atom.length)
        ? unknownText(atoms, true)
        : lengthText(atoms, atom.length, atom.root);
    } else result += character;
  }
  return result;
}

function hasOwn(context: Context, form: Linear): boolean {
  return form.terms.some(([symbol]) => isOwn(context, symbol));
}

function projectForm({ context, ranges }: Leaving, form: Linear): Linear {
  return hasOwn(context, form) ? substitute(form, (symbol) => ranges.get(symbol)) : form;
}

/** `pids="$pids $!"`: a text to which every pass adds process numbers holds those of all the passes. */
function collectedIn(
  leaving: Leaving,
  { name, text }: { readonly name: string; readonly text: string },
): string | undefined {
  const { context, around } = leaving;
  const { atoms } = context.scene.world;
  const head = context.symbols.heads.get(name);
  if (head === undefined || head === '') return undefined;
  const after = context.all.map((way) => textsOf(way.variables.get(name)));
  const children = [...new Set(after.flatMap((one) => [...childrenIn(atoms, one).keys()]))];
  if (children.length === 0) return undefined;
  if (!after.every((one) => one.includes(head))) return text.includes(head) ? unknownText(atoms, true) : undefined;
  const before = childrenIn(atoms, textsOf(around.entry.variables.get(name)));
  return collectedText(atoms, [...new Set([...before.keys(), ...children])]);
}

function textsOf(variable: Variable | undefined): string {
  return variable?.elements == null ? (variable?.text ?? '') : variable.elements.join(' ');
}

function projectParameters(leaving: Leaving, parameters: Parameters): Parameters {
  if (parameters.kind === 'list') {
    const values = parameters.values.map((text) => projectText(leaving, { name: '', text }));
    return values.every((value, at) => value === parameters.values[at]) ? parameters : { kind: 'list', values };
  }
  const count = projectForm(leaving, parameters.count);
  return { kind: 'counted', count: { ...count, low: Math.max(0, count.low) } };
}

/** When a child of the loop started is not known any more once the loop has ended. */
function restart(children: Children, { entry }: Around): Children {
  const old = new Set([...entry.children.own, ...entry.children.orphans]);
  const reset = (list: readonly ChildState[]) =>
    list.map((child) => (old.has(child) ? child : { ...child, started: Number.MAX_VALUE }));
  return childrenWith(children, { own: reset(children.own), orphans: reset(children.orphans) });
}

/** Children whose numbers the loop went through, and which no pass left unwaited for, are waited for. */
function withEarlier(children: Children, { pass }: AnyPass, { entry }: Around): Children {
  if (pass.back.length === 0) return children;
  const settled = (child: ChildState) =>
    entry.children.own.some((one) => one.id === child.id) &&
    pass.back.every((way) => way.children.own.every((one) => one.id !== child.id));
  if (!children.own.some(settled)) return children;
  return childrenWith(children, { own: children.own.filter((child) => !settled(child)) });
}
