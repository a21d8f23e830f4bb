/** Splits tokens at the separators that stand inside nothing, for texts of which only a part is valid. */
import type { Token } from './scan/token.ts';

const OPENERS = new Set(['if', 'while', 'until', '{', '(', 'always']);
const CLOSERS = new Set(['fi', 'done', '}', ')', 'esac', 'end']);
const SEPARATORS = new Set([';', '\n', '&', '&!', '&|']);

/** The top-level commands, each with the separator that ends it. A shell too runs the lines before a faulty one. */
export function splitTopLevel(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const chunks: Token[][] = [];
  let chunk: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    chunk.push(token);
    depth = Math.max(0, depth + nestingOf(token));
    if (depth === 0 && token.kind === 'operator' && SEPARATORS.has(token.text)) {
      chunks.push(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

function nestingOf(token: Token): number {
  if (token.kind === 'header' || token.kind === 'case') return 1;
  if (token.kind !== 'reserved' && token.kind !== 'operator') return 0;
  return OPENERS.has(token.text) ? 1 : CLOSERS.has(token.text) ? -1 : 0;
}
