/**
 * The grammar's tree of an outline to our own tree. Together with `compound.ts` the only place that knows the names of
 * the grammar's nodes. A name that is not listed gives an `unknown` command.
 */
import type { AndOr, Command, Pipeline, Statement } from '../ast.ts';
import type { SyntaxNode } from '../grammar.ts';
import { MAX_CHAIN } from '../scan/scan.ts';
import type { Prefix, Token } from '../scan/token.ts';
import { convertCompound } from './compound.ts';
import { firstItem, hasMoreBehind, spanning, spanOfNode, unknownCommand, type View, wordsBehind } from './view.ts';

/** Converts the commands among `nodes`, each with the `&` that follows it. */
export function convertStatements(view: View, nodes: readonly SyntaxNode[]): Statement[] {
  const statements: Statement[] = [];
  for (const node of nodes) {
    if (node.isNamed) {
      const item = firstItem(view, node);
      if (item?.tokens[0]?.kind === 'empty' && item.prefixes.length === 0) continue;
      const command = convertCommand(view, node);
      statements.push({ command, span: command.span, background: 'no' });
    } else if (node.type === '&') {
      const last = statements.pop();
      if (last !== undefined)
        statements.push({ command: last.command, span: last.span, background: backgroundOf(view, node) });
    }
  }
  return statements;
}

function backgroundOf(view: View, node: SyntaxNode): Statement['background'] {
  const token = firstItem(view, node)?.tokens[0];
  return token?.kind === 'operator' && token.text !== '&' ? 'disowned' : 'job';
}

/**
 * A list or pipeline. The grammar nests `a | b | c || d` wrongly, so only the order of its operators is taken from it:
 * pipelines bind tighter, and `&&` and `||` go from left to right.
 */
function convertCommand(view: View, node: SyntaxNode): Command {
  const [first, ...more] = flatten(node);
  if (first === undefined || more.length > MAX_CHAIN) {
    return unknownCommand(view, spanOfNode(view, node), 'a list that is not understood');
  }
  const pipelines: { readonly operator: AndOr['operator']; readonly nodes: SyntaxNode[] }[] = [];
  let nodes = [first.node];
  const head = nodes;
  for (const { operator, node: operand } of more) {
    if (operator === '&&' || operator === '||') {
      nodes = [operand];
      pipelines.push({ operator, nodes });
    } else nodes.push(operand);
  }
  return pipelines.reduce<Command>(
    (left, { operator, nodes: stages }) => {
      const right = convertPipeline(view, stages);
      return { kind: 'and-or', operator, left, right, span: spanning(left, right) } satisfies AndOr;
    },
    convertPipeline(view, head),
  );
}

type Operand = { readonly operator: string; readonly node: SyntaxNode };

/** The operands of nested lists and pipelines in order, each with the operator before it. */
function flatten(node: SyntaxNode): readonly Operand[] {
  const operands: Operand[] = [];
  const stack: SyntaxNode[] = [node];
  let operator = '';
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'list' || next.type === 'pipeline') {
      for (const child of next.children.toReversed()) stack.push(child);
    } else if (next.isNamed) operands.push({ operator, node: next });
    else operator = next.type;
  }
  return operands;
}

/** A pipeline of these stages, or the only one when neither `!` nor `time` stands before it. */
function convertPipeline(view: View, nodes: readonly SyntaxNode[]): Command {
  const prefixes = (nodes[0] && firstItem(view, nodes[0])?.prefixes) ?? [];
  const count = prefixes.findIndex((token) => !isPipelinePrefix(token.prefix));
  const own = prefixes.slice(0, count === -1 ? prefixes.length : count);
  const stages = nodes.map((stage, index) => convertStage(view, stage, index === 0 ? own.length : 0));
  const [first] = stages;
  const last = stages.at(-1);
  if (first === undefined || last === undefined) return unknownCommand(view, { start: 0, end: 0 }, 'no command');
  if (stages.length === 1 && own.length === 0) return first;
  const negated = own.filter((token) => token.prefix.kind === 'not').length % 2 === 1;
  const timed = own.some((token) => token.prefix.kind === 'time');
  const span = { start: own[0]?.span.start ?? first.span.start, end: last.span.end };
  return { kind: 'pipeline', negated, timed, stages, span } satisfies Pipeline;
}

function isPipelinePrefix(prefix: Prefix): boolean {
  return prefix.kind === 'not' || prefix.kind === 'time';
}

/** One command of a pipeline with the prefixes that are its own: `coproc` and the heads of functions. */
function convertStage(view: View, node: SyntaxNode, skipped: number): Command {
  const prefixes = (firstItem(view, node)?.prefixes ?? []).slice(skipped);
  const inner = convertCompound(view, node, convertStatements);
  const anonymous = prefixes.some((token) => token.prefix.kind === 'anonymous');
  if (!anonymous && hasMoreBehind(view, node)) {
    return unknownCommand(view, inner.span, 'words after a compound command');
  }
  return prefixes.reduceRight<Command>((command, token) => prefixed(view, token, { command, node }), inner);
}

function prefixed(
  view: View,
  token: Extract<Token, { kind: 'prefix' }>,
  stage: { readonly command: Command; readonly node: SyntaxNode },
): Command {
  const { command, node } = stage;
  const { prefix } = token;
  const span = { start: token.span.start, end: command.span.end };
  if (prefix.kind === 'coproc') return { kind: 'coproc', name: prefix.name, command, redirects: [], span };
  const simple = command.kind === 'simple' || command.kind === 'declaration';
  if (prefix.kind === 'function' && simple && view.dialect === 'bash') {
    return unknownCommand(view, span, 'a function whose body is no compound command');
  }
  if (prefix.kind === 'function') return { kind: 'function', name: prefix.name, body: command, redirects: [], span };
  if (prefix.kind === 'anonymous' && command.kind === 'group') {
    const { body, redirects } = command;
    return { kind: 'anonymous-function', body, arguments: wordsBehind(view, node), redirects, span };
  }
  if (prefix.kind === 'not' || prefix.kind === 'time') {
    return { kind: 'pipeline', negated: prefix.kind === 'not', timed: prefix.kind === 'time', stages: [command], span };
  }
  return unknownCommand(view, span, 'a reserved word in the wrong place');
}
