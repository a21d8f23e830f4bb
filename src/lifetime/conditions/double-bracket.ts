/** `[[ ... ]]` */
import { assertNever } from '../../errors.ts';
import type { TestExpression, Word } from '../../shell/ast.ts';
import { splitComparison } from '../arithmetic/compare.ts';
import { evaluateText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import type { Split } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';
import { matchesPattern, patternOf } from '../words/pattern.ts';
import {
  askOutside,
  cannotTell,
  compareTexts,
  invert,
  noOf,
  ORDER,
  testFile,
  testNonEmpty,
  type Verdict,
  yesOf,
} from './test-parts.ts';

/** The states in which the test holds, and those in which it does not. */
export function decideDoubleBracket(scene: Scene, expression: TestExpression, state: State): Split {
  switch (expression.kind) {
    case 'word': {
      const word = scene.world.run.word(scene, expression.word, state);
      return splitOf(testNonEmpty(scene, word.text, word.state));
    }
    case 'unary':
      return splitOf(decideUnary(scene, expression, state));
    case 'binary':
      return splitOf(decideBinary(scene, expression, state));
    case 'not': {
      const { yes, no } = decideDoubleBracket(scene, expression.operand, state);
      return { yes: no, no: yes };
    }
    case 'and':
    case 'or':
      return decideBoth(scene, expression, state);
    case 'unknown':
      return { yes: [state], no: [state] };
    default:
      return assertNever(expression);
  }
}

type Of<Kind extends TestExpression['kind']> = Extract<TestExpression, { readonly kind: Kind }>;

function splitOf({ yes, no, error }: Verdict): Split {
  return { yes, no: [...no, ...error] };
}

function decideBoth(scene: Scene, expression: Of<'and' | 'or'>, state: State): Split {
  const left = decideDoubleBracket(scene, expression.left, state);
  const goesOn = expression.kind === 'and' ? left.yes : left.no;
  const right = goesOn.map((one) => decideDoubleBracket(scene, expression.right, one));
  const yes = right.flatMap((split) => split.yes);
  const no = right.flatMap((split) => split.no);
  return expression.kind === 'and' ? { yes, no: [...left.no, ...no] } : { yes: [...left.yes, ...yes], no };
}

function decideUnary(scene: Scene, expression: Of<'unary'>, state: State): Verdict {
  const operand = scene.world.run.word(scene, expression.operand, state);
  if (expression.operator === '-n') return testNonEmpty(scene, operand.text, operand.state);
  if (expression.operator === '-z') return invert(testNonEmpty(scene, operand.text, operand.state));
  if (!/^-[a-zA-Z]$/.test(expression.operator) || /[vRo]/.test(expression.operator)) return askOutside(operand.state);
  return testFile(scene, { operator: expression.operator, text: operand.text }, operand.state);
}

function decideBinary(scene: Scene, expression: Of<'binary'>, state: State): Verdict {
  const left = scene.world.run.word(scene, expression.left, state);
  if (expression.operator in ORDER) return compareValues(scene, expression, left);
  if (expression.operator === '=~') return cannotTell(scene, [left.text], left.state);
  const right = scene.world.run.word(scene, expression.right, left.state);
  switch (expression.operator) {
    case '=':
    case '==':
      return matchRight(scene, expression.right, { left: left.text, right: right.text }, right.state);
    case '!=':
      return invert(matchRight(scene, expression.right, { left: left.text, right: right.text }, right.state));
    case '<':
    case '>':
      return compareOrder(scene, { operator: expression.operator, left: left.text, right: right.text }, right.state);
    default:
      return askOutside(right.state);
  }
}

/** `-lt` and its like take arithmetic here: `[[ 0+1+1 -lt n ]]`. */
function compareValues(scene: Scene, expression: Of<'binary'>, left: { text: string; state: State }): Verdict {
  const one = evaluateText(scene, left.text, left.state);
  const right = scene.world.run.word(scene, expression.right, one.state);
  const two = evaluateText(scene, right.text, right.state);
  const operator = ORDER[expression.operator] ?? '==';
  const split = splitComparison(scene, two.state, { operator, left: one.form, right: two.form });
  return { yes: split.yes, no: split.no, error: [] };
}

type Texts = { readonly left: string; readonly right: string };

/** The right side is a pattern where it is not quoted. */
function matchRight(scene: Scene, word: Word, texts: Texts, state: State): Verdict {
  const literal = word.parts.every((part) => part.kind !== 'glob' && (part.kind !== 'literal' || isPlain(part)));
  if (literal) return compareTexts(scene, texts, state);
  const pattern = patternOf(scene, word, state);
  const matches = pattern !== undefined && isKnown(texts.left) ? matchesPattern(texts.left, pattern) : undefined;
  if (matches === undefined) return cannotTell(scene, [texts.left], state);
  return matches ? yesOf(state) : noOf(state);
}

function isPlain(part: { readonly value: string; readonly quoted: boolean }): boolean {
  return part.quoted || !/[*?[]/.test(part.value);
}

function compareOrder(scene: Scene, { operator, left, right }: Texts & { operator: '<' | '>' }, state: State): Verdict {
  if (!isKnown(left) || !isKnown(right)) return cannotTell(scene, [left, right], state);
  return (operator === '<' ? left < right : left > right) ? yesOf(state) : noOf(state);
}
