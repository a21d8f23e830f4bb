/** The kinds of loops, each told as what all loops have in common. */

import type {
  Arithmetic,
  ForArithLoop,
  ForInLoop,
  RepeatLoop,
  SelectLoop,
  Statement,
  WhileLoop,
  Word,
} from '../../shell/ast.ts';
import { decideArithmetic } from '../arithmetic/decide.ts';
import { evaluate, evaluateText } from '../arithmetic/evaluate.ts';
import { readLine } from '../builtins/read.ts';
import { openOptions } from '../builtins/variables.ts';
import { nextStream, type Scene, testedScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { assign } from '../state/change.ts';
import { stateWith } from '../state/copy.ts';
import type { Flow } from '../state/flow.ts';
import { mergeTexts } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { numberText, onlyAtom, unknownText } from '../values/atoms.ts';
import { exactly } from '../values/linear.ts';
import { expandWords } from '../words/expand.ts';
import { countFields, type Field } from '../words/field.ts';
import { runLoop } from './run-loop.ts';
import type { Entry, Loop } from './shape.ts';

const NO_STATEMENTS: readonly Statement[] = [];
const stay = (_scene: Scene, state: State): State => state;

/** `while`, `until` */
export function runWhile(scene: Scene, command: WhileLoop, state: State): Flow {
  const { until, condition, body, span } = command;
  const [first, last] = [condition[0], condition.at(-1)];
  const text = first && last ? textAt(scene.source, { start: first.span.start, end: last.span.end }) : '';
  const enter = (inner: Scene, from: State): Entry => {
    const flow = inner.world.run.statements(testedScene(inner), condition, [from]);
    const [inside, outside] = until ? [flow.no, flow.ok] : [flow.ok, flow.no];
    return { inside, outside: outside.map((one) => stateWith(one, { status: from.status })), jumps: flow.jumps };
  };
  const start = text.includes('getopts') ? openOptions(state, nextStream(scene)) : state;
  return runLoop(
    scene,
    {
      span,
      body,
      enter,
      next: stay,
      listed: undefined,
      variables: [],
      conditionParts: condition,
      condition: { text: text.replace(/;\s*$/, ''), until },
    },
    start,
  );
}

/** `for ((init; condition; update))` */
export function runForArith(scene: Scene, command: ForArithLoop, state: State): Flow {
  const { init, condition, update, body, span } = command;
  const start = init === null ? state : evaluate(scene, init, state).state;
  const enter = (inner: Scene, from: State): Entry => {
    if (condition === null) return { inside: [from], outside: [], jumps: [] };
    const { yes, no } = decideArithmetic(inner, condition, from);
    return { inside: yes, outside: no, jumps: [] };
  };
  return runLoop(
    scene,
    {
      span,
      body,
      enter,
      next: (inner, from) => (update === null ? from : evaluate(inner, update, from).state),
      listed: undefined,
      variables: [...namesIn(condition), ...namesIn(update)],
      conditionParts: NO_STATEMENTS,
      condition: condition === null ? undefined : { text: textAt(scene.source, condition.span), until: false },
    },
    start,
  );
}

function namesIn(expression: Arithmetic | null): readonly string[] {
  if (expression === null) return [];
  switch (expression.kind) {
    case 'step':
      return [expression.name];
    case 'assign':
      return [expression.name, ...namesIn(expression.value)];
    case 'binary':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case 'comma':
      return expression.items.flatMap(namesIn);
    case 'unary':
      return namesIn(expression.operand);
    default:
      return [];
  }
}

/** `for x in words`, and without words the parameters. */
export function runForIn(scene: Scene, command: ForInLoop, state: State): Flow {
  const { fields, state: expanded } = listOf(scene, command.words, { state, span: command.span });
  const count = countFields(scene.world.atoms, fields);
  const size = Math.max(1, command.variables.length);
  const passes = count === undefined ? undefined : Math.ceil(count / size);
  const any = fields
    .map((field) => field.text)
    .reduce<string | undefined>(
      (all, text) => (all === undefined ? text : mergeTexts(scene.world.atoms, all, text)),
      undefined,
    );
  const take = (inner: Scene, from: State, pass: number | undefined): State =>
    command.variables.reduce((after, name, at) => {
      const field = pass === undefined ? undefined : fields[pass * size + at];
      const text = pass === undefined ? valueOfAny(inner, any) : (field?.text ?? '');
      return assign(after, name, text);
    }, from);
  const enter = (inner: Scene, from: State, pass: number | undefined): Entry => {
    if (passes === 0 || (pass !== undefined && passes !== undefined && pass >= passes))
      return { inside: [], outside: [from], jumps: [] };
    const known = fields.length === count;
    return {
      inside: [take(inner, from, known ? pass : undefined)],
      outside: pass === undefined || passes === undefined ? [from] : [],
      jumps: [],
    };
  };
  return runLoop(
    scene,
    {
      span: command.span,
      body: command.body,
      enter,
      next: stay,
      listed: passes ?? 'unknown',
      variables: command.variables,
      conditionParts: NO_STATEMENTS,
      condition: undefined,
    },
    expanded,
  );
}

function listOf(
  scene: Scene,
  words: readonly Word[] | null,
  at: { state: State; span: Field['span'] },
): { fields: readonly Field[]; state: State } {
  if (words !== null) return expandWords(scene, words, at.state);
  const { parameters } = at.state;
  const one = (text: string, unsure: boolean): Field => ({ text, unsure, quoted: true, span: at.span });
  if (parameters.kind === 'list') return { fields: parameters.values.map((text) => one(text, false)), state: at.state };
  return { fields: [one(unknownText(scene.world.atoms, true), true)], state: at.state };
}

function valueOfAny(scene: Scene, text: string | undefined): string {
  const { atoms } = scene.world;
  const atom = text === undefined ? undefined : onlyAtom(atoms, text);
  if (atom?.kind === 'many') return numberText(atoms, atom.form);
  return text ?? unknownText(atoms, true);
}

/** zsh `repeat N` */
export function runRepeat(scene: Scene, command: RepeatLoop, state: State): Flow {
  const { text, state: expanded } = scene.world.run.word(scene, command.count, state);
  const value = evaluateText(scene, text, expanded);
  const count = exactly(value.form);
  const passes = count === undefined ? undefined : Math.max(0, count);
  const enter = (_inner: Scene, from: State, pass: number | undefined): Entry => {
    if (passes === 0 || (pass !== undefined && passes !== undefined && pass >= passes))
      return { inside: [], outside: [from], jumps: [] };
    return { inside: [from], outside: pass === undefined || passes === undefined ? [from] : [], jumps: [] };
  };
  const shape: Loop = {
    span: command.span,
    body: command.body,
    enter,
    next: stay,
    listed: passes ?? 'unknown',
    variables: [],
    conditionParts: NO_STATEMENTS,
    condition: undefined,
  };
  return runLoop(scene, shape, value.state);
}

/** `select`: each pass reads an answer; the end of its input ends it. */
export function runSelect(scene: Scene, command: SelectLoop, state: State): Flow {
  const { fields, state: expanded } = listOf(scene, command.words, { state, span: command.span });
  const enter = (inner: Scene, from: State): Entry => {
    const flow = readLine(inner, { names: ['REPLY'], text: 'select' }, from);
    const inside = flow.ok.map((one) => assign(one, command.variable, chosen(inner, fields, one)));
    return { inside, outside: flow.no, jumps: [] };
  };
  const shape: Loop = {
    span: command.span,
    body: command.body,
    enter,
    next: stay,
    listed: undefined,
    variables: ['REPLY', command.variable],
    conditionParts: NO_STATEMENTS,
    condition: { text: 'an answer is read', until: false },
  };
  return runLoop(scene, shape, expanded);
}

function chosen(scene: Scene, fields: readonly Field[], state: State): string {
  const answer = state.variables.get('REPLY')?.text ?? '';
  if (/^\d+$/.test(answer)) return fields[Number(answer) - 1]?.text ?? '';
  return unknownText(scene.world.atoms, true);
}
