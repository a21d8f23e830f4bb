/** The operators of arithmetic on numbers that are known in part. */
import { ANY_NUMBER, add, constant, exactly, interval, type Linear, scale, subtract } from '../values/linear.ts';

/** `left operator right`; any number where nothing better can be said. */
export function operate(operator: string, left: Linear, right: Linear): Linear {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    case '*':
      return multiply(left, right);
    case '/':
      return divide(left, right);
    case '%':
      return remainder(left, right);
    case '**':
    case '<<':
      return power(operator, left, right);
    default:
      return operateExactly(operator, left, right);
  }
}

function multiply(left: Linear, right: Linear): Linear {
  const [one, two] = [exactly(left), exactly(right)];
  if (one !== undefined) return scale(right, one);
  if (two !== undefined) return scale(left, two);
  if (left.terms.length > 0 || right.terms.length > 0) return ANY_NUMBER;
  const products = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
  if (products.some(Number.isNaN)) return ANY_NUMBER;
  return interval(Math.min(...products), Math.max(...products));
}

/** Division cuts towards 0. By a number above 0 it keeps the order, so the ends of a range stay its ends. */
function divide(left: Linear, right: Linear): Linear {
  const by = exactly(right);
  if (by === undefined || by === 0) return ANY_NUMBER;
  if (by === 1) return left;
  if (left.terms.length > 0) return ANY_NUMBER;
  const ends = [Math.trunc(left.low / by), Math.trunc(left.high / by)];
  return interval(Math.min(...ends), Math.max(...ends));
}

function remainder(left: Linear, right: Linear): Linear {
  const by = exactly(right);
  const value = exactly(left);
  if (by === undefined || by === 0) return ANY_NUMBER;
  if (value !== undefined) return constant(value % by);
  const most = Math.abs(by) - 1;
  const positive = left.terms.length === 0 && left.low >= 0;
  return interval(positive ? 0 : -most, most);
}

/** A power of a known base grows with its exponent, so the ends of a range stay its ends. */
function power(operator: '**' | '<<', left: Linear, right: Linear): Linear {
  const base = exactly(left);
  if (base === undefined) return ANY_NUMBER;
  const at = (exponent: number) => exactly(safe(operator === '**' ? base ** exponent : base * 2 ** exponent));
  const exponent = exactly(right);
  if (exponent !== undefined) return safe(operator === '**' ? base ** exponent : base * 2 ** exponent);
  if (base < 1 || right.terms.length > 0 || !(right.low >= 0)) return ANY_NUMBER;
  const [low, high] = [at(right.low), at(right.high)];
  return low === undefined || high === undefined ? ANY_NUMBER : interval(low, high);
}

function operateExactly(operator: string, left: Linear, right: Linear): Linear {
  const [one, two] = [exactly(left), exactly(right)];
  if (one === undefined || two === undefined) return ANY_NUMBER;
  switch (operator) {
    case '>>':
      return safe(Math.floor(one / 2 ** two));
    case '&':
      return safe(Number(BigInt(Math.trunc(one)) & BigInt(Math.trunc(two))));
    case '|':
      return safe(Number(BigInt(Math.trunc(one)) | BigInt(Math.trunc(two))));
    case '^':
      return safe(Number(BigInt(Math.trunc(one)) ^ BigInt(Math.trunc(two))));
    default:
      return ANY_NUMBER;
  }
}

/** Beyond what is exact here the shell's 64 bits go their own ways. */
function safe(value: number): Linear {
  return Number.isSafeInteger(value) ? constant(value) : ANY_NUMBER;
}
