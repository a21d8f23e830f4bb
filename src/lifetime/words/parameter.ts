/** `$name`, `${name:-word}`, `${#name}`, `${name%pattern}` ... */
import type { ParameterExpansion } from '../../shell/ast.ts';
import { evaluateText } from '../arithmetic/evaluate.ts';
import { deadScene, type Scene } from '../scene.ts';
import { readVariable } from '../state/change.ts';
import { countOf, mergeTexts } from '../state/merge.ts';
import type { State } from '../state/state.ts';
import {
  answerText,
  childrenIn,
  collectedText,
  environmentText,
  fixedNumberText,
  isKnown,
  lengthForm,
  lengthText,
  mayBeEmpty,
  numberText,
  onlyAtom,
  unknownText,
} from '../values/atoms.ts';
import { exactly, interval, shiftBy } from '../values/linear.ts';
import { withoutLastPart } from '../values/paths.ts';
import { restOf, symbolsIn } from './answer.ts';
import { assignName, readName } from './names.ts';
import { isOneCharacter, patternOf, trimPattern } from './pattern.ts';

/** `texts`: one text, or for lists (`"$@"`) one a word. `counted` is false when their number is not known. */
export type Expanded = { readonly texts: readonly string[]; readonly counted: boolean; readonly state: State };

/** What the expansion stands for before it is split into words. */
export function expandParameter(scene: Scene, part: ParameterExpansion, state: State): Expanded {
  const list = readList(scene, part, state);
  if (list !== undefined) return list;
  const value = readElement(scene, part, state);
  const changed = applyOperator(scene, part, value);
  return { texts: [changed.text], counted: true, state: changed.state };
}

type Value = { readonly text: string | undefined; readonly state: State };
type Result = { readonly text: string; readonly state: State };

function isWholeArray(scene: Scene, part: ParameterExpansion, state: State): boolean {
  const index = part.index === null ? undefined : scene.source.text.slice(part.index.span.start, part.index.span.end);
  if (index === '@' || index === '*') return true;
  const elements = state.variables.get(part.name)?.elements ?? null;
  return part.index === null && scene.source.dialect === 'zsh' && elements !== null;
}

function readList(scene: Scene, part: ParameterExpansion, state: State): Expanded | undefined {
  const { atoms } = scene.world;
  const parameters = part.name === '@' || part.name === '*';
  if (!parameters && !isWholeArray(scene, part, state)) return undefined;
  if (part.operator === 'length') {
    return {
      texts: [parameters ? numberText(atoms, countOf(state.parameters)) : arrayLength(scene, part, state)],
      counted: true,
      state,
    };
  }
  const variable = readVariable(atoms, state, part.name);
  let texts: readonly string[] = variable.elements ?? (variable.text === undefined ? [] : [variable.text]);
  let counted = variable.counted && (variable.elements !== null || isKnown(variable.text ?? ''));
  if (parameters) {
    counted = state.parameters.kind === 'list';
    texts = state.parameters.kind === 'list' ? state.parameters.values : [unknownText(atoms, true)];
  }
  if (part.operator === ':') return sliceList(scene, part, { texts, counted, state });
  if (part.operator !== '') return { texts: [unknownText(atoms, true)], counted: false, state };
  return { texts, counted, state };
}

function arrayLength(scene: Scene, part: ParameterExpansion, state: State): string {
  const { atoms } = scene.world;
  const variable = state.variables.get(part.name);
  if (variable === undefined) return fixedNumberText(atoms, `#${part.name}`);
  if (!variable.counted) return numberText(atoms, interval(0, Number.POSITIVE_INFINITY));
  return String(variable.elements?.length ?? (variable.text === undefined ? 0 : 1));
}

/** `"${list[@]:1}"`, `"${@:2}"`: the parameters begin at 1. */
function sliceList(scene: Scene, part: ParameterExpansion, list: Expanded): Expanded {
  const range = readRange(scene, part, list.state);
  if (range === undefined) return { ...list, texts: [unknownText(scene.world.atoms, true)], counted: false };
  if (!list.counted) {
    const shorter = range.from > 0 && range.length === undefined;
    return {
      ...list,
      texts: [shorter ? restOf(scene, list.texts) : unknownText(scene.world.atoms, true)],
      counted: false,
    };
  }
  const from = part.name === '@' || part.name === '*' ? Math.max(0, range.from - 1) : range.from;
  return { ...list, texts: list.texts.slice(from, range.length === undefined ? undefined : from + range.length) };
}

function readElement(scene: Scene, part: ParameterExpansion, state: State): Value {
  if (part.index === null) return readName(scene, state, part.name);
  const { text, state: after } = scene.world.run.word(scene, part.index, state);
  const { elements, counted } = readVariable(scene.world.atoms, after, part.name);
  const at = exactly(evaluateText(scene, text, after).form);
  if (elements === null || at === undefined || !counted)
    return { text: someElement(scene, elements ?? [], text), state: after };
  const first = scene.source.dialect === 'zsh' ? at - 1 : at;
  return { text: elements.at(at < 0 ? at : first), state: after };
}

/** One of the elements, or in zsh several: `${list[2,-1]}`. */
function someElement(scene: Scene, elements: readonly string[], index: string): string {
  const { atoms } = scene.world;
  const children = elements.flatMap((text) => [...childrenIn(atoms, text).keys()]);
  if (children.length > 0) return collectedText(atoms, [...new Set(children)]);
  const shorter = scene.source.dialect === 'zsh' && /^(?:[2-9]|\d\d+),-1$/.test(index);
  return shorter ? restOf(scene, elements) : unknownText(atoms, true);
}

