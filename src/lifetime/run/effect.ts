/** How a wrapper changes the life of what it runs. */

import { type Found, staysWithText } from '../findings/found.ts';
import { record } from '../findings/record.ts';
import type { WrapperEffect } from '../programs/describe.ts';
import { collecting, lowerScene, report, type Scene, sceneWith, subshellScene } from '../scene.ts';
import { spendTime } from '../state/change.ts';
import { childrenWith, ioWith, stateWith } from '../state/copy.ts';
import { addCost, anyCost, type Cost, costWith, isOpen, lasting, NO_COST } from '../state/cost.ts';
import { eitherWay, endings, type Flow, flowWith, type Jump, joinFlows, mapFlow, NOWHERE } from '../state/flow.ts';
import { initialState, type State } from '../state/state.ts';
import type { Call } from '../words/field.ts';
import { roleOf } from './add-child.ts';
import { addDetached } from './left-behind.ts';
import { type Inner, limits, runLimited, type Wrapping } from './limit.ts';
import { askedOrNot } from './ordinary.ts';
import { limitCall } from './program-findings.ts';

/** Runs the inner command under the effect; the strongest effect is applied last. */
export function withEffect(scene: Scene, wrapping: Wrapping, inner: Inner): Flow {
  const { effect } = wrapping;
  const { run } = effect.elsewhere === true ? throughElsewhere(inner) : inner;
  const bounded: Inner['run'] = limits(effect) ? (inside, state) => runLimited(inside, wrapping, { state, run }) : run;
  const limited = outOfReach(wrapping, inOwnGroup(effect, { state: inner.state, run: bounded }).run);
  if (effect.returnsAtOnce === true) return runDetached(scene, wrapping, { ...inner, run: limited });
  if (effect.repeats === true) return runRepeated(scene, wrapping, { ...inner, run: limited });
  if (effect.perItem === true && !hasItems(inner.state)) return runForItems(scene, { ...inner, run: limited });
  const flow = limited(scene, inner.state);
  if (effect.elsewhere === true || FAILS_ITSELF.has(wrapping.name)) return orFail(scene, wrapping.call, flow);
  return effect.replaces === true ? replaceShell(flow) : flow;
}

/** Wrappers that may refuse to run anything: no password, a lock that is taken, a namespace that is gone. */
const FAILS_ITSELF = new Set(
  'sudo doas su runuser pkexec flock chroot nsenter unshare systemd-run setpriv runcon sg newgrp'.split(' '),
);

/** `until ssh host true`: what is run there cannot fail, getting there can. */
function orFail(scene: Scene, call: Call, flow: Flow): Flow {
  if (flow.no.length > 0 || flow.ok.length === 0) return flow;
  return joinFlows([...flow.ok.map((end) => askedOrNot(scene, call, end)), flowWith(NOWHERE, { jumps: flow.jumps })]);
}

/** Not at all, or so often as there are items: each run may be bounded, all of them together are not. */
function runForItems(scene: Scene, { state, run }: Inner): Flow {
  const flow = run(scene, stateWith(state, { cost: NO_COST, clock: null }));
  const total = ({ cost }: State): Cost =>
    addCost(state.cost, isOpen(cost.kind) ? cost : costWith(cost, { kind: 'finite', seconds: 0, least: 0, slept: 0 }));
  return joinFlows([eitherWay(state), mapFlow(flow, (end) => stateWith(end, { clock: null, cost: total(end) }))]);
}

/** The input is certainly not empty. */
function hasItems({ io }: State): boolean {
  return (io.inputs.get('0')?.text ?? '').trim() !== '';
}

/** They become what they run; of a shell that depends on its text. */
const BECOMES = new Set(
  `setsid nohup env nice ionice chrt taskset stdbuf exec timeout gtimeout busybox bash sh dash zsh ksh ash`.split(
    /\s+/,
  ),
);

/**
 * A limit ends the process that it runs itself and the process group of that. What has a group of its own further down, or is
 * run by somebody else, goes on.
 */
function outOfReach({ effect, name }: Wrapping, run: Inner['run']): Inner['run'] {
  const { detaches, handedOver, returnsAtOnce } = effect;
  const apart = detaches === true || handedOver === true || (limits(effect) && effect.childOnly !== true);
  return (scene, start) => {
    const inside = BECOMES.has(name) ? scene : lowerScene(scene);
    if (scene.limit === 'none' || !apart) return run(inside, start);
    if (inside.limit === 'direct' && handedOver !== true && returnsAtOnce !== true)
      return detaches === true ? besidesGroup(scene, () => run(inside, start)) : run(inside, start);
    const { result, found } = collecting(scene.world, () => run(inside, start));
    report(
      scene.world,
      found.map((one) => ({ ...one, detached: true })),
    );
    return result;
  };
}

