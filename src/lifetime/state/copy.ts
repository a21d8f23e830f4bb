/**
 * Copies with some parts replaced. Every copy comes from the one literal of its kind, so that all values of a kind have
 * the same layout in memory: V8 gives what each spread makes a layout of its own, and copying and reading many layouts
 * at the same place is an order of magnitude slower.
 */
import type { Children, Io, Path, Shell, State, Variable } from './state.ts';

/** The state with other parts. */
export function stateWith(state: State, parts: Partial<State>): State {
  const { variables, parameters, frame, shell, io, children, path, clock, cost, status } = state;
  return Object.assign({ variables, parameters, frame, shell, io, children, path, clock, cost, status }, parts);
}

export function shellWith({ functions, aliases, traps, options }: Shell, parts: Partial<Shell>): Shell {
  return Object.assign({ functions, aliases, traps, options }, parts);
}

export function ioWith({ inputs, offsets, output, files, fifos }: Io, parts: Partial<Io>): Io {
  return Object.assign({ inputs, offsets, output, files, fifos }, parts);
}

export function childrenWith(children: Children, parts: Partial<Children>): Children {
  const { own, orphans, last, inherited, signalled } = children;
  return Object.assign({ own, orphans, last, inherited, signalled }, parts);
}

export function pathWith({ constraints, consumed, wrote, opaque, decision }: Path, parts: Partial<Path>): Path {
  return Object.assign({ constraints, consumed, wrote, opaque, decision }, parts);
}

export function variableWith(variable: Variable, parts: Partial<Variable>): Variable {
  const { text, elements, counted, exported, integer, clock } = variable;
  return Object.assign({ text, elements, counted, exported, integer, clock }, parts);
}
