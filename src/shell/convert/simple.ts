/** The tokens of a simple command, a test or arithmetic, to a command. */
import type { Assignment, Command, Redirect, Word } from '../ast.ts';
import type { Item } from '../outline.ts';
import type { Token } from '../scan/token.ts';
import { bareText } from '../words.ts';
import { endOf, unknownCommand, type View } from './view.ts';

const DECLARATIONS = new Set(['export', 'local', 'declare', 'typeset', 'readonly', 'integer', 'float']);

/** Converts the item of one command without inner commands. */
export function convertSimple(view: View, item: Item): Command {
  const [first] = item.tokens;
  const span = { start: first?.span.start ?? 0, end: endOf(item) };
  const redirects = redirectsIn([...item.tokens, ...item.suffix]);
  if (first?.kind === 'test' || first?.kind === 'arithmetic') {
    if (redirects.length !== item.suffix.length) return unknownCommand(view, span, 'words after a test');
    const { expression } = first;
    return first.kind === 'test'
      ? { kind: 'test', expression: first.expression, redirects, span }
      : { kind: 'arithmetic', expression: expression as typeof first.expression, redirects, span };
  }
  if (first?.kind === 'empty') return { kind: 'simple', words: [], assignments: [], redirects, span };
  if (!item.tokens.every(isPart)) return unknownCommand(view, span, 'text that is not understood');
  return convertWords(item.tokens, redirects, span);
}

function convertWords(tokens: readonly Token[], redirects: readonly Redirect[], span: Command['span']): Command {
  const words: Word[] = [];
  const assignments: Assignment[] = [];
  for (const token of tokens) {
    if (token.kind === 'word') words.push(token.word);
    else if (token.kind === 'assignment') assignments.push(token.assignment);
  }
  const keyword = declarationKeyword(words[0]);
  if (keyword === null) return { kind: 'simple', assignments, words, redirects, span };
  return { kind: 'declaration', keyword, words: words.slice(1), assignments, redirects, span };
}

function declarationKeyword(word: Word | undefined): string | null {
  const text = word && bareText(word);
  return text !== undefined && DECLARATIONS.has(text) ? text : null;
}

function isPart(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'assignment' || token.kind === 'redirect';
}

function redirectsIn(tokens: readonly Token[]): readonly Redirect[] {
  return tokens.flatMap((token) => (token.kind === 'redirect' ? [token.redirect] : []));
}