function applyOperator(scene: Scene, part: ParameterExpansion, value: Value): Result {
  const { atoms } = scene.world;
  const { operator } = part;
  if (operator === '') return { text: value.text ?? '', state: value.state };
  if (operator === 'length') return { text: lengthOf(scene, part.name, value.text ?? ''), state: value.state };
  if (/^:?[-=+?]$/.test(operator)) return applyDefault(scene, part, value);
  if (/^(##?|%%?)$/.test(operator)) return { text: trim(scene, part, value), state: value.state };
  if (operator === ':') return { text: substring(scene, part, value), state: value.state };
  if (isKnown(value.text ?? '')) {
    if (operator === '^^' && part.argument === null)
      return { text: (value.text ?? '').toUpperCase(), state: value.state };
    if (operator === ',,' && part.argument === null)
      return { text: (value.text ?? '').toLowerCase(), state: value.state };
  }
  const changed = operator.startsWith('/') ? restOf(scene, [value.text ?? '']) : unknownText(atoms, true);
  return { text: changed, state: value.state };
}

/** A name that the text never sets is taken as not set, so that the default that is written there counts. */
function applyDefault(scene: Scene, part: ParameterExpansion, value: Value): Result {
  const { atoms } = scene.world;
  const colon = part.operator.startsWith(':');
  const kind = part.operator.at(-1);
  const fromEnvironment = value.text !== undefined && value.text === environmentText(atoms, part.name, true);
  const { text } = value;
  const absent = text === undefined || fromEnvironment || (colon && text === '');
  const perhaps = !absent && colon && mayBeEmpty(atoms, text);
  if (kind === '?') return { text: absent || perhaps ? unknownText(atoms, false) : text, state: value.state };
  const word = part.argument;
  const argument = () =>
    word === null ? { text: '', state: value.state } : scene.world.run.word(scene, word, value.state);
  if (kind === '+') {
    if (fromEnvironment || perhaps) {
      const perhapsThat = argument();
      const from = [...symbolsIn(scene, perhapsThat.text, true)];
      const any = from.length === 0 ? unknownText(atoms, true) : answerText(atoms, from);
      return { text: any, state: perhapsThat.state };
    }
    if (!absent) return argument();
    if (word !== null) scene.world.run.word(deadScene(scene), word, value.state);
    return { text: '', state: value.state };
  }
  if (!absent && !perhaps) return { text, state: value.state };
  const fallback = argument();
  const result = absent ? fallback.text : mergeTexts(atoms, text, fallback.text);
  const state = kind === '=' ? assignName(scene, fallback.state, part.name, { text: result }) : fallback.state;
  return { text: result, state };
}

function lengthOf(scene: Scene, name: string, text: string): string {
  const { atoms } = scene.world;
  if (isKnown(text)) return String(text.length);
  const length = lengthForm(atoms, text);
  if (length !== undefined) return numberText(atoms, length);
  const atom = onlyAtom(atoms, text);
  if (atom?.kind === 'unknown' && atom.symbol !== undefined) return fixedNumberText(atoms, `#${name}`);
  return numberText(atoms, interval(0, Number.POSITIVE_INFINITY));
}

function trim(scene: Scene, part: ParameterExpansion, value: Value): string {
  const { atoms } = scene.world;
  const text = value.text ?? '';
  const source = part.argument === null ? '' : patternOf(scene, part.argument, value.state);
  if (source !== undefined && isKnown(text)) {
    return trimPattern(text, source, part.operator) ?? unknownText(atoms, true);
  }
  const atom = onlyAtom(atoms, text);
  if (source !== undefined && isOneCharacter(source) && atom?.kind === 'unknown' && atom.length !== undefined) {
    return lengthText(atoms, shiftBy(atom.length, -1));
  }
  const above = source === LAST_PART && part.operator === '%' ? withoutLastPart(atoms, text) : undefined;
  return above ?? unknownText(atoms, true);
}

/** The pattern of `${path%/*}`. */
const LAST_PART = '\\/[^]*';

/** `${name:offset:length}` */
function substring(scene: Scene, part: ParameterExpansion, value: Value): string {
  const { atoms } = scene.world;
  const text = value.text ?? '';
  const range = readRange(scene, part, value.state);
  if (range === undefined) return unknownText(atoms, true);
  if (isKnown(text)) {
    const from = range.from < 0 ? Math.max(0, text.length + range.from) : range.from;
    if (range.length === undefined) return text.slice(from);
    return text.slice(from, range.length < 0 ? text.length + range.length : from + range.length);
  }
  const atom = onlyAtom(atoms, text);
  if (atom?.kind === 'unknown' && atom.length !== undefined && range.from > 0 && range.length === undefined) {
    return lengthText(atoms, shiftBy(atom.length, -range.from));
  }
  return unknownText(atoms, true);
}

function readRange(
  scene: Scene,
  part: ParameterExpansion,
  state: State,
): { from: number; length: number | undefined } | undefined {
  if (part.argument === null) return undefined;
  const { text } = scene.world.run.word(scene, part.argument, state);
  const [start = '', length] = text.split(':');
  const from = exactly(evaluateText(scene, start, state).form);
  const count = length === undefined ? undefined : exactly(evaluateText(scene, length, state).form);
  if (from === undefined || (length !== undefined && count === undefined)) return undefined;
  return { from, length: count };
}
