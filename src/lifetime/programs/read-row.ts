/** Reads one command line with a table row: walks down the subcommands, tries the cases, finds what a wrapper runs. */
import type { Bound, Role } from '../../policy/finding.ts';
import type { CommandDescription, Operand, WrapperEffect } from './describe.ts';
import { goSeconds, plainSeconds, sleepSeconds, systemdSeconds } from './durations.ts';
import type { OptionGrammar, Reading, ReadOption } from './option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import type { Case, DurationUnit, Limit, Outcome, ProgramNode, Runs, WordTest } from './program-row.ts';
import { otherwiseOf } from './program-row.ts';

/** A command line whose program word is `operands[at]`, known to the tables as `name`. */
export type Invocation = { readonly name: string; readonly operands: readonly Operand[]; readonly at: number };

type Level = {
  readonly path: string;
  readonly grammar: OptionGrammar;
  readonly start: number;
  /** options read at the levels above */
  readonly above: readonly ReadOption[];
};

/** What `node` says of the command line. Indices in the result are those of `call.operands`. */
export function describeByRow(node: ProgramNode, call: Invocation): CommandDescription {
  return describeNode(node, call, { path: call.name, grammar: new Map(), start: call.at + 1, above: [] });
}

function describeNode(node: ProgramNode, call: Invocation, level: Level): CommandDescription {
  const grammar = level.grammar.size === 0 ? grammarOf(node) : new Map([...level.grammar, ...grammarOf(node)]);
  const style = { grammar, singleDash: node.singleDash === true, plus: node.plus === true };
  if (node.subs !== undefined) {
    const head = readOptions(call.operands, level.start, { ...style, stop: true });
    const word = call.operands[head.rest]?.value;
    const sub = word === undefined ? undefined : subNode(node.subs, word);
    if (word !== undefined && sub !== undefined) {
      const above = [...level.above, ...head.options];
      return describeNode(sub, call, { path: `${level.path} ${word}`, grammar, start: head.rest + 1, above });
    }
  }
  const own = readOptions(call.operands, level.start, { ...style, stop: node.runs !== undefined });
  const reading = level.above.length === 0 ? own : { ...own, options: [...level.above, ...own.options] };
  const words = node.runs === undefined ? wordsOf(reading, call) : restWords(reading.rest, call);
  for (const candidate of node.cases ?? []) {
    const found = tryCase(candidate, { reading, words, name: level.path });
    if (found !== undefined) return found;
  }
  if (node.runs !== undefined)
    return describeRuns(node.runs, { call, reading, start: level.start, path: level.path, grammar });
  return describeOutcome(otherwiseOf(node), level.path, reading) ?? describePlain(level.path);
}

const grammars = new WeakMap<ProgramNode, OptionGrammar>();
function grammarOf(node: ProgramNode): OptionGrammar {
  let grammar = grammars.get(node);
  if (grammar === undefined) {
    grammar = optionGrammar(node.options ?? '');
    grammars.set(node, grammar);
  }
  return grammar;
}

const subTables = new WeakMap<object, ReadonlyMap<string, ProgramNode>>();
function subNode(subs: Readonly<Record<string, ProgramNode>>, word: string): ProgramNode | undefined {
  let table = subTables.get(subs);
  if (table === undefined) {
    table = new Map(
      Object.entries(subs).flatMap(([names, node]) => names.split('|').map((name) => [name, node] as const)),
    );
    subTables.set(subs, table);
  }
  return table.get(word);
}

function wordsOf(reading: Reading, call: Invocation): readonly (string | undefined)[] {
  return reading.words.map((index) => call.operands[index]?.value);
}

function restWords(from: number, call: Invocation): readonly (string | undefined)[] {
  return call.operands.slice(from).map((operand) => operand.value);
}

type Seen = { readonly reading: Reading; readonly words: readonly (string | undefined)[]; readonly name: string };

function tryCase(candidate: Case, seen: Seen): CommandDescription | undefined {
  return caseFits(candidate, seen) ? describeOutcome(candidate.is, seen.name, seen.reading) : undefined;
}

function caseFits(candidate: Case, seen: Seen): boolean {
  const { reading, words } = seen;
  if (candidate.has !== undefined && !isOn(reading, candidate.has)) return false;
  if (candidate.and !== undefined && !isOn(reading, candidate.and)) return false;
  if (candidate.lacks !== undefined && isOn(reading, candidate.lacks)) return false;
  if (candidate.first !== undefined && !passes(words[0], candidate.first)) return false;
  if (candidate.second !== undefined && !passes(words[1], candidate.second)) return false;
  if (!countFits(words.length, candidate.words)) return false;
  if (candidate.numbers !== undefined && !countFits(words.filter(isNumber).length, candidate.numbers)) return false;
  const { some, value } = candidate;
  if (some !== undefined && !words.some((word) => passes(word, some))) return false;
  if (value === undefined) return true;
  return reading.options.some(
    (option) => value[0].split('|').includes(option.name) && passes(option.value?.value, value[1]),
  );
}

