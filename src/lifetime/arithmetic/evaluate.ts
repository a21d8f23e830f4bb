/** Evaluates arithmetic as a value. What cannot be told is any number; side effects go into the state. */
import { assertNever } from '../../errors.ts';
import type { Arithmetic } from '../../shell/ast.ts';
import type { Scene } from '../scene.ts';
import { assign, readVariable } from '../state/change.ts';
import { mergeStates } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import { type Atoms, atomOf, isKnown, numberText, oddText } from '../values/atoms.ts';
import { ANY_NUMBER, add, constant, cover, exactly, interval, type Linear, negate } from '../values/linear.ts';
import { isOddNumber, octalOf, readNumber } from '../values/numbers.ts';
import { assignName, readName } from '../words/names.ts';
import { compareForms, isComparison } from './compare.ts';
import { operate } from './operate.ts';

/** `odd`: it is no whole number, or an error */
export type Evaluated = { readonly form: Linear; readonly state: State; readonly odd?: boolean };

/** How often a name may lead to a text that names another. */
const MOST_INDIRECTIONS = 8;
const TRUTH = interval(0, 1);

/** The value of the expression, and the state after its side effects. */
export function evaluate(scene: Scene, expression: Arithmetic, state: State, depth = 0): Evaluated {
  switch (expression.kind) {
    case 'number':
      return { form: constant(expression.value), state, odd: expression.fraction === true };
    case 'variable':
      return evaluateVariable(scene, expression, state, depth);
    case 'word':
      return evaluateWord(scene, expression, state, depth);
    case 'unary':
      return evaluateUnary(scene, expression, state, depth);
    case 'step':
      return evaluateStep(scene, expression, state, depth);
    case 'assign':
      return evaluateAssign(scene, expression, state, depth);
    case 'binary':
      return evaluateBinary(scene, expression, state, depth);
    case 'ternary':
      return evaluateTernary(scene, expression, state, depth);
    case 'comma':
      return expression.items.reduce<Evaluated>((last, item) => evaluate(scene, item, last.state, depth), {
        form: constant(0),
        state,
      });
    case 'unknown':
      return { form: ANY_NUMBER, state, odd: true };
    default:
      return assertNever(expression);
  }
}

/** The value as the text of a variable or a word. */
export function resultText(atoms: Atoms, { form, odd }: Evaluated): string {
  return odd === true ? oddText(atoms) : numberText(atoms, form);
}

/** A text where a number is wanted: itself a number, a name, or a whole expression such as `0+1+1`. */
export function evaluateText(scene: Scene, text: string, state: State, depth = 0): Evaluated {
  const { atoms } = scene.world;
  const trimmed = text.trim();
  if (trimmed === '') return { form: constant(0), state };
  if (isOddNumber(atoms, trimmed, scene.source.dialect)) return { form: ANY_NUMBER, state, odd: true };
  const octal = isKnown(trimmed) ? octalOf(trimmed, scene.source.dialect) : undefined;
  if (octal !== undefined) return { form: constant(octal), state };
  const reading = readNumber(atoms, trimmed);
  if (reading.kind === 'number') return { form: reading.form, state };
  if (depth > MOST_INDIRECTIONS || trimmed.length > 2000) return { form: ANY_NUMBER, state };
  const script = scene.world.ports.parse(`((${trimmed}))`, 'bash');
  const command = script.status === 'complete' && script.body.length === 1 ? script.body[0]?.command : undefined;
  if (command?.kind !== 'arithmetic') return { form: ANY_NUMBER, state };
  return evaluate(scene, command.expression, state, depth + 1);
}

type Of<Kind extends Arithmetic['kind']> = Extract<Arithmetic, { readonly kind: Kind }>;

function evaluateVariable(scene: Scene, { name, index }: Of<'variable'>, state: State, depth: number): Evaluated {
  const { atoms } = scene.world;
  const atom = name.length === 1 ? atomOf(atoms, name) : undefined;
  if (atom !== undefined) return evaluateText(scene, name, state, depth);
  if (index !== null) {
    const at = evaluate(scene, index, state, depth);
    const elements = readVariable(atoms, state, name).elements;
    const element = elements?.[exactly(at.form) ?? -1];
    return element === undefined
      ? { form: ANY_NUMBER, state: at.state }
      : evaluateText(scene, element, at.state, depth);
  }
  const reading = readName(scene, state, name);
  return evaluateText(scene, reading.text ?? '', reading.state, depth);
}

function evaluateWord(scene: Scene, { word }: Of<'word'>, state: State, depth: number): Evaluated {
  const expanded = scene.world.run.word(scene, word, state);
  return evaluateText(scene, expanded.text, expanded.state, depth);
}

