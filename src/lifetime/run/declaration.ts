/** `local`, `export`, `declare`, `typeset`, `readonly`, `integer` ... */

import type { Assignment, DeclarationCommand, Word } from '../../shell/ast.ts';
import { evaluateText, resultText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import {
  makeLocal,
  makeWild,
  plainVariable,
  readVariable,
  setVariable,
  withOptions,
  withShell,
} from '../state/change.ts';
import { variableWith } from '../state/copy.ts';
import { type Flow, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { expandWords } from '../words/expand.ts';
import { assignName } from '../words/names.ts';
import { printSomething, writeOutput } from '../words/output.ts';
import { assignOne } from './assignments.ts';
import { withRedirects } from './redirects.ts';

type Attributes = {
  readonly local: boolean;
  readonly exported: boolean;
  readonly integer: boolean;
  readonly functions: boolean;
  readonly fixed: boolean;
  /** it stands for another name, or holds a fraction */
  readonly reference: boolean;
};

/** Declares its operands in order; its status is success whatever a substitution in it says. */
export function runDeclaration(scene: Scene, command: DeclarationCommand, state: State): Flow {
  return withRedirects(scene, command.redirects, {
    state,
    run: (inside) => {
      const { fields, state: expanded } = expandWords(scene, command.words, inside);
      const options = fields.filter((field) => /^[-+]/.test(field.text)).map((field) => field.text);
      const names = fields.filter((field) => !/^[-+]/.test(field.text)).map((field) => field.text);
      const attributes = attributesOf(command.keyword, options.join(''), scene);
      if (attributes.functions) return succeeding(aboutFunctions(scene, { attributes, names }, expanded));
      const lists = names.length + command.assignments.length === 0 || options.some((option) => option.includes('p'));
      const shown = lists ? printSomething(scene, expanded) : expanded;
      const declared = names.reduce((after, name) => declareText(scene, { name, attributes }, after), shown);
      const assigned = command.assignments.reduce((after, one) => declare(scene, { one, attributes }, after), declared);
      const fixed = attributes.fixed
        ? fix(assigned, [...names, ...command.assignments.map((one) => one.name)])
        : assigned;
      return succeeding(attributes.reference ? makeWild(fixed, [...names, ...referred(fixed, command)]) : fixed);
    },
  });
}

function attributesOf(keyword: string, options: string, scene: Scene): Attributes {
  const declares = ['local', 'declare', 'typeset', 'integer', 'float'].includes(keyword);
  const letters = options.replace(/\+\w+/g, '');
  return {
    local: declares && scene.returns && !letters.includes('g'),
    exported: keyword === 'export' || (declares && letters.includes('x')),
    integer: keyword === 'integer' || (declares && letters.includes('i')),
    fixed: (keyword === 'readonly' || (declares && letters.includes('r'))) && !(declares && scene.returns),
    reference: declares && (letters.includes('n') || isFraction(keyword, letters, scene)),
    functions: letters.includes('f') && (keyword === 'export' || keyword === 'declare' || keyword === 'typeset'),
  };
}

type Functions = { readonly attributes: Attributes; readonly names: readonly string[] };

/** `export -f name`, or `declare -f name`, which prints its text for another shell: `bash -c "$(declare -f up); up"`. */
function aboutFunctions(scene: Scene, { attributes, names }: Functions, state: State): State {
  if (attributes.exported) return exportFunctions(state, names);
  const known = names.flatMap((name) => {
    const called = state.shell.functions.get(name);
    return called === undefined ? [] : `${name} () ${textAt(called.source, called.body.span)}\n`;
  });
  return known.length < names.length || names.length === 0
    ? printSomething(scene, state)
    : writeOutput(scene, state, known.join(''));
}

/** zsh */
function isFraction(keyword: string, letters: string, { source }: Scene): boolean {
  return source.dialect === 'zsh' && (keyword === 'float' || /[EF]/.test(letters));
}

function exportFunctions(state: State, names: readonly string[]): State {
  const functions = new Map(state.shell.functions);
  for (const name of names) {
    const known = functions.get(name);
    if (known !== undefined) functions.set(name, { ...known, exported: true });
  }
  return withShell(state, { functions });
}

/** `export "$name=$value"` */
function declareText(scene: Scene, marked: { name: string; attributes: Attributes }, state: State): State {
  const [, name, append, text] = /^([A-Za-z_]\w*)(\+?)=(.*)$/s.exec(marked.name) ?? [];
  if (name === undefined || text === undefined) return declareName(scene, marked, state);
  const declared = declareName(scene, { ...marked, name }, state);
  return assignName(scene, declared, name, { text, append: append === '+' });
}

/** `declare -n name=other`: both names are for the same. */
function referred(state: State, { assignments }: DeclarationCommand): readonly string[] {
  return assignments.flatMap(({ name }) => {
    if (name === 'SECONDS') return [];
    const other = state.variables.get(name)?.text ?? '';
    return /^\w+$/.test(other) ? [name, other] : [name];
  });
}

function fix(state: State, names: readonly string[]): State {
  const { fixed } = state.shell.options;
  return names.every((name) => fixed.has(name)) ? state : withOptions(state, { fixed: new Set([...fixed, ...names]) });
}

function declareName(
  scene: Scene,
  { name, attributes }: { name: string; attributes: Attributes },
  state: State,
): State {
  const before = attributes.local ? makeLocal(state, name) : state;
  const variable = attributes.local ? plainVariable(undefined) : readVariable(scene.world.atoms, before, name);
  return setVariable(
    before,
    name,
    variableWith(variable, {
      exported: variable.exported || attributes.exported,
      integer: variable.integer || attributes.integer,
    }),
  );
}

/** The value is expanded before the name becomes local: `local n=$((n+1))` reads the outer `n`. */
function declare(scene: Scene, { one, attributes }: { one: Assignment; attributes: Attributes }, state: State): State {
  const marked = { name: one.name, attributes };
  if (one.elements !== null || one.index !== null || one.name === 'SECONDS') {
    return assignOne(scene, one, attributes.local ? makeLocal(state, one.name) : state);
  }
  const value = one.value === null ? { text: '', state } : expandValue(scene, one.value, state);
  const declared = declareName(scene, marked, value.state);
  if (!attributes.integer) return assignName(scene, declared, one.name, { text: value.text, append: one.append });
  const number = evaluateText(scene, value.text, declared);
  const text = resultText(scene.world.atoms, number);
  return assignName(scene, number.state, one.name, { text, append: one.append });
}

function expandValue(scene: Scene, word: Word, state: State): { text: string; state: State } {
  return scene.world.run.word(scene, word, state);
}
