/** `echo`, `printf`, `print`. */
import type { Scene } from '../scene.ts';
import { assign } from '../state/change.ts';
import { type Flow, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { isKnown, unknownText } from '../values/atoms.ts';
import { type Field, joinFields } from '../words/field.ts';
import { readEpoch } from '../words/names.ts';
import { writeOutput } from '../words/output.ts';
import type { Builtin } from './builtin.ts';

export const ECHO: Builtin = {
  run: (scene, call, state) => {
    let words = call.fields.slice(1);
    let newline = '\n';
    while (words[0] !== undefined && /^-[neE]+$/.test(words[0].text)) {
      if (words[0].text.includes('n')) newline = '';
      words = words.slice(1);
    }
    return printTo(scene, state, `${joinFields(words)}${newline}`);
  },
};

/** zsh */
export const PRINT: Builtin = {
  missingInSh: true,
  run: (scene, call, state) => {
    const words = call.fields.slice(1).filter((field) => !/^-[a-zA-Z]+$/.test(field.text));
    return printTo(scene, state, `${joinFields(words)}\n`);
  },
};

export const PRINTF: Builtin = {
  run: (scene, call, state) => {
    const [, first, second, ...rest] = call.fields;
    if (first?.text === '-v' && second !== undefined)
      return printInto(scene, { name: second.text, words: rest }, state);
    const words = call.fields.slice(first?.text === '--' ? 2 : 1);
    const { text, state: after } = format(scene, words, state);
    return printTo(scene, after, text);
  },
};

function printTo(scene: Scene, state: State, text: string): Flow {
  return succeeding(writeOutput(scene, state, text));
}

function printInto(scene: Scene, { name, words }: { name: string; words: readonly Field[] }, state: State): Flow {
  const { text, state: after } = format(scene, words, state);
  return succeeding(assign(after, name, text));
}

/** The format is used again until the words are used up. */
function format(scene: Scene, words: readonly Field[], state: State): { text: string; state: State } {
  const unknown = unknownText(scene.world.atoms, true);
  const [pattern, ...operands] = words;
  if (pattern === undefined) return { text: '', state };
  if (/^%\((%s)\)T$/.test(pattern.text)) return readEpoch(scene.world.atoms, state);
  if (!isKnown(pattern.text) || operands.length > 200) return { text: unknown, state };
  const texts = operands.map((field) => field.text);
  let text = '';
  do {
    const once = formatOnce(pattern.text, texts);
    if (once === undefined) return { text: unknown, state };
    text += once.text;
    if (once.used === 0) break;
    texts.splice(0, once.used);
  } while (texts.length > 0);
  return { text, state };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', r: '\r', '"': '"', "'": "'" };

function formatOnce(pattern: string, operands: readonly string[]): { text: string; used: number } | undefined {
  let text = '';
  let used = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') {
      at += 1;
      const escaped = ESCAPES[pattern.charAt(at)];
      if (escaped === undefined) return undefined;
      text += escaped;
    } else if (character === '%') {
      at += 1;
      const kind = pattern.charAt(at);
      if (kind === '%') text += '%';
      else if (kind === 's' || kind === 'd' || kind === 'b' || kind === 'q') {
        text += operands[used] ?? (kind === 'd' ? '0' : '');
        used += 1;
      } else return undefined;
    } else text += character;
  }
  return { text, used };
}
