/**
 * A small reader of option words in the manner of getopt_long: clusters (`-Fn0`), glued and separate values, `--long=value`,
 * `--`, and options after operands. It knows which options take values, so that a value is never taken for a flag.
 */
import type { Operand } from './describe.ts';

/** Which options take a value. A flag need not be listed: an unlisted option is a flag. */
export type OptionGrammar = ReadonlyMap<string, 'value' | 'optional'>;

/** `value` is null for a flag, undefined inside the operand when only known at run time; `glued` when in the same word. */
export type ReadOption = { readonly name: string; readonly value: Operand | null; readonly index: number };

export type Reading = {
  readonly options: readonly ReadOption[];
  /** indices of the words that are neither options nor values, in order */
  readonly words: readonly number[];
  /** index of the word after `--`, or undefined */
  readonly afterDashes: number | undefined;
  /** where reading stopped: the first operand (`stop`), else the end */
  readonly rest: number;
};

export type ReadingStyle = {
  readonly grammar: OptionGrammar;
  /** stop at the first operand (wrappers, programs with subcommands) */
  readonly stop?: boolean;
  /** `-timeout 5`: words after one dash are whole names (Go's flag package, nginx, find) */
  readonly singleDash?: boolean;
  /** `+e`, `+x` are options as well (shells) */
  readonly plus?: boolean;
};

/**
 * Reads a grammar from its table text: blank-separated names, `n:` or `lines=` with a value, `n?` or `follow?` with a
 * value only when glued (`-n5`, `--follow=name`). One letter is a short option, more a long one.
 */
export function optionGrammar(text: string): OptionGrammar {
  const grammar = new Map<string, 'value' | 'optional'>();
  for (const item of text.split(' ')) {
    if (item === '') continue;
    const kind = item.endsWith('?') ? 'optional' : 'value';
    grammar.set(item.slice(0, -1), kind);
  }
  return grammar;
}

/** Reads `operands` from `start` on. Never fails: what is no option is a word. */
export function readOptions(operands: readonly Operand[], start: number, style: ReadingStyle): Reading {
  const options: ReadOption[] = [];
  const words: number[] = [];
  let index = start;
  while (index < operands.length) {
    const { value: text, option } = operands[index] ?? { value: undefined };
    if (text === undefined && option !== undefined && readUnknownValue({ index, text: option }, style, options)) {
      index++;
      continue;
    }
    if (text === '--') {
      for (let word = index + 1; word < operands.length && style.stop !== true; word++) words.push(word);
      const rest = style.stop === true ? index + 1 : operands.length;
      return { options, words, afterDashes: index + 1, rest };
    }
    if (text === undefined || !isOption(text, style)) {
      if (style.stop === true) break;
      words.push(index++);
      continue;
    }
    index += readOption({ operands, index, text }, style, options);
  }
  return { options, words, afterDashes: undefined, rest: index };
}

function isOption(text: string, style: ReadingStyle): boolean {
  if (text.length < 2) return false;
  return text.startsWith('-') || (style.plus === true && text.startsWith('+'));
}

type At = { readonly operands: readonly Operand[]; readonly index: number; readonly text: string };

/** Appends what the word holds; returns how many words were used. */
function readOption(at: At, style: ReadingStyle, options: ReadOption[]): number {
  if (at.text.startsWith('--')) return readLong(at, at.text.slice(2), style, options);
  if (style.singleDash === true && at.text.length > 2) return readLong(at, at.text.slice(1), style, options);
  for (let position = 1; position < at.text.length; position++) {
    const name = at.text.charAt(position);
    const kind = style.grammar.get(name);
    const glued = at.text.slice(position + 1);
    if (kind === undefined && glued.startsWith('=')) {
      options.push({ name, value: { value: glued.slice(1) }, index: at.index });
      return 1;
    }
    if (kind === undefined) {
      options.push({ name, value: null, index: at.index });
    } else if (glued !== '') {
      options.push({ name, value: { value: glued.startsWith('=') ? glued.slice(1) : glued }, index: at.index });
      return 1;
    } else if (kind === 'optional') {
      options.push({ name, value: null, index: at.index });
    } else {
      options.push({ name, value: at.operands[at.index + 1] ?? null, index: at.index });
      return 2;
    }
  }
  return 1;
}

/** `--pid=$p`, `-c$n`: an option whose value is left to run time; false when the word may be something else. */
function readUnknownValue(
  { index, text }: { readonly index: number; readonly text: string },
  style: ReadingStyle,
  options: ReadOption[],
): boolean {
  const value: Operand = { value: undefined };
  const long = /^--?([^=]{2,})=/.exec(text)?.[1];
  if (long !== undefined && (text.startsWith('--') || style.singleDash === true)) {
    options.push({ name: long, value, index });
    return true;
  }
  if (text.startsWith('--')) return false;
  const names = [...text.slice(1)];
  const taking = names.findIndex((name) => style.grammar.has(name));
  if (taking < 0) return false;
  for (const name of names.slice(0, taking)) options.push({ name, value: null, index });
  options.push({ name: names[taking] ?? '', value, index });
  return true;
}

/** No abbreviations: `--detach` must never be taken for the beginning of `--detach-keys`, which eats a word. */
function readLong(at: At, text: string, style: ReadingStyle, options: ReadOption[]): number {
  const equals = text.indexOf('=');
  if (equals >= 0) {
    options.push({ name: text.slice(0, equals), value: { value: text.slice(equals + 1) }, index: at.index });
    return 1;
  }
  const name = text;
  if (style.grammar.get(name) !== 'value') {
    options.push({ name, value: null, index: at.index });
    return 1;
  }
  options.push({ name, value: at.operands[at.index + 1] ?? null, index: at.index });
  return 2;
}

/** Whether one of `names` (`f|follow`) is switched on; the last one given wins, `--watch=false` switches off. */
export function isOn(reading: Reading, names: string): boolean {
  if (reading.options.length === 0) return false;
  const wanted = splitNames(names);
  let on = false;
  for (const option of reading.options) {
    if (wanted.includes(option.name)) on = !isNo(option.value);
  }
  return on;
}

function isNo(value: Operand | null): boolean {
  return value !== null && (value.value === 'false' || value.value === 'no' || value.value === 'never');
}

/** The last value given to one of `names`; undefined when none was given, `{value: undefined}` when not known. */
export function optionValue(reading: Reading, names: string): Operand | undefined {
  if (reading.options.length === 0) return undefined;
  const wanted = splitNames(names);
  let found: Operand | undefined;
  for (const option of reading.options) {
    if (wanted.includes(option.name)) found = option.value ?? { value: undefined };
  }
  return found;
}

const split = new Map<string, readonly string[]>();
function splitNames(names: string): readonly string[] {
  let found = split.get(names);
  if (found === undefined) {
    found = names.split('|');
    split.set(names, found);
  }
  return found;
}
