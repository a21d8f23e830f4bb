/** `if` and `case`. */

import type { CaseCommand, IfCommand } from '../../shell/ast.ts';
import { splitComparison } from '../arithmetic/compare.ts';
import { cannotTell } from '../conditions/test-parts.ts';
import { deadScene, type Scene, testedScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { constrain, decided } from '../state/change.ts';
import { endings, type Flow, flowWith, joinFlows, NOWHERE, type States, succeeding } from '../state/flow.ts';
import { settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { isKnown, mayBeEmpty, onlyAtom } from '../values/atoms.ts';
import { constant } from '../values/linear.ts';
import { matchesPattern, patternOf } from '../words/pattern.ts';

/** Every branch that can be taken; those that cannot are looked at as dead text. */
export function runIf(scene: Scene, command: IfCommand, state: State): Flow {
  const flows: Flow[] = [];
  const { atoms } = scene.world;
  let open: States = [state];
  for (const branch of command.branches) {
    const condition = scene.world.run.statements(
      open.length === 0 ? deadScene(testedScene(scene)) : testedScene(scene),
      branch.condition,
      open.length === 0 ? [state] : open,
    );
    const alive = open.length > 0;
    if (alive) flows.push(flowWith(NOWHERE, { jumps: condition.jumps }));
    flows.push(runBranch(scene, branch.body, alive ? settle(atoms, condition.ok) : [], state));
    open = alive ? settle(atoms, condition.no) : [];
  }
  if (command.otherwise !== null) flows.push(runBranch(scene, command.otherwise, open, state));
  else flows.push(flowWith(NOWHERE, { ok: open }));
  return joinFlows(flows);
}

function runBranch(scene: Scene, body: IfCommand['branches'][number]['body'], states: States, fallback: State): Flow {
  if (states.length > 0) return scene.world.run.statements(scene, body, states);
  scene.world.run.statements(deadScene(scene), body, [fallback]);
  return NOWHERE;
}

/** The arms in order; `;&` falls into the next body, `;;&` goes on testing. */
export function runCase(scene: Scene, command: CaseCommand, state: State): Flow {
  const subject = scene.world.run.word(scene, command.subject, state);
  const flows: Flow[] = [];
  let open: States = [subject.state];
  let falling: States = [];
  for (const arm of command.arms) {
    const { yes, no } = matchArm(scene, { patterns: arm.patterns, subject: subject.text }, open);
    const chosen = yes.length > 0 && no.length > 0 ? yes.map((one) => asChosen(scene, command, arm, one)) : yes;
    const flow = runBranch(scene, arm.body, settle(scene.world.atoms, [...chosen, ...falling]), subject.state);
    flows.push(flowWith(NOWHERE, { jumps: flow.jumps }));
    falling = arm.ending === ';&' ? endings(flow) : [];
    open = no;
    if (arm.ending === ';;&') open = settle(scene.world.atoms, [...no, ...endings(flow)]);
    else if (arm.ending === ';;') flows.push(flowWith(flow, { jumps: [] }));
  }
  flows.push(joinFlows(falling.map(succeeding)), flowWith(NOWHERE, { ok: open }));
  return joinFlows(flows);
}

/** Marks what decided, as a person would name it. */
function asChosen(
  scene: Scene,
  { subject }: CaseCommand,
  { patterns }: CaseCommand['arms'][number],
  state: State,
): State {
  const texts = patterns.map(({ span }) => textAt(scene.source, span));
  const text = `case ${textAt(scene.source, subject.span)} in ${texts.join('|')})`;
  return decided(state, { text, succeeded: true });
}

type Arm = { readonly patterns: CaseCommand['arms'][number]['patterns']; readonly subject: string };

function matchArm(scene: Scene, arm: Arm, states: States): { yes: States; no: States } {
  const yes: State[] = [];
  let open = states;
  for (const word of arm.patterns) {
    const still: State[] = [];
    for (const state of open) {
      const split = matchOne(scene, { word, subject: arm.subject }, state);
      yes.push(...split.yes);
      still.push(...split.no);
    }
    open = still;
  }
  return { yes, no: settle(scene.world.atoms, open) };
}

function matchOne(
  scene: Scene,
  { word, subject }: { word: Arm['patterns'][number]; subject: string },
  state: State,
): { yes: States; no: States } {
  const source = patternOf(scene, word, state);
  if (source === undefined) return cannotTell(scene, [subject], state);
  if (source === '[^]*') return { yes: [state], no: [] };
  if (isKnown(subject)) {
    const matches = matchesPattern(subject, source);
    if (matches === undefined) return { yes: [state], no: [state] };
    return matches ? { yes: [state], no: [] } : { yes: [], no: [state] };
  }
  const atom = onlyAtom(scene.world.atoms, subject);
  if (atom?.kind === 'number' && /^(0|-?[1-9]\d*)$/.test(source)) {
    return splitComparison(scene, state, { operator: '==', left: atom.form, right: constant(Number(source)) });
  }
  // A parameter that matches anything but the empty text is there.
  if (atom?.kind === 'unknown' && atom.backing !== undefined && matchesPattern('', source) === false) {
    return { yes: [constrain(state, 'not-negative', atom.backing)], no: [state] };
  }
  if (source === '' && !mayBeEmpty(scene.world.atoms, subject)) return { yes: [], no: [state] };
  return cannotTell(scene, [subject], state);
}
