/** Reads one command line with a table row: walks down the subcommands, tries the cases, finds what a wrapper runs. */
import type { Bound, Role } from '../../policy/finding.ts';
import type { CommandDescription, InputUse } from './describe.ts';
import type { Invocation } from './invocation.ts';
import { limitSeconds } from './limits.ts';
import type { OptionGrammar, Reading, ReadingStyle, ReadOption } from './option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import type { Case, Limit, Outcome, ProgramNode, WordTest } from './program-row.ts';
import { NOTHING, otherwiseOf } from './program-row.ts';
import { describeRuns } from './runs.ts';

type Level = {
  readonly path: string;
  readonly grammar: OptionGrammar;
  readonly start: number;
  /** options read at the levels above */
  readonly above: readonly ReadOption[];
};

const NO_OPTIONS: OptionGrammar = new Map();

/** What `node` says of the command line. Indices in the result are those of `call.operands`. */
export function describeByRow(node: ProgramNode, call: Invocation): CommandDescription {
  return describeNode(node, call, { path: call.name, grammar: NO_OPTIONS, start: call.at + 1, above: [] });
}

function describeNode(node: ProgramNode, call: Invocation, level: Level): CommandDescription {
  const grammar = mergedGrammar(level.grammar, node);
  const start = level.start + (node.drop ?? 0);
  if (node.subs !== undefined) {
    const head = readOptions(call.operands, start, styleOf(node, grammar, true));
    const word = call.operands[head.rest]?.value;
    const sub = word === undefined ? undefined : subNode(node.subs, word);
    if (word !== undefined && sub !== undefined) {
      const above = [...level.above, ...head.options];
      return describeNode(sub, call, { path: `${level.path} ${word}`, grammar, start: head.rest + 1, above });
    }
  }
  const own = readOptions(call.operands, start, styleOf(node, grammar, stopsEarly(node)));
  const reading = level.above.length === 0 ? own : { ...own, options: [...level.above, ...own.options] };
  return describeLeaf(node, call, { path: level.path, grammar, start, reading });
}

function styleOf(node: ProgramNode, grammar: OptionGrammar, stop: boolean): ReadingStyle {
  return { grammar, stop, singleDash: node.singleDash === true, plus: node.plus === true };
}

/** A wrapper's own options end with the first operand, unless only what follows `--` is run. */
function stopsEarly(node: ProgramNode): boolean {
  return node.runs !== undefined && node.runs.dashes !== 'only';
}

type Leaf = {
  readonly path: string;
  readonly grammar: OptionGrammar;
  readonly start: number;
  readonly reading: Reading;
};

