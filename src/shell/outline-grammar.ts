/**
 * A grammar for outlines alone, without WASM: loading the real one takes longer than all the rest of a hook. Outlines
 * consist of a dozen words and are well formed when they come here, so that nothing has to be recovered from. What it
 * does not know it gives back as null; tests hold what it does know to the real grammar.
 */
import type { Grammar, SyntaxNode } from './grammar.ts';

export const outlineGrammar: Grammar = {
  parse(text) {
    const reader: Reader = { tokens: readTokens(text), next: 0 };
    const children = readList(reader);
    if (children === null || reader.next < reader.tokens.length) return null;
    return { rootNode: nodeOf('program', children), hasError: false };
  },
  liveTrees: () => 0,
};

type Reader = { readonly tokens: readonly SyntaxNode[]; next: number };
/** Null: not an outline. */
type Nodes = SyntaxNode[] | null;

/** The words between the blanks. */
function readTokens(text: string): SyntaxNode[] {
  const tokens: SyntaxNode[] = [];
  for (const { 0: type, index } of text.matchAll(/[^ ]+/g)) {
    const endIndex = index + type.length;
    tokens.push({ type, isNamed: false, startIndex: index, endIndex, children: [] });
  }
  return tokens;
}

function nodeOf(type: string, children: readonly SyntaxNode[]): SyntaxNode {
  const startIndex = children[0]?.startIndex ?? 0;
  return { type, isNamed: true, startIndex, endIndex: children.at(-1)?.endIndex ?? 0, children };
}

const SEPARATORS = new Set([';', '&']);
const CONNECTORS = new Set(['&&', '||', '|', '|&']);
const ARM_END = /^(?:;;|;&|;;&)$/;

/** Commands and what separates them, up to a word that is neither. */
function readList(reader: Reader): Nodes {
  const nodes: SyntaxNode[] = [];
  for (;;) {
    const before = reader.next;
    const node = readChain(reader);
    if (node !== null) nodes.push(node);
    else if (reader.next !== before) return null;
    const separator = reader.tokens[reader.next];
    if (separator === undefined || !SEPARATORS.has(separator.type)) return nodes;
    nodes.push(separator);
    reader.next += 1;
  }
}

/** Commands joined by `&&`, `||` and pipes, in order: how tightly each binds is decided by who reads the tree. */
function readChain(reader: Reader): SyntaxNode | null {
  const operands: SyntaxNode[] = [];
  for (;;) {
    const command = readCommand(reader);
    if (command === null) return null;
    operands.push(command);
    const operator = reader.tokens[reader.next];
    if (operator === undefined || !CONNECTORS.has(operator.type)) break;
    operands.push(operator);
    reader.next += 1;
  }
  return operands.length === 1 ? (operands[0] ?? null) : nodeOf('list', operands);
}

/** Null at a word that begins no command, which is then left; or past the begin of one that does not end. */
function readCommand(reader: Reader): SyntaxNode | null {
  switch (reader.tokens[reader.next]?.type) {
    case 'a':
      return build(reader, 'command', ['a']);
    case '{':
      return build(reader, 'compound_statement', ['{', readList, '}']);
    case '(':
      return build(reader, 'subshell', ['(', readList, ')']);
    case 'while':
    case 'until':
      return build(reader, 'while_statement', [/while|until/, readList, readBody]);
    case 'for':
      return build(reader, 'for_statement', ['for', takeAs('variable_name'), ';', readBody]);
    case 'if':
      return build(reader, 'if_statement', ['if', readList, 'then', readList, readClauses, 'fi']);
    case 'case':
      return build(reader, 'case_statement', ['case', takeAs('word'), 'in', readArms, 'esac']);
    default:
      return null;
  }
}

type Part = string | RegExp | ((reader: Reader) => Nodes);

function build(reader: Reader, type: string, parts: readonly Part[]): SyntaxNode | null {
  const children: SyntaxNode[] = [];
  for (const part of parts) {
    const nodes = typeof part === 'function' ? part(reader) : take(reader, part);
    if (nodes === null) return null;
    children.push(...nodes);
  }
  return nodeOf(type, children);
}

function take(reader: Reader, expected: string | RegExp): Nodes {
  const token = reader.tokens[reader.next];
  const fits =
    token !== undefined && (typeof expected === 'string' ? token.type === expected : expected.test(token.type));
  if (!fits) return null;
  reader.next += 1;
  return [token];
}

function oneOf(node: SyntaxNode | null): Nodes {
  return node === null ? null : [node];
}

/** The letter where it stands for no command. */
function takeAs(type: string): (reader: Reader) => Nodes {
  return (reader) => take(reader, 'a')?.map((token) => ({ ...token, type, isNamed: true })) ?? null;
}

function readBody(reader: Reader): Nodes {
  return oneOf(build(reader, 'do_group', ['do', readList, 'done']));
}

function readClauses(reader: Reader): Nodes {
  const nodes: SyntaxNode[] = [];
  for (;;) {
    const word = reader.tokens[reader.next]?.type;
    if (word !== 'elif' && word !== 'else') return nodes;
    const parts: readonly Part[] = word === 'elif' ? ['elif', readList, 'then', readList] : ['else', readList];
    const clause = build(reader, `${word}_clause`, parts);
    if (clause === null) return null;
    nodes.push(clause);
  }
}

/** Each arm begins with two nodes for its pattern, as the real grammar has it. */
function readArms(reader: Reader): Nodes {
  const arms: SyntaxNode[] = [];
  while (reader.tokens[reader.next]?.type === 'a)') {
    const arm = build(reader, 'case_item', [takePattern, readList, takeArmEnd]);
    if (arm === null) return null;
    arms.push(arm);
  }
  return arms;
}

function takePattern(reader: Reader): Nodes {
  const [token] = take(reader, 'a)') ?? [];
  if (token === undefined) return null;
  const middle = token.endIndex - 1;
  return [
    { ...token, type: 'word', isNamed: true, endIndex: middle },
    { ...token, type: ')', startIndex: middle },
  ];
}

/** The last arm need not have one. */
function takeArmEnd(reader: Reader): Nodes {
  return take(reader, ARM_END) ?? [];
}
