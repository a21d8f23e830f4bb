/** Shell patterns: `*.txt`, `[yY]*`, `?`. */
import type { Word } from '../../shell/ast.ts';
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { isKnown } from '../values/atoms.ts';

/** Longer texts are not matched. */
const LONGEST = 1000;

/** A pattern as the source of a regular expression, or undefined when it is only known at run time. */
export function patternOf(scene: Scene, word: Word, state: State): string | undefined {
  let source = '';
  for (const part of word.parts) {
    if (part.kind === 'literal') source += part.quoted ? escapeText(part.value) : globSource(part.value);
    else if (part.kind === 'glob') source += globSource(part.value);
    else {
      const { text } = scene.world.run.word(scene, { span: part.span, parts: [part] }, state);
      if (!isKnown(text)) return undefined;
      source += 'quoted' in part && part.quoted ? escapeText(text) : globSource(text);
    }
  }
  return source.length > LONGEST ? undefined : source;
}

/** Whether the whole text matches; undefined when that cannot be told. */
export function matchesPattern(text: string, source: string): boolean | undefined {
  if (text.length > LONGEST) return undefined;
  return compile(`^(?:${source})$`)?.test(text);
}

/** `#` `##` `%` `%%`: the text without the shortest or longest matching beginning or end; undefined: cannot be told. */
export function trimPattern(text: string, source: string, operator: string): string | undefined {
  const expression = compile(`^(?:${source})$`);
  if (expression === undefined || text.length > LONGEST) return undefined;
  const fromStart = operator.startsWith('#');
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const part = fromStart ? text.slice(0, length) : text.slice(text.length - length);
    if (expression.test(part)) return fromStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** Whether the pattern matches exactly one character, whichever it is. */
export function isOneCharacter(source: string): boolean {
  return source === '[^]';
}

/** A glob in which several `*` follow each other would take exponential time; one says the same. */
function globSource(glob: string): string {
  let source = '';
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob.charAt(at);
    if (character === '*') {
      if (!source.endsWith('[^]*')) source += '[^]*';
    } else if (character === '?') source += '[^]';
    else if (character === '\\' && at + 1 < glob.length) {
      at += 1;
      source += escapeText(glob.charAt(at));
    } else if (character === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end < 0) source += '\\[';
      else {
        source += bracketSource(glob.slice(at + 1, end));
        at = end;
      }
    } else source += escapeText(character);
  }
  return source;
}

function bracketSource(inside: string): string {
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const members = (negated ? inside.slice(1) : inside).replace(/[\\\]^]/g, '\\$&');
  return `[${negated ? '^' : ''}${members}]`;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
