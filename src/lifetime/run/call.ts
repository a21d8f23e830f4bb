/** Finds what a command's name means: a function, a builtin, a program, a wrapper around another command, a shell. */
import { assertNever } from '../../errors.ts';
import { BUILTINS } from '../builtins/table.ts';
import type { CommandDescription } from '../programs/describe.ts';
import { type Scene, spend } from '../scene.ts';
import { opaque, spendTime } from '../state/change.ts';
import { lasting } from '../state/cost.ts';
import { eitherWay, type Flow, failing, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { isKnown, onlyAtom } from '../values/atoms.ts';
import { type Call, operandsOf } from '../words/field.ts';
import { callFunction } from './function-call.ts';
import { runProgram } from './program.ts';
import { runScript } from './script.ts';
import { runSleep } from './sleep.ts';
import { runWrapper } from './wrapper.ts';

/** Builtins of which there is a program of the same name as well. */
const PROGRAMS_TOO = new Set(['echo', 'printf', 'test', '[', 'true', 'false', 'kill', 'pwd']);

/** Builtins that a function cannot take the place of in POSIX shells. */
export const SPECIAL: ReadonlySet<string> = new Set([
  'break',
  ':',
  'continue',
  'eval',
  '.',
  'exit',
  'export',
  'readonly',
  'return',
  'set',
  'shift',
  'trap',
  'unset',
]);

/** Runs the words as a command. */
export function runCall(scene: Scene, call: Call, state: State): Flow {
  const [name, ...operands] = call.fields;
  if (name === undefined) return succeeding(state);
  const found = foundProgram(scene, name.text);
  if (found !== undefined) {
    const fields = [{ text: found, unsure: false, quoted: name.quoted, span: name.span }, ...operands];
    return runCall(scene, { fields, span: call.span, finds: call.finds }, state);
  }
  if (!spend(scene.world)) return eitherWay(opaque(state));
  if (isExpected(scene, call)) return eitherWay(spendTime(state, lasting({ kind: 'finite' }, false)));
  if (!name.unsure && isKnown(name.text)) {
    const flow = runNamed(scene, { call, name: name.text }, state);
    if (flow !== undefined) return flow;
  }
  return runDescribed(scene, call, state);
}

/** `$(which tail) -f x`: one program, or none. */
function foundProgram(scene: Scene, text: string): string | undefined {
  const atom = onlyAtom(scene.world.atoms, text);
  if (atom?.kind !== 'choice') return undefined;
  const [only, ...others] = atom.texts.filter((one) => one !== '');
  return only !== undefined && others.length === 0 && isKnown(only) ? only : undefined;
}

function runNamed(scene: Scene, { call, name }: { call: Call; name: string }, state: State): Flow | undefined {
  const special = scene.source.dialect === 'sh' && SPECIAL.has(name);
  if (call.finds === 'everything' && !special) {
    const named = state.shell.functions.get(name);
    if (named !== undefined) return callFunction(scene, { call, name, called: named }, state);
  }
  // dash knows no `[[`
  if (name === '[[' && scene.source.dialect === 'sh') return failing(state);
  // `[$i -lt 5 ]` without its blank names a program that there is not.
  if (/^\[\[?[^[]/.test(name)) return failing(state);
  const builtin = BUILTINS.get(name);
  if (builtin === undefined || (scene.source.dialect === 'sh' && builtin.missingInSh === true)) return undefined;
  if (call.finds === 'programs' && !PROGRAMS_TOO.has(name)) return failing(state);
  return builtin.run(scene, call, state);
}

function runDescribed(scene: Scene, call: Call, state: State): Flow {
  const description = describe(scene, call);
  switch (description.kind) {
    case 'program':
      return runProgram(scene, { call, description }, state);
    case 'sleep':
      return runSleep(scene, { call, description }, state);
    case 'wrapper':
      return runWrapper(scene, { call, description }, state);
    case 'script':
      return call.finds === 'programs' && description.inCaller
        ? failing(state)
        : runScript(scene, { call, description }, state);
    default:
      return assertNever(description);
  }
}

/** The same words are described once. */
function describe(scene: Scene, call: Call): CommandDescription {
  const { descriptions, ports } = scene.world;
  let key: string = scene.source.dialect;
  for (const { text, unsure } of call.fields) key += unsure ? `\u0001${text}` : `\u0000${text}`;
  const known = descriptions.get(key);
  if (known !== undefined) return known;
  const description = ports.describe(operandsOf(call.fields), { dialect: scene.source.dialect });
  descriptions.set(key, description);
  return description;
}

/** Whether the supervisor has said that this command may live long: its first words are the expected ones. */
function isExpected(scene: Scene, call: Call): boolean {
  const expected = scene.world.longLived.find(
    (words) => words.length > 0 && words.every((word, at) => call.fields[at]?.text === word),
  );
  if (expected !== undefined) scene.world.expected.add(expected.join(' '));
  return expected !== undefined;
}
