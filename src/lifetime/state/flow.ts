/** The ways in which a stretch of shell text can go on. */
import { stateWith } from './copy.ts';
import type { State } from './state.ts';

export type States = readonly State[];

export type Flow = {
  /** it ended with status 0 */
  readonly ok: States;
  /** it ended with another status */
  readonly no: States;
  /** it left what it stands in */
  readonly jumps: readonly Jump[];
};

export type Jump =
  | { readonly kind: 'break' | 'continue'; readonly levels: number; readonly state: State }
  | { readonly kind: 'return' | 'exit'; readonly state: State }
  /** `exec`: the shell is gone and runs no EXIT trap */
  | { readonly kind: 'replaced'; readonly state: State };

/** The ways in which a condition can turn out. */
export type Split = { readonly yes: States; readonly no: States };

const NONE: States = [];
const NO_JUMPS: readonly Jump[] = [];

/** Nothing goes on. */
export const NOWHERE: Flow = { ok: NONE, no: NONE, jumps: NO_JUMPS };

/** It succeeds. */
export function succeeding(state: State): Flow {
  return { ok: [withStatus(state, 'ok')], no: NONE, jumps: NO_JUMPS };
}

/** It fails. */
export function failing(state: State): Flow {
  return { ok: NONE, no: [withStatus(state, 'failed')], jumps: NO_JUMPS };
}

/** It may do either. */
export function eitherWay(state: State): Flow {
  return { ok: [withStatus(state, 'ok')], no: [withStatus(state, 'failed')], jumps: NO_JUMPS };
}

/** It may do either, and nobody looks at which. */
export function anyWay(state: State): Flow {
  const either = [withStatus(state, 'either')];
  return { ok: either, no: either, jumps: NO_JUMPS };
}

/** It leaves. */
export function jumping(jump: Jump): Flow {
  return { ok: NONE, no: NONE, jumps: [jump] };
}

/** A condition as a command's outcome. */
export function flowOf(split: Split): Flow {
  return {
    ok: split.yes.map((state) => withStatus(state, 'ok')),
    no: split.no.map((state) => withStatus(state, 'failed')),
    jumps: NO_JUMPS,
  };
}

/** The flow with other parts. */
export function flowWith({ ok, no, jumps }: Flow, parts: Partial<Flow>): Flow {
  return Object.assign({ ok, no, jumps }, parts);
}

/** The jump in another state. */
export function jumpWith(jump: Jump, state: State): Jump {
  if ('levels' in jump) return { kind: jump.kind, levels: jump.levels, state };
  return { kind: jump.kind, state };
}

/** All the ways of several. */
export function joinFlows(flows: readonly Flow[]): Flow {
  const [only] = flows;
  if (only !== undefined && flows.length === 1) return only;
  const ok: State[] = [];
  const no: State[] = [];
  const jumps: Jump[] = [];
  for (const flow of flows) {
    for (const state of flow.ok) ok.push(state);
    for (const state of flow.no) no.push(state);
    for (const jump of flow.jumps) jumps.push(jump);
  }
  return { ok, no, jumps };
}

/** Every way on, whatever its status. */
export function endings(flow: Flow): States {
  if (flow.no.length === 0) return flow.ok;
  return flow.ok.length === 0 ? flow.no : [...flow.ok, ...flow.no];
}

/** Every state in the flow changed alike. */
export function mapFlow(flow: Flow, change: (state: State) => State): Flow {
  return {
    ok: flow.ok.map(change),
    no: flow.no.map(change),
    jumps: flow.jumps.map((jump) => jumpWith(jump, change(jump.state))),
  };
}

export function withStatus(state: State, status: State['status']): State {
  return state.status === status ? state : stateWith(state, { status });
}
