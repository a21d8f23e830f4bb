/** What well-known programs print, where a later test or wait depends on it. */
import { evaluateText } from '../arithmetic/evaluate.ts';
import { operate } from '../arithmetic/operate.ts';
import { contentOf } from '../run/file-stream.ts';
import type { Scene } from '../scene.ts';
import { withIo } from '../state/change.ts';
import type { State } from '../state/state.ts';
import { choiceText, fixedNumberText, isKnown, manyText, numberText, unknownText } from '../values/atoms.ts';
import { exactly, interval, type Linear } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import { folderOf, lastPart } from '../values/paths.ts';
import { answerOf } from './answer.ts';
import type { Call } from './field.ts';
import { isWatched } from './output.ts';
import { printedDate } from './printed-date.ts';
import { printedByInterpreter } from './printed-sum.ts';

export type Printed = { readonly text: string; readonly state: State };

/** More lines than these are not spelled out. */
const MOST_LINES = 400;

/** The text that the command prints, its last newline included; unknown text for most programs. */
export function printed(scene: Scene, call: Call, state: State): Printed {
  const [name = '', ...words] = call.fields.map((field) => field.text);
  if (!isWatched(state) && name !== 'tee') return { text: '', state };
  switch (lastPart(name)) {
    case 'date':
    case 'gdate':
      return line(scene, printedDate(scene, words, state));
    case 'seq':
      return { text: printedSequence(scene, words), state };
    case 'expr':
      return line(scene, { text: printedExpression(scene, words), state });
    case 'bc':
      return line(scene, { text: calculated(scene, state), state });
    case 'which':
    case 'command':
      return line(scene, { text: pathOf(scene, words), state });
    case 'awk':
    case 'gawk':
    case 'mawk':
      return calculatedOr(scene, words, { call, state });
    case 'python':
    case 'python3':
    case 'node':
    case 'perl':
    case 'ruby':
      return line(scene, printedByInterpreter(scene, words, state));
    case 'cat':
      return printedFiles(scene, words, state);
    case 'tee':
      return teed(scene, words, state);
    case 'dirname':
      return line(scene, {
        text: folderOf(scene.world.atoms, words[0] === '--' ? (words[1] ?? '') : (words[0] ?? '')) ?? '',
        state,
      });
    case 'nproc':
    case 'getconf':
      return line(scene, { text: fixedNumberText(scene.world.atoms, 'the number of processors'), state });
    case 'wc':
      return line(scene, { text: countedLines(scene, words), state });
    default:
      return { text: answerOf(scene, call, state), state };
  }
}

/** A sum that the program text prints, or a part of what it reads. */
function calculatedOr(scene: Scene, words: readonly string[], { call, state }: { call: Call; state: State }): Printed {
  const sum = printedByInterpreter(scene, words, state);
  return sum.text === '' ? { text: answerOf(scene, call, state), state } : line(scene, sum);
}

function line(scene: Scene, { text, state }: Printed): Printed {
  return { text: text === '' ? unknownText(scene.world.atoms, true) : `${text}\n`, state };
}

/** `$(which tail)`: the program's path, if there is one. */
function pathOf(scene: Scene, words: readonly string[]): string {
  const [first, second, ...more] = words;
  const name = first === '-v' ? second : first;
  if (name === undefined || more.length > 0 || (first !== '-v' && second !== undefined)) return '';
  return /^[\w.+-]+$/.test(name) && !name.startsWith('-')
    ? choiceText(scene.world.atoms, [`/usr/bin/${name}`, ''])
    : '';
}

/** `seq 60`, `seq 1 60`, `seq 1 2 60` */
function printedSequence(scene: Scene, words: readonly string[]): string {
  const { atoms } = scene.world;
  const operands = words.filter((word) => !/^-[a-zA-Z]/.test(word));
  const numbers = operands.map((word) => (isKnown(word) && /^-?\d+$/.test(word) ? Number(word) : undefined));
  const [a, b, c] = numbers;
  const [first, step, last] = numbers.length === 1 ? [1, 1, a] : numbers.length === 2 ? [a, 1, b] : [a, b, c];
  const known = first !== undefined && step !== undefined && last !== undefined && step !== 0;
  if (!known || words.length !== operands.length) return unknownText(atoms, true);
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  if (count > MOST_LINES) return `${manyText(atoms, count, Math.min(first, last), Math.max(first, last))}\n`;
  return Array.from({ length: count }, (_, at) => `${first + at * step}\n`).join('');
}

/** `expr "$n" + 1` */
function printedExpression(scene: Scene, words: readonly string[]): string {
  const { atoms } = scene.world;
  const [left, operator, right, ...more] = words;
  if (left === undefined || operator === undefined || right === undefined || more.length > 0) return '';
  const [one, two] = [readNumber(atoms, left), readNumber(atoms, right)];
  if (one.kind !== 'number' || two.kind !== 'number' || !/^[-+*/%]$/.test(operator)) return '';
  return one.sure && two.sure ? numberText(atoms, operate(operator, one.form, two.form)) : '';
}

function calculated(scene: Scene, state: State): string {
  const input = state.io.inputs.get('0');
  if (input?.text === undefined || !/^[^;a-z=<>]+$/.test(input.text.trim())) return '';
  const { form } = evaluateText(scene, input.text, state);
  return isNumberKnown(form) ? numberText(scene.world.atoms, form) : '';
}

function isNumberKnown(form: Linear): boolean {
  return form.terms.length > 0 || exactly(form) !== undefined || Number.isFinite(form.low);
}

function countedLines(scene: Scene, words: readonly string[]): string {
  const counts = words.every((word) => /^(-[lwcm]+)$/.test(word));
  return counts && words.length === 1 ? numberText(scene.world.atoms, interval(0, Number.POSITIVE_INFINITY)) : '';
}

function printedFiles(scene: Scene, words: readonly string[], state: State): Printed {
  const unknown = unknownText(scene.world.atoms, true);
  if (words.length === 0 || (words.length === 1 && words[0] === '-')) return drained(scene, state);
  const texts = words.map((word) => contentOf(word, state) ?? unknown);
  return { text: texts.join(''), state };
}

/** All that is still to be read of a known standard input. */
function drained(scene: Scene, state: State): Printed {
  const input = state.io.inputs.get('0');
  const offset = input === undefined ? -1 : (state.io.offsets.get(input.id) ?? 0);
  if (input?.text === undefined || offset < 0) return { text: unknownText(scene.world.atoms, true), state };
  const offsets = new Map(state.io.offsets).set(input.id, input.text.length);
  return { text: input.text.slice(offset), state: withIo(state, { offsets }) };
}

function teed(scene: Scene, words: readonly string[], state: State): Printed {
  const { text, state: after } = drained(scene, state);
  const files = new Map(after.io.files);
  for (const word of words) if (!word.startsWith('-')) files.set(word, text);
  return { text, state: withIo(after, { files }) };
}