function evaluateUnary(scene: Scene, expression: Of<'unary'>, state: State, depth: number): Evaluated {
  const operand = evaluate(scene, expression.operand, state, depth);
  const value = exactly(operand.form);
  switch (expression.operator) {
    case '+':
      return operand;
    case '-':
      return { ...operand, form: negate(operand.form) };
    case '!':
      return { form: value === undefined ? TRUTH : constant(value === 0 ? 1 : 0), state: operand.state };
    case '~':
      return { form: value === undefined ? ANY_NUMBER : constant(-value - 1), state: operand.state };
    default:
      return assertNever(expression.operator);
  }
}

function evaluateStep(scene: Scene, expression: Of<'step'>, state: State, depth: number): Evaluated {
  const reading = readName(scene, state, expression.name);
  const before = evaluateText(scene, reading.text ?? '', reading.state, depth);
  const by = constant(expression.operator === '++' ? 1 : -1);
  // to dash `++i` is two plus signs, and `i++` ends it
  const after =
    scene.source.dialect === 'sh' && expression.prefix
      ? add(before.form, cover(by, constant(0)))
      : add(before.form, by);
  const changed = assignNumberTo(scene, expression.name, { ...before, form: after });
  return { ...before, form: expression.prefix ? after : before.form, state: changed };
}

function evaluateAssign(scene: Scene, expression: Of<'assign'>, state: State, depth: number): Evaluated {
  let value = evaluate(scene, expression.value, state, depth);
  if (expression.operator !== '') {
    const reading = readName(scene, value.state, expression.name);
    const before = evaluateText(scene, reading.text ?? '', reading.state, depth);
    const form = operateKnowing(expression.operator, { left: before.form, right: value.form }, before.state);
    value = withOdd({ form, state: before.state }, before, value);
  }
  return { ...value, state: assignNumberTo(scene, expression.name, value) };
}

function assignNumberTo(scene: Scene, name: string, value: Evaluated): State {
  const text = resultText(scene.world.atoms, value);
  return name === 'SECONDS' ? assignName(scene, value.state, name, { text }) : assign(value.state, name, text);
}

/** `n / 2` of a number above 0 is less than it was: what a way has tested says more than the number itself. */
function operateKnowing(
  operator: string,
  { left, right }: { readonly left: Linear; readonly right: Linear },
  { path }: State,
): Linear {
  const by = operator === '/' && left.terms.length > 0 ? (exactly(right) ?? 0) : 0;
  if (by < 2 || compareForms(path.constraints, '>', left, constant(0)) !== true) return operate(operator, left, right);
  return { terms: left.terms, low: Number.NEGATIVE_INFINITY, high: left.high - 1 };
}

/** What is made of an odd value is odd. */
function withOdd(value: Evaluated, ...from: readonly Evaluated[]): Evaluated {
  return from.some(({ odd }) => odd === true) ? { form: ANY_NUMBER, state: value.state, odd: true } : value;
}

function evaluateBinary(scene: Scene, expression: Of<'binary'>, state: State, depth: number): Evaluated {
  const left = evaluate(scene, expression.left, state, depth);
  if (expression.operator === '&&' || expression.operator === '||') {
    return evaluateLazily(scene, { expression, left, depth });
  }
  const right = evaluate(scene, expression.right, left.state, depth);
  if (!isComparison(expression.operator)) {
    const form = operateKnowing(expression.operator, { left: left.form, right: right.form }, right.state);
    return withOdd({ form, state: right.state }, left, right);
  }
  const truth = compareForms(right.state.path.constraints, expression.operator, left.form, right.form);
  return { form: truth === undefined ? TRUTH : constant(truth ? 1 : 0), state: right.state };
}

/** The right side runs only when the left one has not decided yet. */
function evaluateLazily(
  scene: Scene,
  { expression, left, depth }: { expression: Of<'binary'>; left: Evaluated; depth: number },
): Evaluated {
  const value = exactly(left.form);
  const decides = expression.operator === '&&' ? 0 : 1;
  if (value !== undefined && (value === 0 ? 0 : 1) === decides) return { form: constant(decides), state: left.state };
  const right = evaluate(scene, expression.right, left.state, depth);
  const rightValue = exactly(right.form);
  const state = value === undefined ? mergeStates(scene.world.atoms, left.state, right.state) : right.state;
  if (value === undefined || rightValue === undefined) return { form: TRUTH, state };
  return { form: constant(rightValue === 0 ? 0 : 1), state };
}

function evaluateTernary(scene: Scene, expression: Of<'ternary'>, state: State, depth: number): Evaluated {
  const test = evaluate(scene, expression.test, state, depth);
  const value = exactly(test.form);
  if (value !== undefined) return evaluate(scene, value === 0 ? expression.no : expression.yes, test.state, depth);
  const yes = evaluate(scene, expression.yes, test.state, depth);
  const no = evaluate(scene, expression.no, test.state, depth);
  const after = mergeStates(scene.world.atoms, yes.state, no.state);
  return withOdd({ form: cover(yes.form, no.form), state: after }, yes, no);
}
