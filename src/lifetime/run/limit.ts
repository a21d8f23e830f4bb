/** What a limit such as `timeout` does to what runs under it, and what it does not reach. */
import { type Found, staysWithText } from '../findings/found.ts';
import { leftChildren } from '../findings/leftover-findings.ts';
import { record } from '../findings/record.ts';
import { type Limit, outlivesLimit, settleUnderLimit } from '../findings/settle.ts';
import type { WrapperEffect } from '../programs/describe.ts';
import { NO_REMEDY } from '../remedies/remedy.ts';
import { type Child, collecting, report, type Scene, sceneWith } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import {
  addCost,
  anyCost,
  type Cost,
  costWith,
  isOpen,
  lasting,
  limitCost,
  limitCostSomehow,
  NO_COST,
} from '../state/cost.ts';
import { endings, type Flow, flowWith, joinFlows, mapFlow, NOWHERE, type States } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import type { Call } from '../words/field.ts';
import { roleOf } from './add-child.ts';
import { addDetached } from './left-behind.ts';

export type Wrapping = {
  readonly call: Call;
  readonly effect: WrapperEffect;
  readonly name: string;
  readonly reason: string | undefined;
  readonly remedy: string | undefined;
};

export type Inner = { readonly state: State; readonly run: (scene: Scene, state: State) => Flow };

/** Whether it limits at all, or seems to. */
export function limits({ within, withinUnknown, ineffective }: WrapperEffect): boolean {
  return within !== undefined || withinUnknown === true || ineffective !== undefined;
}

/** `timeout 60 cmd`: cuts the time, and settles what it binds. */
export function runLimited(scene: Scene, wrapping: Wrapping, { state, run }: Inner): Flow {
  const { call, effect, name } = wrapping;
  const { trapped, counters } = scene.world;
  const [traps, shells, apart] = [trapped.length, counters.shells, counters.apart];
  const alone = effect.childOnly === true ? 1 : 0;
  counters.alone += alone;
  const inside: Scene = effect.ineffective === undefined ? sceneWith(scene, { limit: 'direct' }) : scene;
  const { result, found: all } = collecting(scene.world, () =>
    run(inside, stateWith(state, { cost: NO_COST, clock: null })),
  );
  counters.alone -= alone;
  const resists = resistsSignal(effect, trapped.slice(traps), state);
  const inner = resists ? result : mapFlow(result, (end) => endGroup(scene, { effect, before: state }, end));
  const parted = (alone > 0 && counters.shells > shells) || counters.apart > apart;
  const { found, gone } = parts(effect, all);
  const left = parted ? mapFlow(inner, (end) => leaveProgram(scene, { call, found, effect }, end)) : inner;
  const flow = gone.length === 0 ? left : mapFlow(left, (end) => leaveOutOfReach(scene, { call, found: gone }, end));
  const limit = { text: textAt(scene.source, call.span), span: call.span, name, effect };
  const settled = settleUnderLimit(scene, limit, escaping(scene, { found, parted }, endings(flow)));
  report(scene.world, settled);
  if (effect.within !== undefined && effect.ineffective === undefined)
    reportLimit(scene, { call, seconds: effect.within }, state);
  if (effect.ineffective === undefined) markOutliving(scene, limit, { before: state, flow });
  const stays = settled.some((one) => one.kind === 'ineffective-bound');
  const cut = (cost: Cost) => {
    if (effect.ineffective !== undefined || stays || resists) return cost;
    return effect.within === undefined
      ? limitCostSomehow(cost)
      : limitCost(cost, effect.within + (effect.killAfter ?? 0));
  };
  const after = mapFlow(flow, (end) =>
    stateWith(end, {
      clock: null,
      cost: addCost(state.cost, cut(end.cost)),
      children: withOthers(scene, state, end),
    }),
  );
  return effect.ineffective === undefined ? mayExpire(after) : after;
}

/** A shell that certainly lives until the time is up goes together with what it has started in its process group. */
function endGroup(scene: Scene, { effect, before }: { effect: WrapperEffect; before: State }, end: State): State {
  const { within, ineffective, childOnly, signal } = effect;
  if (within === undefined || ineffective !== undefined || childOnly === true || end.cost.least <= within) return end;
  const outer = new Set([...before.children.own, ...before.children.orphans].map(({ id }) => id));
  const stays = ({ id }: { readonly id: number }) => {
    if (outer.has(id)) return true;
    const child = scene.world.children[id];
    if (child === undefined || child.detached || child.ownGroup) return true;
    return child.found.some(({ trapped }) => signal !== undefined && trapped.includes(signal));
  };
  const { own, orphans } = end.children;
  const children = childrenWith(end.children, { own: own.filter(stays), orphans: orphans.filter(stays) });
  return stateWith(end, { children });
}

