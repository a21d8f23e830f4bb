/** env(1) and what else sets up words before it runs them. */

import type { Describer } from './call.ts';
import { quickly, wrapping } from './call.ts';
import type { CommandDescription } from './describe.ts';
import type { Invocation } from './invocation.ts';
import { isOn, optionGrammar, readOptions } from './option-reader.ts';
import { quoteWords } from './option-text.ts';

const ENV_OPTIONS = optionGrammar(
  'u: C: S: P: a: unset= chdir= split-string= argv0= block-signal? default-signal? ignore-signal?',
);
const ASSIGNMENT = /^[^=]+=/;

/** `env [-i] [-u NAME] [-C DIR] [-S TEXT] [NAME=VALUE]... [COMMAND ...]`. */
export const describeEnv: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: ENV_OPTIONS, stop: true });
  if (isOn(reading, 'help|version')) return quickly(call.name, 'it prints its help');
  const split = reading.options.find((option) => option.name === 'S' || option.name === 'split-string');
  if (split !== undefined) return describeSplit(call, split.index, reading.rest);
  let from = call.operands[reading.rest]?.value === '-' ? reading.rest + 1 : reading.rest;
  while (ASSIGNMENT.test(call.operands[from]?.value ?? '')) from++;
  return wrapping(call, from, { externalOnly: true });
};

/** `env -S 'A=1 cmd args' more`: the text is split into words, no shell is involved, but it reads like one simple command. */
function describeSplit(call: Invocation, index: number, rest: number): CommandDescription {
  const word = call.operands[index]?.value;
  const separate = word === '-S' || word === '--split-string' || (word !== undefined && /^-[a-zA-Z]*S$/.test(word));
  const value = separate ? call.operands[index + 1]?.value : word?.replace(/^(?:--split-string=|-[a-zA-Z]*?S)/, '');
  if (value === undefined) return quickly(call.name, 'what it runs is only known at run time');
  const more = quoteWords(call.operands.slice(rest).map((operand) => operand.value));
  if (more === undefined) return quickly(call.name, 'what it runs is only known at run time');
  const source = { kind: 'text', text: `env ${value} ${more}`.trim() } as const;
  return { kind: 'script', name: call.name, dialect: 'sh', source, inCaller: false, effect: { externalOnly: true } };
}

/** `direnv exec DIR cmd`, `nix shell x -c cmd`, `nix develop -c cmd`, `nix-shell --run TEXT`. */
export const describeDirenv: Describer = (call) => {
  if (call.operands[call.at + 1]?.value !== 'exec') return undefined;
  return wrapping(call, call.at + 3, { externalOnly: true });
};

/** nix: `nix run pkg -- args` runs an unknown program; `nix shell|develop ... -c cmd` runs cmd. */
export const describeNix: Describer = (call) => {
  const grammar = optionGrammar('c? command? option= include= I= inputs-from=');
  const head = readOptions(call.operands, call.at + 1, { grammar, stop: true });
  const sub = call.operands[head.rest]?.value;
  if (sub !== 'shell' && sub !== 'develop') return undefined;
  for (let index = head.rest + 1; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word === '-c' || word === '--command') return wrapping(call, index + 1, { externalOnly: true });
  }
  return quickly(call.name, 'a shell ends with its input');
};

/** `nix-shell -p x --run TEXT`. */
export const describeNixShell: Describer = (call) => {
  for (let index = call.at + 1; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word !== '--run' && word !== '--command') continue;
    if (index + 1 >= call.operands.length) break;
    const source = { kind: 'operand', index: index + 1, joined: false } as const;
    return { kind: 'script', name: call.name, dialect: 'bash', source, inCaller: false, effect: {} };
  }
  return undefined;
};
