/** `[ ... ]` and `test ...`: the words are a little language of their own, read by their number first. */
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';
import type { Field } from '../words/field.ts';
import {
  askOutside,
  compareNumbers,
  compareTexts,
  errorOf,
  invert,
  noOf,
  ORDER,
  testFile,
  testNonEmpty,
  type Verdict,
  yesOf,
} from './test-parts.ts';

const FILE_TESTS = new Set([...'abcdefghkLNOGprsStuwx'].map((letter) => `-${letter}`));
const FILE_COMPARISONS = new Set(['-nt', '-ot', '-ef']);

/** Decides the test of the words between the brackets. */
export function decideBracket(scene: Scene, fields: readonly Field[], state: State): Verdict {
  const decided = decideWords(scene, fields, state);
  if (!fields.some((field) => field.unsure)) return decided;
  // A word that may be missing turns the test into another one, most likely an error; `[ -n ]` is true.
  const error = [...decided.error, state];
  const lone = fields.some((field, at) => field.unsure && UNARY.test(fields[at - 1]?.text ?? ''));
  return lone ? { ...decided, yes: [state], error } : { ...decided, error };
}

const UNARY = /^-[a-zA-Z]$/;

function decideWords(scene: Scene, words: readonly Field[], state: State): Verdict {
  const [first, second, third] = words;
  if (first === undefined) return noOf(state);
  if (second === undefined) return testNonEmpty(scene, first.text, state);
  if (words.length === 2) return decideTwo(scene, first, second, state);
  if (third !== undefined && words.length === 3) {
    if (isBinary(second)) return decideBinary(scene, { left: first, operator: second.text, right: third }, state);
    if (is(first, '!')) return invert(decideTwo(scene, second, third, state));
    if (is(first, '(') && is(third, ')')) return testNonEmpty(scene, second.text, state);
  }
  if (words.length === 4 && is(first, '!')) return invert(decideWords(scene, words.slice(1), state));
  const reader: Reader = { scene, words, at: 0, depth: 0 };
  const verdict = readOr(reader, state);
  return reader.at === words.length ? verdict : errorOf(state);
}

function decideTwo(scene: Scene, first: Field, second: Field, state: State): Verdict {
  if (is(first, '!')) return invert(testNonEmpty(scene, second.text, state));
  return decideUnary(scene, first.text, second.text, state);
}

function decideUnary(scene: Scene, operator: string, text: string, state: State): Verdict {
  if (operator === '-n') return testNonEmpty(scene, text, state);
  if (operator === '-z') return invert(testNonEmpty(scene, text, state));
  if (operator === '-v') return askOutside(state);
  if (FILE_TESTS.has(operator)) return testFile(scene, { operator, text }, state);
  return isKnown(operator) && !operator.startsWith('-') ? errorOf(state) : askOutside(state);
}

type Binary = { readonly left: Field; readonly operator: string; readonly right: Field };

function decideBinary(scene: Scene, { left, operator, right }: Binary, state: State): Verdict {
  const operands = { left: left.text, right: right.text };
  if (operator in ORDER) return compareNumbers(scene, operator, operands, state);
  if (operator === '=' || operator === '==') return compareTexts(scene, operands, state);
  if (operator === '!=') return invert(compareTexts(scene, operands, state));
  if ((operator === '<' || operator === '>') && isKnown(operands.left) && isKnown(operands.right)) {
    const holds = operator === '<' ? operands.left < operands.right : operands.left > operands.right;
    return holds ? yesOf(state) : noOf(state);
  }
  return askOutside(state);
}

function isBinary(word: Field): boolean {
  return word.text in ORDER || FILE_COMPARISONS.has(word.text) || /^(==?|!=|<|>)$/.test(word.text);
}

function is(word: Field | undefined, text: string): boolean {
  return word?.text === text;
}

type Reader = { readonly scene: Scene; readonly words: readonly Field[]; at: number; depth: number };

/** `a -o b`: both are read, the second is asked only in the ways that the first left open. */
function readOr(reader: Reader, state: State): Verdict {
  let verdict = readAnd(reader, state);
  while (is(reader.words[reader.at], '-o')) {
    reader.at += 1;
    const right = continueWith(reader, verdict.no, state, readAnd);
    verdict = { yes: [...verdict.yes, ...right.yes], no: right.no, error: [...verdict.error, ...right.error] };
  }
  return verdict;
}

function readAnd(reader: Reader, state: State): Verdict {
  let verdict = readNot(reader, state);
  while (is(reader.words[reader.at], '-a')) {
    reader.at += 1;
    const right = continueWith(reader, verdict.yes, state, readNot);
    verdict = { yes: right.yes, no: [...verdict.no, ...right.no], error: [...verdict.error, ...right.error] };
  }
  return verdict;
}

type Read = (reader: Reader, state: State) => Verdict;

/** Reads the same words once for each state; without a state, once to find their end. */
function continueWith(reader: Reader, states: readonly State[], fallback: State, read: Read): Verdict {
  const start = reader.at;
  const verdicts = (states.length === 0 ? [fallback] : states).map((state) => {
    reader.at = start;
    return read(reader, state);
  });
  if (states.length === 0) return { yes: [], no: [], error: [] };
  return {
    yes: verdicts.flatMap((verdict) => verdict.yes),
    no: verdicts.flatMap((verdict) => verdict.no),
    error: verdicts.flatMap((verdict) => verdict.error),
  };
}

function readNot(reader: Reader, state: State): Verdict {
  let negated = false;
  while (is(reader.words[reader.at], '!')) {
    negated = !negated;
    reader.at += 1;
  }
  const verdict = readPrimary(reader, state);
  return negated ? invert(verdict) : verdict;
}

function readPrimary(reader: Reader, state: State): Verdict {
  const { scene, words } = reader;
  const [first, second, third] = [words[reader.at], words[reader.at + 1], words[reader.at + 2]];
  if (first === undefined) return errorOf(state);
  if (second !== undefined && third !== undefined && isBinary(second)) {
    reader.at += 3;
    return decideBinary(scene, { left: first, operator: second.text, right: third }, state);
  }
  if (is(first, '(') && reader.depth < 20) return readGroup(reader, state);
  if (/^-[a-zA-Z]$/.test(first.text) && second !== undefined) {
    reader.at += 2;
    return decideUnary(scene, first.text, second.text, state);
  }
  reader.at += 1;
  return testNonEmpty(scene, first.text, state);
}

function readGroup(reader: Reader, state: State): Verdict {
  reader.at += 1;
  reader.depth += 1;
  const verdict = readOr(reader, state);
  reader.depth -= 1;
  if (!is(reader.words[reader.at], ')')) return errorOf(state);
  reader.at += 1;
  return verdict;
}
