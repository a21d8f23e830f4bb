/**
 * Whole numbers that are known only in relation to each other: `a*x + b*y + [low, high]`, where x and y are symbols (the
 * value of a variable when a pass of a loop begins, a reading of the clock, a number that is fixed but not known).
 */
export type Term = readonly [symbol: number, factor: number];
export type Linear = {
  /** ordered by symbol, no factor is 0 */
  readonly terms: readonly Term[];
  readonly low: number;
  readonly high: number;
};

const NO_TERMS: readonly Term[] = [];

/** The number itself. */
export function constant(value: number): Linear {
  return { terms: NO_TERMS, low: value, high: value };
}

/** Some number of the range; infinities are allowed. */
export function interval(low: number, high: number): Linear {
  return { terms: NO_TERMS, low, high };
}

/** Any number at all. */
export const ANY_NUMBER: Linear = interval(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** The value of one symbol. */
export function symbolForm(symbol: number): Linear {
  return { terms: [[symbol, 1]], low: 0, high: 0 };
}

/** The number when it is exactly known, else undefined. */
export function exactly(form: Linear): number | undefined {
  return form.terms.length === 0 && form.low === form.high ? form.low : undefined;
}

export function add(left: Linear, right: Linear): Linear {
  return { terms: addTerms(left.terms, right.terms), low: left.low + right.low, high: left.high + right.high };
}

export function negate(form: Linear): Linear {
  return { terms: form.terms.map(([symbol, factor]): Term => [symbol, -factor]), low: -form.high, high: -form.low };
}

export function subtract(left: Linear, right: Linear): Linear {
  return add(left, negate(right));
}

/** The form times a known number. */
export function scale(form: Linear, by: number): Linear {
  if (by === 0) return constant(0);
  if (by < 0) return scale(negate(form), -by);
  return {
    terms: form.terms.map(([symbol, factor]): Term => [symbol, factor * by]),
    low: form.low * by,
    high: form.high * by,
  };
}

/** Moves the form by a known number. */
export function shiftBy(form: Linear, by: number): Linear {
  return { terms: form.terms, low: form.low + by, high: form.high + by };
}

/** Replaces symbols; a symbol for which `replacement` has nothing stays. */
export function substitute(form: Linear, replacement: (symbol: number) => Linear | undefined): Linear {
  let result: Linear = { terms: NO_TERMS, low: form.low, high: form.high };
  for (const [symbol, factor] of form.terms) {
    result = add(result, scale(replacement(symbol) ?? symbolForm(symbol), factor));
  }
  return result;
}

/** Both have the same symbols with the same factors, so their difference is a plain range. */
export function sameTerms(left: Linear, right: Linear): boolean {
  return (
    left.terms.length === right.terms.length &&
    left.terms.every(([symbol, factor], index) => {
      const other = right.terms[index];
      return other !== undefined && other[0] === symbol && other[1] === factor;
    })
  );
}

/** The smallest form that covers both; without the symbols when they differ. */
export function cover(left: Linear, right: Linear): Linear {
  if (sameTerms(left, right)) {
    return { terms: left.terms, low: Math.min(left.low, right.low), high: Math.max(left.high, right.high) };
  }
  return ANY_NUMBER;
}

/** A text that two forms share exactly when they are the same. */
export function formKey(form: Linear): string {
  return `${form.terms.map(([symbol, factor]) => `${factor}*${symbol}`).join('+')}[${form.low},${form.high}]`;
}

function addTerms(left: readonly Term[], right: readonly Term[]): readonly Term[] {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const factors = new Map(left);
  for (const [symbol, factor] of right) factors.set(symbol, (factors.get(symbol) ?? 0) + factor);
  return [...factors].filter(([, factor]) => factor !== 0).sort((a, b) => a[0] - b[0]);
}
