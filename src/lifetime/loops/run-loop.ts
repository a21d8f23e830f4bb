/** Runs a loop: shows that it ends and how long that takes, or reports that nothing makes it end. */

import type { Found } from '../findings/found.ts';
import { collecting, deadScene, report, type Scene, sceneWith } from '../scene.ts';
import { opaque, spendTime } from '../state/change.ts';
import { pathWith, stateWith } from '../state/copy.ts';
import { addCost, anyCost, type Cost, costWith, isOpen, lasting, timesCost } from '../state/cost.ts';
import { eitherWay, endings, type Flow, type Jump, joinFlows, mapFlow, type States } from '../state/flow.ts';
import { mergeStates, settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { afterLoop } from './after-loop.ts';
import { type AnyPass, runAnyPass, runPass } from './any-pass.ts';
import { reopenedInput } from './explain-loop.ts';
import { reportEndless, reportPoll } from './loop-findings.ts';
import { goesOn } from './progress.ts';
import { type Proof, proveEnd } from './ranking.ts';
import { canRecur } from './recurrence.ts';
import type { Loop, Pass } from './shape.ts';
import { SHORT_LIST, type Simulated, simulate } from './simulate.ts';

/** The ways in which the loop can end. */
export function runLoop(scene: Scene, loop: Loop, state: State): Flow {
  const inner: Scene = sceneWith(scene, { loops: scene.loops + 1, passes: true });
  const { result: first, found: asked } = collecting(scene.world, () => loop.enter(inner, state, 0));
  if (first.inside.length === 0 && ownJumps(first.jumps, 'continue').length === 0) {
    report(scene.world, asked);
    scene.world.run.statements(deadScene(inner), loop.body, [state]);
    return leaving(scene, {
      outside: first.outside,
      broke: ownJumps(first.jumps, 'break'),
      jumps: outwardJumps(first.jumps),
    });
  }
  return runEntered(scene, inner, { loop, state, mayEndAtOnce: first.outside.length > 0, peeled: false });
}

type Entered = { readonly loop: Loop; readonly state: State; readonly mayEndAtOnce: boolean; readonly peeled: boolean };

function runEntered(scene: Scene, inner: Scene, entered: Entered): Flow {
  const { loop, state } = entered;
  const { counters } = scene.world;
  const { vague: vagueBefore, variantWaits: waitsBefore } = counters;
  const since = scene.world.made.length;
  const { result: any, found } = collecting(scene.world, () => runAnyPass(inner, loop, state));
  if (any.symbols.peeled && loop.listed === undefined && !entered.peeled) return runPeeled(scene, inner, entered);
  const vague = counters.vague > vagueBefore;
  const waits = counters.variantWaits > waitsBefore;
  const proof = loop.listed === undefined ? proveEnd(inner, any, { state, since }) : listedProof(loop);
  const uncertain = found.some((one) => one.uncertain);
  const settled = proof !== undefined && !waits && !uncertain && !isShortList(loop, any);
  if (!settled && worthwhile(inner, { loop, any, proof, vague }, state)) {
    const simulated = simulate(inner, loop, state);
    if (simulated !== undefined) return finishSimulated(scene, { loop, simulated }, state);
  }
  if (proof !== undefined) return finishProved(scene, { loop, any, proof, found }, state);
  const uncertainEnd = vague || hasNumbers(any);
  return finishOpen(scene, { loop, mayEndAtOnce: entered.mayEndAtOnce, any, found, uncertain: uncertainEnd }, state);
}

/** What the loop begins with is no number, what it goes on with is: the first pass is run by itself. */
function runPeeled(scene: Scene, inner: Scene, { loop, state }: Entered): Flow {
  const pass = runPass(inner, loop, { states: [state], pass: 0, head: state });
  const ended = leaving(scene, pass);
  const [first, ...others] = pass.back.map(
    (back): State => stateWith(back, { path: pathWith(state.path, { opaque: back.path.opaque }) }),
  );
  if (first === undefined) return ended;
  const next = others.reduce((left, right) => mergeStates(scene.world.atoms, left, right), first);
  const rest = runEntered(scene, inner, { loop, state: next, mayEndAtOnce: false, peeled: true });
  return joinFlows([ended, rest]);
}

function listedProof(loop: Loop): Proof {
  return { passes: loop.listed === 'unknown' ? undefined : loop.listed, seconds: undefined, why: 'its list ends' };
}

function isShortList(loop: Loop, any: AnyPass): boolean {
  if (typeof loop.listed !== 'number' || loop.listed > SHORT_LIST) return false;
  const { pass } = any;
  const children = pass.back.some((back) => back.children !== pass.head.children);
  return hasNumbers(any) || children || pass.jumps.length > 0;
}

type Doubt = { readonly loop: Loop; readonly any: AnyPass; readonly proof: Proof | undefined; readonly vague: boolean };

/** Following the passes can only help when what the loop changes has a say in whether it ends. */
function worthwhile(scene: Scene, { loop, any, proof, vague }: Doubt, state: State): boolean {
  if (loop.listed === 'unknown') return false;
  if (proof !== undefined || vague) return true;
  if (!hasNumbers(any)) return false;
  return !canRecur({ scene, symbols: any.symbols, entry: state, all: any.pass.back }, any.pass.back);
}

function hasNumbers({ symbols }: AnyPass): boolean {
  return symbols.numbers.size + symbols.texts.size > 0;
}

function finishSimulated(scene: Scene, { loop, simulated }: { loop: Loop; simulated: Simulated }, state: State): Flow {
  report(scene.world, withoutPolls(loop, simulated.found, scene));
  const ends = [...simulated.outside, ...simulated.broke, ...simulated.jumps.map((jump) => jump.state)];
  const slept = Math.max(0, ...ends.map((end) => end.cost.slept - state.cost.slept));
  reportPoll(scene, loop, { slept, state });
  const polled = (end: State): State => stateWith(end, { cost: pollingCost(end.cost, slept > 0) });
  return mapFlow(leaving(scene, simulated), polled);
}

/** A loop around loops sleeps for all of them together. */
function withoutPolls(loop: Loop, found: readonly Found[], scene: Scene): readonly Found[] {
  const inside = (one: Found) =>
    one.kind === 'long-poll' &&
    one.source === scene.source &&
    one.span.start >= loop.span.start &&
    one.span.end <= loop.span.end;
  return found.filter((one) => !inside(one));
}

type Proved = { readonly loop: Loop; readonly any: AnyPass; readonly proof: Proof; readonly found: readonly Found[] };

function finishProved(scene: Scene, { loop, any, proof, found }: Proved, state: State): Flow {
  report(scene.world, withoutPolls(loop, found, scene));
  const each = anyCost(any.pass.back.map((back) => back.cost));
  const passes = passesCost(each, proof);
  const total = (end: State): Cost => addCost(addCost(state.cost, passes), lastCost(end.cost, { each, proof }));
  const ends = afterLoop(scene, any, { entry: state, total });
  const slept = Math.max(
    0,
    ...[...ends.outside, ...ends.broke, ...ends.jumps.map(({ state: end }) => end)].map(
      (end) => end.cost.slept - state.cost.slept,
    ),
  );
  reportPoll(scene, loop, { slept, state });
  return leaving(scene, ends);
}

/** What the last pass takes; up to a deadline its pauses are counted already. */
function lastCost(cost: Cost, { each, proof }: { readonly each: Cost; readonly proof: Proof }): Cost {
  const last = pollingCost(cost, each.slept > 0);
  return proof.seconds === undefined ? last : costWith(last, { slept: 0 });
}

/** What all the passes but the last take together. */
function passesCost(each: Cost, proof: Proof): Cost {
  const base: Cost = costWith(pollingCost(each, each.slept > 0), { least: 0 });
  if (proof.passes !== undefined) return timesCost(base, proof.passes);
  if (proof.seconds !== undefined) {
    return costWith(base, { seconds: proof.seconds + each.seconds, slept: each.slept > 0 ? proof.seconds : 0 });
  }
  return costWith(base, { kind: isOpen(each.kind) ? each.kind : 'finite', seconds: 0, slept: 0 });
}

/** Programs that a bounded loop with pauses only asks for their status are probes; without pauses they are its work. */
function pollingCost(cost: Cost, pauses: boolean): Cost {
  return cost.probes ? costWith(cost, { probes: false, loose: cost.loose || !pauses }) : cost;
}

type Open = {
  readonly mayEndAtOnce: boolean;
  readonly loop: Loop;
  readonly any: AnyPass;
  readonly found: readonly Found[];
  readonly uncertain: boolean;
};

/** Nothing makes it end: a finding, unless something in it was not understood. */
function finishOpen(scene: Scene, { loop, any, found, uncertain, mayEndAtOnce }: Open, state: State): Flow {
  const { pass } = any;
  const reopened = reopenedInput(scene, any);
  report(scene.world, reopened === undefined ? found : withoutProducer(found, reopened.found));
  const unclear = pass.back.some((back) => back.path.opaque) || goesOn(scene, loop, any);
  const leaves = mayEndAtOnce || pass.outside.length + pass.broke.length + pass.jumps.length > 0;
  if (!unclear) reportEndless(scene, { loop, any, leaves, uncertain }, state);
  const stubborn = !pass.back.every((back) => back.path.wrote);
  const cost: Cost = costWith(lasting({ kind: leaves || unclear ? 'conditional' : 'endless' }, false), { stubborn });
  const total = (end: State): Cost => addCost(addCost(state.cost, end.cost), cost);
  const ends = afterLoop(scene, any, { entry: state, total });
  const flow = leaving(scene, ends);
  const after = unclear ? opaque(state) : state;
  return endings(flow).length > 0 ? flow : joinFlows([flow, eitherWay(spendTime(after, cost))]);
}

/** What feeds a loop that opens it again and again is part of the finding about the loop. */
function withoutProducer(found: readonly Found[], producer: readonly Found[]): readonly Found[] {
  const same = (one: Found) =>
    producer.some(({ kind, source, span }) => kind === one.kind && source === one.source && span === one.span);
  return found.filter((one) => !same(one));
}

/** The loop's status is that of its last pass, or success when there was none or `break` ended it. */
function leaving(scene: Scene, ends: Pick<Pass, 'outside' | 'broke' | 'jumps'>): Flow {
  const { atoms } = scene.world;
  const ok = [...ends.outside, ...ends.broke].map((end): State => stateWith(end, { status: 'ok' }));
  const no = ends.outside
    .filter((end) => end.status !== 'ok')
    .map((end): State => stateWith(end, { status: 'failed' }));
  return { ok: settle(atoms, ok), no: settle(atoms, no), jumps: ends.jumps };
}

function ownJumps(jumps: readonly Jump[], kind: Jump['kind']): States {
  return jumps.filter((jump) => jump.kind === kind && 'levels' in jump && jump.levels === 1).map((jump) => jump.state);
}

function outwardJumps(jumps: readonly Jump[]): readonly Jump[] {
  return jumps.flatMap((jump): readonly Jump[] => {
    if (!('levels' in jump)) return [jump];
    return jump.levels > 1 ? [{ ...jump, levels: jump.levels - 1 }] : [];
  });
}
