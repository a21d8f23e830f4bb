/** Finds what a wrapper runs: which words, or which shell text, and with what effect. */
import { shellWord } from './call.ts';
import type { CommandDescription, Operand, WrapperEffect } from './describe.ts';
import type { Invocation } from './invocation.ts';
import { limitSeconds } from './limits.ts';
import type { OptionGrammar, Reading } from './option-reader.ts';
import { isOn, optionValue, readOptions } from './option-reader.ts';
import { describeOptionText, quoteWords } from './option-text.ts';
import { programName } from './program-name.ts';
import type { Runs } from './program-row.ts';

export type Running = {
  readonly call: Invocation;
  readonly reading: Reading;
  readonly start: number;
  readonly path: string;
  readonly grammar: OptionGrammar;
};

/** Undefined when nothing is left to run. */
export function describeRuns(runs: Runs, running: Running): CommandDescription | undefined {
  const { call, reading, path } = running;
  const effect = effectOf(runs, reading);
  const named = { ...call, name: path };
  const option =
    runs.text === undefined ? undefined : reading.options.find((read) => textNames(runs).includes(read.name));
  if (option !== undefined && running.grammar.has(option.name)) return describeOptionText(named, option, effect);
  if (option !== undefined) return shellWord(named, reading.rest, effect);
  const from = commandStart(runs, running);
  const entry = runs.entry === undefined ? undefined : optionValue(reading, runs.entry);
  if (entry !== undefined) return entered(path, [entry, ...call.operands.slice(from ?? call.operands.length)], effect);
  const word = from === undefined ? undefined : call.operands[from];
  if (runs.only !== undefined && !runs.only.has(programName(word?.value) ?? '')) return undefined;
  if (from === undefined || word === undefined) return shellOnInput(runs, running, effect);
  if (runs.text !== undefined && word.value !== undefined && isTextFlag(runs, word.value)) {
    return shellWord(named, from + 1, effect);
  }
  const why = {
    ...(runs.reason === undefined ? {} : { reason: runs.reason }),
    ...(runs.remedy === undefined ? {} : { remedy: runs.remedy }),
  };
  if (runs.as === 'shell')
    return { ...script(path, effect), source: { kind: 'operand', index: from, joined: true }, ...why };
  return { kind: 'wrapper', name: path, from, effect, ...why };
}

function entered(path: string, words: readonly Operand[], effect: WrapperEffect): CommandDescription | undefined {
  const text = quoteWords(words.map((operand) => operand.value));
  return text === undefined || text === "''" ? undefined : { ...script(path, effect), source: { kind: 'text', text } };
}

function textNames(runs: Runs): readonly string[] {
  return (runs.text ?? '').split('|').map((flag) => flag.replace(/^-+/, ''));
}

function isTextFlag(runs: Runs, word: string): boolean {
  return (runs.text ?? '').split('|').includes(word);
}

function script(name: string, effect: WrapperEffect) {
  return { kind: 'script', name, dialect: 'bash', inCaller: false, effect } as const;
}

function shellOnInput(runs: Runs, running: Running, effect: WrapperEffect): CommandDescription | undefined {
  const { shell } = runs;
  if (shell === undefined || (shell !== 'always' && !isOn(running.reading, shell.has))) return undefined;
  return { ...script(running.path, effect), source: { kind: 'stdin' } };
}

function effectOf(runs: Runs, reading: Reading): WrapperEffect {
  let effect = runs.effect;
  for (const extra of runs.when ?? []) {
    if (isOn(reading, extra.has)) effect = { ...effect, ...extra.effect };
  }
  const limit = runs.limit === undefined ? undefined : optionValue(reading, runs.limit.option);
  if (runs.limit === undefined || limit === undefined) return effect;
  if (limit.value === undefined) return { ...effect, withinUnknown: true };
  const seconds = limitSeconds(limit.value, runs.limit.unit);
  return seconds === undefined ? effect : { ...effect, within: seconds };
}

/** Index of the first word that is run; undefined when there is none. */
function commandStart(runs: Runs, running: Running): number | undefined {
  const { call, start, grammar } = running;
  let from = running.reading.rest;
  if (runs.dashes !== undefined) {
    const dashes = dashesAfter(call.operands, start);
    if (dashes !== undefined) return dashes;
    if (runs.dashes === 'only') return undefined;
  }
  for (let skipped = 0; skipped < (runs.skip ?? 0); skipped++) {
    from = runs.interleaved === true ? readOptions(call.operands, from + 1, { grammar, stop: true }).rest : from + 1;
  }
  if ((runs.skip ?? 0) > 0 && call.operands[from]?.value === '--') from++;
  while (runs.skipWords?.test(call.operands[from]?.value ?? '') === true) from++;
  while (runs.assignments === true && /^[A-Za-z_]\w*=/.test(call.operands[from]?.value ?? '')) from++;
  return from;
}

function dashesAfter(operands: readonly Operand[], start: number): number | undefined {
  for (let index = start; index < operands.length; index++) {
    if (operands[index]?.value === '--') return index + 1;
  }
  return undefined;
}