/** The limit's signal reaches it all the same, but not what it has started in its session. */
function besidesGroup({ world: { counters } }: Scene, act: () => Flow): Flow {
  const { shells } = counters;
  counters.alone += 1;
  const flow = act();
  counters.alone -= 1;
  if (counters.shells > shells) counters.apart += 1;
  return flow;
}

/** What runs under setsid or timeout is in a process group of its own. */
function inOwnGroup(effect: WrapperEffect, { state, run }: Inner): Inner {
  if (effect.detaches !== true && (!limits(effect) || effect.childOnly === true)) return { state, run };
  const before = new Set(state.children.orphans.map(({ id }) => id));
  return {
    state,
    run: (scene, start) => {
      scene.world.counters.groups += 1;
      const flow = run(scene, start);
      for (const { id } of endings(flow).flatMap((end) => end.children.orphans)) {
        const child = scene.world.children[id];
        if (child !== undefined && !before.has(id)) scene.world.children[id] = { ...child, ownGroup: true };
      }
      return flow;
    },
  };
}

function anyOf(flow: Flow): Cost {
  return anyCost(endings(flow).map((end) => end.cost));
}

/** What it runs goes on without anybody. */
function runDetached(scene: Scene, { call, effect }: Wrapping, { state, run }: Inner): Flow {
  const place = scene.place === 'foreground' ? 'leftover' : scene.place;
  const inside: Scene = sceneWith(subshellScene(scene), { passes: false, place });
  const { result: flow, found } = collecting(scene.world, () =>
    run(inside, stateWith(state, { cost: NO_COST, clock: null })),
  );
  report(scene.world, found.filter(staysWithText));
  const ends = endings(flow);
  const cost: Cost = ends.length === 0 ? lasting({ kind: 'endless' }, true) : anyOf(flow);
  const left: readonly Found[] = found.filter((one) => !staysWithText(one));
  if (effect.typed === true && left.length === 0) return eitherWay(state);
  return eitherWay(addDetached(scene, { span: call.span, found: left, role: roleOf(left) }, { state, cost }));
}

/** `watch`: again and again. What it runs each time is looked at for itself alone. */
function runRepeated(scene: Scene, { call, effect, reason, remedy }: Wrapping, { state, run }: Inner): Flow {
  const { found } = collecting(scene.world, () => run(scene, stateWith(state, { cost: NO_COST })));
  report(
    scene.world,
    found.filter((one) => one.kind === 'long-sleep'),
  );
  const kind = effect.repeatsUntil === undefined ? 'endless' : 'conditional';
  record(scene, state, {
    kind: 'endless-command',
    rule: 'LW301',
    span: call.span,
    bound: { kind },
    role: 'follow',
    reason:
      reason ?? `it runs its command again and again${effect.repeatsUntil ? ` until ${effect.repeatsUntil}` : ''}`,
    derivation: remedy ? [`a bound of its own: ${remedy}`] : [],
    remedy: limitCall(scene, call),
  });
  return eitherWay(spendTime(state, lasting({ kind }, true)));
}

/** On another machine nothing of this shell is known. */
function throughElsewhere({ state, run }: Inner): Inner {
  const clean = initialState();
  const start: State = stateWith(clean, {
    io: ioWith(clean.io, { inputs: state.io.inputs, offsets: state.io.offsets, output: state.io.output }),
  });
  const back = (end: State): State =>
    stateWith(state, {
      cost: addCost(state.cost, end.cost),
      status: end.status,
      io: ioWith(state.io, { offsets: end.io.offsets, output: end.io.output }),
      children: childrenWith(state.children, {
        orphans: [...state.children.orphans, ...end.children.own, ...end.children.orphans],
      }),
    });
  const there = { tested: false, loops: 0, outerLoop: false };
  return { state, run: (inside) => mapFlow(run(sceneWith(inside, there), start), back) };
}

/** `exec`: the shell is gone once it runs. */
function replaceShell(flow: Flow): Flow {
  const jumps = endings(flow).map((state): Jump => ({ kind: 'replaced', state }));
  return { ok: [], no: [], jumps: [...flow.jumps, ...jumps] };
}
