/** `name=value`, `name+=value`, `name[index]=value`, `name=(a b)`. */
import type { Assignment } from '../../shell/ast.ts';
import { evaluateText, resultText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import { assignArray, readVariable } from '../state/change.ts';
import type { State } from '../state/state.ts';
import { childrenIn, unknownText } from '../values/atoms.ts';
import { exactly } from '../values/linear.ts';
import { expandWords } from '../words/expand.ts';
import { assignName } from '../words/names.ts';

/** The state after the assignment; its status is that of the last substitution in the value. */
export function assignOne(scene: Scene, assignment: Assignment, state: State): State {
  const { name, value, elements } = assignment;
  if (elements !== null) return assignElements(scene, { name, append: assignment.append, elements }, state);
  const expanded = value === null ? { text: '', state } : scene.world.run.word(scene, value, state);
  if (assignment.index !== null) return assignElement(scene, assignment, expanded);
  const integer = state.variables.get(name)?.integer === true;
  if (!integer) return assignName(scene, expanded.state, name, { text: expanded.text, append: assignment.append });
  const number = evaluateText(scene, expanded.text, expanded.state);
  const text = resultText(scene.world.atoms, number);
  return assignName(scene, number.state, name, { text, append: assignment.append });
}

type Elements = {
  readonly name: string;
  readonly append: boolean;
  readonly elements: NonNullable<Assignment['elements']>;
};

function assignElements(scene: Scene, { name, append, elements }: Elements, state: State): State {
  const { fields, state: expanded } = expandWords(scene, elements, state);
  const added = fields.map((field) => field.text);
  const counted = fields.every((field) => !field.unsure);
  if (!append) return assignArray(expanded, name, added, counted);
  const old = readVariable(scene.world.atoms, expanded, name);
  const before = old.elements ?? (old.text === undefined ? [] : [old.text]);
  const known = expanded.variables.has(name);
  return assignArray(expanded, name, [...(known ? before : []), ...added], counted && (!known || old.counted));
}

function assignElement(scene: Scene, assignment: Assignment, value: { text: string; state: State }): State {
  const { atoms } = scene.world;
  const { name, index } = assignment;
  const place = index === null ? { text: '0', state: value.state } : scene.world.run.word(scene, index, value.state);
  const at = exactly(evaluateText(scene, place.text, place.state).form);
  const old = readVariable(atoms, place.state, name);
  const elements = [
    ...(old.elements ?? (old.text === undefined || !place.state.variables.has(name) ? [] : [old.text])),
  ];
  const position = scene.source.dialect === 'zsh' ? (at ?? -1) - 1 : (at ?? -1);
  if (at === undefined || position < 0 || position > elements.length || !old.counted) {
    const kept = childrenIn(atoms, value.text).size > 0 ? value.text : unknownText(atoms, true);
    return assignArray(place.state, name, [...elements, kept], false);
  }
  elements[position] = assignment.append ? (elements[position] ?? '') + value.text : value.text;
  return assignArray(place.state, name, elements, true);
}
