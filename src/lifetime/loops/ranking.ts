/**
 * Why a loop ends. Every way from the head of the loop back to it has to use something up: the time until a deadline, the
 * rest of an input, or a number that only moves one way and is compared on that way with a limit that it must reach.
 * Ways that use up the time or an input can be taken only so often, whatever else they do; of the ways that remain, those
 * that move a number which none of the remaining ones moves back can be taken only so often, and so on.
 */

import { movingEnds } from '../conditions/named.ts';
import type { Scene } from '../scene.ts';
import { isOpen } from '../state/cost.ts';
import type { States } from '../state/flow.ts';
import { type Constraint, OWN_CHILDREN, type State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';
import { type Linear, negate, sameTerms, substitute, symbolForm } from '../values/linear.ts';
import type { AnyPass } from './any-pass.ts';
import { type Context, changeOf, isMoving, valueAfter } from './change-in-pass.ts';
import { deadlineOf } from './deadline.ts';

export type Proof = {
  /** how often a way leads back to the head, at most; undefined: an unknown number of times */
  readonly passes: number | undefined;
  /** the last pass begins within so many seconds */
  readonly seconds: number | undefined;
  /** for people */
  readonly why: string;
};

/**
 * The proof that the loop ends, or undefined. `state` is the one in which the first pass begins, `since` how many names were
 * made before.
 */
export function proveEnd(
  scene: Scene,
  { pass, symbols }: AnyPass,
  { state: entry, since }: { readonly state: State; readonly since: number },
): Proof | undefined {
  if (pass.back.length === 0)
    return { passes: 0, seconds: undefined, why: 'every way through the body leaves the loop' };
  const context: Context = { scene, symbols, entry, all: pass.back, moving: movingEnds(scene, since) };
  const timed = pass.back.map((back) => deadlineOf(context, back));
  const read = pass.back.map((back) => usesInput(context, back));
  const rest = pass.back.filter((_, at) => timed[at] === undefined && read[at] === undefined);
  if (rest.length === 0) return byTimeOrInput(timed, read);
  const single =
    rest.length === pass.back.length ? (byOneNumber(context, rest) ?? byMeeting(context, rest)) : undefined;
  if (single !== undefined) return single;
  return removeByNumbers(context, rest)
    ? { passes: undefined, seconds: undefined, why: 'its counters run out' }
    : undefined;
}

type Input = { readonly lines: number | undefined; readonly label: string };

function byTimeOrInput(
  timed: readonly (ReturnType<typeof deadlineOf> | undefined)[],
  read: readonly (Input | undefined)[],
): Proof {
  const deadlines = timed.filter((one) => one !== undefined);
  if (deadlines.length === timed.length) {
    const seconds = Math.max(...deadlines.map((one) => one.seconds ?? Number.POSITIVE_INFINITY));
    return {
      passes: undefined,
      seconds: Number.isFinite(seconds) ? seconds : undefined,
      why: 'the clock is compared with a fixed moment',
    };
  }
  const inputs = read.filter((one) => one !== undefined);
  const lines = inputs.length === read.length ? inputs.map((one) => one.lines ?? Number.POSITIVE_INFINITY) : [];
  const most = lines.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...lines);
  return { passes: Number.isFinite(most) ? most : undefined, seconds: undefined, why: 'its input ends' };
}

/** The pass has read from an input that was opened before the loop and ends by itself. */
function usesInput(context: Context, back: State): Input | undefined {
  const { scene, symbols, entry } = context;
  if (back.path.consumed.includes(OWN_CHILDREN) && childrenRunOut(context)) return { lines: undefined, label: 'jobs' };
  for (const id of back.path.consumed) {
    if (id >= symbols.firstStream || scene.world.growing.has(id)) continue;
    for (const [descriptor, stream] of entry.io.inputs) {
      if (stream.id !== id || stream.supply !== 'finite') continue;
      if (back.io.inputs.get(descriptor)?.id !== id) continue;
      const offset = entry.io.offsets.get(id) ?? 0;
      return { lines: linesIn(stream.text, offset), label: stream.label };
    }
  }
  return undefined;
}

/** How many lines are left to read; what is only known at run time may be any number of them. */
function linesIn(text: string | undefined, offset: number): number | undefined {
  if (text === undefined || offset < 0 || !isKnown(text)) return undefined;
  const rest = text.slice(offset);
  return rest === '' ? 0 : rest.replace(/\n$/, '').split('\n').length;
}

/** No pass starts a child, and all that there are end by themselves. */
function childrenRunOut({ scene, entry, all }: Context): boolean {
  const known = new Set(entry.children.own.map(({ id }) => id));
  const ends = (id: number) => known.has(id) && !isOpen(scene.world.children[id]?.cost.kind ?? 'endless');
  return all.every((way) => way.children.own.every(({ id }) => ends(id)));
}

/** The forms that some test on the way has compared, if the loop changes what is in them. */
function* testedForms(context: Context, back: State): Generator<Constraint> {
  const { symbols } = context;
  const own = new Set([...symbols.numbers.values(), ...symbols.texts.values()]);
  for (let at = back.path.constraints; at !== null; at = at.rest) {
    const { terms } = at.first.form;
    if (terms.some(([symbol]) => own.has(symbol)) && !terms.some(([symbol]) => isMoving(context, symbol)))
      yield at.first;
  }
}

