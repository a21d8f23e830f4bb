/** Compound commands: the nodes that hold lists of commands. */
import type { CaseArm, Command, IfCommand, Statement, WhileLoop } from '../ast.ts';
import type { SyntaxNode } from '../grammar.ts';
import type { Header } from '../scan/token.ts';
import { convertSimple } from './simple.ts';
import { firstItem, redirectsOf, spanOfNode, unknownCommand, type View } from './view.ts';

type Nodes = readonly SyntaxNode[];
type Convert = (view: View, nodes: Nodes) => Statement[];

/** Converts one command without its prefixes; `statements` converts the lists inside it. */
export function convertCompound(view: View, node: SyntaxNode, statements: Convert): Command {
  const span = spanOfNode(view, node);
  const redirects = redirectsOf(view, node);
  const inner = (nodes: Nodes) => statements(view, nodes);
  switch (node.type) {
    case 'command': {
      const item = firstItem(view, node);
      return item === undefined ? unknownCommand(view, span, 'a missing command') : convertSimple(view, item);
    }
    case 'compound_statement':
      return convertGroup(view, node, inner);
    case 'subshell':
      return { kind: 'subshell', body: inner(node.children), redirects, span };
    case 'while_statement':
      return { kind: 'while', ...convertWhile(node, inner), redirects, span };
    case 'for_statement':
      return convertFor(view, node, inner);
    case 'if_statement':
      return { kind: 'if', ...convertIf(node, inner), redirects, span };
    case 'case_statement':
      return convertCase(view, node, inner);
    default:
      return unknownCommand(view, span, 'a command that is not understood');
  }
}

type Inner = (nodes: Nodes) => Statement[];

/** A group, or what stands for `{ a } always { b }`: a group of two groups whose brace was named so. */
function convertGroup(view: View, node: SyntaxNode, inner: Inner): Command {
  const span = spanOfNode(view, node);
  const redirects = redirectsOf(view, node);
  const token = firstItem(view, node)?.tokens[0];
  if (token?.kind !== 'reserved' || token.text !== 'always') {
    return { kind: 'group', body: inner(node.children), redirects, span };
  }
  const [body, always] = inner(node.children).map(({ command }) => (command.kind === 'group' ? command.body : null));
  if (!body || !always) return unknownCommand(view, span, 'an always block that is not understood');
  return { kind: 'always', body, always, redirects, span };
}

function convertWhile(node: SyntaxNode, inner: Inner): Pick<WhileLoop, 'until' | 'condition' | 'body'> {
  const until = node.children[0]?.type === 'until';
  const condition = inner(node.children.filter((child) => child.type !== 'do_group'));
  return { until, condition, body: bodyOf(node, inner) };
}

function bodyOf(node: SyntaxNode, inner: Inner): readonly Statement[] {
  return inner(node.children.find((child) => child.type === 'do_group')?.children ?? []);
}

function convertFor(view: View, node: SyntaxNode, inner: Inner): Command {
  const token = firstItem(view, node)?.tokens[0];
  const span = spanOfNode(view, node);
  if (token?.kind !== 'header') return unknownCommand(view, span, 'a loop that is not understood');
  const header: Header = token.header;
  return { body: bodyOf(node, inner), redirects: redirectsOf(view, node), span, ...header };
}

function convertIf(node: SyntaxNode, inner: Inner): Pick<IfCommand, 'branches' | 'otherwise'> {
  const clauses = node.children.filter((child) => child.type === 'elif_clause');
  const last = node.children.find((child) => child.type === 'else_clause');
  const own = node.children.filter((child) => child.type !== 'elif_clause' && child.type !== 'else_clause');
  const branches = [own, ...clauses.map((clause) => clause.children)].map((nodes) => splitAtThen(nodes, inner));
  return { branches, otherwise: last ? inner(last.children) : null };
}

function splitAtThen(nodes: Nodes, inner: Inner): IfCommand['branches'][number] {
  const then = nodes.findIndex((child) => child.type === 'then');
  return { condition: inner(nodes.slice(0, then)), body: inner(nodes.slice(then)) };
}

function convertCase(view: View, node: SyntaxNode, inner: Inner): Command {
  const token = firstItem(view, node)?.tokens[0];
  const span = spanOfNode(view, node);
  if (token?.kind !== 'case') return unknownCommand(view, span, 'a case that is not understood');
  const items = node.children.filter((child) => child.type === 'case_item');
  const arms = items.map((item) => convertArm(view, item, inner));
  return { kind: 'case', subject: token.subject, arms, redirects: redirectsOf(view, node), span };
}

function convertArm(view: View, node: SyntaxNode, inner: Inner): CaseArm {
  const token = firstItem(view, node)?.tokens[0];
  const { children } = node;
  const last = children.at(-1)?.type;
  const patterns = token?.kind === 'pattern' ? token.patterns : [];
  // the first two children are the pattern and its parenthesis
  const body = inner(children.slice(2));
  return { patterns, body, ending: last === ';&' || last === ';;&' ? last : ';;' };
}