/** What was found, and apart from that what has no end and is out of reach of the limit's signal. */
function parts(effect: WrapperEffect, all: readonly Found[]): { found: readonly Found[]; gone: readonly Found[] } {
  const gone = effect.ineffective === undefined ? all.filter((one) => one.detached && outlasts(effect, one)) : [];
  if (gone.length === 0) return { found: all, gone };
  return { found: all.filter((one) => one.kind === 'long-sleep' || !gone.includes(one)), gone };
}

/** The waits of a child that is left behind, or of a program that the signal does not reach, are not cut. */
function escaping(
  scene: Scene,
  { found, parted }: { readonly found: readonly Found[]; readonly parted: boolean },
  ends: States,
): readonly Found[] {
  const left = new Set(leftChildren(scene, ends).map(({ id }) => id));
  return found.map((one) => {
    const goesOn = one.inside?.some((id) => left.has(id)) ?? (parted && one.kind === 'long-sleep');
    return goesOn ? { ...one, detached: true } : one;
  });
}

function outlasts({ within }: WrapperEffect, { kind, bound }: Found): boolean {
  if (kind === 'long-sleep') return bound.kind === 'within' && bound.seconds > (within ?? 0);
  return kind === 'endless-command' || kind === 'unbounded-loop';
}

/** The limit ends who waits for it, and it goes on. */
function leaveOutOfReach(scene: Scene, { call, found }: Omit<Parted, 'effect'>, end: State): State {
  const cost = anyCost(found.map(({ bound }) => lasting(bound, false)));
  const open = found.filter((one) => !staysWithText(one));
  return addDetached(scene, { span: call.span, found: open, role: roleOf(found) }, { state: end, cost });
}

/**
 * The limit ends who reads to the end, and not the process of the shell around that writes: `timeout 5 cat <(loop)`. What
 * was started inside and notices that its reader is gone is gone with it.
 */
function withOthers(scene: Scene, { children }: State, end: State): State['children'] {
  const known = new Set(children.orphans.map(({ id }) => id));
  const orphans = end.children.orphans.filter(({ id }) => known.has(id) || !noticesReader(scene.world.children[id]));
  const left = new Set(orphans.map(({ id }) => id));
  const others = children.orphans.filter(({ id }) => !left.has(id));
  return childrenWith(end.children, { orphans: [...others, ...orphans] });
}

function noticesReader(child: Child | undefined): boolean {
  if (child?.beside !== 'writer') return false;
  return child.found.length > 0 && child.found.every((one) => one.noticesReader === true);
}

/** The shell under the limit does not end on its signal, or (where it alone gets it) not before its program has ended. */
function resistsSignal(effect: WrapperEffect, traps: Scene['world']['trapped'], state: State): boolean {
  const { signal, killAfter, childOnly } = effect;
  if (signal === undefined || killAfter !== undefined) return false;
  if (state.shell.traps.get(signal) === '') return true;
  return traps.some((one) => one.signal === signal && (childOnly === true || !one.ends));
}

type Parted = { readonly call: Call; readonly found: readonly Found[]; readonly effect: WrapperEffect };

/** The signal ends the shell; the program that it was waiting for goes on, a loop of the shell does not. */
function leaveProgram(scene: Scene, { call, found, effect }: Parted, end: State): State {
  const { cost } = end;
  if (cost.kind === 'within' && cost.seconds <= (effect.within ?? 0)) return end;
  const endless = found.filter((one) => one.kind === 'endless-command');
  const rest: Cost = isOpen(cost.kind) && endless.length === 0 ? lasting({ kind: 'finite' }, false) : cost;
  const detached = { span: call.span, found: endless, role: roleOf(endless) };
  return addDetached(scene, detached, { state: end, cost: costWith(rest, { least: 0, loose: false }) });
}

/** What the limited command leaves behind is not limited any more. */
function markOutliving(scene: Scene, limit: Limit, { before, flow }: { before: State; flow: Flow }): void {
  const old = new Set(before.children.orphans.map(({ id }) => id));
  for (const end of endings(flow)) {
    for (const { id } of end.children.orphans) {
      const child = scene.world.children[id];
      if (child === undefined || old.has(id) || child.outlives !== undefined) continue;
      scene.world.children[id] = { ...child, outlives: (found) => outlivesLimit(scene, limit, found) };
    }
  }
}

/** When the time runs out the command ends with a status of its own. */
function mayExpire(flow: Flow): Flow {
  if (flow.no.length > 0) return flow;
  return joinFlows([
    flow,
    flowWith(NOWHERE, { no: flow.ok.map((state): State => stateWith(state, { status: 'failed' })) }),
  ]);
}

function reportLimit(scene: Scene, { call, seconds }: { call: Call; seconds: number }, state: State): void {
  record(scene, state, {
    kind: 'long-bound',
    rule: 'LW601',
    span: call.span,
    bound: { kind: 'within', seconds },
    role: 'ordinary',
    reason: `it may run for ${seconds} s`,
    remedy: NO_REMEDY,
  });
}