function isPlain(form: Linear): boolean {
  return form.terms.length === 0;
}

/** The least that the form can still be on this way, as a constraint says: `terms + offset >= 0`. */
function lowerOffset(back: State, form: Linear): number | undefined {
  let found: number | undefined;
  for (let at = back.path.constraints; at !== null; at = at.rest) {
    const { relation, form: other } = at.first;
    if (relation === 'not-zero') continue;
    if (sameTerms(other, form)) found = Math.min(found ?? Number.POSITIVE_INFINITY, other.high);
    else if (relation === 'zero' && sameTerms(negate(other), form))
      found = Math.min(found ?? Number.POSITIVE_INFINITY, -other.low);
  }
  return found;
}

/** One number that every way moves towards a limit that every way has compared it with. */
function byOneNumber(context: Context, ways: States): Proof | undefined {
  const [first] = ways;
  if (first === undefined) return undefined;
  for (const { relation, form } of testedForms(context, first)) {
    if (relation === 'not-zero') continue;
    const candidates = relation === 'zero' ? [form, negate(form)] : [form];
    for (const candidate of candidates) {
      const proof = countDown(context, candidate, ways);
      if (proof !== undefined) return proof;
    }
  }
  return undefined;
}

function countDown(context: Context, form: Linear, ways: States): Proof | undefined {
  let slowest = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const way of ways) {
    const change = changeOf(context, form, way);
    const offset = lowerOffset(way, form);
    if (!isPlain(change) || change.high > -1 || offset === undefined) return undefined;
    slowest = Math.min(slowest, -change.high);
    most = Math.max(most, offset);
  }
  const start = entryValue(context, form);
  const distance = start === undefined ? undefined : start.high + most;
  const passes =
    distance === undefined || !Number.isFinite(distance)
      ? undefined
      : distance < 0
        ? 0
        : Math.floor(distance / slowest) + 1;
  return {
    passes: passes === undefined ? undefined : passes + (context.symbols.peeled ? 1 : 0),
    seconds: undefined,
    why: 'a counter reaches its limit',
  };
}

/** The value of the form's symbols when the first pass begins, if it is a plain number. */
function entryValue(context: Context, form: Linear): Linear | undefined {
  if (context.symbols.peeled) return undefined;
  const bare: Linear = { terms: form.terms, low: 0, high: 0 };
  const value = substitute(bare, (symbol) => entryOf(context, symbol));
  return isPlain(value) ? value : undefined;
}

function entryOf(context: Context, symbol: number): Linear | undefined {
  const value = valueAfter(context, symbol, context.entry);
  return value ?? symbolForm(symbol);
}

/** `until n = 10`: only if the steps meet the value exactly. */
function byMeeting(context: Context, ways: States): Proof | undefined {
  for (const { relation, form } of ways.flatMap((way) => [...testedForms(context, way)])) {
    if (relation !== 'not-zero' || form.low !== form.high) continue;
    const start = entryValue(context, form);
    const steps = ways.map((way) => changeOf(context, form, way));
    const step = steps[0]?.low;
    const same = steps.every((one) => isPlain(one) && one.low === step && one.high === step);
    const tested = ways.every((way) => excludes(way, form));
    if (start === undefined || start.low !== start.high || !same || !tested || step === undefined || step === 0)
      continue;
    const passes = -(start.low + form.low) / step;
    if (Number.isInteger(passes) && passes >= 0)
      return { passes, seconds: undefined, why: 'its steps meet the value exactly' };
  }
  return undefined;
}

/** Whether this way can only be taken while the form is not zero: it was compared, or something else that is known says so. */
function excludes(way: State, form: Linear): boolean {
  for (let at = way.path.constraints; at !== null; at = at.rest) {
    const { relation, form: other } = at.first;
    const sign = sameTerms(other, form) ? 1 : sameTerms(negate(other), form) ? -1 : 0;
    if (sign === 0 || other.low !== other.high) continue;
    const distance = form.low - sign * other.low;
    if (relation === 'not-zero' ? distance === 0 : relation === 'zero' && distance !== 0) return true;
  }
  return false;
}

/** Takes away, round by round, the ways that move a number which no remaining way moves back. */
function removeByNumbers(context: Context, ways: States): boolean {
  let rest = ways;
  while (rest.length > 0) {
    const before = rest.length;
    for (const way of rest) {
      for (const { relation, form } of testedForms(context, way)) {
        if (relation === 'not-zero') continue;
        const remaining = remainingAfter(context, form, rest);
        if (remaining !== undefined) rest = remaining;
      }
      if (rest.length < before) break;
    }
    if (rest.length === before) return false;
  }
  return true;
}

function remainingAfter(context: Context, form: Linear, ways: States): States | undefined {
  const changes = ways.map((way) => changeOf(context, form, way));
  if (!changes.every((change) => isPlain(change) && change.high <= 0)) return undefined;
  const rest = ways.filter((way, at) => (changes[at]?.high ?? 0) > -1 || lowerOffset(way, form) === undefined);
  return rest.length < ways.length ? rest : undefined;
}
