/** Questions about tokens that the rewriting of short forms asks. */
import type { Span } from '../../policy/finding.ts';
import type { Reserved, Token } from '../scan/token.ts';

/** The text of a reserved word or operator, else null. */
export function textOf(token: Token | undefined): string | null {
  return token?.kind === 'reserved' || token?.kind === 'operator' ? token.text : null;
}

/** A reserved word made up for the grammar; `span` is the place of what it stands for. */
export function reserved(text: Reserved, span: Span): Token {
  return { kind: 'reserved', text, span };
}

export function before(token: Token): Span {
  return { start: token.span.start, end: token.span.start };
}

export function after(token: Token): Span {
  return { start: token.span.end, end: token.span.end };
}

const CLOSERS = new Set(['}', ')', 'done', 'fi', 'esac', 'end']);

export function isCloser(token: Token | undefined): boolean {
  const text = textOf(token);
  return text !== null && CLOSERS.has(text);
}

/** Whether a compound command is complete with this token, so that a brace behind it begins a body. */
export function endsCompound(token: Token | undefined): boolean {
  return token?.kind === 'test' || token?.kind === 'arithmetic' || isCloser(token);
}

const LIST_ENDS = new Set([';', '\n', '&', '&!', '&|', ';;', ';&', ';;&', 'then', 'do', 'else', 'elif']);

/** Whether a body without closing word ends before this token. */
export function endsList(token: Token): boolean {
  const text = textOf(token);
  return isCloser(token) || (text !== null && LIST_ENDS.has(text));
}

/** Whether a command may begin with this token. */
export function beginsCommand(token: Token): boolean {
  if (token.kind === 'operator') return token.text === '(';
  if (token.kind === 'reserved') return ['{', 'if', 'while', 'until'].includes(token.text);
  return token.kind !== 'redirect' && token.kind !== 'pattern' && token.kind !== 'unknown';
}
