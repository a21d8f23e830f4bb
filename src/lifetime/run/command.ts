/** Runs one command of any kind. */

import { assertNever } from '../../errors.ts';
import type { Command, Statement } from '../../shell/ast.ts';
import { decideArithmetic } from '../arithmetic/decide.ts';
import { decideDoubleBracket } from '../conditions/double-bracket.ts';
import { runForArith, runForIn, runRepeat, runSelect, runWhile } from '../loops/kinds.ts';
import { DEEPEST, deadScene, deeperScene, type Scene, sceneWith, spend, subshellScene, testedScene } from '../scene.ts';
import { opaque, withOutput, withParameters, withShell } from '../state/change.ts';
import {
  eitherWay,
  endings,
  type Flow,
  flowOf,
  flowWith,
  joinFlows,
  jumpWith,
  mapFlow,
  NOWHERE,
  succeeding,
} from '../state/flow.ts';
import { settle } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { enterSubshell, leaveSubshell } from '../state/subshell.ts';
import { expandWords } from '../words/expand.ts';
import { printSomething } from '../words/output.ts';
import { asked } from './asked.ts';
import { startCoprocess } from './background.ts';
import { runCase, runIf } from './branches.ts';
import { runDeclaration } from './declaration.ts';
import { runPipeline } from './pipeline.ts';
import { withRedirects } from './redirects.ts';
import { finishShell } from './shell-end.ts';
import { runSimple } from './simple-command.ts';

/** The ways in which the command can end; under `set -e` a failure that nobody looks at leaves the shell. */
export function runCommand(scene: Scene, command: Command, state: State): Flow {
  if (scene.depth > DEEPEST || !spend(scene.world)) {
    scene.world.problems.add('nested too deeply or too long to be followed');
    return eitherWay(opaque(state));
  }
  const flow = dispatch(scene, command, state);
  return leavesOnFailure(scene, command, flow) ? leaveOnFailure(flow) : flow;
}

function dispatch(scene: Scene, command: Command, state: State): Flow {
  switch (command.kind) {
    case 'simple':
      return runSimple(scene, command, state);
    case 'declaration':
      return runDeclaration(scene, command, state);
    case 'pipeline':
      return runPipeline(scene, command, state);
    case 'and-or':
      return runAndOr(scene, command, state);
    case 'function':
      return succeeding(define(scene, command, state));
    case 'unknown':
      return eitherWay(opaque(printSomething(scene, state)));
    case 'coproc':
      return succeeding(startCoprocess(scene, command, state));
    default:
      return withRedirects(scene, command.redirects, {
        state,
        run: (inside) => runCompound(deeperScene(scene), command, inside),
      });
  }
}

type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;
type Compound = Exclude<
  Command,
  Of<'simple' | 'declaration' | 'pipeline' | 'and-or' | 'function' | 'unknown' | 'coproc'>
>;

function runCompound(scene: Scene, command: Compound, state: State): Flow {
  switch (command.kind) {
    case 'while':
      return runWhile(scene, command, state);
    case 'for-in':
      return runForIn(scene, command, state);
    case 'for-arith':
      return runForArith(scene, command, state);
    case 'repeat':
      return runRepeat(scene, command, state);
    case 'select':
      return runSelect(scene, command, state);
    case 'if':
      return runIf(scene, command, state);
    case 'case':
      return runCase(scene, command, state);
    case 'group':
      return scene.world.run.statements(scene, command.body, [state]);
    case 'subshell':
      return runSubshell(scene, command.body, state);
    case 'anonymous-function':
      return runAnonymous(scene, command, state);
    case 'always':
      return runAlways(scene, command, state);
    case 'test':
      return asked(scene, command.span, flowOf(decideDoubleBracket(scene, command.expression, state)));
    case 'arithmetic':
      return asked(scene, command.span, flowOf(decideArithmetic(scene, command.expression, state)));
    default:
      return assertNever(command);
  }
}