function describeLeaf(node: ProgramNode, call: Invocation, leaf: Leaf): CommandDescription {
  const { path, reading } = leaf;
  const words = wordsOf(node, call, reading);
  const seen: Seen = { node, reading, words, path };
  for (const candidate of node.cases ?? []) {
    const found = caseFits(candidate, seen) ? describeOutcome(candidate.is, seen) : undefined;
    if (found !== undefined) return found;
  }
  if (node.runs !== undefined) {
    const found = describeRuns(node.runs, { call, ...leaf });
    return found ?? describeOutcome(node.runs.nothing ?? NOTHING, seen) ?? describePlain(path);
  }
  return describeOutcome(otherwiseOf(node), seen) ?? describePlain(path);
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

const mergedGrammars = new WeakMap<OptionGrammar, WeakMap<ProgramNode, OptionGrammar>>();
/** The grammar of the levels above with the node's own, built once for each path through a table. */
function mergedGrammar(above: OptionGrammar, node: ProgramNode): OptionGrammar {
  if (above.size === 0) return grammarOf(node);
  let byNode = mergedGrammars.get(above);
  if (byNode === undefined) {
    byNode = new WeakMap();
    mergedGrammars.set(above, byNode);
  }
  let merged = byNode.get(node);
  if (merged === undefined) {
    merged = new Map([...above, ...grammarOf(node)]);
    byNode.set(node, merged);
  }
  return merged;
}

const subTables = new WeakMap<object, ReadonlyMap<string, ProgramNode>>();
function subNode(subs: Readonly<Record<string, ProgramNode>>, word: string): ProgramNode | undefined {
  let table = subTables.get(subs);
  if (table === undefined) {
    const entries = Object.entries(subs);
    table = new Map(entries.flatMap(([names, node]) => names.split('|').map((name) => [name, node] as const)));
    subTables.set(subs, table);
  }
  return table.get(word);
}

/** The operands; of a wrapper, everything from the first operand on. */
function wordsOf(node: ProgramNode, call: Invocation, reading: Reading): readonly (string | undefined)[] {
  if (stopsEarly(node)) return call.operands.slice(reading.rest).map((operand) => operand.value);
  return reading.words.map((index) => call.operands[index]?.value);
}

type Seen = {
  readonly node: ProgramNode;
  readonly reading: Reading;
  readonly words: readonly (string | undefined)[];
  readonly path: string;
};

function caseFits(candidate: Case, seen: Seen): boolean {
  return optionsFit(candidate, seen.reading) && wordsFit(candidate, seen.words);
}

function optionsFit(candidate: Case, reading: Reading): boolean {
  const { has, and, lacks, value } = candidate;
  if (has !== undefined && !isOn(reading, has)) return false;
  if (and !== undefined && !isOn(reading, and)) return false;
  if (lacks !== undefined && isOn(reading, lacks)) return false;
  if (value === undefined) return true;
  const names = value[0].split('|');
  return reading.options.some((option) => names.includes(option.name) && passes(option.value?.value, value[1]));
}

function wordsFit(candidate: Case, words: readonly (string | undefined)[]): boolean {
  const { first, second, some, numbers } = candidate;
  if (first !== undefined && !passes(words[0], first)) return false;
  if (second !== undefined && !passes(words[1], second)) return false;
  if (some !== undefined && !words.some((word) => passes(word, some))) return false;
  if (numbers !== undefined && !countFits(words.filter(isNumber).length, numbers)) return false;
  return countFits(words.length, candidate.words);
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

type Described = Extract<CommandDescription, { kind: 'program' }>;
type Program = { -readonly [Key in keyof Described]: Described[Key] };

/** Undefined when the outcome is a limit that the option's value does not state after all. */
function describeOutcome(outcome: Outcome, seen: Seen): CommandDescription | undefined {
  const bound = typeof outcome.bound === 'string' ? { kind: outcome.bound } : limitOf(outcome.bound, seen.reading);
  if (bound === undefined) return undefined;
  const input = inputOf(outcome.input, seen);
  const described: Program = {
    kind: 'program',
    name: seen.path,
    bound,
    role: outcome.role ?? defaultRole(bound),
    stated: outcome.stated === true,
    reason: outcome.reason,
    remedy: outcome.remedy ?? '',
  };
  if (outcome.returnsAtOnce === true) described.returnsAtOnce = true;
  if (outcome.endsWithReader === true) described.endsWithReader = true;
  if (outcome.noticesReader === true) described.noticesReader = true;
  if (outcome.waitsForCi === true) described.waitsForCi = true;
  if (input !== undefined) described.input = input;
  if (outcome.input === 'all' || outcome.input === 'some') {
    described.filter = true;
    if (seen.node.files !== undefined) described.reads = outcome.input;
  }
  return described;
}

/** A program of which nothing is known. */
export function describePlain(name: string): CommandDescription {
  const reason = 'an ordinary program ends by itself';
  return { kind: 'program', name, bound: { kind: 'finite' }, role: 'ordinary', stated: false, reason, remedy: '' };
}

function defaultRole(bound: Bound): Role {
  return bound.kind === 'endless' || bound.kind === 'conditional' ? 'follow' : 'ordinary';
}

function limitOf(limit: Limit, reading: Reading): Bound | undefined {
  const operand = optionValue(reading, limit.option);
  if (operand === undefined) return undefined;
  if (operand.value === undefined) return { kind: 'finite' };
  const seconds = limitSeconds(operand.value, limit.unit);
  return seconds === undefined ? undefined : { kind: 'within', seconds };
}

/** A filter that is given files does not read its standard input, unless `-` is among them. */
function inputOf(input: InputUse | undefined, seen: Seen): InputUse | undefined {
  const { node, words, reading } = seen;
  if (input === undefined || input === 'none' || node.files === undefined) return input;
  const shifted = node.filesShift !== undefined && isOn(reading, node.filesShift);
  const files = words.slice(shifted ? 0 : node.files);
  return files.length > 0 && !files.some((word) => word === '-' || word === '/dev/stdin') ? 'none' : input;
}
