/** Interpreters that a script asks to count, where it has no arithmetic of its own: `awk "BEGIN{print $n+1}"`. */
import { evaluateText } from '../arithmetic/evaluate.ts';
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { numberText } from '../values/atoms.ts';

/** What the program text prints, when it does nothing but print a sum; else the empty text. */
export function printedByInterpreter(
  scene: Scene,
  words: readonly string[],
  state: State,
): { readonly text: string; readonly state: State } {
  const sum = sumIn(words);
  if (sum === undefined) return { text: '', state };
  const { form } = evaluateText(scene, sum, state);
  const known = form.terms.length > 0 || Number.isFinite(form.low);
  return { text: known ? numberText(scene.world.atoms, form) : '', state };
}

/** Programs that print one expression and end. */
const PRINTS = [
  /^\s*BEGIN\s*\{\s*print\s+([^;}]+?)\s*;?\s*\}\s*$/,
  /^\s*(?:print|puts|console\.log)\s*\(([^;]+)\)\s*;?\s*$/,
  /^\s*(?:print|puts)\s+([^;]+?)\s*;?\s*$/,
];

/** Without division, which gives fractions in these languages, and without names, whose values are not known. */
const SUM = /^[^a-zA-Z_/.,'"$;=<>&|?:%!~^#\\]+$/;

function sumIn(words: readonly string[]): string | undefined {
  const values = new Map<string, string>();
  let program: string | undefined;
  let bare = false;
  for (const [at, word] of words.entries()) {
    const assigned = words[at - 1] === '-v' ? /^([A-Za-z_]\w*)=(.*)$/s.exec(word) : null;
    if (assigned?.[1] !== undefined) values.set(assigned[1], assigned[2] ?? '');
    else if (/^-(?:p|pe)$/.test(word)) bare = true;
    else if (word !== '-v' && !/^-[ce]$/.test(word)) program ??= word;
  }
  const text = bare ? program : PRINTS.map((form) => form.exec(program ?? '')?.[1]).find((one) => one !== undefined);
  const filled = text?.replace(/[A-Za-z_]\w*/g, (name) => values.get(name) ?? name);
  return filled !== undefined && SUM.test(filled) ? filled : undefined;
}