function countFits(count: number, range: readonly [number, number] | undefined): boolean {
  return range === undefined || (count >= range[0] && count <= range[1]);
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^\d+(?:\.\d+)?$/.test(word);
}

function passes(word: string | undefined, test: WordTest): boolean {
  if (word === undefined) return false;
  return test instanceof RegExp ? test.test(word) : test.includes(word);
}

/** Undefined when the outcome is a limit that the option's value does not state after all. */
export function describeOutcome(outcome: Outcome, name: string, reading: Reading): CommandDescription | undefined {
  const bound = boundOf(outcome.bound, reading);
  if (bound === undefined) return undefined;
  return {
    kind: 'program',
    name,
    bound,
    role: outcome.role ?? defaultRole(bound),
    stated: outcome.stated === true,
    reason: outcome.reason,
    remedy: outcome.remedy ?? '',
    ...(outcome.returnsAtOnce === true ? { returnsAtOnce: true } : {}),
    ...(outcome.endsWithReader === true ? { endsWithReader: true } : {}),
    ...(outcome.waitsForCi === true ? { waitsForCi: true } : {}),
    ...(outcome.input === undefined ? {} : { input: outcome.input }),
  };
}

/** A program of which nothing is known. */
export function describePlain(name: string): CommandDescription {
  const reason = 'an ordinary program ends by itself';
  return { kind: 'program', name, bound: { kind: 'finite' }, role: 'ordinary', stated: false, reason, remedy: '' };
}

function defaultRole(bound: Bound): Role {
  return bound.kind === 'endless' || bound.kind === 'conditional' ? 'follow' : 'ordinary';
}

function boundOf(stated: Outcome['bound'], reading: Reading): Bound | undefined {
  if (typeof stated === 'string') return { kind: stated };
  return limitOf(stated, reading);
}

function limitOf(limit: Limit, reading: Reading): Bound | undefined {
  const operand = optionValue(reading, limit.option);
  if (operand === undefined) return undefined;
  if (operand.value === undefined) return { kind: 'finite' };
  const seconds = secondsIn(operand.value, limit.unit);
  if (seconds === undefined || seconds <= 0 || !Number.isFinite(seconds)) return undefined;
  return { kind: 'within', seconds };
}

function secondsIn(text: string, unit: DurationUnit): number | undefined {
  if (unit === 'sleep') return sleepSeconds(text);
  if (unit === 'go') return goSeconds(text);
  if (unit === 'systemd') return systemdSeconds(text);
  const plain = plainSeconds(text);
  if (plain === undefined) return undefined;
  if (unit === 'ms') return plain / 1000;
  return unit === 'minutes' ? plain * 60 : plain;
}

type Running = {
  readonly call: Invocation;
  readonly reading: Reading;
  readonly start: number;
  readonly path: string;
  readonly grammar: OptionGrammar;
};

function describeRuns(runs: Runs, running: Running): CommandDescription {
  const { call, reading, path } = running;
  const from = commandStart(runs, running);
  const effect = effectOf(runs, reading);
  if (from === undefined || from >= call.operands.length) {
    const nothing = runs.nothing ?? { bound: 'finite', role: 'quick', reason: 'it is given nothing to run' };
    return describeOutcome(nothing, path, reading) ?? describePlain(path);
  }
  const why = {
    ...(runs.reason === undefined ? {} : { reason: runs.reason }),
    ...(runs.remedy === undefined ? {} : { remedy: runs.remedy }),
  };
  if (runs.as === 'shell') {
    const source = { kind: 'operand', index: from, joined: true } as const;
    return { kind: 'script', name: path, dialect: 'sh', source, inCaller: false, effect, ...why };
  }
  return { kind: 'wrapper', name: path, from, effect, ...why };
}

function effectOf(runs: Runs, reading: Reading): WrapperEffect {
  let effect = runs.effect;
  for (const extra of runs.when ?? []) {
    if (isOn(reading, extra.has)) effect = { ...effect, ...extra.effect };
  }
  return effect;
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
  while (runs.assignments === true && /^[A-Za-z_]\w*=/.test(call.operands[from]?.value ?? '')) from++;
  return from;
}

function dashesAfter(operands: readonly Operand[], start: number): number | undefined {
  for (let index = start; index < operands.length; index++) {
    if (operands[index]?.value === '--') return index + 1;
  }
  return undefined;
}
