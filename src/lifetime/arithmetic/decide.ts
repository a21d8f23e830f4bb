/** Follows arithmetic as a condition: not zero is true. */
import type { Arithmetic } from '../../shell/ast.ts';
import type { Scene } from '../scene.ts';
import type { Split } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { constant } from '../values/linear.ts';
import { isComparison, splitComparison } from './compare.ts';
import { evaluate } from './evaluate.ts';

/** The states in which the expression is true, and those in which it is not. */
export function decideArithmetic(scene: Scene, expression: Arithmetic, state: State): Split {
  if (expression.kind === 'unary' && expression.operator === '!') {
    const { yes, no } = decideArithmetic(scene, expression.operand, state);
    return { yes: no, no: yes };
  }
  if (expression.kind === 'comma' && expression.items.length > 0) return decideLast(scene, expression.items, state);
  if (expression.kind === 'binary') {
    if (expression.operator === '&&' || expression.operator === '||') return decideBoth(scene, expression, state);
    if (isComparison(expression.operator)) {
      const left = evaluate(scene, expression.left, state);
      const right = evaluate(scene, expression.right, left.state);
      const { operator } = expression;
      return splitComparison(scene, right.state, { operator, left: left.form, right: right.form });
    }
  }
  const value = evaluate(scene, expression, state);
  return splitComparison(scene, value.state, { operator: '!=', left: value.form, right: constant(0) });
}

function decideLast(scene: Scene, items: readonly Arithmetic[], state: State): Split {
  let current = state;
  for (const item of items.slice(0, -1)) current = evaluate(scene, item, current).state;
  const last = items.at(-1);
  return last === undefined ? { yes: [], no: [current] } : decideArithmetic(scene, last, current);
}

function decideBoth(scene: Scene, expression: Extract<Arithmetic, { kind: 'binary' }>, state: State): Split {
  const left = decideArithmetic(scene, expression.left, state);
  const goesOn = expression.operator === '&&' ? left.yes : left.no;
  const right = goesOn.map((one) => decideArithmetic(scene, expression.right, one));
  const yes = right.flatMap((split) => split.yes);
  const no = right.flatMap((split) => split.no);
  return expression.operator === '&&' ? { yes, no: [...left.no, ...no] } : { yes: [...left.yes, ...yes], no };
}