function runAndOr(scene: Scene, command: Of<'and-or'>, state: State): Flow {
  const left = scene.world.run.command(testedScene(deeperScene(scene)), command.left, state);
  const goesOn = settle(scene.world.atoms, command.operator === '&&' ? left.ok : left.no);
  if (goesOn.length === 0) {
    scene.world.run.command(deadScene(deeperScene(scene)), command.right, state);
    return left;
  }
  const right = joinFlows(goesOn.map((one) => scene.world.run.command(deeperScene(scene), command.right, one)));
  const rest = command.operator === '&&' ? flowWith(NOWHERE, { no: left.no }) : flowWith(NOWHERE, { ok: left.ok });
  return joinFlows([right, rest, flowWith(NOWHERE, { jumps: left.jumps })]);
}

function define(scene: Scene, command: Of<'function'>, state: State): State {
  const { name, body, redirects } = command;
  const exported = state.shell.functions.get(name)?.exported ?? false;
  const functions = new Map(state.shell.functions).set(name, { body, redirects, source: scene.source, exported });
  const isTrap = scene.source.dialect === 'zsh' && name === 'TRAPEXIT';
  return withShell(state, isTrap ? { functions, traps: new Map(state.shell.traps).set('EXIT', name) } : { functions });
}

/** `( ... )`: what it assigns is lost, what it leaves behind stays. */
function runSubshell(scene: Scene, body: readonly Statement[], state: State): Flow {
  const inner = subshellScene(scene);
  const flow = scene.world.run.statements(inner, body, [enterSubshell(state, scene.source.dialect)]);
  return mapFlow(finishShell(inner, flow), (end) => withOutput(leaveSubshell(state, end), end.io.output));
}

function runAnonymous(scene: Scene, command: Of<'anonymous-function'>, state: State): Flow {
  const { fields, state: expanded } = expandWords(scene, command.arguments, state);
  const called = withParameters(expanded, { kind: 'list', values: fields.map((field) => field.text) });
  const flow = scene.world.run.statements(sceneWith(scene, { returns: true }), command.body, [called]);
  const returned = flow.jumps.filter((jump) => jump.kind === 'return').map((jump) => jump.state);
  const jumps = flow.jumps.filter((jump) => jump.kind !== 'return');
  const ended = { ok: [...flow.ok, ...returned], no: [...flow.no, ...returned], jumps };
  return mapFlow(ended, (after) => withParameters(after, state.parameters));
}

/** `{ ... } always { ... }`: the second part runs however the first one ended. */
function runAlways(scene: Scene, command: Of<'always'>, state: State): Flow {
  const first = scene.world.run.statements(scene, command.body, [state]);
  const then = (states: readonly State[]) => scene.world.run.statements(scene, command.always, states);
  const after = then(settle(scene.world.atoms, endings(first)));
  const jumped = first.jumps.map((jump) => {
    const end = then([jump.state]);
    return flowWith(NOWHERE, { jumps: [...endings(end).map((one) => jumpWith(jump, one)), ...end.jumps] });
  });
  return joinFlows([after, ...jumped]);
}

const LEAVE_ON_FAILURE: readonly Command['kind'][] = [
  'simple',
  'declaration',
  'subshell',
  'test',
  'arithmetic',
  'pipeline',
];

function leavesOnFailure(scene: Scene, command: Command, flow: Flow): boolean {
  if (scene.tested || flow.no.length === 0 || !LEAVE_ON_FAILURE.includes(command.kind)) return false;
  if (command.kind !== 'pipeline') return true;
  // in zsh the last stage runs in the shell itself, and what fails in a group there has had its say already
  const last = scene.source.dialect === 'zsh' ? command.stages.at(-1)?.kind : undefined;
  return !command.negated && (last === undefined || LEAVE_ON_FAILURE.includes(last));
}

function leaveOnFailure(flow: Flow): Flow {
  const leaving = flow.no.filter((state) => state.shell.options.errexit);
  if (leaving.length === 0) return flow;
  const no = flow.no.filter((state) => !state.shell.options.errexit);
  return { ok: flow.ok, no, jumps: [...flow.jumps, ...leaving.map((state) => ({ kind: 'exit' as const, state }))] };
}
