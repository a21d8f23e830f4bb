/** Expands words to fields: what a command gets as its arguments. */
import { assertNever } from '../../errors.ts';
import type { Word, WordPart } from '../../shell/ast.ts';
import { evaluate, resultText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { atomOf, isKnown, mayBeEmpty, unknownText } from '../values/atoms.ts';
import { expandBraces, isLateRange, spellOutLate } from './braces.ts';
import type { Field } from './field.ts';
import { expandParameter } from './parameter.ts';
import { expandProcess } from './process-substitution.ts';
import { capture } from './substitution.ts';

export type ExpandedFields = { readonly fields: readonly Field[]; readonly state: State };
export type ExpandedText = { readonly text: string; readonly state: State };

/** All the fields that the words become. */
export function expandWords(scene: Scene, words: readonly Word[], state: State): ExpandedFields {
  const fields: Field[] = [];
  let current = state;
  for (const word of words) {
    const plain = plainText(word);
    if (plain !== undefined) {
      fields.push({ text: plain.value, unsure: false, quoted: plain.quoted, span: word.span });
      continue;
    }
    for (const one of expandBraces(scene.world.atoms, word)) {
      const expanded = expandWord(scene, one, current);
      const late = scene.source.dialect === 'zsh' && isLateRange(one);
      for (const field of expanded.fields) {
        if (late) for (const each of withLateRange(scene, field)) fields.push(each);
        else fields.push(field);
      }
      current = expanded.state;
    }
  }
  return { fields, state: current };
}

function withLateRange(scene: Scene, field: Field): readonly Field[] {
  const texts = isKnown(field.text) ? spellOutLate(field.text) : undefined;
  const unknown = { ...field, text: unknownText(scene.world.atoms, false), unsure: true };
  return texts === undefined ? [unknown] : texts.map((text) => ({ ...field, text }));
}

/** The word as one text: nothing is split, as in an assignment or a here-document. */
export function expandToText(scene: Scene, word: Word, state: State): ExpandedText {
  const plain = plainText(word);
  if (plain !== undefined) return { text: plain.value, state };
  let text = '';
  let current = state;
  for (const part of word.parts) {
    const piece = expandPart(scene, part, current);
    text += piece.counted ? piece.texts.join(' ') : unknownText(scene.world.atoms, true);
    current = piece.state;
  }
  return { text, state: current };
}

type Literal = Extract<WordPart, { kind: 'literal' }>;

function plainText(word: Word): Literal | undefined {
  const [part] = word.parts;
  return part !== undefined && word.parts.length === 1 && part.kind === 'literal' ? part : undefined;
}

type Piece = {
  readonly texts: readonly string[];
  readonly counted: boolean;
  readonly quoted: boolean;
  /** whether unquoted text of this kind is split at blanks */
  readonly split: boolean;
  readonly state: State;
};

function expandPart(scene: Scene, part: WordPart, state: State): Piece {
  const { atoms } = scene.world;
  switch (part.kind) {
    case 'literal':
      return { texts: [part.value], counted: true, quoted: part.quoted, split: false, state };
    case 'parameter': {
      const split = !part.quoted && scene.source.dialect !== 'zsh';
      const expanded = expandParameter(scene, part, state);
      const joined = part.name === '*' && part.quoted ? [expanded.texts.join(' ')] : expanded.texts;
      return { texts: joined, counted: expanded.counted, quoted: part.quoted, split, state: expanded.state };
    }
    case 'command-substitution': {
      const captured = capture(scene, part.body, state);
      return { texts: [captured.text], counted: true, quoted: part.quoted, split: !part.quoted, state: captured.state };
    }
    case 'process-substitution': {
      const opened = expandProcess(scene, part, state);
      return { texts: [opened.text], counted: true, quoted: true, split: false, state: opened.state };
    }
    case 'arithmetic-expansion': {
      const value = evaluate(scene, part.expression, state);
      const texts = [resultText(atoms, value)];
      return { texts, counted: true, quoted: part.quoted, split: false, state: value.state };
    }
    case 'glob':
      return { texts: [unknownText(atoms, false)], counted: false, quoted: false, split: false, state };
    case 'brace-list':
    case 'brace-range':
    case 'unknown':
      return { texts: [unknownText(atoms, true)], counted: false, quoted: false, split: true, state };
    default:
      return assertNever(part);
  }
}

type Draft = { text: string; unsure: boolean; quoted: boolean } | undefined;

function expandWord(scene: Scene, word: Word, state: State): ExpandedFields {
  const fields: Field[] = [];
  let draft: Draft;
  let current = state;
  const close = () => {
    if (draft !== undefined) fields.push(fieldOf(draft, word));
    draft = undefined;
  };
  for (const part of word.parts) {
    const piece = expandPart(scene, part, current);
    current = piece.state;
    for (const [index, text] of piece.texts.entries()) {
      if (index > 0) close();
      draft = piece.split
        ? appendSplit(scene, { draft, text, close, add: fields, word })
        : appendWhole(draft, text, piece.quoted);
      const vanishes = !piece.quoted && !piece.split && mayBeEmpty(scene.world.atoms, text);
      if ((!piece.counted || vanishes) && draft !== undefined) draft.unsure = true;
    }
  }
  if (word.parts.length === 0) draft = { text: '', unsure: false, quoted: true };
  close();
  return { fields, state: current };
}

function fieldOf({ text, unsure, quoted }: NonNullable<Draft>, { span }: Word): Field {
  return { text, unsure, quoted, span };
}

function appendWhole(draft: Draft, text: string, quoted: boolean): Draft {
  if (draft === undefined) return text === '' && !quoted ? undefined : { text, unsure: false, quoted };
  return { text: draft.text + text, unsure: draft.unsure, quoted: draft.quoted || quoted };
}

type Splitting = { draft: Draft; text: string; close: () => void; add: Field[]; word: Word };

/** Splits at blanks. A word with an unknown part may turn out to be none or several. */
function appendSplit(scene: Scene, { draft, text, add, word }: Splitting): Draft {
  const words = text.split(/[ \t\n]+/);
  let current = draft;
  for (const [index, one] of words.entries()) {
    if (index > 0 && current !== undefined) {
      add.push(fieldOf(current, word));
      current = undefined;
    }
    if (one === '') continue;
    const unsure = mayVanishOrSplit(scene, one);
    current =
      current === undefined
        ? { text: one, unsure, quoted: false }
        : { text: current.text + one, unsure: current.unsure || unsure, quoted: current.quoted };
  }
  return current;
}

function mayVanishOrSplit(scene: Scene, text: string): boolean {
  if (isKnown(text)) return false;
  for (const character of text) {
    const kind = atomOf(scene.world.atoms, character)?.kind;
    if (kind === 'unknown' || kind === 'choice' || kind === 'many') return true;
  }
  return false;
}
