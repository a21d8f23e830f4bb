/** One name for each key, from what Ink reports. */
import type { Key } from 'ink';

/** Names such as `up`, `enter`, `ctrl+c`, `shift+tab`, `space`, `a`; undefined for what is no key of ours. */
export function keyName(input: string, key: Key): string | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.leftArrow) return 'left';
  if (key.rightArrow) return 'right';
  if (key.pageUp) return 'pageup';
  if (key.pageDown) return 'pagedown';
  if (key.home) return 'home';
  if (key.end) return 'end';
  if (key.return) return 'enter';
  if (key.tab) return key.shift ? 'shift+tab' : 'tab';
  if (key.backspace) return 'backspace';
  if (key.delete) return 'delete';
  if (key.ctrl) return input === '' ? undefined : `ctrl+${input}`;
  if (key.escape) return 'escape';
  if (key.meta) return undefined;
  if (FUNCTION_KEYS[input] !== undefined) return FUNCTION_KEYS[input];
  return input === ' ' ? 'space' : input;
}

/** What is left of their sequences after Ink has removed the escape character. */
const FUNCTION_KEYS: Readonly<Record<string, string>> = {
  OP: 'f1',
  '[11~': 'f1',
  '[20~': 'f9',
};

/** The keys of one chunk of input: terminals and multiplexers hand over several at a time when they come fast. */
export function keysOf(input: string, key: Key): readonly string[] {
  const characters = [...input];
  const name = keyName(input, key);
  if (name === undefined) return [];
  if (name !== input || characters.length <= 1) return name === '' ? [] : [CONTROLS[name] ?? name];
  return characters.map((character) => (character === ' ' ? 'space' : (CONTROLS[character] ?? character)));
}

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u0008': 'backspace',
  '\u007f': 'backspace',
  '\u0003': 'ctrl+c',
};
