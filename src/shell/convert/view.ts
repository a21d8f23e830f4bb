/** What the converters need beside a node of the outline's tree: the items that its text stands for. */
import type { Span } from '../../policy/finding.ts';
import type { Command, Dialect, Redirect, UnknownCommand, Word } from '../ast.ts';
import type { SyntaxNode } from '../grammar.ts';
import type { Item, Outline } from '../outline.ts';

export type View = {
  readonly byStart: ReadonlyMap<number, Item>;
  readonly byEnd: ReadonlyMap<number, Item>;
  readonly problems: Set<string>;
  readonly dialect: Dialect;
};

export function viewOf(outline: Outline, parse: Pick<View, 'problems' | 'dialect'>): View {
  const byStart = new Map<number, Item>();
  const byEnd = new Map<number, Item>();
  for (const item of outline.items) {
    byStart.set(item.start, item);
    byEnd.set(item.end, item);
  }
  return { byStart, byEnd, problems: parse.problems, dialect: parse.dialect };
}

export function firstItem(view: View, node: SyntaxNode): Item | undefined {
  return view.byStart.get(node.startIndex);
}

export function lastItem(view: View, node: SyntaxNode): Item | undefined {
  return view.byEnd.get(node.endIndex);
}

/** The span of the text that a node stands for, with redirects behind it and without what stood before it. */
export function spanOfNode(view: View, node: SyntaxNode): Span {
  const start = firstItem(view, node)?.tokens[0]?.span.start ?? 0;
  const last = lastItem(view, node);
  return { start, end: last === undefined ? start : endOf(last) };
}

export function endOf(item: Item): number {
  return item.suffix.at(-1)?.span.end ?? item.tokens.at(-1)?.span.end ?? 0;
}

/** The redirects behind a compound command. */
export function redirectsOf(view: View, node: SyntaxNode): readonly Redirect[] {
  const suffix = lastItem(view, node)?.suffix ?? [];
  return suffix.flatMap((token) => (token.kind === 'redirect' ? [token.redirect] : []));
}

/** Whether anything but redirects is behind a compound command. */
export function hasMoreBehind(view: View, node: SyntaxNode): boolean {
  return lastItem(view, node)?.suffix.some((token) => token.kind !== 'redirect') ?? false;
}

/** The words behind a compound command: the arguments of an anonymous function, and an error elsewhere. */
export function wordsBehind(view: View, node: SyntaxNode): readonly Word[] {
  const suffix = lastItem(view, node)?.suffix ?? [];
  return suffix.flatMap((token) => (token.kind === 'word' ? [token.word] : []));
}

export function unknownCommand(view: View, span: Span, problem: string): UnknownCommand {
  view.problems.add(problem);
  return { kind: 'unknown', redirects: [], span };
}

/** The span from where one command begins to where another ends. */
export function spanning(first: Command, last: Command): Span {
  return { start: first.span.start, end: last.span.end };
}
