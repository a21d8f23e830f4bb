/**
 * The grammar's tree of an outline to our own tree. Together with `compound.ts` the only place that knows the names of
 * the grammar's nodes. A name that is not listed gives an `unknown` command.
 */
import type { AndOr, Command, Pipeline, Statement } from '../ast.ts';
import type { SyntaxNode } from '../grammar.ts';
import type { Prefix, Token } from '../scan/token.ts';
import { convertCompound } from './compound.ts';
import { firstItem, spanning, spanOfNode, unknownCommand, type View, wordsBehind } from './view.ts';

/** Converts the commands among `nodes`, each with the `&` that follows it. */
export function convertStatements(view: View, nodes: readonly (SyntaxNode | null)[]): Statement[] {
  const statements: Statement[] = [];
  for (const node of nodes) {
    if (node === null) continue;
    if (node.isNamed) {
      if (firstItem(view, node)?.tokens[0]?.kind === 'empty') continue;
      const command = convertCommand(view, node);
      statements.push({ command, span: command.span, background: 'no' });
    } else if (node.type === '&') {
      const last = statements.pop();
      if (last !== undefined) statements.push({ ...last, background: backgroundOf(view, node) });
    }
  }
  return statements;
}

function backgroundOf(view: View, node: SyntaxNode): Statement['background'] {
  const token = firstItem(view, node)?.tokens[0];
  return token?.kind === 'operator' && token.text !== '&' ? 'disowned' : 'job';
}

function convertCommand(view: View, node: SyntaxNode): Command {
  return node.type === 'list' ? convertList(view, node) : convertPipeline(view, node);
}

function convertList(view: View, node: SyntaxNode): Command {
  const [left, operator, right] = node.children;
  const text = operator?.type;
  if (!left || !right || (text !== '&&' && text !== '||')) {
    return unknownCommand(view, spanOfNode(view, node), 'a list that is not understood');
  }
  const first = convertCommand(view, left);
  const second = convertCommand(view, right);
  return { kind: 'and-or', operator: text, left: first, right: second, span: spanning(first, second) } satisfies AndOr;
}

/** A pipeline, or a single command with or without `!` and `time`. */
function convertPipeline(view: View, node: SyntaxNode): Command {
  const prefixes = firstItem(view, node)?.prefixes ?? [];
  const count = prefixes.findIndex((token) => !isPipelinePrefix(token.prefix));
  const own = prefixes.slice(0, count === -1 ? prefixes.length : count);
  const nodes = node.type === 'pipeline' ? node.children.filter((child) => child?.isNamed === true) : [node];
  const stages = nodes.map((stage, index) => convertStage(view, stage, index === 0 ? own.length : 0));
  const [first] = stages;
  const last = stages.at(-1);
  if (first === undefined || last === undefined) {
    return unknownCommand(view, spanOfNode(view, node), 'a pipeline that is not understood');
  }
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
function convertStage(view: View, node: SyntaxNode | null, skipped: number): Command {
  if (node === null) return unknownCommand(view, { start: 0, end: 0 }, 'a missing command');
  const prefixes = (firstItem(view, node)?.prefixes ?? []).slice(skipped);
  const inner = convertCompound(view, node, convertStatements);
  const anonymous = prefixes.some((token) => token.prefix.kind === 'anonymous');
  if (!anonymous && wordsBehind(view, node).length > 0 && inner.kind !== 'simple' && inner.kind !== 'declaration') {
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
  if (prefix.kind === 'function') return { kind: 'function', name: prefix.name, body: command, redirects: [], span };
  if (prefix.kind === 'anonymous' && command.kind === 'group') {
    const { body, redirects } = command;
    return { kind: 'anonymous-function', body, arguments: wordsBehind(view, node), redirects, span };
  }
  return unknownCommand(view, span, 'a reserved word in the wrong place');
}
